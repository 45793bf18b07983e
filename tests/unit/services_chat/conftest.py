"""A world with one paper in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.services_chat.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    made = World(tmp_path)
    made.add_paper()
    return made
