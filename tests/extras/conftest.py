"""Tests of optional extras that are large: `make test-rerank` makes an environment for them, where `.ci/run` runs them.

Elsewhere they are not collected, so that a plain `make test` neither needs torch nor skips anything.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from unit.services_chat.system import System

collect_ignore_glob = [] if find_spec("sentence_transformers") else ["test_*.py"]


@pytest.fixture
def system(tmp_path: Path) -> System:
    made = System(tmp_path)
    made.add_paper()
    return made
