"""Sources on the pages of their PDFs: how much has a place, and is it the right one?

    python benchmarks/aligning.py [--data DIR] [--sets pairs jats markdown latex]

A word is right when the characters that PyMuPDF reads in its box are its own. Words of formulas are left aside; those of
citations and bibliographies are counted apart, because a source and a print word them differently. A numbered equation is
right when its boxes hold the number that is printed. Quotes are the sentences of the gold, found in the joined paper and,
to compare, in the PDF alone.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import pymupdf
from grounding import f1, letters, squash

import scholarai
from scholarai.citations.boxes import PageLocator
from scholarai.citations.grounding import ground_quote
from scholarai.citations.words import GroundingText
from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import Block, Box, PaperContent
from scholarai.parsing.aligning import NotTheSamePaperError, joined

SOURCES = {"pairs": "src", "jats": "*.jats.xml", "markdown": "*.md", "latex": "."}
QUOTES = 60
# A word with its punctuation, no part of a formula. Of longer runs without a space, such as URLs, only the ends have places.
_WORD = re.compile(r"[^\w\s$\\{}]{0,2}[^\W_]+(?:[-–'’.][^\W_]+){0,3}[^\w\s$\\{}]{0,3}")


class Character(NamedTuple):
    """A character on a displayed page: its centre, its baseline to the point, and its number in the page's order."""

    x: float
    y: float
    baseline: int
    number: int
    text: str


Characters = Sequence[Sequence[Character]]
"""The characters of each page, from top to bottom."""


@dataclass
class Tally:
    """Counts of one paper by name, and the characters' F1 under its quotes: joined, and in the PDF alone."""

    counts: Counter[str] = field(default_factory=Counter)
    quotes: list[tuple[float, float]] = field(default_factory=list)

    def share(self, part: str, whole: str) -> str:
        return f"{self.counts[part] / self.counts[whole]:.3f}" if self.counts[whole] else "-"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", choices=SOURCES, default=list(SOURCES))
    arguments = parser.parse_args()
    pairs = [pair for name in arguments.sets for pair in pairs_of(arguments.data / name, SOURCES[name])]
    if not pairs:
        print(f"no papers at {arguments.data}: pass --data DIR", file=sys.stderr)
        return 2
    print(
        "set         paper                 words  right  cited  right  equat.  rows     cells  quotes alone  CPU s  unplaced"
    )
    read = {pdf.stem: (scholarai.read(source), scholarai.read(pdf)) for source, pdf in pairs}
    tallies: dict[str, list[Tally]] = {}
    for _, pdf in pairs:
        tally = measured(*read[pdf.stem], pdf)
        tallies.setdefault(pdf.parents[1].name, []).append(tally)
        print(row(pdf.parents[1].name, pdf.stem, tally), flush=True)
    for name, some in tallies.items():
        print(row(name, f"all {len(some)}", whole(some)))
    print(f"other papers' PDFs taken for a source's own: {mistaken(read)} of {len(read) * (len(read) - 1)}")
    return 0


def pairs_of(folder: Path, pattern: str) -> Iterator[tuple[Path, Path]]:
    for paper in sorted(folder.glob("*/")):
        sources, pdfs = [paper] if pattern == "." else sorted(paper.glob(pattern)), sorted(paper.glob("*.pdf"))
        if sources and pdfs:
            yield sources[0], pdfs[0]


def measured(source: PaperContent, printed: PaperContent, pdf: Path) -> Tally:
    began = time.process_time()
    content = joined(source, printed)
    tally = Tally()
    tally.counts["ms"] = round(1_000 * (time.process_time() - began))
    with pymupdf.open(pdf) as document:
        characters = [sorted(characters_of(page), key=attrgetter("y")) for page in document]
    count_words(content, characters, tally.counts)
    count_equations(content, printed, characters, tally.counts)
    tally.counts["cells"] = sum(bool(cell) for table in content.tables for row in table.rows for cell in row)
    tally.counts["placed cells"] = sum(len(table.cell_boxes) for table in content.tables)
    tally.counts["unplaced"] = sum(not block.boxes for block in content.blocks)
    tally.counts["blocks"] = len(content.blocks)
    quotes = sentences(pdf.parent)
    scores = [list(under_quotes(quotes, one, characters)) for one in (content, printed)]
    tally.quotes = list(zip(*scores, strict=True))
    return tally


def count_words(content: PaperContent, characters: Characters, counts: Counter[str]) -> None:
    locator = PageLocator.of(content)
    cites = {(span.block_id, at) for span in content.cite_spans for at in range(span.start, span.end)}
    for block in content.blocks:
        for match in words_of(block):
            apart = block.kind == "reference" or (block.id, match.start()) in cites
            name = "cited words" if apart else "words"
            counts[name] += 1
            places = locator.locate([(block.start + match.start(), block.start + match.end())])
            if places:
                counts[f"placed {name}"] += 1
                counts[f"right {name}"] += is_printed(letters(match[0]), places, characters)


