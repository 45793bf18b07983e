"""Raised and lowered characters, so that 10⁻³ is not 10−3, nor 214⁵ 2145."""

from __future__ import annotations

import re

_DIGITS = "0123456789+-−–"
_RAISED_DIGITS = str.maketrans(_DIGITS, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_LOWERED_DIGITS = str.maketrans(_DIGITS, "₀₁₂₃₄₅₆₇₈₉₊₋₋₋")
_RAISED_SIGNS = _RAISED_DIGITS | str.maketrans("=()ni", "⁼⁽⁾ⁿⁱ")
_LOWERED_SIGNS = _LOWERED_DIGITS | str.maketrans("=()", "₌₍₎")
# Beside digits letters are raised, too; by themselves they may be the end of a word.
_RAISED = _RAISED_SIGNS | str.maketrans("abcdefghjklmoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
_LOWERED = _LOWERED_SIGNS | str.maketrans("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
# The dash of a range, as in marks of citations; in brackets, or with words, digits are apart from what they stand behind.
_RANGE = re.compile(r"((?<=\d)[-–](?=\d))")
_APART = re.compile(r"\s*[(\[]|.*[^\W\d_]{3}", re.DOTALL)


def raised(text: str) -> str:
    """Return digits and signs as raised characters, one for one, other text as it is."""
    return _shifted(text, _RAISED_DIGITS, _RAISED_SIGNS, _RAISED)


def lowered(text: str) -> str:
    """Return digits and signs as lowered characters, one for one, other text as it is."""
    return _shifted(text, _LOWERED_DIGITS, _LOWERED_SIGNS, _LOWERED)


def _shifted(text: str, *tables: dict[int, int]) -> str:
    digits, signs, everything = tables
    numeric = re.search(r"\d", text) is not None
    known = everything if numeric else signs
    if not all(ord(character) in known for character in text.strip()):
        if not numeric or _APART.match(text):
            return text
        known = digits
    return "".join(part if at % 2 else part.translate(known) for at, part in enumerate(_RANGE.split(text)))
