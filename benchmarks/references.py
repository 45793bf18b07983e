"""How well the fields of bibliography entries are read: `python benchmarks/references.py --data DIR [--show FIELD]`.

Scores labelled entries of references/anystyle below DIR. train_references.py learns from `core`, so `gold` judges: the share of
entries whose title, authors, year and DOI are right, and of those without a title that get none. Authors count by their words.
"""

from __future__ import annotations

import argparse
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from rapidfuzz import fuzz
from scoring import ALIKE, Scores, means

from scholarai.domain.content import Reference
from scholarai.local.gold import squash
from scholarai.parsing.pdf.references.fields import read_reference

SETS = ("core", "gold")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_NOT_NAMES = frozenset("and und with avec others eds jun sen".split())
# How alike the words of authors must be, in per cent. A guess.
_ALIKE_AUTHORS = 85.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--show", help="print the entries of gold that are wrong in this field")
    arguments = parser.parse_args()
    for name in SETS:
        path = arguments.data / "references" / "anystyle" / f"{name}.xml"
        if not path.is_file():
            print(f"{path} is missing: pass --data DIR", file=sys.stderr)
            return 2
        rows = [(one, _scores(*one)) for one in _entries(path)]
        print(
            f"{name:6}{len(rows):6} entries  " + "  ".join(f"{k} {v:.3f}" for k, v in means(r for _, r in rows).items())
        )
        for (fields, read), scores in rows if name == "gold" else ():
            if scores.get(arguments.show) == 0:
                print(f"  {fields}\n    {read.authors} | {read.title} | {read.year} | {read.doi}")
    return 0


def _entries(path: Path) -> Iterator[tuple[dict[str, str], Reference]]:
    """Yield the fields of each entry, with what was read from its text."""
    for sequence in ET.parse(path).getroot():
        parts = [(part.tag, (part.text or "").strip()) for part in sequence]
        dates = " ".join(text for tag, text in parts if tag == "date")
        yield {**dict(reversed(parts)), "date": dates}, read_reference(" ".join(text for _, text in parts), 1)


def _scores(fields: dict[str, str], read: Reference) -> Scores:
    scores: Scores = {}
    if "title" in fields:
        scores["title"] = float(fuzz.ratio(squash(fields["title"]), squash(read.title)) >= ALIKE["title"])
    else:
        scores["no_title"] = float(read.title is None)
    if "author" in fields:
        alike = fuzz.ratio(_people(fields["author"]), _people(" ".join(read.authors)))
        scores["authors"] = float(alike >= _ALIKE_AUTHORS)
    if years := _YEAR.findall(fields["date"]):
        scores["year"] = float(str(read.year) in years)
    if "doi" in fields:
        scores["doi"] = float(bool(read.doi) and squash(read.doi) in squash(fields["doi"]))
    return scores


def _people(text: str) -> str:
    """Return the words of names without initials, in the order of the alphabet."""
    words = re.findall(r"\w{3,}", text.lower())
    return " ".join(sorted(word for word in words if word not in _NOT_NAMES))


if __name__ == "__main__":
    sys.exit(main())
