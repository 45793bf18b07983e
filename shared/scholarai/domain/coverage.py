"""The outcome for each paper of a question about several papers."""

import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from scholarai.domain.ids import PaperId
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value

# `cited`: the answer quotes it. `not_cited`: a model was shown passages of it and quotes none. `closest`: it was searched without a
# model, and its closest passage is given. `left_out`: it was not searched, or its passages did not fit; `reason` says which.
# `nothing_found` stands in answers of earlier releases.
CoverageOutcome = Literal["cited", "not_cited", "closest", "left_out", "nothing_found"]
LeftOutReason = Literal["deleted", "not_ready", "failed", "no_file", "unreachable", "no_room"]

REASON_WORDS: dict[LeftOutReason, str] = {
    "deleted": "deleted",
    "not_ready": "not read yet",
    "failed": "could not be read",
    "no_file": "only a record, without its text",
    "unreachable": "could not be reached",
    "no_room": "searched, but other papers’ passages fit better",
}
_OUTCOME_WORDS: dict[CoverageOutcome, str] = {"not_cited": "Read, not quoted", "nothing_found": "Searched, not quoted"}
# Of a closest passage and of its paper's title, in a terminal: two lines a paper. A guess.
_TEXT_CHARACTERS, _TITLE_CHARACTERS = 100, 60
# Papers whose closest passage is named in a terminal; a question takes 200. A guess.
_MOST_CLOSEST = 20


class ClosestPassage(Value, frozen=True, kw_only=True):
    """The sentence of a paper that comes closest to a question; `page_number` is None in a source without pages."""

    text: str
    label: str
    page_number: int | None = None


class CoveredPaper(Value, frozen=True, kw_only=True):
    """One paper that was asked; `reason` is given where it was left out, `closest` where its closest passage is given."""

    paper_id: PaperId
    title: str
    outcome: CoverageOutcome
    reason: LeftOutReason | None = None
    closest: ClosestPassage | None = None


class Coverage(Value, frozen=True, kw_only=True):
    """Every paper that was asked, in the order asked.

    `beyond` counts further papers of the library, which a first search placed behind all of these.
    """

    papers: tuple[CoveredPaper, ...]
    beyond: int = 0


def coverage_in_words(coverage: Coverage) -> str:
    """Return the counts as a sentence: "8 of 20 papers are quoted; of 12 the closest passage is named."."""
    count = Counter(paper.outcome for paper in coverage.papers)
    parts = [
        f"{count['cited']} of {counted(len(coverage.papers), 'paper')} {'is' if count['cited'] == 1 else 'are'} quoted"
    ]
    if count["not_cited"]:
        parts.append(counted(count["not_cited"], "was read and is not quoted", "were read and are not quoted"))
    if count["nothing_found"]:
        parts.append(
            counted(count["nothing_found"], "was searched and is not quoted", "were searched and are not quoted")
        )
    if count["closest"]:
        parts.append(f"of {count['closest']} the closest passage is named")
    if count["left_out"]:
        parts.append(counted(count["left_out"], "was left out", "were left out"))
    if coverage.beyond:
        lie_further = counted(coverage.beyond, "more of the library lies", "more of the library lie")
        parts.append(
            f"{lie_further} further from the question and {'was' if coverage.beyond == 1 else 'were'} not read"
        )
    return "; ".join(parts) + "."


def unquoted_papers(coverage: Coverage) -> Iterator[tuple[str, list[str]]]:
    """Yield what became of papers that the answer does not quote, in words, each with the papers' titles."""
    closest = [(paper.title, paper.closest) for paper in coverage.papers if paper.closest is not None]
    for name, passage in closest[:_MOST_CLOSEST]:
        title = textwrap.shorten(name, _TITLE_CHARACTERS, placeholder=" …")
        said = textwrap.shorten(passage.text, _TEXT_CHARACTERS, placeholder=" …")
        yield f"Closest in “{title}” ({passage.label})", [f"“{said}”"]
    if len(closest) > _MOST_CLOSEST:
        yield f"Closest in {len(closest) - _MOST_CLOSEST} more", ["see --json"]
    for outcome, words in _OUTCOME_WORDS.items():
        titles = [paper.title for paper in coverage.papers if paper.outcome == outcome]
        if titles:
            yield words, titles
    for reason, words in REASON_WORDS.items():
        titles = [paper.title or paper.paper_id for paper in coverage.papers if paper.reason == reason]
        if titles:
            yield f"Left out, {words}", titles
