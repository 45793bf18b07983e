"""Splits a paper into chunks at the borders of sections, sentences, equations and table rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from scholarai.domain.content import BLOCK_SEPARATOR, Block, Chunk, ChunkKind, PaperContent
from scholarai.domain.ids import ReferenceId, SectionId, chunk_id
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.splitting.atoms import Atom, Atomizer
from scholarai.splitting.floats import FloatGroup, Mention, first_mentions, float_groups, label_of

_FLOATS = frozenset({"caption", "table"})
_MENTIONING = frozenset({"paragraph", "list_item", "theorem", "footnote"})
_LEAST_CHARACTERS = 1_500
"""A chunk of running text is filled to this where its section allows (issue 3, item 4)."""
_OVERLAP_CHARACTERS = 300
"""Most characters of whole sentences that a chunk repeats from the one before it: about two sentences, a guess."""


def split(content: PaperContent, *, generation: int) -> tuple[Chunk, ...]:
    """Return the chunks of a paper in reading order.

    No chunk crosses a section's border, except that a heading without text of its own joins the next section; none cuts
    an equation, or separates a sentence from its citation markers. A sentence and the equation that it runs into are in
    one chunk where they fit. Captions, tables and bibliography entries have chunks of their own; the first two also carry
    the paragraph that mentions them. No chunk is longer than `CHUNK_CHARACTERS` unless one equation or table row alone is.
    Every character of the blocks except white space is in some chunk. The same content always gives the same chunks.
    """
    splitter = _Splitter(content)
    drafts = sorted(splitter.drafts(), key=lambda draft: (draft.start, draft.end))
    return tuple(splitter.chunk(draft, index, len(drafts), generation) for index, draft in enumerate(drafts))


@dataclass(frozen=True, slots=True)
class _Draft:
    kind: ChunkKind
    atoms: tuple[Atom, ...]
    mention: tuple[Atom, ...] = ()

    @property
    def start(self) -> int:
        return min(atom.start for atom in self.atoms)

    @property
    def end(self) -> int:
        return max(atom.end for atom in self.atoms)


@dataclass(frozen=True, slots=True)
class _Run:
    """Consecutive blocks of one section: running text, or bibliography entries."""

    kind: ChunkKind
    section_id: SectionId | None
    blocks: list[int]


class _Splitter:
    def __init__(self, content: PaperContent) -> None:
        self._content = content
        self._blocks = content.blocks
        self._atomizer = Atomizer(content)
        self._parents = {section.id: section.parent_id for section in content.sections}
        self._titles = {section.id: section.title for section in content.sections}
        self._cites = _CiteKeys(content)

    def drafts(self) -> Iterator[_Draft]:
        for run in self._runs():
            if run.kind == "reference":
                yield from self._reference_drafts(run)
            else:
                yield from self._text_drafts(run)
        yield from self._float_drafts()

    def chunk(self, draft: _Draft, index: int, total: int, generation: int) -> Chunk:
        blocks = sorted({atom.block for atom in draft.atoms})
        text = BLOCK_SEPARATOR.join(self._texts((*draft.atoms, *draft.mention)))
        return Chunk(
            id=chunk_id(generation, index),
            text=text,
            kind=draft.kind,
            start=draft.start,
            end=draft.end,
            index=index,
            total=total,
            section_path=self._path(self._blocks[draft.atoms[-1].block].section_id),
            page_numbers=tuple(sorted(set(self._pages(draft.atoms)))),
            block_ids=tuple(self._blocks[k].id for k in blocks),
            cite_keys=self._cites.of(draft.atoms),
            title=self._content.title,
            doi=self._content.doi,
        )

    def _runs(self) -> list[_Run]:
        """Return the runs in order; one that is headings alone, a section without text, goes with the next one."""
        runs: list[_Run] = []
        for index, block in enumerate(self._blocks):
            if block.kind in _FLOATS or not block.text.strip():
                continue
            kind: ChunkKind = "reference" if block.kind == "reference" else "text"
            before = runs[-1] if runs else None
            if before and before.kind == kind and before.section_id == block.section_id:
                before.blocks.append(index)
            elif before and self._only_headings(before):
                runs[-1] = _Run(kind, block.section_id, [*before.blocks, index])
            else:
                runs.append(_Run(kind, block.section_id, [index]))
        return runs

    def _only_headings(self, run: _Run) -> bool:
        return all(self._blocks[k].kind == "heading" for k in run.blocks)

    def _ancestry(self, section_id: SectionId | None) -> list[SectionId]:
        """Return a section and those around it, innermost first; a loop of parents ends."""
        chain: list[SectionId] = []
        while section_id is not None and section_id not in chain:
            chain.append(section_id)
            section_id = self._parents.get(section_id)
        return chain

    def _path(self, section_id: SectionId | None) -> tuple[str, ...]:
        chain = reversed(self._ancestry(section_id))
        return tuple(self._titles[key] for key in chain if key in self._titles)

    def _text_drafts(self, run: _Run) -> Iterator[_Draft]:
        atoms = self._atomizer.flow(run.blocks)
        for packed in _pack(atoms, overlap=_OVERLAP_CHARACTERS, least=_LEAST_CHARACTERS):
            alone = all(self._blocks[atom.block].kind == "equation" for atom in packed)
            yield _Draft("equation" if alone else "text", tuple(packed))

    def _reference_drafts(self, run: _Run) -> Iterator[_Draft]:
        headings = [k for k in run.blocks if self._blocks[k].kind == "heading"]
        atoms = self._atomizer.flow(headings)
        for index in run.blocks[len(headings) :]:
            atoms.extend(self._atomizer.entry(index))
        for packed in _pack(atoms):
            yield _Draft("reference", tuple(packed))

    def _float_drafts(self) -> Iterator[_Draft]:
        prose = [k for k, block in enumerate(self._blocks) if block.kind in _MENTIONING]
        mentions = first_mentions(self._blocks, prose)
        for group in float_groups(self._blocks):
            drafts = list(self._group_drafts(group))
            if drafts:
                label = label_of(self._blocks[group.caption].text) if group.caption is not None else None
                mention = mentions.get(label) if label else None
                drafts[0] = self._with_mention(drafts[0], mention) if mention else drafts[0]
            yield from drafts

    def _group_drafts(self, group: FloatGroup) -> Iterator[_Draft]:
        """Yield a caption or table; each further piece of a long table repeats the caption where that fits."""
        caption = self._atomizer.flow([group.caption]) if group.caption is not None else []
        rows = self._atomizer.rows(group.table) if group.table is not None else []
        head = self._size(caption) + len(BLOCK_SEPARATOR) if caption else 0
        if not rows or head > CHUNK_CHARACTERS // 2:
            yield from (_Draft(group.kind, tuple(packed)) for packed in _pack([*caption, *rows]))
            return
        for packed in _pack(rows, limit=CHUNK_CHARACTERS - head):
            whole = [*caption, *packed]
            if caption and self._size(whole) > CHUNK_CHARACTERS:
                yield _Draft(group.kind, tuple(caption))
                whole = packed
            yield _Draft(group.kind, tuple(whole))

    def _with_mention(self, draft: _Draft, mention: Mention) -> _Draft:
        """Return the draft with the mentioning paragraph, or as many of its sentences around the mention as fit."""
        room = CHUNK_CHARACTERS - self._size(draft.atoms) - len(BLOCK_SEPARATOR)
        sentences = self._atomizer.flow([mention.block])
        at = self._blocks[mention.block].start + mention.start
        first = last = max(bisect_right([atom.start for atom in sentences], at) - 1, 0)
        if not sentences or self._size(sentences[first : last + 1]) > room:
            return draft
        grew = True
        while grew:
            grew = False
            if last + 1 < len(sentences) and self._size(sentences[first : last + 2]) <= room:
                last, grew = last + 1, True
            if first > 0 and self._size(sentences[first - 1 : last + 1]) <= room:
                first, grew = first - 1, True
        return replace(draft, mention=tuple(sentences[first : last + 1]))

    def _size(self, atoms: Sequence[Atom]) -> int:
        return len(BLOCK_SEPARATOR.join(self._texts(atoms)))

    def _texts(self, atoms: Iterable[Atom]) -> Iterator[str]:
        """Yield one text per stretch of atoms that follow each other in one block."""
        block, start, end = -1, 0, 0
        for atom in atoms:
            if atom.block == block and atom.start >= end:
                end = atom.end
                continue
            if block >= 0:
                yield _slice(self._blocks[block], start, end)
            block, start, end = atom.block, atom.start, atom.end
        if block >= 0:
            yield _slice(self._blocks[block], start, end)

    def _pages(self, atoms: Iterable[Atom]) -> Iterator[int]:
        for atom in atoms:
            block = self._blocks[atom.block]
            start, end = atom.start - block.start, atom.end - block.start
            pages = [line.page_number for line in block.lines if line.start < end and line.end > start]
            if not pages and block.page_number is not None:
                pages = [block.page_number]
            yield from pages


class _CiteKeys:
    """Which references a range of a paper cites, or lists."""

    def __init__(self, content: PaperContent) -> None:
        self._blocks = content.blocks
        by_block: dict[str, list[tuple[int, tuple[ReferenceId, ...]]]] = {}
        for span in sorted(content.cite_spans, key=lambda span: span.start):
            by_block.setdefault(span.block_id, []).append((span.start, span.reference_ids))
        entries = [block.id for block in content.blocks if block.kind == "reference"]
        if len(entries) == len(content.references):
            for block_id, entry in zip(entries, content.references, strict=True):
                by_block[block_id] = [(0, (entry.id,))]
        self._by_block = by_block

    def of(self, atoms: Iterable[Atom]) -> tuple[ReferenceId, ...]:
        keys: dict[ReferenceId, None] = {}
        for atom in atoms:
            block = self._blocks[atom.block]
            spans = self._by_block.get(block.id, [])
            low = bisect_left(spans, atom.start - block.start, key=lambda span: span[0])
            for start, ids in spans[low:]:
                if start >= atom.end - block.start:
                    break
                keys.update(dict.fromkeys(ids))
        return tuple(keys)


def _slice(block: Block, start: int, end: int) -> str:
    return block.text[start - block.start : end - block.start]


def _pack(
    atoms: Sequence[Atom], *, limit: int = CHUNK_CHARACTERS, overlap: int = 0, least: int = 0
) -> list[list[Atom]]:
    """Return runs of atoms of at most `limit` characters each, together all atoms, in order.

    Glued atoms stay in one run where that fits. A run repeats up to `overlap` characters of the one before it, and more
    where it would stay below `least` otherwise. One atom longer than `limit` makes a run of its own.
    """
    units = _Units(atoms, limit)
    runs: list[list[Atom]] = []
    first = 0
    while first < units.count:
        last = first
        while last + 1 < units.count and units.size(first, last + 1) <= limit:
            last += 1
        if runs:
            while first > 0 and units.size(first, last) < least and units.size(first - 1, last) <= limit:
                first -= 1
        runs.append(units.atoms(first, last))
        first = last + 1
        if first < units.count:
            while units.size(first - 1, last) <= overlap and units.size(first - 1, last + 1) <= limit:
                first -= 1
    return runs


class _Units:
    """Runs of glued atoms with their sizes, the white space between atoms of one block included."""

    def __init__(self, atoms: Sequence[Atom], limit: int) -> None:
        self._atoms = atoms
        gaps = [_gap(a, b) for a, b in pairwise(atoms)]
        self._gaps = [0, *gaps] if atoms else []
        lengths = [atom.end - atom.start for atom in atoms]
        self._ends = list(accumulate(gap + length for gap, length in zip(self._gaps, lengths, strict=True)))
        self._starts: list[int] = []
        for k, atom in enumerate(atoms):
            if not (atom.glued and self._starts and self._characters(self._starts[-1], k) <= limit):
                self._starts.append(k)
        self.count = len(self._starts)

    def size(self, first: int, last: int) -> int:
        return self._characters(self._starts[first], self._stop(last) - 1)

    def atoms(self, first: int, last: int) -> list[Atom]:
        return list(self._atoms[self._starts[first] : self._stop(last)])

    def _stop(self, unit: int) -> int:
        return self._starts[unit + 1] if unit + 1 < self.count else len(self._atoms)

    def _characters(self, first: int, last: int) -> int:
        before = self._ends[first - 1] + self._gaps[first] if first else 0
        return self._ends[last] - before


def _gap(atom: Atom, following: Atom) -> int:
    return following.start - atom.end if atom.block == following.block else len(BLOCK_SEPARATOR)
