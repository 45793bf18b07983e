"""Every setting is declared in `config`, and the page of settings has a place for each group."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scholarai.config import RENAMED
from scholarai.entrypoints.generated import names, with_tables

ROOT = Path(__file__).parents[2]


def test_a_page_without_the_heading_of_a_group_is_refused() -> None:
    with pytest.raises(ValueError, match="## Where things are"):
        with_tables("# Settings\n")


def test_every_setting_that_a_module_names_is_declared() -> None:
    named = {
        name
        for module in (ROOT / "shared").rglob("*.py")
        for name in re.findall(r'"((?:SCHOLARAI|OTEL_EXPORTER)_[A-Z_]+)"', module.read_text(encoding="utf-8"))
    }

    assert named <= names() | RENAMED.keys()
