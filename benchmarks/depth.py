"""How much more of the evidence deep answers see than quick ones, in prompts of equal length.

`python benchmarks/depth.py [--data DIR] [--sets NAME...] [--characters N...] [--half {0,1}]`

Papers and questions come from `DIR/qa` as in retrieval.py; those questions count to which one annotator gives two or more pieces
of evidence. Of each question's pieces, the share that stands in the excerpts is counted, for excerpts that have at most N
characters together with their marks and the ids of their sentences; the last one is cut where it does not fit. Deep answers
take the real steps (`services/chat/deep_looking.py`) with models of fixed rules, which split questions at "and" and the like and
search for their bare words as well:

- `as found` finds every passage useful, and so leaves the order to the searches;
- `words` weighs a passage by the words that it shares with the question;
- `judge` tells passages with evidence from others as a model would that is right in four of five cases.
  It knows the evidence, so its row says what the steps gain from a model that weighs so well, and nothing of any real model.

"whole passages" shows the passages of the same searches untrimmed. Every other paper belongs to half 0, with which rules were
chosen, the rest to half 1.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from msgspec.structs import replace
from retrieval import Asked, QuestionSet, load_sets

from scholarai.adapters.models.local import LocalEmbedder, local_embedder
from scholarai.config import Settings
from scholarai.domain.chat import Evidence
from scholarai.domain.depth import BOUNDS, Depth
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.sentences import citable_sentences
from scholarai.local.gold import LEAST_EVIDENCE, squash, stands_in
from scholarai.prompting.papers import ShownPaper, papers_in_prompt
from scholarai.prompting.replies import HIGHEST_SCORE
from scholarai.retrieval.words import question_terms
from scholarai.services.chat.deep_calls import DeepCalls, DeepModels, Priced
from scholarai.services.chat.deep_looking import Looking
from scholarai.services.chat.deep_pool import Pool
from scholarai.services.library.open_papers import OpenPaper, Reading
from scholarai.services.library.passages import FindPassages
from scholarai.testing import ManualClock

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the model of fixed rules lives there

from doubles.deep_model import RulesModel, words_weigh  # noqa: E402  - after the path is set

SETS = ("qasper_full", "scisumm")
CHARACTERS = (4_000, 8_000, 20_000)
LEAST_PIECES = 2
# The share of passages that the judge takes for what they are: a guess at a small model's.
RIGHT = 0.8
FREE = (0.0, 0.0)
_NOT_TEXT = "FLOAT SELECTED"
# Where a question is taken apart, and the terms that a part has at least.
_JOINTS = re.compile(r"[;:()]|,? (?:and|but|while|which|or) ")
_LEAST_TERMS = 3
_UNTITLED = ShownPaper(title="", about="")
Weigh = Callable[[str, str], float]
Found = Callable[[int], Sequence[Evidence]]


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        return _measure(_options(), local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder})))


def _measure(options: argparse.Namespace, embedder: LocalEmbedder | None) -> int:
    sets = load_sets(options.data, options.sets, embedder)
    if not sets or embedder is None:
        return 2
    for item in sets:
        half = set(sorted(item.papers)[options.half or 0 :: 1 if options.half is None else 2])
        asked = [(one, pieces) for one in item.questions if one.paper in half and (pieces := _pieces(item, one))]
        print(f"\n{item.name}: {len(asked)} questions with several pieces of evidence")
        if not asked:
            continue
        print(f"{'at most characters':32}" + "".join(f"{most:>10,}" for most in options.characters))
        for label, found in _variants(item, asked, embedder):
            shares = [_recall(asked, found, most) for most in options.characters]
            print(f"{label:32}" + "".join(f"{share:>10.3f}" for share in shares), flush=True)
    return 0


def _variants(
    item: QuestionSet, asked: Sequence[tuple[Asked, Sequence[str]]], embedder: LocalEmbedder
) -> Iterator[tuple[str, list[Found]]]:
    """Yield for each way of looking what gives the excerpts of each question, best first, for so many characters."""
    pools = [_looked(item, question, "quick", embedder, _as_found) for question, _ in asked]
    yield "quick", [_whole(pool) for pool in pools]
    depths: tuple[Depth, ...] = ("normal", "deep")
    for depth in depths:
        pools = [_looked(item, question, depth, embedder, _as_found) for question, _ in asked]
        yield f"{depth}, as found", [pool.best for pool in pools]
        yield f"{depth}, as found, whole passages", [_whole(pool) for pool in pools]
        pools = [_looked(item, question, depth, embedder, words_weigh) for question, _ in asked]
        yield f"{depth}, words", [pool.best for pool in pools]
        pools = [_looked(item, question, depth, embedder, judge(pieces)) for question, pieces in asked]
        yield f"{depth}, judge", [pool.best for pool in pools]
        yield f"{depth}, judge, whole passages", [_whole(pool) for pool in pools]


def _whole(pool: Pool) -> Found:
    """Return what gives passages as the searches found them."""
    found = pool.nearest()
    return lambda _: found


def _within(pieces: Sequence[Evidence], characters: int) -> Iterator[str]:
    """Yield the texts of the first excerpts that fit with their marks and ids; the last one as far as it fits."""
    for piece in pieces:
        ends = [len(piece.text), *(end for _, end in reversed(citable_sentences(piece.text)))]
        for end in ends:
            text = piece.text[:end]
            (shown,) = papers_in_prompt([replace(piece, text=text)], {piece.paper_id: _UNTITLED}).excerpts
            taken = len(shown)
            if taken <= characters:
                characters -= taken
                yield text
                break
        if text != piece.text:
            return


def _as_found(_: str, __: str) -> float:
    return HIGHEST_SCORE / 2


def judge(pieces: Sequence[str]) -> Weigh:
    """Return what weighs a passage by whether it holds evidence, and errs in a fixed share of passages."""

    def weigh(_: str, passage: str) -> float:
        chance = int.from_bytes(hashlib.blake2b(passage.encode(), digest_size=4).digest()) / 2**32
        holds = any(stands_in(piece, passage) for piece in pieces)
        return 8.0 if holds == (chance < RIGHT) else 1.0

    return weigh


def _looked(item: QuestionSet, question: Asked, depth: Depth, embedder: LocalEmbedder, weigh: Weigh) -> Pool:
    """Return the pool of a question after the steps of a depth; a quick answer's after its one search."""
    opened = OpenPaper(
        paper_id=PaperId(question.paper),
        generation=1,
        title=question.paper,
        index=item.papers[question.paper],
        origins=(),
        space=embedder.space,
    )
    reading = SimpleNamespace(over=lambda papers: iter([opened] if papers else []))
    pool = Pool(find=FindPassages(embedder=lambda: embedder), reading=cast("Reading", reading))
    looking = _looking(question.text, pool, depth, weigh)
    for _ in looking.run():
        if depth == "quick":  # its one search is the first step
            break
    return pool


