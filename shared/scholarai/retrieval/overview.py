"""Finds a paper's abstract in its text."""

from __future__ import annotations

from scholarai.domain.content import Block, PaperContent

# Characters by which a part of the abstract is recognized in the text. A guess.
_LEAST_OF_ABSTRACT = 60
# Length of the abstract's range against that of the abstract: headings and spaces add little. A guess.
_LONGEST_RANGE = 1.5


def abstract_range(content: PaperContent) -> tuple[int, int] | None:
    """Return the range of the abstract in the paper's text, None where the text does not contain it."""
    inside = _blocks_of_abstract(content) or _section_of_abstract(content)
    return (inside[0].start, inside[-1].end) if inside else None


def _blocks_of_abstract(content: PaperContent) -> list[Block]:
    """Return the paragraphs of the abstract (a structured one has several), or the block that contains all of it."""
    abstract = " ".join((content.abstract or "").split())
    if not abstract:
        return []
    texts = [(block, " ".join(block.text.split())) for block in content.blocks if block.kind != "heading"]
    told = [block for block, text in texts if len(text) >= _LEAST_OF_ABSTRACT and text in abstract]
    told = told or [block for block, text in texts if abstract[:_LEAST_OF_ABSTRACT] in text][:1]
    # Text far behind that repeats it, as a conclusion may, is no part of it.
    return [block for block in told if block.end - told[0].start <= _LONGEST_RANGE * len(abstract)] or told[:1]


def _section_of_abstract(content: PaperContent) -> list[Block]:
    named = {section.id for section in content.sections if section.title.strip().lower() == "abstract"}
    return [block for block in content.blocks if block.section_id in named and block.kind != "heading"]
