"""Says which places that a question names do not exist, and what there is instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.domain.content import PaperContent
from scholarai.domain.values import Value
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.numbering import OTHER_KIND, number_of
from scholarai.retrieval.places import find_places

# More are counted, and only the first and the last one named.
_NAMED = 12
# Papers of which each is told what it has instead; the list of more is not read. A guess.
_PAPERS_NAMED = 5
_AS_NAMED = {
    "figure": "Figure",
    "table": "Table",
    "section": "Section",
    "equation": "Equation",
    "reference": "reference",
}


class Absent(Value, frozen=True):
    """A place that a paper does not have, as the question calls it, and what the paper has of that kind."""

    called: str
    instead: str


def absent_places(question: str, papers: Sequence[PaperContent]) -> tuple[str, ...]:
    """Return a sentence for each place that the question names and that none of the papers has."""
    found = [absent_from(question, paper) for paper in papers]
    if len(papers) == 1:
        return tuple(f"The paper has no {one.called}. It {one.instead}" for one in found[0])
    return absent_from_all([("", absent) for absent in found])


def absent_from(question: str, paper: PaperContent) -> tuple[Absent, ...]:
    """Return the places that the question names and that a paper does not have."""
    cues = [cue for cue in find_cues(question) if cue.sure and not find_places(paper, cue)]
    return tuple(Absent(_called(cue), _instead(paper, cue)) for cue in cues)


def absent_from_all(found: Sequence[tuple[str, Sequence[Absent]]]) -> tuple[str, ...]:
    """Return a sentence for each place that no paper has, and what there is instead where few papers with a title are asked.

    Args:
        found: The title of each paper, empty where it is not to be named, and what it does not have.
    """
    if not found:
        return ()
    common = set.intersection(*({one.called for one in absent} for _, absent in found))
    return tuple(
        " ".join((f"None of the papers has {called}.", *_instead_of(called, found)))
        for called in dict.fromkeys(one.called for one in found[0][1])
        if called in common
    )


def _instead_of(called: str, found: Sequence[tuple[str, Sequence[Absent]]]) -> list[str]:
    if len(found) > _PAPERS_NAMED:
        return []
    return [f"“{title}” {one.instead}" for title, absent in found if title for one in absent if one.called == called]


def _called(cue: Cue) -> str:
    text = re.sub(r"^(?:(?:the|in|its|their|paper's)\s+)+", "", cue.text, flags=re.IGNORECASE)
    return text if len(re.findall(r"\d+", text)) < 2 else f"{_AS_NAMED.get(cue.kind, cue.kind)} {cue.value}"


def _instead(paper: PaperContent, cue: Cue) -> str:
    """Return what the paper has of that kind."""
    if cue.kind == "page":
        return f"has {_count(len(paper.pages), 'page')}." if paper.pages else "has no pages in its source."
    if cue.kind == "reference":
        return f"has {_count(len(paper.references), 'entry', 'entries')} in its bibliography."
    return _listed(*_names(paper, cue))


def _names(paper: PaperContent, cue: Cue) -> tuple[str, list[str]]:
    """Return how things of the cue's kind are called, and the paper's names for those that it has."""
    match cue.kind:
        case "figure":
            return "figure", [one.label for one in paper.figures if not OTHER_KIND.match(one.label)]
        case "table":
            return "table", [one.label for one in paper.tables]
        case "equation":
            return "numbered equation", [f"({number_of(one.label)})" for one in paper.equations if one.label]
        case "statement":
            kind = cue.value.split()[0]
            return kind, _statements(paper, kind)
        case _:
            return "section", _titles(paper)


def _statements(paper: PaperContent, kind: str) -> list[str]:
    opening = re.compile(rf"{kind}\s+\d+(?:\.\d+)*", re.IGNORECASE)
    return list(dict.fromkeys(match[0] for block in paper.blocks if (match := opening.match(block.text))))


def _titles(paper: PaperContent) -> list[str]:
    """Return the titles of the highest level, with their numbers."""
    top = min((one.level for one in paper.sections), default=1)
    titles = (f"{one.number or ''} {one.title}" for one in paper.sections if one.level == top)
    return [" ".join(title.split()) for title in titles]


def _listed(kind: str, names: Sequence[str]) -> str:
    if not names:
        return f"has no {kind}s that were recognized."
    if len(names) > _NAMED:
        return f"has {len(names)} {kind}s, from {names[0]} to {names[-1]}."
    return f"has {_count(len(names), kind)}: {', '.join(names)}."


def _count(count: int, one: str, several: str | None = None) -> str:
    return f"{count} {one if count == 1 else several or f'{one}s'}"
