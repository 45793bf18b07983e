"""Evens out what printing does to text, so that a quote and its place compare equal."""

from __future__ import annotations

import unicodedata

_GREEK = {
    unicodedata.lookup(f"GREEK SMALL LETTER {name}"): name.lower()
    for name in (
        "ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI PI RHO SIGMA TAU UPSILON PHI CHI PSI OMEGA"
    ).split()
}
_GREEK |= {"λ": "lambda", "ς": "sigma", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "µ": "mu"}
_DASHES = frozenset("-‐‑‒–—―−﹣－")
_KEPT_SIGNS = frozenset("%<>=±×≤≥")


def normalise(text: str) -> tuple[str, list[int]]:
    """Return the text without what printing adds, and for each character left the index it came from.

    Letters and digits stay, folded; Greek letters become their names; signs that carry meaning stay; a dot or comma
    stays between digits, a dash before a digit unless a letter stands before it.
    """
    kept: list[str] = []
    origin: list[int] = []
    for index, raw in enumerate(text):
        for character in _fold(raw):
            if character.isalnum() or character in _KEPT_SIGNS or _is_numeric_sign(character, text, index):
                kept.append(character)
                origin.append(index)
    return "".join(kept), origin


_FOLDED: dict[str, str] = {}


def _fold(character: str) -> str:
    """Fold one character; the table of those seen grows to the few hundred that papers use."""
    folded = _FOLDED.get(character)
    if folded is None:
        plain = unicodedata.normalize("NFKD", character).casefold()
        plain = "".join(_GREEK.get(part, part) for part in plain if not unicodedata.combining(part))
        folded = _FOLDED[character] = "-" if character in _DASHES else plain
    return folded


def _is_numeric_sign(character: str, text: str, index: int) -> bool:
    if character not in ".,-":
        return False
    following = text[index + 1 : index + 2]
    before = text[index - 1] if index else " "
    if character == "-":
        return following.isdigit() and not before.isalpha()
    return following.isdigit() and before.isdigit()
