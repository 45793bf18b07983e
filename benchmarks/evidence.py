"""Reads question sets, and scores ranked passages by whether a question's evidence stands in the first of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scholarai.local.eval_command import LEAST_EVIDENCE, squash, stands_in

Row = Mapping[str, Any]

# Question sets of a folder of real papers, in the order of tables; another folder's own sets are taken as they come.
KNOWN_SETS = ("covidqa", "evidence_inference", "qasper_full", "scisumm")
RANKS = (1, 5, 10)


def sets_in(data: Path) -> tuple[str, ...]:
    """Return the names of the question sets that come with their papers."""
    found = sorted(file.name.removesuffix(".papers.jsonl") for file in (data / "qa").glob("*.papers.jsonl"))
    return tuple(name for name in KNOWN_SETS if name in found) or tuple(found)


def questions_of(data: Path, name: str) -> list[Row]:
    """Return a set's questions, paper by paper, each with an id."""
    rows = [{"question_id": place} | row for place, row in enumerate(read_rows(data / "qa" / f"{name}.jsonl"))]
    return sorted(rows, key=lambda row: str(row["paper_id"]))


def papers_of(data: Path, name: str) -> dict[str, str]:
    """Return each paper of a set as Markdown, by its id."""
    rows = read_rows(data / "qa" / f"{name}.papers.jsonl")
    return {str(row["paper_id"]): _markdown(row) for row in sorted(rows, key=lambda row: str(row["paper_id"]))}


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a JSONL file; where there is none the script ends and says what to name."""
    if not path.exists():
        raise SystemExit(f"{path} is missing: name a data folder with --data")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def hit_rates(questions: Iterable[Row], ranked: Mapping[str, Sequence[str]]) -> dict[int, float]:
    """Return for each rank the share of questions whose evidence stands in the passages up to it.

    Args:
        questions: Those without evidence are left out.
        ranked: The passages of each question, by its id, best first.
    """
    first = [_first_hit(_evidence(row), ranked.get(str(row["question_id"]), ())) for row in questions if _evidence(row)]
    return {rank: sum(place < rank for place in first) / len(first) for rank in RANKS}


def _markdown(row: Row) -> str:
    sections = [{"heading": "Abstract", "paragraphs": [row["abstract"]]}] if row.get("abstract") else []
    parts = [f"# {row['title'] or row['paper_id']}"]
    for section in [*sections, *row["sections"]]:
        parts += [f"## {section['heading'] or 'Text'}", *section["paragraphs"]]
    return "\n\n".join(parts) + "\n"


def _evidence(row: Row) -> list[str]:
    texts = [text for annotator in row["gold_evidence_texts"] for text in annotator]
    return [text for text in texts if len(squash(text)) >= LEAST_EVIDENCE and not text.startswith("FLOAT SELECTED")]


def _first_hit(evidence: Sequence[str], passages: Sequence[str]) -> int:
    hits = (place for place, text in enumerate(passages) if any(stands_in(one, text) for one in evidence))
    return next(hits, len(passages) + max(RANKS))
