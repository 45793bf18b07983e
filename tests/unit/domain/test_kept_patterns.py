"""Patterns that are loaded from the file are the same as compiled ones."""

from __future__ import annotations

import importlib.util
import marshal
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import scholarai
from scholarai.domain import patterns
from scholarai.domain.patterns import KEPT, header_of, kept_patterns, rebuilt
from scholarai.local.kept_patterns import lazy_patterns, made


@pytest.fixture(scope="module")
def stored() -> bytes:
    return made()


def test_every_kept_pattern_has_the_code_of_the_compiled_one(stored: bytes) -> None:
    kept = kept_patterns(stored)

    assert set(kept) == {found.key for found in lazy_patterns()}
    assert len(kept) > 75
    assert [key for key, entry in kept.items() if rebuilt(key[0], *entry) != re.compile(*key)] == []


def test_kept_groups_have_their_names(stored: bytes) -> None:
    kept = kept_patterns(stored)
    text, flags = next(key for key in kept if "(?P<plain>" in key[0])
    found = rebuilt(text, *kept[text, flags])

    assert (found.groupindex, found.flags, found.groups) == (
        re.compile(text, flags).groupindex,
        re.compile(text, flags).flags,
        re.compile(text, flags).groups,
    )
    matched = found.match("plain ")
    assert matched is not None
    assert matched.lastgroup == "plain"


@pytest.mark.parametrize(
    "change",
    [
        lambda stored: b"",
        lambda stored: stored[:-1],
        lambda stored: stored[:-1] + bytes([stored[-1] ^ 1]),
        lambda stored: b"1" + stored,
        lambda stored: stored.partition(b"\n")[2],
    ],
    ids=["empty", "cut", "damaged", "another compiler", "without its first line"],
)
def test_a_file_that_is_not_sound_keeps_nothing(change: Callable[[bytes], bytes], stored: bytes) -> None:
    assert kept_patterns(change(stored)) == {}


def test_the_same_patterns_make_the_same_bytes(stored: bytes) -> None:
    assert made() == stored


def test_a_pattern_is_taken_from_the_file_of_its_python(tmp_path: Path) -> None:
    """The kept entry is of another pattern, so that it can be told from what compiling would give."""
    module = _copied(tmp_path, {("bee", 0): marshal.loads(made().partition(b"\n")[2])[_key_of(r"[^\W\d_]+")]})

    assert module.lazy_pattern("bee").fullmatch("wasp")
    assert module.lazy_pattern("ant").fullmatch("ant")


def test_without_a_file_patterns_are_compiled(tmp_path: Path) -> None:
    assert _copied(tmp_path, None).lazy_pattern("bee").fullmatch("bee")


def test_the_file_comes_along_in_wheels_and_bundles() -> None:
    """Both take `*/data/*` of the package, and Terraform's sum of a bundle does."""
    assert KEPT.relative_to(Path(scholarai.__file__).parent).parts[1:-1] == ("data",)


def _key_of(text: str) -> tuple[str, int]:
    return next(found.key for found in lazy_patterns() if found.key[0] == text)


def _copied(folder: Path, kept: dict[tuple[str, int], object] | None) -> ModuleType:
    """Load the module from another folder, with other kept patterns beside it."""
    source = shutil.copy(patterns.__file__, folder / "patterns.py")
    if kept is not None:
        body = marshal.dumps(kept)
        (folder / "data").mkdir()
        (folder / "data" / KEPT.name).write_bytes(header_of(body) + b"\n" + body)
    spec = importlib.util.spec_from_file_location("copied_patterns", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
