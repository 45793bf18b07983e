"""What the manuals tell an operator to type is there: our commands, make's targets, Terraform's outputs and addresses."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scholarai.adapters.models.registry import PROVIDERS
from scholarai.local.completion import parsers
from scholarai.local.parser import make_parser

ROOT = Path(__file__).parents[2]
MANUALS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "terraform" / "README.md"]
TERRAFORM = "\n".join(path.read_text() for path in sorted((ROOT / "terraform").rglob("*.tf")))
_CODE = re.compile(r"^```\w*\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, str]]:
    """Yield the manual and the text of every piece of code in it."""
    for manual in MANUALS:
        for block, inline in _CODE.findall(manual.read_text()):
            yield manual.name, block or inline


def found(pattern: str) -> set[tuple[str, str]]:
    return {(manual, name) for manual, text in commands() for name in re.findall(pattern, text)}


@pytest.mark.parametrize(("manual", "module"), sorted(found(r"python -m (scholarai[\w.]*)")))
def test_a_command_of_ours_can_be_run(manual: str, module: str) -> None:
    spec = importlib.util.find_spec(module)

    assert spec is not None
    assert spec.origin is not None
    assert '__name__ == "__main__"' in Path(spec.origin).read_text()


def test_commands_and_operators_tools_are_known() -> None:
    known = {words for words, _ in parsers(make_parser())}
    named = found(r"(?m)(?:^|\$ |bin/)scholarai ([a-z]+)\b")
    tools = found(r"(?m)^scholarai (ops [a-z]+)")

    assert {name for _, name in named} >= {"ask", "check"}
    assert {(manual, name) for manual, name in named if name not in known} == set()
    assert tools
    assert {(manual, name) for manual, name in tools if name not in known} == set()


def test_every_make_target_in_the_manuals_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        (manual, target)
        for manual, words in found(r"\bmake ([a-z][a-z-]*(?: [a-z][a-z-]*)*)")
        for target in words.split()
    }

    assert {(manual, target) for manual, target in named if target not in targets} == set()


def test_outputs_and_addresses_are_terraform_s() -> None:
    outputs = found(r"terraform (?:-chdir=terraform )?output (?:-raw )?(\w+)")
    addresses = found(r"(?:-replace=|terraform import |state rm )'?((?:google|time)_\w+\.\w+)")

    assert {name for _, name in outputs} == {"events_topic", "page_key", "papers_bucket", "pipeline", "settings", "url"}
    assert all(f'output "{name}"' in TERRAFORM for _, name in outputs)
    assert addresses
    assert all('resource "{}" "{}"'.format(*address.split(".")) in TERRAFORM for _, address in addresses)


def test_what_an_operator_sets_is_an_input() -> None:
    named = {name for manual, name in found(r"^([a-z]+(?:_[a-z]+)+)(?:\.\w+)? += ") if manual == "operations.md"}

    assert "warm_chat_instances" in named
    assert {name for name in named if f'variable "{name}"' not in TERRAFORM} == set()


def test_the_page_on_models_has_a_row_for_every_provider() -> None:
    text = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `(\w+)` \| `\w+/", text, re.MULTILINE)) == set(PROVIDERS)
