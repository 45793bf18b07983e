"""What reviews find, and how long they take.

`python benchmarks/review.py recall [--data DIR] [--questions N] [--distractors N]`
`python benchmarks/review.py time [--latency S] [--papers N] [--sections N] [--lists N]`

`recall`: the passages that experts cite for ScholarQABench's multi-paper questions (`qa/scholarqa_multi.jsonl`) become one
library, a paper per title, beside `--distractors` abstracts of other sets. Each question is reviewed with the local models.
Counted is the share of its own experts' passages among those read, the same for the first 50 by BM25 over all passages, the
share from which a quote reached the report, how the report's citations ground, how many of its quotes are thanks, signposts
or references, and whether every paper of the library is accounted for. The half of the questions
that rules were chosen with, the half that was held back, and all of them without the six of `MISLABELLED` are counted apart.

`time`: a review with a scripted model server that takes `--latency` seconds a call, against the critical path: the calls
that must wait for each other, each as long as the server takes.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the scripted model server and the library of the tests live there

import numpy as np  # noqa: E402
from review_library import OWNER, Passage, distractors, expert_passages, fill, holds  # noqa: E402

from scholarai.domain.ids import ReviewId  # noqa: E402
from scholarai.domain.review import ReviewRequest, StepMessage  # noqa: E402
from scholarai.domain.review_outputs import Reranked  # noqa: E402
from scholarai.retrieval.bm25 import index_units, number_terms  # noqa: E402
from scholarai.retrieval.terms import question_terms, terms  # noqa: E402
from scholarai.reviewing.report import citations_of  # noqa: E402

KEPT = 50
# Questions on language models and reading that have the answers and passages of questions on optics and biosensors: those of
# bohao_cs_4 and bohao_cs_10 are word by word those of yanyu_photonics_4 and yanyu_photonics_10, which are among the 55, too.
MISLABELLED = frozenset(f"bohao_cs_{number}" for number in (1, 4, 6, 7, 8, 10))
# Quotes that no review should have, told by other means than the product's: thanks, signposts, entries of reference lists.
ASIDE = re.compile(
    r"\b(?:thank(?:s|ed)?|gratefully?|acknowledg\w*) (?:to |the |our |all |dr|prof|support|fund)|\b(?:funded|financed) by\b"
    r"|\b(?:remainder|rest|organi[sz]ation) of th(?:e|is) (?:paper|article|work)\b|\b(?:is|are) (?:\w+ )?(?:described|given|discussed"
    r"|presented|detailed|provided) in (?:\w+ )?(?:section|appendix|chapter)|\bin (?:the )?(?:next|following) section\b"
    r"|^\[?\d+\]?\.? [A-Z][a-z]+,? [A-Z]\.|\bvol\. ?\d|\bpp\. ?\d|\bdoi:",
    re.IGNORECASE,
)


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-review-") as folder:
        os.environ |= {"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": folder}
        os.environ.pop("GEMINI_API_KEY", None)
        return _time(options, Path(folder)) if options.part == "time" else _recall(options)


def _recall(options: argparse.Namespace) -> int:
    source = options.data / "qa" / "scholarqa_multi.jsonl"
    if not source.exists():
        print(f"there are no questions: {source} is missing; name another folder with --data")
        return 1
    rows = [json.loads(line) for line in source.read_text().splitlines()]
    passages = [*expert_passages(rows), *distractors(options.data, options.distractors)]
    begun = time.monotonic()
    fill(passages)
    papers = len({passage.paper_id for passage in passages})
    print(f"library: {papers} papers, {len(passages)} passages, made in {time.monotonic() - begun:.0f} s", flush=True)
    chosen = random.Random(7).sample(rows, len(rows))[: options.questions]
    found = [item for item in (_one(row, passages) for row in chosen) if item["gold"]]
    half = [row["question_id"] for row in chosen[: -(-len(chosen) // 2)]]
    for name, kept in (
        ("all", found),
        ("of them rightly labelled", [item for item in found if item["id"] not in MISLABELLED]),
        ("the half that rules were chosen with", [item for item in found if item["id"] in half]),
        ("the half held back", [item for item in found if item["id"] not in half]),
    ):
        print(f"\n{name}: {len(kept)} questions")
        _print_recall(kept)
    return 0


def _one(row: dict[str, Any], passages: Sequence[Passage]) -> dict[str, Any]:
    """Review one question and say which of its experts' passages were met where."""
    from scholarai import bootstrap
    from scholarai.domain.values import from_json

    gold = [passage for passage in passages if row["question_id"] in passage.questions]
    begun = time.monotonic()
    review_id = _work(row["question"])
    seconds = time.monotonic() - begun
    review, report = bootstrap.process.reviews.reports().read(OWNER, review_id)
    stored = bootstrap.process.backend().reviews.read_outputs(review_id, ["rerank"])
    ranked = from_json(Reranked, stored["rerank"]).passages if "rerank" in stored else ()
    citations = [citation for section in report.sections for citation in citations_of(section)] if report else []
    quoted = {(c.paper_id, " ".join(c.text.split())) for c in citations}
    told = {paper.paper_id for paper in (*report.papers, *report.silent)} if report else set()
    return {
        "id": row["question_id"],
        "papers": len({paper_id for paper_id, _ in quoted}),
        "asides": sum(ASIDE.search(text) is not None for _, text in quoted),
        "accounted": report is not None and len(told) + report.unlisted == len({p.paper_id for p in passages}),
        "gold": len(gold),
        "read": len(ranked),
        "reranked": sum(any(holds(item.text, passage.text) for item in ranked) for passage in gold),
        "quoted": sum(any(p == g.paper_id and t in " ".join(g.text.split()) for p, t in quoted) for g in gold),
        "bm25": _bm25(row["question"], passages, gold),
        "verdicts": Counter(citation.verdict for citation in citations),
        "state": review.state if review.failure is None else f"{review.state}: {review.failure.code}",
        "seconds": seconds,
        "quotes": len(quoted),
    }


