"""What a report says of works beyond the library, as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scholarai.domain.discovered import Beyond, BeyondState, BeyondWork

BEYOND = "Beyond the library"
_STATES: Mapping[BeyondState, str] = {
    "reviewed": "read for this review",
    "there": "in the library, not read for this review",
    "record": "in the library without a file",
    "open": "not read: add its open PDF",
    "closed": "not read: no open PDF known",
}


def beyond_lines(beyond: Beyond) -> Iterator[str]:
    """Yield a line per work, then one for all, then one for each service that gave nothing."""
    for work in beyond.works:
        yield _line(work)
    if not beyond.works:
        yield "No works were found."
    elif beyond.total > len(beyond.works):
        yield f"{beyond.total} works were found, of which these fit best."
    for answer in beyond.services:
        if answer.state in {"failed", "late"}:
            yield f"{answer.service} was asked in vain: {answer.detail}"


def _line(work: BeyondWork) -> str:
    authors = f"{work.authors[0]}{' et al.' if len(work.authors) > 1 else ''}" if work.authors else ""
    details = [str(part) for part in (work.title, authors, work.year, work.venue, work.add) if part]
    warned = f"; {work.warning}" if work.warning else ""
    return f"{'. '.join(details)} [{_STATES[work.state]}{warned}]"