def is_printed(word: str, places: Sequence[PageBoxes], characters: Characters) -> bool:
    """Tell whether the boxes together hold the letters of a word, each part of it on one baseline."""
    for place in places:
        for box in place.boxes:
            rows: dict[int, str] = defaultdict(str)
            for character in within(box, characters[place.page_number - 1]):
                rows[character.baseline] += character.text
            parts = [part for row in rows.values() if (part := letters(row)) and word.startswith(part)]
            word = word.removeprefix(max(parts, key=len, default=""))
    return not word


def words_of(block: Block) -> Iterator[re.Match[str]]:
    if block.kind not in {"equation", "code"}:
        yield from (match for match in re.finditer(r"\S+", block.text) if _WORD.fullmatch(match[0]))


def text_under(places: Sequence[PageBoxes], characters: Characters) -> str:
    under = (within(box, characters[place.page_number - 1]) for place in places for box in place.boxes)
    return "".join(character.text for found in under for character in found)


def within(box: Box, page: Sequence[Character]) -> list[Character]:
    low, high = (cut(page, edge, key=attrgetter("y")) for cut, edge in ((bisect_left, box.y0), (bisect_right, box.y1)))
    found = (character for character in page[low:high] if box.x0 <= character.x <= box.x1)
    return sorted(found, key=attrgetter("number"))


def characters_of(page: pymupdf.Page) -> Iterator[Character]:
    numbers = count()
    for block in page.get_text("rawdict", flags=0)["blocks"]:
        for line in block["lines"]:
            for span in line["spans"]:
                for character in span["chars"]:
                    box = pymupdf.Rect(character["bbox"]) * page.rotation_matrix
                    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
                    yield Character(x, y, round(character["origin"][1]), next(numbers), character["c"])


def count_equations(content: PaperContent, printed: PaperContent, characters: Characters, counts: Counter[str]) -> None:
    blocks = {block.id: block for block in content.blocks}
    locator = PageLocator.of(content)
    numbers = {label for equation in printed.equations for label in (equation.label or "").split(", ") if label}
    for equation in content.equations:
        block = blocks[equation.block_id]
        counts["equations"] += 1
        counts["placed equations"] += bool(block.boxes)
        labels = [label for label in (equation.label or "").split(", ") if label in numbers]
        if labels:
            under = text_under(locator.locate([(block.start, block.end)]), characters)
            counts["numbered"] += 1
            counts["right numbered"] += all(f"({label})" in "".join(under.split()) for label in labels)


def sentences(folder: Path) -> Sequence[str]:
    gold = folder / f"{folder.name}.gold.json"
    found = json.loads(gold.read_text()).get("sentences", []) if gold.is_file() else []
    texts = [one if isinstance(one, str) else one["text"] for one in found]
    return texts[:: max(1, len(texts) // QUOTES)][:QUOTES]


def under_quotes(quotes: Sequence[str], content: PaperContent, characters: Characters) -> Iterator[float]:
    text, locator = GroundingText.of_paper(content), PageLocator.of(content)
    for quote in quotes:
        yield f1(squash(quote), squash(text_under(locator.locate(ground_quote(quote, text).ranges), characters)))


def mistaken(read: Mapping[str, tuple[PaperContent, PaperContent]]) -> int:
    return sum(is_joined(read[one][0], read[other][1]) for one in read for other in read if one != other)


def is_joined(source: PaperContent, pdf: PaperContent) -> bool:
    try:
        joined(source, pdf)
    except NotTheSamePaperError:
        return False
    return True


def whole(tallies: Sequence[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total.counts.update(tally.counts)
        total.quotes += tally.quotes
    return total


def row(name: str, paper: str, tally: Tally) -> str:
    shares = [
        tally.share(f"{how} {words}", words if how == "placed" else f"placed {words}")
        for words in ("words", "cited words")
        for how in ("placed", "right")
    ]
    means = [f"{statistics.mean(scores):.3f}" for scores in zip(*tally.quotes, strict=True)] or ["-", "-"]
    equations = f"{tally.counts['placed equations']}/{tally.counts['equations']}"
    rows = f"{tally.counts['right numbered']}/{tally.counts['numbered']}"
    cells = tally.share("placed cells", "cells")
    unplaced = f"{tally.counts['unplaced']}/{tally.counts['blocks']}"
    cpu = f"{tally.counts['ms'] / 1_000:.2f}"
    return f"{name:11} {paper:21} " + "  ".join(
        [*shares, f"{equations:>6}", f"{rows:>5}", f"{cells:>6}", *means, cpu, unplaced]
    )


if __name__ == "__main__":
    sys.exit(main())
