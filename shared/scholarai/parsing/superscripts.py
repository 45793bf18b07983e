"""Raised and lowered characters, so that 10⁻³ is not 10−3."""

from __future__ import annotations

_RAISED = str.maketrans("0123456789+-−–=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans("0123456789+-−–=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")


def raised(text: str) -> str:
    """Return digits and signs as raised characters, other text as it is."""
    return _shifted(text, _RAISED)


def lowered(text: str) -> str:
    """Return digits and signs as lowered characters, other text as it is."""
    return _shifted(text, _LOWERED)


def _shifted(text: str, table: dict[int, int]) -> str:
    return text.translate(table) if all(ord(character) in table for character in text) else text
