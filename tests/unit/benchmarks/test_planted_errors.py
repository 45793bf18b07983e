"""Every error that the histories can plant has its place in the product as it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import scholarai

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from faults_build import PLANTS, TEST_BUILD, Edit  # noqa: E402  - after the path is set

PACKAGE = Path(scholarai.__file__).parent


@pytest.mark.parametrize("edit", [*TEST_BUILD, *PLANTS.values()], ids=lambda edit: f"{edit.file}: {edit.before[:40]}")
def test_what_is_edited_is_there(edit: Edit) -> None:
    assert edit.before in (PACKAGE / edit.file).read_text(encoding="utf-8")
