"""Packs atoms into chunks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.splitting.atoms import Atom

LEAST_CHARACTERS = 1_500
"""A chunk of running text is filled to this where its section allows (issue 3, item 4)."""
OVERLAP_CHARACTERS = 300
"""Most characters of whole sentences that a chunk repeats from the one before it: about two sentences, a guess."""


def pack(atoms: Sequence[Atom], *, limit: int = CHUNK_CHARACTERS, overlap: int = 0, least: int = 0) -> list[list[Atom]]:
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
