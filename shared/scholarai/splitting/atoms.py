"""Cuts the blocks of a paper into atoms, the smallest pieces at which a chunk may begin or end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scholarai.domain.content import Block, PaperContent
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.sentences import Span, ends_sentence, sentence_spans
from scholarai.splitting.pieces import cut_points

# Inline formulas as our LaTeX and Markdown readers write them; pandoc's rule keeps prices out.
_INLINE_FORMULA = re.compile(r"(?<![\\$])\$(?=[^\s$])[^$]{0,1400}(?<=[^\s\\])\$(?![\d$])")
_LINE = re.compile(r"^[^\S\n]*\S.*", re.MULTILINE)
# A marker longer than this is a damaged range, not a marker: a guess, ten authors with years fit.
_LONGEST_MARKER = 400
_LONGEST_PROTECTED = 1_500


class Atom(NamedTuple):
    """A range of a block in the paper's text; `glued` means that it must stay with the atom before it."""

    block: int
    start: int
    end: int
    glued: bool = False


class Atomizer:
    """Cuts the blocks of one paper into atoms."""

    def __init__(self, content: PaperContent) -> None:
        self._blocks = content.blocks
        self._has_formulas = content.source_format != "pdf"
        self._markers: dict[str, list[Span]] = {}
        for span in content.cite_spans:
            if 0 < span.end - span.start <= _LONGEST_MARKER:
                self._markers.setdefault(span.block_id, []).append((span.start, span.end))

    def flow(self, indices: Sequence[int]) -> list[Atom]:
        """Return the atoms of running text: sentences, whole equations, lines of code."""
        atoms: list[Atom] = []
        before: Block | None = None
        for index in indices:
            block = self._blocks[index]
            pieces = list(self._pieces(index, block))
            if pieces:
                pieces[0] = pieces[0]._replace(glued=before is not None and _belong_together(before, block))
                atoms.extend(pieces)
                before = block
        return atoms

    def rows(self, index: int) -> list[Atom]:
        """Return one atom per row of a table block; a row is never cut."""
        block = self._blocks[index]
        return [Atom(index, block.start + m.start(), block.start + m.end()) for m in _LINE.finditer(block.text)]

    def entry(self, index: int) -> list[Atom]:
        """Return a bibliography entry as one atom, as several only where it is longer than a chunk."""
        block = self._blocks[index]
        return list(self._cut(index, block, _trimmed(block.text), ()))

    def _pieces(self, index: int, block: Block) -> Iterator[Atom]:
        if block.kind == "equation":
            start, end = _trimmed(block.text)
            if end > start:
                yield Atom(index, block.start + start, block.start + end)
        elif block.kind == "code":
            for match in _LINE.finditer(block.text):
                yield from self._cut(index, block, match.span(), ())
        else:
            yield from self._sentences(index, block)

    def _sentences(self, index: int, block: Block) -> Iterator[Atom]:
        markers = merged(self._markers.get(block.id, ()))
        formulas = [m.span() for m in _INLINE_FORMULA.finditer(block.text)] if self._has_formulas else []
        protected = [s for s in merged([*markers, *formulas]) if s[1] - s[0] <= _LONGEST_PROTECTED]
        for span in sentence_spans(block.text, markers=markers, glued=protected):
            yield from self._cut(index, block, span, protected)

    def _cut(self, index: int, block: Block, span: Span, protected: Sequence[Span]) -> Iterator[Atom]:
        start, end = span
        for cut in [*cut_points(block.text, start, end, CHUNK_CHARACTERS, protected), end]:
            stop = start + len(block.text[start:cut].rstrip())
            if stop > start:
                yield Atom(index, block.start + start, block.start + stop)
            start = cut


def merged(spans: Sequence[Span]) -> list[Span]:
    """Return the union of ranges as sorted, disjoint ranges."""
    union: list[Span] = []
    for start, end in sorted(spans):
        if union and start < union[-1][1]:
            union[-1] = (union[-1][0], max(end, union[-1][1]))
        else:
            union.append((start, end))
    return union


def _belong_together(before: Block, block: Block) -> bool:
    """Tell whether one sentence runs from a block into the next: into an equation, out of it, over a column break."""
    if before.kind == "heading":
        return True
    if block.kind == "equation":
        return before.kind not in {"code", "footnote"}
    if block.kind not in {"paragraph", "theorem", "list_item"}:
        return False
    goes_on = block.text.lstrip()[:1].islower()
    return goes_on and (before.kind == "equation" or (before.kind == block.kind and not ends_sentence(before.text)))


def _trimmed(text: str) -> Span:
    end = len(text.rstrip())
    return (min(len(text) - len(text.lstrip()), end), end)
