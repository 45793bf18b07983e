"""How well the fields of bibliography entries are read: `python benchmarks/references.py --data DIR [--show FIELD]`.

Scores labelled entries of references/anystyle below DIR. tools/train_references.py learns from `core`, so `gold` judges: F1 of title,
authors, year, venue (journal, proceedings or book) and DOI, where a field that is read and not labelled counts against precision,
and one that is wrong against both. `micro` is of all fields together. Authors count by their words, titles and venues by letters.
The "In" before a venue is no part of its name, though it is of its label: AnyStyle, whose labels these are, leaves it out of its
results, too (lib/anystyle/normalizer/container.rb). `strict` is the venue compared with it. `even` and `odd` are halves of gold by
number: faults were looked for in the even one.
"""

from __future__ import annotations

import argparse
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz
from scoring import ALIKE

from scholarai.domain.content import Reference
from scholarai.local.eval_command import squash
from scholarai.parsing.pdf.references.fields import read_reference

SETS = ("core", "gold")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
# A link to a DOI is labelled as a link.
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_IN = re.compile(r"\Ain:?\s+", re.IGNORECASE)
_NOT_NAMES = frozenset("and und with avec others eds jun sen".split())


class Found(NamedTuple):
    """Whether a field was read right, whether it is labelled, and whether it was read; or sums of these."""

    right: int
    labelled: int
    read: int


RIGHT, NOTHING = Found(1, 1, 1), Found(0, 0, 0)
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
        halves = {"even": rows[::2], "odd": rows[1::2]} if name == "gold" else {}
        for part, some in ({name: rows} | halves).items():
            means = _f1(one for _, one in some)
            print(f"{part:6}{len(some):6} entries  " + "  ".join(f"{k} {v:.3f}" for k, v in means.items()))
        for (fields, read), found in rows if name == "gold" else ():
            if found.get(arguments.show, RIGHT) not in (RIGHT, NOTHING):
                print(f"  {fields}\n    {read.authors} | {read.title} | {read.venue} | {read.year} | {read.doi}")
    return 0


def _f1(rows: Iterable[dict[str, Found]]) -> dict[str, float]:
    """Return F1 of each field, and of all together."""
    sums: dict[str, Found] = {}
    for row in rows:
        for field, found in row.items():
            for name in (field, *(["micro"] if field != "strict" else [])):
                before = sums.get(name, NOTHING)
                sums[name] = Found(*(a + b for a, b in zip(before, found, strict=True)))
    return {name: 2 * found.right / max(found.labelled + found.read, 1) for name, found in sums.items()}


def _entries(path: Path) -> Iterator[tuple[dict[str, str], Reference]]:
    """Yield the fields of each entry, with what was read from its text."""
    for sequence in ET.parse(path).getroot():
        parts = [(part.tag, (part.text or "").strip()) for part in sequence]
        dates = " ".join(text for tag, text in parts if tag == "date")
        yield {**dict(reversed(parts)), "date": dates}, read_reference(" ".join(text for _, text in parts), 1)


def _scores(fields: dict[str, str], read: Reference) -> dict[str, Found]:
    years = _YEAR.findall(fields["date"])
    venue = fields.get("journal") or fields.get("container-title") or ""
    linked = _DOI.search(fields.get("url", ""))
    doi = fields.get("doi", linked[0] if linked else "")
    people = _people(fields.get("author", ""))
    return {
        "title": _found(fields.get("title", ""), read.title, _alike(fields.get("title", ""), read.title)),
        "authors": _found(
            people, " ".join(read.authors), fuzz.ratio(people, _people(" ".join(read.authors))) >= _ALIKE_AUTHORS
        ),
        "year": _found(" ".join(years), str(read.year or ""), str(read.year) in years),
        "venue": _found(venue, read.venue, _alike(_IN.sub("", venue), read.venue)),
        "strict": _found(venue, read.venue, _alike(venue, read.venue)),
        "doi": _found(doi, read.doi, bool(read.doi) and squash(read.doi) in squash(doi)),
    }


def _found(labelled: str, read: str | None, right: bool) -> Found:
    return Found(int(bool(labelled) and bool(read) and right), int(bool(labelled)), int(bool(read)))


def _alike(labelled: str, read: str | None) -> bool:
    return fuzz.ratio(squash(labelled), squash(read)) >= ALIKE["title"]


def _people(text: str) -> str:
    """Return the words of names without initials, in the order of the alphabet."""
    words = re.findall(r"\w{3,}", text.lower())
    return " ".join(sorted(word for word in words if word not in _NOT_NAMES))


if __name__ == "__main__":
    sys.exit(main())
