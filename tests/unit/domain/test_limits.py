"""Sizes are written for people."""

from __future__ import annotations

import pytest

from scholarai.domain.limits import GIB, KIB, MIB, sized


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 bytes"),
        (1023, "1,023 bytes"),
        (KIB, "1 KiB"),
        (MIB - 1, "1,024 KiB"),
        (100 * MIB, "100 MiB"),
        (3 * MIB // 2, "1.5 MiB"),
        (2 * GIB, "2,048 MiB"),
    ],
)
def test_a_size_is_said_in_the_largest_unit_that_it_fills(count: int, said: str) -> None:
    assert sized(count) == said
