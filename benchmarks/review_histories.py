"""Whether deep reviews keep their bounds, and pay nothing twice, whatever fails.

`python benchmarks/review_histories.py [--histories 500] [--seed 1]`

Each history writes one review of the tests' four papers, with the real services over SQLite and models of fixed rules, under random
bounds, budgets and prices. Calls are answered, fail without or with a price, take long, or the process ends before or after their
reply is stored (benchmarks/depth_histories.py, whose faults these are); the order of the step then comes again. Counted are
histories in which looking took more calls or tokens than its bounds, in which the review cost more than its budget, and prompts
that were asked again although their reply was stored. Calls whose reply the end of the process took along are counted apart.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from depth_histories import SLOW_S, CrashError, drawn_fault  # sets the path to the tests, too
from doubles.deep_model import RulesModel, models_of
from msgspec.structs import replace
from unit.services_reviews.system import System

from scholarai.domain.chat import ModelUsage
from scholarai.domain.depth import DepthBounds, Taken, sum_taken
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import ReviewId
from scholarai.domain.model_call import ModelCall
from scholarai.domain.values import from_json
from scholarai.ports.models import TypedReply, UnusableAnswerError
from scholarai.prompting.prompt import R, ReplyPrompt
from scholarai.reviewing.chain import REVIEW_BOUNDS
from scholarai.services.chat.deep_calls import digest_of, most_of

# Deliveries of orders, those that come again included: more than any history takes.
MOST_DELIVERIES = 400
# A review makes some forty calls.
FAULTS_SHARE = 0.5
LOOKING = frozenset({"weigh", "missing", "evidence", "check"})
_BY_RULES = frozenset({"WeighedPassages", "StillMissing", "SentencesEvidence", "SentencesRead"})
_MISSING = {"missing": ["moths"], "searches": ["moths prefer a nest site with an entrance"], "references": []}
# What the papers of the tests say, stated without a quote: one sentence per section.
_STATED = [
    f"The colony of {name} reached a decision once {scouts} scouts stood at one site."
    for name, scouts in (("ants", 20), ("wasps", 23), ("moths", 26))
]


class History:
    """One review with its faults; `stored` are the prompts whose replies were stored, with the round, `calls` what they took."""

    def __init__(self, chance: random.Random, folder: Path) -> None:
        self.chance = chance
        self.system = System(folder)
        self.system.add_library()
        self.system.max_attempts = 1_000
        self.bounds = _bounds(chance)
        self.usd = chance.choice((0.0, 1e-6))
        self.budget_usd = self.usd * chance.randrange(100_000, 700_000) or 1.0
        self.rules = RulesModel(missing=[_MISSING], opinion=chance.choice(("supported", "not")))
        self.writer = self.system.writer
        self.writer.says["section"] = self._section
        self.asked: dict[str, tuple[str, int]] = {}
        self.stored: set[tuple[str, int]] = set()
        self.calls: list[ModelCall] = []
        self.again = 0
        self.crash_after: set[str] = set()
        self.round = 0
        self.lock = threading.Lock()
        self.system.model = self
        self.system.looking = models_of(self)
        self.system.reviews = _Watched(self.system.reviews, self)

    def run(self) -> str:
        """Deliver orders until none is left, and return how the review ended."""
        review_id = self.system.start(depth="deep", budget_usd=self.budget_usd)
        for _ in range(MOST_DELIVERIES):
            self.round = self.system.get(review_id).round
            try:
                if self.system.step() is None and not self._settled(review_id):
                    break
            except (CrashError, TransientError):
                self.system.orders.taken -= 1  # the platform delivers the order again
                self.system.clock.advance(120)
        return self.system.get(review_id).state

    def _settled(self, review_id: ReviewId) -> bool:
        """Order what a crash left in the outbox, as the sweeper does, and tell whether there was anything."""
        review = self.system.get(review_id)
        self.system.settle.run(review)
        return bool(review.outbox)

    @property
    def over(self) -> bool:
        """Tell whether more was taken than the bounds and the budget allow."""
        looked = sum_taken(
            Taken(calls=1, tokens=call.spent.input_tokens + call.spent.output_tokens)
            for call in self.calls
            if call.kind in LOOKING
        )
        cost = sum(call.spent.cost_usd for call in self.calls)
        return looked.calls > self.bounds.calls or looked.tokens > self.bounds.tokens or cost > self.budget_usd + 1e-9

    # The model in all its roles.
    name = "history"

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        with self.lock:
            serial = f"history-{len(self.asked)}"
            key = (digest_of(prompt), self.round)
            self.again += key in self.stored
            self.asked[serial] = key
            kind = drawn_fault(self.chance, FAULTS_SHARE)
            usage = self._usage(prompt, serial)
            if kind == "crash before":
                del self.asked[serial]
                raise CrashError
            if kind == "busy":
                del self.asked[serial]
                raise TransientError("model_busy", "the model is busy")
            if kind == "crash unstored":
                raise CrashError
            if kind == "crash after":
                self.crash_after.add(serial)
            if kind == "slow":
                self.system.clock.advance(SLOW_S)
            if kind == "unusable":
                raise UnusableAnswerError("model_malformed", "no such shape", usage=usage)
            return TypedReply(reply=self._said(prompt), usage=usage)

    def _said(self, prompt: ReplyPrompt[R]) -> R:
        if prompt.reply.__name__ in _BY_RULES:
            return self.rules.reply(prompt).reply
        schema = {"generationConfig": {"responseJsonSchema": prompt.schema()}}
        said: Any = self.writer(schema | {"contents": [{"parts": [{"text": prompt.user}]}]})
        return prompt.reply.model_validate_json(said.text)

    def _section(self, prompt: str) -> dict[str, Any]:
        quotes = re.findall(r'<quote-\w+ number="(\d+)"[^>]*>\n(.*)', prompt)
        said = [{"text": f"It is said that {text[:40]}", "quotes": [int(number)]} for number, text in quotes]
        stated = _STATED[len(said) % len(_STATED)]
        return {"tldr": said[:1], "sentences": [*said, {"text": stated, "quotes": []}]}

    def _usage(self, prompt: ReplyPrompt[Any], serial: str) -> ModelUsage:
        """Return what a call took: a random share of the most that it may."""
        if prompt.reply.__name__ in _BY_RULES:
            most = most_of(prompt, (0.0, 0.0)).tokens
        else:
            most = (len(prompt.system) + len(prompt.user)) // 3 + prompt.max_output_tokens + 2_048
        tokens = int(self.chance.uniform(0.2, 1.0) * most)
        return ModelUsage(model=serial, input_tokens=tokens, cost_usd=tokens * self.usd)


class _Watched:
    """A store of reviews that notes which calls are stored, and ends the process then where the history says so."""

    def __init__(self, reviews: Any, history: History) -> None:
        self._reviews, self._history = reviews, history

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reviews, name)

    def change(self, review_id: Any, rule: Any, outputs: Any = ()) -> Any:
        changed = self._reviews.change(review_id, rule, outputs)
        history = self._history
        calls = [from_json(ModelCall, output.json) for output in outputs if output.name.startswith("call-")]
        with history.lock:
            history.calls += calls
            history.stored |= {history.asked[call.model] for call in calls}
            crashes = {call.model for call in calls} & history.crash_after
            history.crash_after -= crashes
        if crashes:
            raise CrashError
        return changed


def _bounds(chance: random.Random) -> DepthBounds:
    return replace(
        REVIEW_BOUNDS["deep"],
        calls=chance.randrange(2, 20),
        tokens=chance.randrange(40_000, 300_000),
        looking_s=chance.choice((30.0, 100.0, 400.0)),
    )


def main() -> int:
    options = _options()
    ends: Counter[str] = Counter()
    over = again = calls = lost = 0
    for number in range(options.histories):
        with tempfile.TemporaryDirectory(prefix="scholarai-reviews-") as folder:
            history = History(random.Random(f"{options.seed}-{number}"), Path(folder))
            REVIEW_BOUNDS["deep"] = history.bounds  # type: ignore[index]  # read by the service, too
            ends[history.run()] += 1
            over += history.over
            again += history.again
            calls += len(history.calls)
            lost += len(history.asked) - len(history.calls)
    print(f"{options.histories} histories, {calls} stored calls and {lost} lost ones; ends: {dict(ends)}")
    print(f"over a bound: {over}; asked again although stored: {again}")
    return int(over + again > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
