"""The Python reference of the documentation site shows every public name, and every value that a public value holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import scholarai
from scholarai import testing

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow

SHOWN = 'class="doc doc-heading"'


@pytest.fixture(scope="module")
def anchors(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What the headings of the built pages can be linked by."""
    site = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
        timeout=300,
    )
    pages = "".join(page.read_text(encoding="utf-8") for page in site.glob("python*.html"))
    return set(re.findall(rf'id="(scholarai[\w.]+)" {SHOWN}', pages))


@pytest.mark.parametrize("module", [scholarai, testing], ids=lambda module: module.__name__)
def test_every_public_name_has_a_heading(module: ModuleType, anchors: set[str]) -> None:
    public = {f"{module.__name__}.{name}" for name in module.__all__ if not name.startswith("_")}

    assert public - anchors == set()


def test_every_value_inside_a_public_value_has_a_heading(anchors: set[str]) -> None:
    public = (getattr(scholarai, name) for name in scholarai.__all__)
    held = {held for value in public for held in values(value)}
    shown = {anchor.rpartition(".")[2] for anchor in anchors}

    assert len(held) > 20
    assert {value.__name__ for value in held} - shown == set()


def values(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """Yield the classes of values that a type is made of, itself included."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from values(hint)
    for part in get_args(kind):
        yield from values(part)
