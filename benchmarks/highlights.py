"""Highlights after a new extraction with other rules: how many are found again, and whether their boxes cover the same words.

`python benchmarks/highlights.py [--data DIR] [--papers N] [--made N] [--highlights N] [--seed N]`

Papers are PDFs below `--data` and made ones of two columns. Each is read once; the other extraction is made of the same printed
words by other rules, drawn for each paper: paragraphs are cut or joined elsewhere, ligatures are kept, hyphens at line ends stay,
columns come in another order, running heads stand in the text or are dropped from it. Highlights of 2 to 120 words are drawn, a
fifth of them over two blocks. One counts as found when most of its words are among those at its new place. The words of boxes are
those whose middle lies in one; precision and recall are taken over all highlights together, lost ones included.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests")]

from other_rules import Printed, Rules, made_content, printed_runs, words_at  # noqa: E402

from scholarai import read  # noqa: E402
from scholarai.citations import GroundingText, PageLocator  # noqa: E402
from scholarai.citations.anchoring import anchor  # noqa: E402
from scholarai.domain.chat import PageBoxes  # noqa: E402
from scholarai.domain.content import BLOCK_SEPARATOR, Block, Box, Line, Page, PaperContent, Word  # noqa: E402
from scholarai.domain.errors import ScholarError  # noqa: E402
from scholarai.domain.ids import BlockId  # noqa: E402
from scholarai.domain.notes import CONTEXT_CHARACTERS, TextQuoteSelector  # noqa: E402

FOLDERS = ("pairs", "jats", "metadata")


@dataclass
class Result:
    highlights: int = 0
    found: int = 0
    states: Counter[str] = field(default_factory=Counter)
    both: int = 0
    wanted: int = 0
    covered: int = 0
    seconds: float = 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--papers", type=int, default=20, help="PDFs at most")
    parser.add_argument("--made", type=int, default=20)
    parser.add_argument("--highlights", type=int, default=100, help="of each paper")
    parser.add_argument("--seed", type=int, default=18)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    groups = {
        "made": [made_paper(chance) for _ in range(options.made)],
        "data": list(read_papers(options.data, options.papers, chance)),
    }
    for name, contents in groups.items():
        total = Result()
        for content in contents:
            try_paper(content, drawn_rules(chance), options.highlights, chance, total)
        print_result(f"{name}, {len(contents)} papers", total)
    return 0


def print_result(name: str, total: Result) -> None:
    if not total.highlights:
        print(f"{name}: nothing to highlight")
        return
    precision, recall = total.both / max(total.covered, 1), total.both / max(total.wanted, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    print(
        f"{name}: {total.highlights} highlights, found again {total.found / total.highlights:.4f}, "
        f"words of boxes F1 {f1:.4f} (precision {precision:.4f}, recall {recall:.4f}), "
        f"{1_000 * total.seconds / total.highlights:.1f} ms each, {dict(total.states)}"
    )


def read_papers(data: Path, count: int, chance: random.Random) -> Iterator[PaperContent]:
    files = sorted(file for folder in FOLDERS for file in (data / folder).rglob("*.pdf"))
    for file in chance.sample(files, min(count, len(files))):
        try:
            content = read(file)
        except ScholarError as error:
            print(f"{file.name}: {error.code}")
            continue
        if content.pages and sum(len(line.words) for block in content.blocks for line in block.lines) > 500:
            yield content


def drawn_rules(chance: random.Random) -> Rules:
    return Rules(*(chance.random() < 0.5 for _ in range(7)))


def try_paper(content: PaperContent, rules: Rules, count: int, chance: random.Random, total: Result) -> None:
    runs = list(printed_runs(content))
    before = made_content(content, runs, replace_rules(rules, before=True), chance)
    after = made_content(content, runs, rules, chance)
    old, new = words_at(before), words_at(after)
    source, locator = GroundingText.of_paper(after[0]), PageLocator.of(after[0])
    by_page: dict[int, list[Printed]] = {}
    for word, _, _ in new:
        by_page.setdefault(word.page_number, []).append(word)
    text = before[0].text()
    places = [at for at, (word, _, _) in enumerate(old) if word.n >= 0]
    for _ in range(count):
        chosen = drawn_words(old, places, chance)
        start, end = chosen[0][1], chosen[-1][2]
        quote = TextQuoteSelector(
            exact=text[start:end],
            prefix=text[max(start - CONTEXT_CHARACTERS, 0) : start],
            suffix=text[end : end + CONTEXT_CHARACTERS],
        )
        begun = time.perf_counter()
        found = anchor(quote, source, start)
        pages = locator.locate(found.ranges)
        total.seconds += time.perf_counter() - begun
        wanted = {word.n for word, _, _ in chosen if word.n >= 0}
        reached = {word.n for word, low, high in new if any(low < end and high > start for start, end in found.ranges)}
        total.states[found.state] += 1
        total.highlights += 1
        total.found += 2 * len(wanted & reached) > max(len(wanted), len(reached - {-1}))
        covered = {word.n for page in pages for word in inside(page, by_page)} - {-1}
        total.both += len(wanted & covered)
        total.wanted += len(wanted)
        total.covered += len(covered)


def replace_rules(rules: Rules, *, before: bool) -> Rules:
    """Return the rules of the first extraction: as it is, with running heads where the second one drops them."""
    return Rules(False, False, False, False, False, False, rules.heads_before and before and not rules.heads_after)


def drawn_words(
    words: Sequence[tuple[Printed, int, int]], places: Sequence[int], chance: random.Random
) -> Sequence[tuple[Printed, int, int]]:
    first = places[chance.randrange(max(len(places) - 130, 1))]
    return words[first : first + chance.choice((2, 4, 8, 12, 20, 30, 50, 80, 120))]


def inside(page: PageBoxes, by_page: dict[int, list[Printed]]) -> Iterator[Printed]:
    for word in by_page.get(page.page_number, ()):
        middle = (word.low_pt + word.high_pt) / 2, (word.line_box.y0 + word.line_box.y1) / 2
        if any(box.x0 <= middle[0] <= box.x1 and box.y0 <= middle[1] <= box.y1 for box in page.boxes):
            yield word


def made_paper(chance: random.Random) -> PaperContent:
    """Return a paper of six pages in two columns, whose words are hyphenated at line ends and whose sentences partly recur."""
    from crashing.papers import WORDS

    stock = [*WORDS, "office", "efficient", "flow", "coefficients", "affine", "definition", "baffling", "model", "rate"]
    refrains = [" ".join(chance.choices(stock, k=9)).capitalize() + "." for _ in range(5)]
    blocks: list[Block] = []
    start = 0
    for page in range(1, 7):
        for column in (0, 1):
            y = 60.0
            while y < 700:
                sentences = [
                    chance.choice(refrains)
                    if chance.random() < 0.15
                    else " ".join(chance.choices(stock, k=chance.randint(6, 22))).capitalize()
                    + f" {chance.randrange(99)}."
                    for _ in range(chance.randint(2, 6))
                ]
                block, y = set_paragraph(len(blocks), start, " ".join(sentences), page, 50.0 + 260 * column, y)
                blocks.append(block)
                start = block.end + len(BLOCK_SEPARATOR)
    pages = tuple(Page(page_number=n, width_pt=612.0, height_pt=792.0) for n in range(1, 7))
    return PaperContent(source_format="pdf", title="A made paper", blocks=tuple(blocks), pages=pages)


def set_paragraph(index: int, start: int, text: str, page: int, left: float, top: float) -> tuple[Block, float]:
    """Set a text in lines of 48 letters, cutting words where a line ends."""
    lines: list[Line] = []
    boxes: list[Box] = []
    words: list[Word] = []
    begun, x, y = 0, left, top
    at = 0
    for token in text.split(" "):
        end = at + len(token)
        room = int((left + 240 - x) // 5)
        pieces = [(at, end)]
        if len(token) > room:
            cut = room - 1 if room > 3 and len(token) - room > 1 else 0
            pieces = [(at, at + cut), (at + cut, end)] if cut else [(at, end)]
            if cut:
                words.append(Word(at, at + cut, x, x + 5.0 * cut))
            lines.append(Line(page_number=page, start=begun, end=words[-1].end, words=tuple(words)))
            boxes.append(Box(left, y, left + 240, y + 10))
            words, begun, x, y = [], pieces[-1][0], left, y + 12
        low, high = pieces[-1]
        words.append(Word(low, high, x, x + 5.0 * (high - low)))
        x += 5.0 * (high - low + 1)
        at = end + 1
    lines.append(Line(page_number=page, start=begun, end=len(text), words=tuple(words)))
    boxes.append(Box(left, y, left + 240, y + 10))
    block = Block(
        id=BlockId(f"b{index}"), kind="paragraph", text=text, start=start, end=start + len(text), page_number=page,
        boxes=tuple(boxes), lines=tuple(lines),
    )  # fmt: skip
    return block, y + 18


if __name__ == "__main__":
    raise SystemExit(main())
