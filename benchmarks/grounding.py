"""Grounding measured on quotes cut from real PDFs: are verdicts right, and do the boxes lie over the quote's words?

    python benchmarks/grounding.py [--data DIR] [--quotes 30]

Each quote is a sentence that extraction read. Its damaged forms must be called true (exact, normalized, fuzzy), forms with
a turned meaning (turned_quotes.py), quotes put together from two places and sentences of other papers must not.
What stands under the boxes is read from the PDF by PyMuPDF directly, without our extraction.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pymupdf
from turned_quotes import Rule, harmless, joined, turning

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.citations.boxes import PageLocator
from scholarai.citations.grounded_quote import Grounding
from scholarai.citations.grounding import ground_quote
from scholarai.citations.words import GroundingText
from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import PaperContent
from scholarai.domain.sentences import sentence_spans
from scholarai.ports.reading import PaperSource

FOREIGN_QUOTES = 2_000
QUOTE_CHARACTERS = range(60, 401)
# Further apart than two neighbouring paragraphs mostly are.
FAR_CHARACTERS = 4_000


@dataclass(frozen=True)
class Paper:
    path: Path
    text: GroundingText
    locator: PageLocator
    quotes: tuple[str, ...]


TRUE = ("exact", "normalized", "fuzzy")


def broken_lines(quote: str, chance: random.Random) -> str:
    return "".join("\n" if c == " " and chance.random() < 0.2 else c for c in quote)


def hyphenated(quote: str, chance: random.Random) -> str:
    words = quote.split(" ")
    cut = [
        w[: len(w) // 2] + "-\n" + w[len(w) // 2 :] if w.isalpha() and len(w) > 5 and chance.random() < 0.3 else w
        for w in words
    ]
    return " ".join(cut)


def ligatures(quote: str, _: random.Random) -> str:
    for plain, joined_ in (("ffi", "ﬃ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ")):
        quote = quote.replace(plain, joined_)
    return quote


FORMATS: dict[str, Rule] = {
    "untouched": lambda quote, _: quote,
    "line breaks": broken_lines,
    "hyphenation": hyphenated,
    "ligatures": ligatures,
    "case": lambda quote, chance: quote.upper() if chance.random() < 0.5 else quote.lower(),
    "bold": lambda quote, _: " ".join(f"**{w}**" if at == 2 else w for at, w in enumerate(quote.split(" "))),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--quotes", type=int, default=30, help="quotes per paper")
    options = parser.parse_args()
    files = sorted(file for folder in ("pairs", "jats", "metadata") for file in (options.data / folder).glob("*/*.pdf"))
    if not files:
        print(f"no papers below {options.data}: name a folder with --data", file=sys.stderr)
        return 1
    chance = random.Random(2026)
    papers = [paper for file in files if (paper := prepare(file, options.quotes, chance)).quotes]
    print(f"{len(papers)} papers, {sum(len(paper.quotes) for paper in papers)} quotes")
    times = scored(papers, "formatting, which must be exact or normalized", FORMATS, chance, ("exact", "normalized"))
    times += scored(papers, "damage, which must be true", harmless(), chance, TRUE)
    times += scored(papers, "turned, which must not be true", turning(), chance, ("altered", "spliced", "not_found"))
    times += two_places(papers, chance)
    times += foreign(papers, chance)
    boxes(papers)
    times.sort()
    print(
        f"time per quote: median {statistics.median(times) * 1e3:.2f} ms, p95 {times[int(len(times) * 0.95)] * 1e3:.2f} ms"
    )
    return 0


def prepare(file: Path, count: int, chance: random.Random) -> Paper:
    source = PaperSource(path=file, filename=file.name, media_type="application/pdf")
    content = SandboxedReader(ReadLimits()).read(source, lambda *_: None)
    sentences = list(sentences_of(content))
    quotes = tuple(chance.sample(sentences, min(count, len(sentences))))
    return Paper(path=file, text=GroundingText.of_paper(content), locator=PageLocator.of(content), quotes=quotes)


def sentences_of(content: PaperContent) -> Iterator[str]:
    for block in content.blocks:
        if block.kind == "paragraph":
            for start, end in sentence_spans(block.text):
                sentence = block.text[start:end].strip()
                if len(sentence) in QUOTE_CHARACTERS:
                    yield sentence


def scored(
    papers: Sequence[Paper], title: str, rules: Mapping[str, Rule], chance: random.Random, wanted: Sequence[str]
) -> list[float]:
    """Print, per rule, which verdicts its quotes get, and how many of them are wanted."""
    print(title)
    times: list[float] = []
    for name, rule in rules.items():
        found: Counter[str] = Counter()
        for paper in papers:
            for quote in paper.quotes:
                changed = rule(quote, chance)
                if changed is not None and (changed != quote or name == "untouched"):
                    found[timed(changed, paper.text, times).verdict] += 1
        print_row(name, found, wanted)
    return times


def two_places(papers: Sequence[Paper], chance: random.Random) -> list[float]:
    print("two places as one, which must be neither exact nor normalized")
    times: list[float] = []
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        for quote in paper.quotes[::2]:
            far = chance.choice(paper.quotes)
            if abs(paper.text.text.find(far) - paper.text.text.find(quote)) > FAR_CHARACTERS:
                for name, changed in joined(quote, far):
                    found[name][timed(changed, paper.text, times).verdict] += 1
    for name, verdicts in found.items():
        print_row(name, verdicts, ("fuzzy", "altered", "spliced", "not_found"))
    return times


def timed(quote: str, text: GroundingText, times: list[float]) -> Grounding:
    began = time.perf_counter()
    grounding = ground_quote(quote, text)
    times.append(time.perf_counter() - began)
    return grounding


def print_row(name: str, found: Counter[str], wanted: Sequence[str]) -> None:
    right = sum(found[verdict] for verdict in wanted) / max(found.total(), 1)
    print(f"  {name:34} {right:.3f} of {found.total():4}   {dict(found)}")


def foreign(papers: Sequence[Paper], chance: random.Random) -> list[float]:
    """Print how many sentences of other papers are taken for the paper's own."""
    times: list[float] = []
    accepted = 0
    while len(times) < FOREIGN_QUOTES:
        here, there = chance.sample(papers, 2)
        quote = chance.choice(there.quotes)
        if letters(quote) in letters(here.text.text):
            continue  # a journal's standing phrase is in both papers
        grounding = timed(quote, here.text, times)
        if grounding.verdict in TRUE:
            accepted += 1
            print(f"  accepted ({grounding.verdict} {grounding.similarity}): {there.path.name} in {here.path.name}")
    print(f"foreign quotes accepted: {accepted} of {FOREIGN_QUOTES}")
    return times