def _looking(question: str, pool: Pool, depth: Depth, weigh: Weigh) -> Looking:
    bare = {"missing": ["more"], "searches": [" ".join(question_terms(question))], "references": []}
    rules = RulesModel(weigh=weigh, missing=[bare])
    rules.plan = _parts
    model = Priced(model=rules, per_token=FREE)
    return Looking(
        question=question,
        papers=[cast("Paper", SimpleNamespace(id=PaperId("one")))],
        titles=[],
        pool=pool,
        calls=DeepCalls(
            clock=ManualClock(),
            bounds=BOUNDS["deep" if depth == "quick" else depth],
            budget_usd=0.0,
            until=datetime.max.replace(tzinfo=UTC) - timedelta(days=1),
            may_spend=lambda _: True,
            keep=lambda _: False,
        ),
        models=DeepModels(plans=model, weighs=model, judges=model, answers=FREE),
        references=None,
        paper_of=lambda _: None,
    )


def _parts(question: str) -> list[str]:
    """Return the parts of a question that say enough to be searched for; none where there is but one."""
    parts = [part for part in map(str.strip, _JOINTS.split(question)) if len(question_terms(part)) >= _LEAST_TERMS]
    return parts if len(parts) > 1 else []


def _pieces(item: QuestionSet, question: Asked) -> list[str]:
    """Return the evidence of the annotator who gives most, where that is several pieces."""
    row = next(row for row in item.gold if str(row["question_id"]) == question.id)
    pieces = max(map(_texts, row["gold_evidence_texts"]), key=len, default=[])
    return pieces if len(pieces) >= LEAST_PIECES else []


def _texts(annotator: Sequence[str]) -> list[str]:
    texts = dict.fromkeys(annotator)
    return [text for text in texts if len(squash(text)) >= LEAST_EVIDENCE and not text.startswith(_NOT_TEXT)]


def _recall(asked: Sequence[tuple[Asked, Sequence[str]]], found: Sequence[Found], most: int) -> float:
    shares = []
    for (_, pieces), best in zip(asked, found, strict=True):
        shown = " … ".join(_within(best(most), most))
        shares.append(statistics.mean(stands_in(piece, shown) for piece in pieces))
    return statistics.mean(shares)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", default=SETS, metavar="NAME")
    parser.add_argument("--characters", nargs="+", type=int, default=CHARACTERS, metavar="N")
    parser.add_argument("--half", type=int, choices=(0, 1), help="every other paper; all unless given")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
