"""What a resumed extraction depends on changes whenever a source that decides its result does."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import grimp
import pytest

import scholarai
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.versions import LIBRARIES, READING, SPLITTING, digest, reading_version, splitting_version

PACKAGE = Path(scholarai.__file__).parent
ROOTS = {"reading": "scholarai.adapters.reading.child", "splitting": "scholarai.splitting.chunks"}
PARTS = {"reading": READING, "splitting": SPLITTING}
# They carry or check values, and have no rules for papers.
NEUTRAL = {"msgspec", "numpy"}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    return shutil.copytree(PACKAGE, tmp_path / "scholarai", ignore=shutil.ignore_patterns("__pycache__"))


def test_a_changed_rule_of_parsing_changes_the_version(package: Path) -> None:
    before = digest(package, READING)
    source = next((package / "parsing").rglob("columns.py"))
    source.write_text(source.read_text().replace("1", "2", 1))

    assert digest(package, READING) != before


def test_learned_weights_change_the_version(package: Path) -> None:
    before = digest(package, READING)
    with (package / "parsing" / "data" / "references.json").open("a") as weights:
        weights.write(" ")

    assert digest(package, READING) != before


def test_a_new_file_and_a_new_name_change_the_version(package: Path) -> None:
    before = digest(package, SPLITTING)
    (package / "splitting" / "windows.py").rename(package / "splitting" / "parts.py")
    renamed = digest(package, SPLITTING)
    (package / "splitting" / "more.py").touch()

    assert len({before, renamed, digest(package, SPLITTING)}) == 3


def test_what_decides_nothing_about_a_papers_content_leaves_the_version(package: Path) -> None:
    before = digest(package, READING)
    (package / "services" / "other.py").write_text("# other")

    assert digest(package, READING) == before


def test_another_release_of_a_library_changes_the_version() -> None:
    assert digest(PACKAGE, READING, ["pymupdf 1.28.0"]) != digest(PACKAGE, READING, ["pymupdf 1.28.1"])


def test_the_version_is_that_of_this_code_and_its_libraries() -> None:
    installed = {name for name in LIBRARIES if _is_installed(name)}
    named = [f"{name} {metadata.version(name) if name in installed else 'absent'}" for name in LIBRARIES]

    assert reading_version() == digest(PACKAGE, READING, named)
    assert splitting_version() == digest(PACKAGE, SPLITTING)


def test_another_engine_for_scanned_pages_is_another_reader() -> None:
    versions = {SandboxedReader(ReadLimits(ocr=ocr)).version for ocr in ("tesseract", "rapidocr")}

    assert len(versions) == 2


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("scholarai", include_external_packages=True, exclude_type_checking_imports=True)


@pytest.mark.parametrize("name", PARTS)
def test_every_module_that_decides_the_result_is_in_the_digest(name: str, imports: grimp.ImportGraph) -> None:
    needed = {ROOTS[name]} | imports.find_upstream_modules(ROOTS[name])
    ours = {module for module in needed if module.startswith("scholarai.")}

    assert not {module for module in ours if not _is_covered(module, PARTS[name])}


def test_every_library_that_reads_papers_is_in_the_version(imports: grimp.ImportGraph) -> None:
    ours = {ROOTS["reading"]} | imports.find_upstream_modules(ROOTS["reading"])
    imported = {name for module in ours for name in imports.find_modules_directly_imported_by(module)}
    packages = metadata.packages_distributions()
    distributions = {packages[name][0].lower() for name in imported if name in packages}

    assert "pymupdf" in distributions
    assert distributions - NEUTRAL - {"scholarai"} <= set(LIBRARIES)


def _is_covered(module: str, parts: Iterable[str]) -> bool:
    path = module.removeprefix("scholarai.").replace(".", "/")
    return any(path == part.removesuffix(".py") or path.startswith(f"{part}/") for part in parts)


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True