def _bm25(question: str, passages: Sequence[Passage], gold: Sequence[Passage]) -> int:
    words = number_terms([terms(f"{passage.title} {passage.text}") for passage in passages])
    spans = np.array([(place, place + 1) for place in range(len(passages))], dtype=np.intp)
    scores = index_units(words, spans).scores(dict.fromkeys(question_terms(question), 1.0))
    best = {passages[place] for place in np.argsort(-scores, kind="stable")[:KEPT]}
    return sum(passage in best for passage in gold)


def _work(question: str) -> ReviewId:
    """Review a question up to the first step of that name; of a finished one the passages' text is forgotten."""
    from scholarai import bootstrap
    from scholarai.api.tables import StepQueue

    orders = StepQueue()
    review = bootstrap.process.reviews.start_review(orders).start(OWNER, ReviewRequest(question=question))
    run = bootstrap.process.reviews.run_review_step(orders)
    while orders.waiting:
        message: StepMessage = orders.waiting.popleft()
        run.run(message)
    return review.id


def _print_recall(found: Sequence[dict[str, Any]]) -> None:
    if not found:
        return
    for name, label in (
        ("reranked", "among those read"),
        ("bm25", f"in the {KEPT} first by BM25"),
        ("quoted", "quoted in the report"),
    ):
        mean = statistics.mean(item[name] / item["gold"] for item in found)
        whole = sum(item[name] for item in found) / sum(item["gold"] for item in found)
        print(f"experts' passages {label}: mean over questions {mean:.3f}, of all {whole:.3f}")
    read = [item["read"] for item in found]
    print(f"passages read: mean {statistics.mean(read):.1f}, most {max(read)}")
    print(f"citations: {dict(sum((item['verdicts'] for item in found), Counter()))}")
    print(f"states: {dict(Counter(item['state'] for item in found))}")
    quotes, papers = (statistics.mean(item[name] for item in found) for name in ("quotes", "papers"))
    asides = sum(item["asides"] for item in found) / max(1, sum(item["quotes"] for item in found))
    print(f"quotes: {quotes:.1f} a review, of {papers:.1f} papers; thanks, signposts, references: {asides:.4f}")
    print(f"reviews that account for every paper: {sum(item['accounted'] for item in found)} of {len(found)}")
    print(f"seconds a review: median {statistics.median(item['seconds'] for item in found):.1f}")


def _time(options: argparse.Namespace, folder: Path) -> int:
    from doubles.clocks import RealClock
    from doubles.gemini_server import GeminiServer
    from doubles.review_writer import ReviewWriter
    from unit.services_reviews.system import System, paper_about

    system = System(folder / "store")
    system.clock = RealClock()
    for n in range(options.papers):
        system.add(f"p{n:02d}", paper_about(f"ants{n:02d}", 2000 + n), authors=(f"Author Name{n}",), year=2000 + n)
    writer = ReviewWriter(sections=options.sections, lists=options.lists)
    system.writer = writer
    with GeminiServer(latency_s=options.latency) as server:
        system.use(server)
        review_id = system.start()
        begun = time.monotonic()
        review = system.finish(review_id)
        took = time.monotonic() - begun
    report = system.report(review_id)
    tables = sum(section.table is not None for section in report.sections) if report else 0
    sections = len(report.sections) if report else 0
    # Judge, take apart, quotes, plan, and the sections one after another wait for each other. A table's columns wait for its
    # section, its rows for the columns: beside the two sections that follow, where there are two.
    last_list = (
        max((place for place, section in enumerate(report.sections) if section.table), default=0) if report else 0
    )
    in_turn = 4 + sections + (max(0, last_list + 3 - sections) if tables else 0)
    print(f"{review.state}: {options.papers} papers, {sections} sections, {tables} tables, {review.spent.calls} calls")
    print(f"calls by kind: {dict(writer.asked)}")
    critical = in_turn * options.latency
    print(f"wall time {took:.1f} s; critical path {in_turn} calls = {critical:.1f} s: {took / critical:.2f}")
    for step in review.steps:
        if step.started_at and step.ended_at:
            print(f"  {step.name}: {(step.ended_at - step.started_at).total_seconds():.2f} s, {step.spent.calls} calls")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    recall = parts.add_parser("recall")
    recall.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="a folder with qa/")
    recall.add_argument("--questions", type=int, default=55, help="how many questions are reviewed")
    recall.add_argument("--distractors", type=int, default=0, help="passages of other sets in the library")
    times = parts.add_parser("time")
    times.add_argument("--latency", type=float, default=2.0, help="seconds that the model server takes for a call")
    times.add_argument("--papers", type=int, default=30)
    times.add_argument("--sections", type=int, default=8)
    times.add_argument("--lists", type=int, default=2, help="sections that get a table")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