def boxes(papers: Sequence[Paper]) -> None:
    """Print how well the characters under the boxes agree with the quote."""
    scores: dict[str, list[float]] = defaultdict(list)
    for paper in papers:
        with pymupdf.open(paper.path) as document:
            characters = [list(characters_of(page)) for page in document]
        for quote in paper.quotes:
            grounding = ground_quote(quote, paper.text)
            under = "".join(text_under(place, characters) for place in paper.locator.locate(grounding.ranges))
            scores[paper.path.name].append(f1(squash(quote), squash(under)))
    flat = [score for paper in scores.values() for score in paper]
    worst = sorted(scores, key=lambda name: statistics.mean(scores[name]))[:5]
    print(
        f"text under the boxes: mean character F1 {statistics.mean(flat):.4f}, quotes below 0.9: {sum(s < 0.9 for s in flat)}"
    )
    print("  worst papers: " + ", ".join(f"{name} {statistics.mean(scores[name]):.3f}" for name in worst))


def characters_of(page: pymupdf.Page) -> Iterator[tuple[float, float, str]]:
    """Yield the centre of each character on the displayed page, and the character."""
    turn = page.rotation_matrix
    for block in page.get_text("rawdict", flags=pymupdf.TEXTFLAGS_TEXT)["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for character in span["chars"]:
                    centre = pymupdf.Rect(character["bbox"]) * turn
                    yield (centre.x0 + centre.x1) / 2, (centre.y0 + centre.y1) / 2, character["c"]


def text_under(place: PageBoxes, characters: Sequence[Sequence[tuple[float, float, str]]]) -> str:
    return "".join(
        c
        for x, y, c in characters[place.page_number - 1]
        if any(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for box in place.boxes)
    )


@cache
def letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).lower() if c.isalnum())


def squash(text: str) -> Counter[str]:
    return Counter(letters(text))


def f1(wanted: Counter[str], found: Counter[str]) -> float:
    common = (wanted & found).total()
    return 2 * common / (wanted.total() + found.total()) if common else 0.0


if __name__ == "__main__":
    sys.exit(main())
