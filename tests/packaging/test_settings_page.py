"""What is made of the settings is what their declarations say now, and no other module reads a setting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scholarai.entrypoints.settings_page import names, terraform, with_tables

ROOT = Path(__file__).parents[2]
AGAIN = "run `python -m scholarai.entrypoints.openapi docs/`"


def test_the_settings_page_has_the_tables_of_the_declarations() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")

    assert page == with_tables(page), AGAIN


def test_terraform_has_the_variables_of_the_declarations() -> None:
    assert (ROOT / "terraform" / "settings.tf").read_text(encoding="utf-8") == terraform(), AGAIN


def test_a_page_without_the_heading_of_a_group_is_refused() -> None:
    with pytest.raises(ValueError, match="## Where things are"):
        with_tables("# Settings\n")


def test_every_setting_that_a_module_names_is_declared() -> None:
    named = {
        name
        for module in (ROOT / "shared").rglob("*.py")
        for name in re.findall(r'"((?:SCHOLARAI|OTEL_EXPORTER)_[A-Z_]+)"', module.read_text(encoding="utf-8"))
    }

    assert named <= names()
