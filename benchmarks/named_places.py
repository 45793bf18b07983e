"""Whether answers without a model stand where a question says: `python benchmarks/named_places.py [--data DIR]`.

Questions that name a page, section, figure and so on are made from each PDF of DIR (`../shared/data` unless given;
make_papers.py writes one) and asked through the public interface. Printed are the share of citations at the place named, of
questions about places that do not exist whose answer says so, of statements about metadata that agree with what was read, of
figures and tables meant by other words (gold/described.toml) or by cells that are among the first three passages, and of
summaries whose quotes stand where a paper sums up, on papers whose headings and abstract were taken away.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from place_questions import MISSING, RUNNING, made_questions

import scholarai
from scholarai.answering.named_places import within_places
from scholarai.domain.chat import Answer, Citation
from scholarai.domain.content import Figure, PaperContent, Table
from scholarai.domain.paper import Paper

# Of these places a model is given nothing else; of a figure it gets more than what stands there.
WIDE = ("page", "section", "named section", "abstract", "conclusion", "appendix")
SETS = ("pairs", "jats", "metadata", "markdown")
DESCRIBED = Path(__file__).parent / "gold" / "described.toml"
FIRST = 3
SUMS_UP = re.compile(
    r"abstract|summary|introduc|background|motivation|conclu|discuss|limitation|future|outlook|finding|statement of need|contribution",
    re.IGNORECASE,
)
WHOLE = (
    "Summarize this paper.", "What are the main findings?", "What are the main contributions?", "What are the limitations?",
    "What do the authors plan next?",
)  # fmt: skip


Floats: TypeAlias = Sequence[Figure | Table]


@dataclass(frozen=True)
class Sample:
    name: str
    paper: Paper
    content: PaperContent


class Tally:
    """Counts what holds, by kind, and keeps what does not to be shown."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.right: Counter[str] = Counter()
        self.wrong: list[str] = []

    def count(self, kind: str, right: bool, what: str) -> None:
        self.asked[kind] += 1
        self.right[kind] += right
        if not right:
            self.wrong.append(f"{kind}: {what}")

    def print(self, *, show: int) -> None:
        for kind, asked in self.asked.items():
            print(f"{kind:42}{self.right[kind] / asked:8.3f}{asked:7}")
        print("\n".join(self.wrong[:show]), file=sys.stderr, flush=True)


def main() -> int:
    options = _options()
    tally = Tally()
    with contextlib.ExitStack() as stack:
        folder = options.store or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        library = stack.enter_context(scholarai.Library(folder))
        found = list(_samples(library, options.data, options.half))
        if not found:
            print(f"no papers at {options.data}: pass --data DIR, or write some by make_papers.py", file=sys.stderr)
            return 2
        print(f"{len(found)} papers")
        for sample in found:
            for part in options.parts:
                PARTS[part](library, sample, tally)
    tally.print(show=options.show)
    return 0


def _samples(library: scholarai.Library, data: Path, half: int | None) -> Iterator[Sample]:
    paths = sorted((path for name in SETS for path in data.glob(f"{name}/*/*.pdf")), key=lambda path: path.stem)
    for place, path in enumerate(paths):
        if half is None or place % 2 == half:
            paper = library.add(path)
            yield Sample(path.stem, paper, library.content(paper))


def _ask_places(library: scholarai.Library, sample: Sample, tally: Tally) -> None:
    for made in made_questions(sample.name, sample.content):
        citations = _citations(library.ask(sample.paper, made.text))
        tally.count("place: answered", bool(citations), f"{sample.name}: {made.text}")
        for excerpt in within_places(made.text, library.search(sample.paper, made.text)) if made.kind in WIDE else ():
            tally.count("place: excerpts for a model there", made.holds(excerpt), f"{sample.name}: {made.text}")
        for citation in citations:
            holds = made.holds(citation)
            said = f"{sample.name}: {made.text} {citation.label}: {citation.quote[:80]}"
            tally.count("place: citations there, all", holds, said)
            tally.count(f"place: citations there, {made.kind}", holds, said)


