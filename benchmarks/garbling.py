"""Citations of models that garble: do they stand, and is the answer flagged where they do not?

    python benchmarks/garbling.py [--data DIR] [--questions 40]

Each question shows four passages of a paper, and a double answers with three sentences of them in a frame of its own words. It
copies the words that support a sentence, or names them by id, and damages what it writes: letters of quotes, tags, numbers. A
sentence `stands` where a citation that stands has its words, is `flagged` where it is uncited, doubted, or has a citation that
does not stand, and is `silent` where neither is so. `ids shown` counts answers in which a reader would see an id.
"""

from __future__ import annotations

import argparse
import random
import statistics
import string
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from msgspec.structs import replace

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.bootstrap.models import WHOLE_TOKENS
from scholarai.citations import GroundingText, PageLocator, SectionBuilder, Source
from scholarai.domain.chat import Citation, Evidence, TextSection
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.sentences import citable_sentences
from scholarai.ports.models import AnswerDelta
from scholarai.ports.reading import PaperSource
from scholarai.services.chat.reply import Reply
from scholarai.services.chat.whole import fits_whole
from scholarai.splitting import split

PASSAGES, CLAIMS = 4, 3
# Of a sentence; a quote whose first or last word is garbled may begin or end beside it.
LEAST_OVERLAP = 0.7
# Of the letters of a sentence that stands in the paper twice, in its method and in a caption.
LEAST_SIMILARITY = 0.9
SENTENCE_CHARACTERS = range(60, 401)
FRAME = "The paper says that {}"
# What small models make of `<cite id="3.2"/>`.
FORMS = (
    "[{}]",
    "{{{}}}",
    "<{}>",
    "【{}】",
    "(id {})",
    '[cite id="{}"]',
    "[cite: {}]",
    "<cite>{}</cite>",
    "<cite id='[{}]'/>",
    '<cite id="{}">',
    '<cite id="{}"',
    "&lt;cite id={}&gt;&lt;/cite&gt;",
    "({spoken})",
    "[{spoken}]",
)


@dataclass(frozen=True)
class Claim:
    """A sentence of a passage, where it stands in the paper, and its id."""

    words: str
    start: int
    number: int
    sentence: int

    @property
    def id(self) -> str:
        return f"{self.number}.{self.sentence}"


Double = Callable[[Claim, random.Random], str]


def copied(claim: Claim, words: str) -> str:
    return f'<cite id="{claim.number}">{words}</cite>'


def garbled(share: float) -> Double:
    """Return a double that copies with another letter or digit in the place of some."""

    def write(claim: Claim, chance: random.Random) -> str:
        return copied(claim, "".join(_other(c, chance) if chance.random() < share else c for c in claim.words))

    return write


def _other(character: str, chance: random.Random) -> str:
    if character.isdigit():
        return chance.choice(string.digits)
    return chance.choice(string.ascii_lowercase) if character.isalpha() else character


def in_some_form(claim: Claim, chance: random.Random) -> str:
    return chance.choice(FORMS).format(claim.id, spoken=f"excerpt {claim.number}, sentence {claim.sentence}")


def sometimes(tag: Double) -> Double:
    return lambda claim, chance: tag(claim, chance) if chance.random() < 0.5 else ""


def wrong_id(_: Claim, chance: random.Random) -> str:
    return f'<cite id="{chance.randint(1, PASSAGES + 1)}.{chance.randint(1, 20)}"/>'


DOUBLES: Mapping[str, Double] = {
    "copied": lambda claim, _: copied(claim, claim.words),
    "copied, 2 % of letters garbled": garbled(0.02),
    "copied, 5 % of letters garbled": garbled(0.05),
    "copied, 10 % of letters garbled": garbled(0.10),
    "copied, half of the tags dropped": sometimes(lambda claim, _: copied(claim, claim.words)),
    "copied, number of any passage": lambda claim, chance: (
        f'<cite id="{chance.randint(1, PASSAGES + 1)}">{claim.words}</cite>'
    ),
    "by id": lambda claim, _: f'<cite id="{claim.id}"/>',
    "by id, in some form": in_some_form,
    "by id and garbled words (5 %)": lambda claim, chance: garbled(0.05)(claim, chance).replace(
        f'id="{claim.number}"', f'id="{claim.id}"'
    ),
    "by id, half of the tags dropped": sometimes(lambda claim, _: f'<cite id="{claim.id}"/>'),
    "by any id": wrong_id,
}


