"""Quotes of models that garble: for reviews, which read paper by paper, and for answers from several papers.

    python benchmarks/garbled_quotes.py [--data DIR] [--questions 40]

Each question shows four passages, and a double names or copies three sentences of them, damaged as in benchmarks/garbling.py. Two
readers are measured. `review`: a quote `stands` where its citation has the sentence, is `flagged` where it was left out and
counted, and is `silent` where it has another sentence. `answer`: the four passages are of four papers, and the outcomes are those
of garbling.py.
"""

from __future__ import annotations

import argparse
import random
import string
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from garbling import CLAIMS, DOUBLES, FRAME, PASSAGES, Claim, Paper, claims_of, is_of, outcome, papers_below
from msgspec.structs import replace

from scholarai.citations import SectionBuilder, Source
from scholarai.citations.chosen import chosen_words
from scholarai.domain.chat import Evidence, TextSection
from scholarai.domain.paper import Metadata
from scholarai.domain.sentences import ShownExcerpts
from scholarai.ports.models import AnswerDelta
from scholarai.ports.reviews import LibraryPaper
from scholarai.services.chat.reply import Reply
from scholarai.services.reviews.job import CachedPaper

FORMS = ("[{}]", "{{{}}}", "({})", "#{}", "id {}", "excerpt {excerpt}, sentence {sentence}", "{}-{}", '"{}"')

Quoting = Callable[[Claim, random.Random], tuple[str, str]]
"""Returns the ids and the copy of one item of a reply."""


def copies(share: float) -> Quoting:
    return lambda claim, chance: ("", _garbled(claim.words, share, chance))


def _garbled(words: str, share: float, chance: random.Random) -> str:
    def other(character: str) -> str:
        if character.isdigit():
            return chance.choice(string.digits)
        return chance.choice(string.ascii_lowercase) if character.isalpha() else character

    return "".join(other(one) if chance.random() < share else one for one in words)


def in_some_form(claim: Claim, chance: random.Random) -> tuple[str, str]:
    form = chance.choice(FORMS)
    return form.format(claim.id, claim.id, excerpt=claim.number, sentence=claim.sentence), ""


QUOTINGS: Mapping[str, Quoting] = {
    "copied": copies(0.0),
    "copied, 2 % of letters garbled": copies(0.02),
    "copied, 5 % of letters garbled": copies(0.05),
    "copied, 10 % of letters garbled": copies(0.10),
    "by id": lambda claim, _: (claim.id, ""),
    "by id, in some form": in_some_form,
    "by id and garbled words (5 %)": lambda claim, chance: (claim.id, _garbled(claim.words, 0.05, chance)),
}
# A wrong id names another sentence of the paper: it stands there, and what a section says of it is judged with the section.
ANSWERS = ("by id", "by id, in some form", *(name for name in DOUBLES if name.startswith("copied")))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--questions", type=int, default=40, help="per paper and double")
    options = parser.parse_args()
    papers = papers_below(options.data)
    if len(papers) < PASSAGES:
        print(f"fewer than {PASSAGES} papers below {options.data}: name a folder with --data", file=sys.stderr)
        return 1
    print(f"{len(papers)} papers, {options.questions} questions each")
    print(f"{'':46} stands  flagged  silent  of")
    silent = 0
    for name, quoting in QUOTINGS.items():
        silent += printed(f"review: {name}", reviewed(papers, quoting, options.questions))
    for name in ANSWERS:
        silent += printed(f"answer: {name}", answered(papers, name, options.questions))
    return int(silent > 0)


def printed(name: str, outcomes: Iterator[str]) -> int:
    """Print the shares, and return how many quotes are neither true nor flagged."""
    found = Counter(outcomes)
    shares = "   ".join(f"{found[kind] / found.total():.4f}" for kind in ("stands", "flagged", "silent"))
    print(f"{name:46} {shares}  {found.total():6}", flush=True)
    return found["silent"]


def asked(
    papers: Sequence[Paper], questions: int
) -> Iterator[tuple[Paper, list[Evidence], list[Claim], random.Random]]:
    """Yield papers with the passages that are shown and the sentences that are wanted."""
    chance = random.Random(2026)
    for paper in papers:
        for _ in range(questions):
            shown = _numbered(chance.sample(paper.passages, PASSAGES))
            yield paper, shown, [chance.choice(list(claims_of(item))) for item in shown[:CLAIMS]], chance


def reviewed(papers: Sequence[Paper], quoting: Quoting, questions: int) -> Iterator[str]:
    cached = {id(paper): _cached(paper) for paper in papers}
    for paper, shown, claims, chance in asked(papers, questions):
        evidence = {item.number: item for item in shown}
        texts = ShownExcerpts(texts={item.number: item.text for item in shown})
        for claim in claims:
            named, copy = quoting(claim, chance)
            chosen = chosen_words(named, claim.number, copy, texts)
            cited = [cached[id(paper)].ground(one.text, evidence[one.number], question="") for one in chosen]
            standing = [citation for citation in cited if citation is not None]
            if any(is_of(claim, citation) for citation in standing):
                yield "stands"
            else:
                yield "silent" if standing else "flagged"


def answered(papers: Sequence[Paper], name: str, questions: int) -> Iterator[str]:
    chance = random.Random(2026)
    for _ in range(questions * len(papers)):
        chosen = chance.sample(papers, PASSAGES)
        shown = _numbered([chance.choice(paper.passages) for paper in chosen])
        claims = [chance.choice(list(claims_of(item))) for item in shown[:CLAIMS]]
        written = "\n".join(f"{FRAME.format(claim.words)} {DOUBLES[name](claim, chance)}" for claim in claims)
        sources = {
            item.number: Source(evidence=item, text=paper.text, locator=paper.locator)
            for item, paper in zip(shown, chosen, strict=True)
        }
        sections = _sections(sources, written)
        yield from (outcome(claim, sections) for claim in claims)


def _sections(sources: Mapping[int, Source], written: str) -> list[TextSection]:
    reply = Reply(new_builder=lambda: SectionBuilder(sources=sources), most_characters=len(written))
    deltas = (AnswerDelta(text=written[start : start + 7]) for start in range(0, len(written), 7))
    for _ in (*reply.read(deltas), *reply.end()):
        pass
    return reply.sections


def _numbered(passages: Sequence[Evidence]) -> list[Evidence]:
    return [replace(passage, number=number) for number, passage in enumerate(passages, start=1)]


def _cached(paper: Paper) -> CachedPaper:
    stored = LibraryPaper(id=paper.passages[0].paper_id, generation=1, filename="paper.pdf", metadata=Metadata())
    return CachedPaper(paper=stored, content=paper.content)


if __name__ == "__main__":
    sys.exit(main())
