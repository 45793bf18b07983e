"""How well the papers of the zoo are read, look by look: `python benchmarks/zoo_scores.py OUT/tuning [LOOK ...]`.

make_zoo.py writes OUT. Prints the means of scoring.py for each look, for looks by the rules of their tables, and for all papers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring import Scores, means, score_paper
from zoo.looks import looks

import scholarai
from scholarai.domain.errors import ScholarError
from scholarai.domain.values import to_plain
from scholarai.splitting import split

COLUMNS = {
    "title": "title",
    "authors": "authors",
    "abstract": "abstr.",
    "heading_f1": "head.",
    "heading_level": "level",
    "sentences_found": "sent.",
    "reading_order": "order",
    "sentence_in_section": "in sec",
    "captions": "capt.",
    "references": "refs",
    "reference_titles_and_years": "fields",
    "table_cells": "cells",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("half", type=Path, metavar="OUT/HALF")
    parser.add_argument("looks", nargs="*", metavar="LOOK")
    parser.add_argument("--papers", action="store_true", help="print a line for each paper, too")
    parser.add_argument("--keep", type=Path, help="keep the content of each paper here")
    arguments = parser.parse_args()
    folders = sorted(path for path in arguments.half.glob("*") if path.name in (arguments.looks or [path.name]))
    print(f"{'look':30}" + "".join(f"{short:>8}" for short in COLUMNS.values()))
    rules = {look.name: look.table_rules for look in looks()}
    scores: list[Scores] = []
    by_rules: dict[str, list[Scores]] = {}
    for folder in folders:
        pdfs = sorted(folder.glob("*/*.pdf"))
        own = [_scored(pdf, arguments.keep) for pdf in pdfs]
        if arguments.papers:
            for pdf, row in zip(pdfs, own, strict=True):
                _print(f"  {pdf.stem}", [row])
        _print(folder.name, own)
        scores += own
        by_rules.setdefault(rules.get(folder.name, ""), []).extend(own)
    for kind, some in sorted(by_rules.items()):
        _print(f"tables' rules: {kind or 'none'}", some)
    _print(f"all ({len(scores)} papers)", scores)
    return 0


def _scored(pdf: Path, keep: Path | None) -> Scores:
    content = _content(pdf)
    if keep is not None:
        (keep / pdf.parents[1].name).mkdir(parents=True, exist_ok=True)
        (keep / pdf.parents[1].name / f"{pdf.stem}.json").write_text(json.dumps(content, ensure_ascii=False))
    return score_paper(json.loads(pdf.with_suffix(".gold.json").read_text(encoding="utf-8")), content)


def _content(pdf: Path) -> dict[str, Any]:
    """Return a paper with its chunks, nothing when it could not be read: a fault must not raise a mean."""
    try:
        content = scholarai.read(pdf)
    except ScholarError as error:
        print(f"{pdf}: {error.code}", file=sys.stderr)
        return {}
    return {**to_plain(content), "chunks": [to_plain(chunk) for chunk in split(content, generation=1)]}


def _print(name: str, scores: Sequence[Scores]) -> None:
    found = means(scores)
    cells = (found.get(measure) for measure in COLUMNS)
    print(f"{name:30}" + "".join(f"{'-':>8}" if cell is None else f"{cell:8.3f}" for cell in cells), flush=True)


if __name__ == "__main__":
    sys.exit(main())
