"""Measures the share of mathematics in a row, by fonts and operators."""

from __future__ import annotations

import re
from functools import lru_cache

from scholarai.parsing.pdf.layout.rows import Row

_MATH_FONTS = re.compile(
    r"cmmi|cmsy|cmex|msam|msbm|math|symbol|mtmi|mtsy|mtex|rmtmi|lmmi|lmsy|lmex|eufm|eurm|eusm|rsfs|bbm|stix.*(?:math|size)|"
    r"cambria ?math|esint|wasy|txsy|txmi|txex|pxsy|pxmi|pxex|cmbsy|cmmib|mnsymbol|fourier|yhmath|dsrom|newcm(?:math)",
    re.IGNORECASE,
)
_OPERATORS = frozenset("=+<>≤≥≈≃≅∼∝∈∉⊂⊆⊃∪∩∧∨¬∀∃∑∏∫∂∇√∞±×·∗∘⊗⊕→←↔⇒⇔↦∆−≡≠⟨⟩∥|{}/^_∣⋅…⎛⎝⎞⎠⎡⎣⎤⎦⎧⎨⎩")


def math_share(row: Row) -> float:
    """Return the share of a row's characters that are operators or in mathematical fonts."""
    letters = marked = 0
    for run in row.runs:
        length = run.end - run.start
        letters += length
        if is_math_font(run.style.font) or (run.style.italic and length <= 2):
            marked += length
        else:
            marked += sum(c in _OPERATORS for c in row.text[run.start : run.end])
    return marked / max(1, letters)


@lru_cache(maxsize=1024)
def is_math_font(font: str) -> bool:
    """Tell whether a font is mathematical."""
    return _MATH_FONTS.search(font) is not None
