"""Captions describe panels by letters in order."""

from __future__ import annotations

import pytest

from scholarai.parsing.panels import panels_of


@pytest.mark.parametrize(
    ("caption", "panels"),
    [
        (
            "Figure 1: Growth. (a) Of roots, (b) of leaves. Scale as in (a).",
            [("a", "Of roots"), ("b", "of leaves. Scale as in (a)")],
        ),
        ("Fig. 2 (A): Before. (B): After.", [("A", "Before"), ("B", "After")]),
        ("Figure 3: The case of one letter (a) alone.", []),
        ("Figure 4: As in Table 2(a) and Table 2(b).", []),
        ("Figure 5: Letters out of order (b) and (a).", []),
        ("", []),
    ],
)
def test_panels_are_the_letters_in_order(caption: str, panels: list[tuple[str, str]]) -> None:
    assert list(panels_of(caption)) == panels
