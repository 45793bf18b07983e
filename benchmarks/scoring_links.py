"""Scores which works a paper's text cites where: precision and recall of links, against those of the same paper's source.

A link is a work and the letters around its marker. Gold is what our readers of LaTeX and JATS find in the source, where `\\cite` and
`<xref>` say it. The works of two readings are paired by their words, since journals print them in other orders and leave titles out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from rapidfuzz import fuzz, process, utils

from scholarai.local.eval_command import squash

Link = tuple[str, int]

# How alike two works, and the text around two markers, must be, in per cent; and the letters on each side. Guesses.
_ALIKE_WORKS, _ALIKE_TEXT = 70.0, 60.0
_LETTERS = 25


def link_scores(gold: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, float]:
    """Return precision and recall of links; nothing where the source has none."""
    works = [_words(one) for one in gold.get("references", ())]
    if sum(" " in words for words in works) <= len(works) / 2:  # bare keys
        return {}
    wanted, left = links_of(gold, works), links_of(found, works)
    if not wanted:
        return {}
    count, right = len(left), 0
    for around, place in wanted:
        alike = [(fuzz.ratio(around, link[0]), at) for at, link in enumerate(left) if link[1] == place >= 0]
        score, at = max(alike, default=(0.0, 0))
        if score >= _ALIKE_TEXT:
            right += 1
            del left[at]
    return {"link_precision": right / count if count else 0.0, "link_recall": right / len(wanted)}


def links_of(content: Mapping[str, Any], works: Sequence[str]) -> list[Link]:
    """Return the links of a paper to places in `works`, -1 for other works."""
    places = _paired([_words(one) for one in content.get("references", ())], works)
    names = {one["id"]: place for one, place in zip(content.get("references", ()), places, strict=True)}
    spans: dict[str, list[Mapping[str, Any]]] = {}
    for span in content.get("cite_spans", ()):
        spans.setdefault(span["block_id"], []).append(span)
    links: list[Link] = []
    for block in content.get("blocks", ()):
        inside = sorted(spans.get(block["id"], ()), key=lambda span: span["start"])
        ends = [0, *(end for span in inside for end in (span["start"], span["end"])), len(block["text"])]
        between = [squash(block["text"][start:end]) for start, end in [*pairwise(ends)][::2]]
        for at, span in enumerate(inside, 1):
            around = "".join(between[:at])[-_LETTERS:] + "".join(between[at:])[:_LETTERS]
            links += [(around, names[one]) for one in span["reference_ids"] if one in names]
    return links


def _paired(have: Sequence[str], works: Sequence[str]) -> list[int]:
    """Return the place in `works` of each work, the most alike first, -1 if none is left that is alike enough."""
    places = [-1] * len(have)
    if have and works:
        scores = process.cdist(have, works, scorer=fuzz.token_set_ratio)
        scores += process.cdist(have, works, scorer=fuzz.token_sort_ratio) / 10
        while scores.max() >= _ALIKE_WORKS:
            at, place = np.unravel_index(scores.argmax(), scores.shape)
            places[at] = int(place)
            scores[at], scores[:, place] = 0, 0
    return places


def _words(reference: Mapping[str, Any]) -> str:
    return utils.default_process(reference.get("raw") or "")