@dataclass(frozen=True)
class Paper:
    content: PaperContent
    text: GroundingText
    locator: PageLocator
    passages: tuple[Evidence, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--questions", type=int, default=40, help="per paper and double")
    options = parser.parse_args()
    papers = papers_below(options.data)
    if not papers:
        print(f"no papers below {options.data}: name a folder with --data", file=sys.stderr)
        return 1
    whole = sum(fits_whole(len(paper.content.text()), WHOLE_TOKENS) for paper in papers)
    print(f"{len(papers)} papers, {whole} of them short enough to be shown whole; {options.questions} questions each")
    print(f"{'':34} stands  flagged  silent  of      ids shown  ms per answer")
    silent = sum(
        measured(name, double, papers, options.questions) for name, double in DOUBLES.items() if name != "by any id"
    )
    measured("by any id", DOUBLES["by any id"], papers, options.questions)
    return int(silent > 0)


def papers_below(data: Path) -> list[Paper]:
    """Return the sample papers that have passages enough for a question."""
    files = sorted(file for folder in ("pairs", "jats", "metadata") for file in (data / folder).glob("*/*.pdf"))
    return [paper for file in files if len((paper := prepare(file)).passages) >= PASSAGES]


def prepare(file: Path) -> Paper:
    source = PaperSource(path=file, filename=file.name, media_type="application/pdf")
    content = SandboxedReader(ReadLimits()).read(source, lambda *_: None)
    text = GroundingText.of_paper(content)
    passages = (
        Evidence(
            number=0,
            paper_id=PaperId(file.stem),
            chunk_id=chunk.id,
            text=text.text[chunk.start : chunk.end],
            score=0.0,
            start=chunk.start,
            end=chunk.end,
        )
        for chunk in split(content, generation=1)
        if chunk.kind == "text"
    )
    able = tuple(passage for passage in passages if any(claims_of(passage)))
    return Paper(content=content, text=text, locator=PageLocator.of(content), passages=able)


def claims_of(passage: Evidence) -> Iterator[Claim]:
    for number, (start, end) in enumerate(citable_sentences(passage.text), start=1):
        words = passage.text[start:end]
        if len(words) in SENTENCE_CHARACTERS and words.endswith(".") and sum(map(str.isalpha, words)) > len(words) / 2:
            yield Claim(words=words, start=passage.start + start, number=passage.number, sentence=number)


def measured(name: str, double: Double, papers: Sequence[Paper], questions: int) -> int:
    """Print what becomes of a double's sentences, and return how many are neither true nor flagged."""
    chance = random.Random(2026)
    found: Counter[str] = Counter()
    times: list[float] = []
    for paper in papers:
        for _ in range(questions):
            chosen = chance.sample(paper.passages, PASSAGES)
            shown = [replace(passage, number=number) for number, passage in enumerate(chosen, start=1)]
            claims = [chance.choice(list(claims_of(passage))) for passage in shown[:CLAIMS]]
            written = "\n".join(f"{FRAME.format(claim.words)} {double(claim, chance)}" for claim in claims)
            begun = time.perf_counter()
            sections = answered(paper, shown, written)
            times.append(time.perf_counter() - begun)
            found.update(outcome(claim, sections) for claim in claims)
            found["ids"] += shows_id(sections, claims)
    count = found["stands"] + found["flagged"] + found["silent"]
    shares = "   ".join(f"{found[kind] / count:.4f}" for kind in ("stands", "flagged", "silent"))
    print(f"{name:34} {shares}  {count:6}  {found['ids']:6}  {statistics.median(times) * 1e3:12.1f}", flush=True)
    return found["silent"]


def answered(paper: Paper, shown: Sequence[Evidence], written: str) -> list[TextSection]:
    """Return the sections of a reply that comes in pieces."""
    sources = {item.number: Source(evidence=item, text=paper.text, locator=paper.locator) for item in shown}
    reply = Reply(new_builder=lambda: SectionBuilder(sources=sources), most_characters=len(written))
    deltas = (AnswerDelta(text=written[start : start + 7]) for start in range(0, len(written), 7))
    for _ in (*reply.read(deltas), *reply.end()):
        pass
    return reply.sections


def outcome(claim: Claim, sections: Sequence[TextSection]) -> str:
    own = [section for section in sections if claim.words in section.text]
    citations = [citation for section in own for citation in section.citations]
    if any(citation.stands and is_of(claim, citation) for citation in citations):
        return "stands"
    bad = any(section.uncited or section.doubts for section in own) or any(not one.stands for one in citations)
    return "flagged" if bad or not own else "silent"


def is_of(claim: Claim, citation: Citation) -> bool:
    """Tell whether a citation has a sentence's place, or another at which the paper says the same."""
    low, high = max(claim.start, citation.start or 0), min(claim.start + len(claim.words), citation.end or 0)
    if high - low >= LEAST_OVERLAP * len(claim.words):
        return True
    return SequenceMatcher(None, citation.text, claim.words, autojunk=False).ratio() >= LEAST_SIMILARITY


def shows_id(sections: Sequence[TextSection], claims: Sequence[Claim]) -> bool:
    text = "".join(section.text for section in sections)
    for claim in claims:
        text = text.replace(FRAME.format(claim.words), "", 1)
    return any(map(str.isalnum, text))


if __name__ == "__main__":
    sys.exit(main())
