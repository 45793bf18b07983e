"""Excerpts as a model is shown them: between marks, each sentence behind its id."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scholarai.domain.chat import Evidence, place_label
from scholarai.domain.citable import citable_sentences
from scholarai.domain.ids import PaperId
from scholarai.prompting.fences import one_line

_HEADING = 200
# Signs around an id, best known to models first.
_BRACKETS = (("[", "]"), ("{", "}"))


def brackets_of(texts: Sequence[str], mark: str) -> tuple[str, str]:
    """Return what stands around the ids of sentences: brackets in which the texts have no such numbers of their own."""
    for left, right in _BRACKETS:
        own = re.compile(rf"{re.escape(left)}\s*\d+\.\d+\s*{re.escape(right)}")
        if not any(own.search(text) for text in texts):
            return left, right
    return f"[{mark}:", "]"


def excerpt(item: Evidence, mark: str, brackets: tuple[str, str], titles: Mapping[PaperId, str]) -> str:
    """Return an excerpt between its marks; `titles` name the papers where there are several."""
    place = place_label(item.section_path, item.page_numbers)
    title = titles.get(item.paper_id, "") if len(titles) > 1 else ""
    paper = f' paper="{attribute(title)}"' if title else ""
    named = f' named="{attribute(item.pinned_by)}"' if item.named and item.pinned_by else ""
    attributes = f'id="{item.number}"{paper} place="{attribute(place)}"{named}'
    return f"<excerpt-{mark} {attributes}>\n{with_ids(item.number, item.text, brackets)}\n</excerpt-{mark}>"


def attribute(text: str) -> str:
    """Return a heading or title as one line that cannot leave its quotation marks."""
    return one_line(text, _HEADING)


def with_ids(number: int, text: str, brackets: tuple[str, str]) -> str:
    """Return the text of an excerpt with the id of each citable sentence before it, between brackets."""
    left, right = brackets
    parts, at = [], 0
    for sentence, (start, end) in enumerate(citable_sentences(text), start=1):
        parts += [text[at:start], f"{left}{number}.{sentence}{right} ", text[start:end]]
        at = end
    return "".join((*parts, text[at:]))
