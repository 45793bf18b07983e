"""Numbers the citations of a report: one number per place in a paper, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scholarai.domain.chat import TRUE_VERDICTS, Citation
from scholarai.domain.review import Report, ReviewSection
from scholarai.reviewing.assembling import citations_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """The citations of a report in order, and the number of each place, from 1."""

    citations: tuple[Citation, ...]
    numbers: dict[tuple[str, int | None, int | None, str], int]

    def of(self, citation: Citation) -> int:
        return self.numbers[place_of(citation)]


def number_citations(report: Report) -> Numbered:
    numbers: dict[tuple[str, int | None, int | None, str], int] = {}
    citations: list[Citation] = []
    for citation in _all(report.sections):
        if place_of(citation) not in numbers:
            numbers[place_of(citation)] = len(numbers) + 1
            citations.append(citation)
    return Numbered(citations=tuple(citations), numbers=numbers)


def place_of(citation: Citation) -> tuple[str, int | None, int | None, str]:
    """Return the key of a citation's place; a false quote of a place has another key than the true one."""
    told_apart = "" if citation.start is not None and citation.verdict in TRUE_VERDICTS else citation.quote
    return citation.paper_id, citation.start, citation.end, told_apart


def _all(sections: Sequence[ReviewSection]) -> Iterator[Citation]:
    for section in sections:
        yield from citations_of(section)
