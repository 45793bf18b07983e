"""A system with the bee paper in it, whose texts are checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_checking.checker import Checker


@pytest.fixture
def checker(tmp_path: Path) -> Checker:
    return Checker(tmp_path)
