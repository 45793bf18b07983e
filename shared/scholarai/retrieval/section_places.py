"""Finds the sections that a question names by number or by title."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from scholarai.domain.content import Block, PaperContent, Section
from scholarai.domain.ids import SectionId
from scholarai.retrieval.numbering import plain_section_number
from scholarai.retrieval.overview import abstract_range
from scholarai.retrieval.words import terms

# Patterns of titles in order of preference: a later one counts where no section matches an earlier one.
_SYNONYMS = {
    "conclusion": ("conclusions?", "concluding", "summary", "discussion"),
    "concluding remark": ("concluding", "conclusions?"),
    "related work": ("related work", "background", "previous work"),
    "method": ("methods?", "methodology", "approach", "materials"),
    "methodology": ("methodology", "methods?", "approach"),
    "material and method": ("methods?", "materials"),
    "experiment": ("experiments?", "experimental", "evaluation"),
    "result": ("results?", "findings?"),
    "abstract": ("abstract", "summary"),
    "appendix": ("appendix", "appendices", "supplement\\w*"),
}
_LETTERED = re.compile(r"[A-Z](?:\.\d+)*\.?$")
# Jaccard similarity of the words of a title and of the name asked for; below it another section is meant. A guess.
_LEAST_ALIKE = 0.5


def numbered_sections(content: PaperContent, number: str) -> list[Section]:
    """Return the sections with a number or letter."""
    wanted = plain_section_number(number)
    return [one for one in content.sections if one.number and plain_section_number(one.number) == wanted]


def named_sections(content: PaperContent, name: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the sections with a name, given in lower case and singular: by title, by synonym, by shared words."""
    found = _titled(content, name)
    if not found and name == "appendix":
        found = [one for one in content.sections if one.number and _LETTERED.match(one.number)]
    abstract = abstract_range(content) if not found and name == "abstract" else None
    if abstract is not None:
        yield abstract
    yield from section_runs(content, found)


def section_runs(content: PaperContent, named: Collection[Section]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text that sections and their subsections take, headings included."""
    inside: set[SectionId] = {section.id for section in named}
    for section in content.sections:  # parents come before their children
        if section.parent_id in inside:
            inside.add(section.id)
    run: list[Block] = []
    for block in content.blocks:
        if block.section_id in inside:
            run.append(block)
        elif run:
            yield run[0].start, run[-1].end
            run = []
    if run:
        yield run[0].start, run[-1].end


def _titled(content: PaperContent, name: str) -> list[Section]:
    exact = [one for one in content.sections if _usual(one.title) == name]
    if exact:
        return exact
    # A summary in the first half is an abstract, not a conclusion.
    sections = content.sections[len(content.sections) // 2 :] if name.startswith("conclu") else content.sections
    for pattern in _SYNONYMS.get(name, _SYNONYMS.get(name.rsplit(maxsplit=1)[-1], (re.escape(name),))):
        named = [one for one in sections if re.search(rf"\b{pattern}\b", one.title, re.IGNORECASE)]
        alike = _most_alike(named, name) if name not in _SYNONYMS else []
        if named:
            return alike or named
    return _most_alike(sections, name)


def _most_alike(sections: Collection[Section], name: str) -> list[Section]:
    """Return the sections whose titles share most words with a name, none where these are too few."""
    asked = set(terms(name))
    alike = [
        (len(asked & words) / max(len(asked | words), 1), one) for one in sections if (words := set(terms(one.title)))
    ]
    best = max((share for share, _ in alike), default=0.0)
    return [one for share, one in alike if share == best >= _LEAST_ALIKE]


def _usual(title: str) -> str:
    """Return a title as `Cue.value` has it: lower case, singular, on one line."""
    return " ".join(title.lower().split()).removesuffix("s")
