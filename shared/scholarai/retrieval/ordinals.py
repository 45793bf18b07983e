"""Which number a place has that a question counts: "the first figure", "the last page"."""

from __future__ import annotations

from dataclasses import replace

from scholarai.domain.content import PaperContent
from scholarai.retrieval.cues import COUNTED, Cue
from scholarai.retrieval.numbering import OTHER_KIND, number_of


def numbered(content: PaperContent, cue: Cue) -> Cue | None:
    """Return the cue with the number that the place has in a paper, None where the paper has too few; other cues as they are."""
    if not cue.value.startswith(COUNTED):
        return cue
    numbers = _numbers(content, cue)
    at = int(cue.value.removeprefix(COUNTED))
    if not -len(numbers) <= at < len(numbers):
        return None
    return replace(cue, value=numbers[at], last_page=int(numbers[at]) if cue.kind == "page" else 0)


def _numbers(content: PaperContent, cue: Cue) -> list[str]:
    match cue.kind:
        case "page":
            return [str(page.page_number) for page in content.pages]
        case "figure":
            labels = [one.label for one in content.figures if not OTHER_KIND.match(one.label)]
        case "table":
            labels = [one.label for one in content.tables]
        case _:
            labels = [one.label or "" for one in content.equations]
    return [number for number in map(number_of, labels) if number]
