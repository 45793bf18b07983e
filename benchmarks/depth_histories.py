"""Whether deep answers keep their bounds, and pay nothing twice, whatever fails.

`python benchmarks/depth_histories.py [--histories 500] [--seed 1]`

Each history asks one question of the tests' paper, with the real services over SQLite and a model of fixed rules, under random bounds,
budgets and prices. Calls are answered, fail without or with a price, take long, or the process ends before or after their reply
is stored; the request is then sent again with its key, up to a few times. Counted are histories whose answer took more calls,
tokens or money than its bounds, and prompts that were asked again although their reply was stored. Calls whose reply the end of the
process took along are counted apart: nobody can know of them.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the model of fixed rules and the paper live there

from doubles.deep_model import RulesModel, models_of  # noqa: E402  - after the path is set
from unit.services_chat.system import ADA, GOOD, System  # noqa: E402  - after the path is set

from scholarai.domain.chat import ModelUsage  # noqa: E402  - after the path is set
from scholarai.domain.depth import BOUNDS, DepthBounds, Taken, sum_taken  # noqa: E402  - after the path is set
from scholarai.domain.errors import ModelRefusedError, ScholarError, TransientError  # noqa: E402  - after the path is set
from scholarai.domain.ids import PaperId  # noqa: E402  - after the path is set
from scholarai.ports.models import (  # noqa: E402  - after the path is set
    AnswerDelta,
    AnswerRequest,
    TypedReply,
    UnusableAnswerError,
)
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt  # noqa: E402  - after the path is set
from scholarai.services.chat.asking import AnswerSaved  # noqa: E402  - after the path is set
from scholarai.services.chat.deep_calls import digest_of, most_of  # noqa: E402  - after the path is set

QUESTION = "How many scouts make the quorum, and how were workers marked with paint?"
PAPERS = tuple(map(PaperId, ("one", "two", "three", "four")))
TRIES = 6
# Of whole papers that the model turns out unable to read at once.
TOO_LONG = 0.2
# The share of calls that end with each fault.
FAULTS = {
    "crash before": 0.05,
    "crash unstored": 0.05,
    "crash after": 0.05,
    "busy": 0.06,
    "unusable": 0.06,
    "slow": 0.1,
}
SLOW_S = 40.0


class CrashError(BaseException):
    """The process ends here."""


class History:
    """One question with its faults; `paid` are its calls without the `lost` ones, `stored` the digests of what was stored."""

    def __init__(self, chance: random.Random, folder: Path) -> None:
        self.chance = chance
        self.system = System(folder)
        for paper in PAPERS:
            self.system.add_paper(paper)
        self.bounds = _bounds(chance)
        self.usd = chance.choice((0.0, 1e-6))
        self.budget_usd = self.usd * chance.randrange(30_000, 100_000)
        self.whole_tokens = chance.choice((0, 20_000))
        self.context: str | None = None
        self.model = RulesModel(missing=[_MISSING] * chance.randrange(3))
        self.paid: list[Taken] = []
        self.lost: list[Taken] = []
        self.stored: set[str] = set()
        self.again = 0
        self.crash_after = False

    def run(self) -> str:
        """Ask until an answer comes, and return how it ended."""
        for _ in range(TRIES):
            try:
                if self._ask() is not None:
                    return "answered"
            except CrashError:
                continue
            except ScholarError as error:
                last = error.code
                if not error.retryable:
                    return last
        return "not answered"

    @property
    def over(self) -> bool:
        """Tell whether more was taken than the bounds allow."""
        total = sum_taken(self.paid)
        return (
            total.calls > self.bounds.calls
            or total.tokens > self.bounds.tokens
            or total.cost_usd > self.budget_usd + 1e-9
        )

    def _ask(self) -> AnswerSaved | None:
        ask = self.system.chat
        looking = models_of(self)
        limits = replace(ask.rules.limits, whole_tokens=self.whole_tokens)
        rules = replace(ask.rules, budget_usd=self.budget_usd, limits=limits)
        asking = replace(
            ask, looking=lambda: looking, rules=rules, answerer=lambda: self, sessions=_Watched(ask.sessions, self)
        )
        question = self.system.question(QUESTION, depth="deep", idempotency_key="one", owner=ADA, paper_ids=PAPERS)
        self.system.clock.advance(60)  # the lease of a try that crashed is over
        *_, last = asking.run(question)
        if not isinstance(last, AnswerSaved):
            return None
        self.context = last.answer.usage.context
        return last

    # The model in all its roles.
    name = "history"
    verbatim = False

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        kind = self._begin(request.prompt)
        if request.prompt.prefix and self.chance.random() < TOO_LONG:
            raise ModelRefusedError("prompt_too_long", "more than the window holds")
        usage = self._usage(request.prompt)
        self._pay(usage, kind)
        yield AnswerDelta(text=GOOD)
        yield AnswerDelta(usage=usage, finish="stop")

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        kind = self._begin(prompt)
        usage = self._usage(prompt)
        self._pay(usage, kind)
        if kind == "unusable":
            raise UnusableAnswerError("model_malformed", "no such shape", usage=usage)
        return TypedReply(reply=self.model.reply(prompt).reply, usage=usage)

    def _usage(self, prompt: Prompt) -> ModelUsage:
        """Return what a call took: a random share of the most that it may."""
        tokens = int(self.chance.uniform(0.2, 1.0) * most_of(prompt, (0.0, 0.0)).tokens)
        return ModelUsage(model=self.name, input_tokens=tokens, cost_usd=tokens * self.usd)

    def _begin(self, prompt: Prompt) -> str | None:
        self.again += digest_of(prompt) in self.stored
        kind = drawn_fault(self.chance)
        if kind == "crash before":
            raise CrashError
        if kind == "busy":
            raise TransientError("model_busy", "the model is busy")
        if kind == "slow":
            self.system.clock.advance(SLOW_S)
        return kind

    def _pay(self, usage: ModelUsage, kind: str | None) -> None:
        taken = Taken(calls=1, tokens=usage.input_tokens + usage.output_tokens, cost_usd=usage.cost_usd)
        if kind == "crash unstored":
            self.lost.append(taken)
            raise CrashError
        self.paid.append(taken)
        self.crash_after = kind == "crash after"


def drawn_fault(chance: random.Random, of_share: float = 1.0) -> str | None:
    """Return the fault of a call, None for most; `of_share` is the part of their shares that faults get."""
    drawn = chance.random()
    for kind, share in FAULTS.items():
        drawn -= share * of_share
        if drawn < 0:
            return kind
    return None


class _Watched:
    """A session store that ends the process before a paid call is stored, where the history says so."""

    def __init__(self, sessions: Any, history: History) -> None:
        self._sessions, self._history = sessions, history

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sessions, name)

    def change(self, session_id: Any, rule: Any) -> Any:
        changed = self._sessions.change(session_id, rule)
        for message in changed[1]:
            new = {call.digest for call in message.calls} - self._history.stored
            self._history.stored |= {call.digest for call in message.calls}
            if new and self._history.crash_after:
                self._history.crash_after = False
                raise CrashError
        return changed


_MISSING = {"missing": ["the paint"], "searches": ["colour of the marked workers"], "references": []}


def _bounds(chance: random.Random) -> DepthBounds:
    return replace(
        BOUNDS["deep"],
        calls=chance.randrange(2, 10),
        tokens=chance.randrange(35_000, 100_000),
        looking_s=chance.choice((30.0, 100.0)),
    )


def main() -> int:
    options = _options()
    ends: Counter[str] = Counter()
    contexts: Counter[str | None] = Counter()
    over = again = calls = lost = 0
    for number in range(options.histories):
        with tempfile.TemporaryDirectory(prefix="scholarai-depth-") as folder:
            history = History(random.Random(f"{options.seed}-{number}"), Path(folder))
            BOUNDS["deep"] = history.bounds  # type: ignore[index]  # read by the service, too
            ends[history.run()] += 1
            contexts[history.context] += 1
            over += history.over
            again += history.again
            calls += len(history.paid)
            lost += len(history.lost)
    print(
        f"{options.histories} histories, {calls} paid calls and {lost} lost ones; ends: {dict(ends)}; written from: {dict(contexts)}"
    )
    print(f"over a bound: {over}; asked again although stored: {again}")
    return int(over + again > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
