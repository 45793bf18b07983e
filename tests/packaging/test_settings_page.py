"""docs/settings.md names every setting, and no setting that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"\b(?:SCHOLARAI_[A-Z_]+|GEMINI_API_KEY|GOOGLE_CLOUD_PROJECT|OTEL_EXPORTER_OTLP_ENDPOINT)\b")


def test_the_settings_page_names_what_the_code_reads() -> None:
    read = set()
    for module in (ROOT / "shared").rglob("*.py"):
        read |= {name for text in re.findall(r'"([A-Z_]+)"', module.read_text()) for name in NAME.findall(text)}

    assert set(NAME.findall((ROOT / "docs" / "settings.md").read_text())) == read
