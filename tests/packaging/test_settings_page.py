"""Every setting is declared in `config`, and the page of settings has a place for each group."""

from __future__ import annotations

import re
from pathlib import Path

from scholarai.config import RENAMED
from scholarai.entrypoints.generated import names

ROOT = Path(__file__).parents[2]


def test_every_setting_that_a_module_names_is_declared() -> None:
    named = {
        name
        for module in (ROOT / "shared").rglob("*.py")
        for name in re.findall(r'"((?:SCHOLARAI|OTEL_EXPORTER)_[A-Z_]+)"', module.read_text(encoding="utf-8"))
    }

    assert named <= names() | RENAMED.keys()
