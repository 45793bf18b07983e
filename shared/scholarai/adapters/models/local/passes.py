"""Plans which word pieces go through the encoder together, and pools its states into the vectors of windows."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scholarai.adapters.models.local.minilm import unit_rows
from scholarai.domain.content import Window
from scholarai.splitting.windows import cut_windows

if TYPE_CHECKING:
    from scholarai.adapters.models.local.minilm import Array

# Windows of about 600 characters in steps of 300 find evidence best. They overlap, but each piece is encoded once: a
# window's vector is the mean of its pieces' states, whichever passes computed them. Measured on 2026-11-20, vectors
# alone, 31 papers and 209 questions of four sets, mean hit@5: .72 so, .70 with every window encoded again, .65 without
# overlap. What it costs: benchmarks/embedding.py.
WINDOW_CHARACTERS = 600
STEP_CHARACTERS = 300
# Pieces of a pass, about as many as a window has; passes of 254 found less in the same measurement (.65).
PASS_PIECES = 160


@dataclass(frozen=True, slots=True)
class Part:
    """Word pieces that stand together in a text, inside one segment (a stretch that no window's border cuts)."""

    segment: int
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TextPlan:
    """How one text goes through the encoder: `passes` cover its segments in order, each piece exactly once."""

    windows: tuple[Window, ...]
    segments: tuple[Window, ...]
    passes: tuple[tuple[Part, ...], ...]

    def passes_ids(self) -> list[list[int]]:
        """Return the piece ids of each pass, in order."""
        return [[piece for part in parts for piece in part.ids] for parts in self.passes]


def plan_text(text: str, ids_of: Callable[[str], list[int]], pass_pieces: int = PASS_PIECES) -> TextPlan:
    """Plan a text of any length; passes hold at most `pass_pieces` pieces, so that no tail is dropped."""
    windows = cut_windows(text, limit=WINDOW_CHARACTERS, step=STEP_CHARACTERS) or (Window(0, len(text)),)
    borders = sorted({border for window in windows for border in window})
    segments = tuple(Window(start, end) for start, end in itertools.pairwise(borders))
    parts = [
        Part(index, tuple(ids[start : start + pass_pieces]))
        for index, segment in enumerate(segments)
        for ids in [ids_of(text[segment.start : segment.end])]
        for start in range(0, len(ids), pass_pieces)
    ]
    return TextPlan(windows, segments, tuple(_packed(parts, pass_pieces)))


def pool_windows(plan: TextPlan, states: Sequence[Array], width: int) -> Array:
    """Return one unit row per window: the mean of its pieces' states, shape (windows, width).

    Args:
        plan: The text's plan.
        states: For each of its passes the last hidden states with start and end mark, shape (pieces + 2, width).
        width: Of a state.
    """
    sums = np.zeros((len(plan.segments), width), dtype=np.float32)
    for parts, state in zip(plan.passes, states, strict=True):
        row = 1
        for part in parts:
            sums[part.segment] += state[row : row + len(part.ids)].sum(axis=0)
            row += len(part.ids)
    rows = [
        sums[[window.start <= segment.start and segment.end <= window.end for segment in plan.segments]].sum(axis=0)
        for window in plan.windows
    ]
    return unit_rows(np.stack(rows))


def _packed(parts: Sequence[Part], limit: int) -> list[tuple[Part, ...]]:
    packed: list[tuple[Part, ...]] = []
    current: list[Part] = []
    for part in parts:
        if current and sum(len(p.ids) for p in current) + len(part.ids) > limit:
            packed.append(tuple(current))
            current = []
        current.append(part)
    return [*packed, tuple(current)] if current else packed
