"""Compares the printed numbers of figures, equations, sections and references, and resolves ordinals such as "the first figure"."""

from __future__ import annotations

import re

from msgspec.structs import replace

from scholarai.domain.content import PaperContent
from scholarai.retrieval.cues import COUNTED, Cue

# Extraction lists these among the figures, but nobody calls them figures.
OTHER_KIND = re.compile(
    r"(?<!\s)\s*+(?:algorithm|listing|code|box|scheme|chart|plate|program|procedure)\b", re.IGNORECASE
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


def number_of(label: str) -> str:
    """Return the number in a printed label: "Figure 2" -> "2", "(3.1a)" -> "3.1a", "[12]" -> "12", "" where there is none."""
    found = re.search(r"(?:[A-Za-z]\.?)?\d+(?:\.\d+)*[a-z]?|\b[IVX]{1,5}\b", label)
    return found[0].lower() if found else ""


def same_number(printed: str, asked: str) -> bool:
    """Tell whether a printed number is the one asked for; "2" and "2b" match each other, and "II" is 2."""
    one, other = _plain(printed), _plain(asked)
    return bool(one) and (one == other or one == _without_panel(other) or _without_panel(one) == other)


def plain_section_number(number: str) -> str:
    """Return a section's number without words and full stops around it: "Appendix A." -> "a"."""
    return _plain(number.lower().removeprefix("appendix").removeprefix("section"))


def numbered(content: PaperContent, cue: Cue) -> Cue | None:
    """Return an ordinal cue with the number printed in the paper, None where the paper has too few; other cues unchanged."""
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


def _plain(number: str) -> str:
    number = number.lower().strip(" .")
    if not number or not set(number) <= set(_ROMAN):
        return number
    values = [_ROMAN[letter] for letter in number]
    return str(sum(-one if one < following else one for one, following in zip(values, [*values[1:], 0], strict=True)))


def _without_panel(number: str) -> str:
    return re.sub(r"(?<=\d)[a-z]$", "", number)
