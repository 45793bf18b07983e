"""A system with one paper in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_chat.system import System


@pytest.fixture
def system(tmp_path: Path) -> System:
    made = System(tmp_path)
    made.add_paper()
    return made
