"""What stands for a whole paper: its abstract, how its sections begin, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scholarai.domain.content import Block, PaperContent, Section

_WHOLE_PAPER = re.compile(
    r"\b(?:summar(?:y|ies|i[sz]e[ds]?|i[sz]ing)|tl;?dr|overview|gist|in a nutshell"
    r"|(?:main|key|central|core|major|primary|most important)\s+(?:\w+\s+)?"
    r"(?:contributions?|ideas?|points?|findings?|results?|takeaways?|claims?|arguments?|messages?|conclusions?|goals?|topics?)"
    r"|contributions? of (?:this|the) (?:paper|work|study|article)"
    r"|what (?:is|does) (?:this|the) (?:paper|work|study|article) (?:all )?(?:about|do|propose|show|find|argue|conclude|contribute)"
    r"|(?:limitations|weaknesses|shortcomings|novelty|future work)\b(?!\s+of\s+(?!(?:this|the|their|its)\b))"
    r"|explain (?:this|the) (?:paper|work|study|article))",
    re.IGNORECASE,
)
# Beyond this a question about "the main idea of the attention layer in section 3" is not about the whole. A guess.
_LONGEST_REQUEST = 160

_ENDINGS = ("conclusion", "concluding", "limitation", "discussion", "summary", "future work")


def asks_about_whole(question: str) -> bool:
    """Tell whether a question is about the paper as a whole: a summary, the contribution, the limitations."""
    return len(question) <= _LONGEST_REQUEST and _WHOLE_PAPER.search(question) is not None


def overview_ranges(content: PaperContent) -> Iterator[tuple[int, int]]:
    """Yield the ranges that stand for a paper, most telling first: abstract, endings, first paragraphs."""
    abstract = abstract_range(content)
    if abstract is not None:
        yield abstract
    groups = [
        (section, blocks)
        for section, blocks in _paragraphs(content)
        if abstract is None or blocks[0].start >= abstract[1]
    ]
    for section, blocks in groups:
        if _is_ending(section):
            yield blocks[0].start, blocks[-1].end
    for section, blocks in groups:
        if section.level == 1 and not _is_ending(section):
            yield blocks[0].start, blocks[0].end


def _paragraphs(content: PaperContent) -> Iterator[tuple[Section, list[Block]]]:
    """Yield the sections that have text of their own, in reading order, with that text."""
    by_section: dict[str, list[Block]] = {}
    for block in content.blocks:
        if block.section_id is not None and block.kind in {"paragraph", "list_item", "theorem"}:
            by_section.setdefault(block.section_id, []).append(block)
    for section in content.sections:
        if section.id in by_section:
            yield section, by_section[section.id]


def _is_ending(section: Section) -> bool:
    return any(word in section.title.lower() for word in _ENDINGS)


def abstract_range(content: PaperContent) -> tuple[int, int] | None:
    """Return where the abstract stands in the paper's text, None where it has none of its own."""
    named = {section.id for section in content.sections if section.title.strip().lower() == "abstract"}
    inside = [block for block in content.blocks if block.section_id in named and block.kind != "heading"]
    if inside:
        return inside[0].start, inside[-1].end
    opening = " ".join((content.abstract or "").split())[:60]
    for block in content.blocks if opening else ():
        if opening in " ".join(block.text.split()):
            return block.start, block.end
    return None