def _ask_missing(library: scholarai.Library, sample: Sample, tally: Tally) -> None:
    """A place that does not exist is named as such, with what there is: the highest number, where things are numbered."""
    figures = [figure for figure in sample.content.figures if figure.label.lower().startswith("fig")]
    last: dict[str, Floats] = {"Figure": figures, "Table": sample.content.tables}
    for question in MISSING:
        refusal = library.ask(sample.paper, question).refusal
        place = re.search(r"(?:Figure|Table|page|Section|Eq\.|reference|Theorem) [(\[]?[\d.]+", question)
        said = refusal.message if refusal else ""
        is_said = place is not None and place[0].lower() in said.lower()
        tally.count("missing place is named", is_said, f"{sample.name}: {question} {said[:120]}")
        items = next((found for kind, found in last.items() if place and place[0].startswith(kind)), ())
        if place and items:
            shown = re.search(r"\d+|[IVX]+$", items[-1].label)
            is_shown = shown is not None and shown[0] in said.split(place[0])[-1]
            tally.count("and what there is", is_shown, f"{sample.name}: {said}")


def _ask_metadata(library: scholarai.Library, sample: Sample, tally: Tally) -> None:
    content = sample.content
    known = {
        "What is the title of this paper?": content.title,
        "Who wrote this paper?": content.authors[0].name if content.authors else None,
        "In which year was this paper published?": content.year,
        "Where was this paper published?": content.venue,
        "What is its DOI?": content.doi,
        "How many pages does the paper have?": len(content.pages),
        "How many figures are there?": sum(
            re.match(r"(?i)algorithm|listing|code", one.label) is None for one in content.figures
        ),
        "How many tables are in this paper?": len(content.tables),
        "How many references does the paper cite?": len(content.references),
    }
    for question, value in known.items():
        answer = library.ask(sample.paper, question)
        said = "".join(section.text for section in answer.sections)
        wanted = "not stated" if value is None else str(value)
        tally.count(
            "metadata as read, or not stated",
            _squash(wanted) in _squash(said),
            f"{sample.name}: {question} {said[:150]}",
        )


def _ask_described(library: scholarai.Library, sample: Sample, tally: Tally) -> None:
    for question, labels in tomllib.loads(DESCRIBED.read_text(encoding="utf-8")).get(sample.name, {}).items():
        _find(library, sample, tally, "described, first three", question, labels)


def _ask_cells(library: scholarai.Library, sample: Sample, tally: Tally) -> None:
    """Ask for a table by the names of two of its rows."""
    for table in sample.content.tables:
        names = [row[0] for row in table.rows[1:] if row and len(re.findall(r"[A-Za-z]", row[0])) > 2]
        if len(names) > 1 and table.label:
            question = f"Which table lists {names[0]} and {names[-1]}?"
            _find(library, sample, tally, "by cells, first three", question, [table.label])


def _find(
    library: scholarai.Library, sample: Sample, tally: Tally, kind: str, question: str, labels: list[str]
) -> None:
    items: Floats = [*sample.content.figures, *sample.content.tables]
    blocks = {block.id: block for block in sample.content.blocks}
    right = [blocks[one.block_id] for one in items if one.label in labels and one.block_id in blocks]
    passages = library.search(sample.paper, question, k=FIRST)
    holds = any(passage.start <= block.start < passage.end for passage in passages for block in right)
    tally.count(kind, holds, f"{sample.name}: {question} {[passage.text[:50] for passage in passages]}")


def _ask_bare(library: scholarai.Library, sample: Sample, tally: Tally) -> None:
    """Ask for the whole of a paper from which headings, abstract and everything but running text were taken."""
    titles: dict[str, str] = {section.id: section.title for section in sample.content.sections}
    kept = [
        b for b in sample.content.blocks if b.kind in RUNNING and titles.get(b.section_id or "") and len(b.text) > 80
    ]
    kept = [block for block in kept if titles[block.section_id or ""].lower() != "abstract"]
    summing = " ".join(_squash(block.text) for block in kept if SUMS_UP.search(titles[block.section_id or ""]))
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder, f"{sample.name}.md")
        bare.write_text("\n\n".join(" ".join(block.text.split()) for block in kept), encoding="utf-8")
        paper = library.add(bare)
        for question in WHOLE if summing else ():
            citations = _citations(library.ask(paper, question))
            tally.count("bare: answered", bool(citations), f"{sample.name}: {question}")
            for citation in citations:
                holds = _squash(citation.quote) in summing
                tally.count(f"bare: where papers sum up, {question}", holds, f"{sample.name}: {citation.quote[:150]}")


PARTS = {
    "places": _ask_places,
    "missing": _ask_missing,
    "metadata": _ask_metadata,
    "described": _ask_described,
    "cells": _ask_cells,
    "bare": _ask_bare,
}


def _citations(answer: Answer) -> list[Citation]:
    return [citation for section in answer.sections for citation in section.citations]


def _squash(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--half", type=int, choices=(0, 1), help="every second paper by name, from this one on")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--store", type=Path, metavar="DIR", help="keep what was read, for the next run")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N of what does not hold")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
