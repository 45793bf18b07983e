"""Thirty papers that give orders, and a model that obeys every one."""

from __future__ import annotations

from pathlib import Path

import pytest
from attacks.injections import ORDERS
from attacks.obeying import asked_about


@pytest.mark.parametrize("order", ORDERS, ids=range(1, len(ORDERS) + 1))
def test_an_obeyed_order_deceives_no_reader_and_reaches_nothing_else(order: str, tmp_path: Path) -> None:
    assert asked_about(tmp_path, order) == []
