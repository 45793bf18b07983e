"""Names groups of quotes by noun phrases from them that distinguish each group."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.retrieval.words import terms
from scholarai.services.reviews.phrases import Phrase, noun_phrases

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Phrases of a group whose meaning is compared; by words alone the rest is further off. A guess.
_COMPARED = 12
# What words in other groups take away, and what closeness of meaning counts beside words. Guesses from reading headings.
_ELSEWHERE, _MEANING = 0.6, 1.0
# A gerund before a noun is more often a verb with its object: "generating antibodies".
_GERUND = 0.15
OTHERWISE = "Further findings"

Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]


def name_groups(groups: Sequence[Sequence[str]], asked: Collection[str], embed: Embed) -> list[str]:
    """Return a name per group of texts, no two alike.

    Args:
        groups: Texts, in groups.
        asked: Terms of the question; a phrase of nothing else names no group.
        embed: Gives texts unit rows.
    """
    stems = [[set(terms(text)) for text in texts] for texts in groups]
    candidates = [_candidates(place, texts, stems, set(asked)) for place, texts in enumerate(groups)]
    closeness = _closeness(groups, candidates, embed)
    names: list[str] = []
    taken: set[frozenset[str]] = set()
    for found, near in zip(candidates, closeness, strict=True):
        ranked = sorted(found, key=lambda item: -(item[1] + _MEANING * near[item[0].text]))
        phrase = next((phrase for phrase, _ in ranked if not _alike(phrase, taken)), None)
        taken |= {frozenset(phrase.stems)} if phrase else set()
        names.append(_unused(_capitalised(phrase.text) if phrase else OTHERWISE, names))
    return names


def _candidates(
    place: int, texts: Sequence[str], stems: Sequence[Sequence[set[str]]], asked: set[str]
) -> list[tuple[Phrase, float]]:
    """Return the phrases that stand most in the group and least elsewhere, with how much so."""
    found = {phrase.stems: phrase for text in reversed(texts) for phrase in noun_phrases(text)}
    others = [own for at, group in enumerate(stems) if at != place for own in group]
    worth = [
        (phrase, _cover(phrase, stems[place]) - _ELSEWHERE * _cover(phrase, others) - _GERUND * _is_gerund(phrase))
        for phrase in found.values()
        if not asked.issuperset(phrase.stems)
    ]
    return sorted(worth, key=lambda item: (-item[1], item[0].text))[:_COMPARED]


def _cover(phrase: Phrase, texts: Sequence[set[str]]) -> float:
    """Return the mean share of the phrase's terms that a text has."""
    shares = [sum(stem in own for stem in phrase.stems) / len(phrase.stems) for own in texts]
    return sum(shares) / max(len(shares), 1)


def _closeness(
    groups: Sequence[Sequence[str]], candidates: Sequence[Sequence[tuple[Phrase, float]]], embed: Embed
) -> list[dict[str, float]]:
    """Return for each group how much nearer each of its phrases is to it than to the other groups."""
    phrases = list(dict.fromkeys(phrase.text for found in candidates for phrase, _ in found))
    if not phrases:
        return [{} for _ in groups]
    vectors = embed([*phrases, *(text for texts in groups for text in texts)])
    ends = len(phrases) + np.cumsum([len(texts) for texts in groups])
    middles = np.stack([vectors[end - len(texts) : end].mean(axis=0) for texts, end in zip(groups, ends, strict=True)])
    near = vectors[: len(phrases)] @ middles.T
    rest = (near.sum(axis=1, keepdims=True) - near) / max(len(groups) - 1, 1)
    return [dict(zip(phrases, (near - rest / 2)[:, place].tolist(), strict=True)) for place in range(len(groups))]


def _alike(phrase: Phrase, taken: Collection[frozenset[str]]) -> bool:
    return any(other <= set(phrase.stems) or other >= set(phrase.stems) for other in taken)


def _is_gerund(phrase: Phrase) -> bool:
    return phrase.text.split()[0].lower().endswith("ing")


def _capitalised(text: str) -> str:
    """Return the phrase as a heading; names such as "mRNA" stay as they are."""
    return text[0].upper() + text[1:] if text.split(maxsplit=1)[0].islower() else text


def _unused(name: str, names: Sequence[str]) -> str:
    return name if name not in names else f"{name} ({sum(one.startswith(name) for one in names) + 1})"
