"""The command while it is still loading its modules."""

from __future__ import annotations

import sys
import tomllib
from importlib.abc import MetaPathFinder
from pathlib import Path

import pytest

from scholarai.__main__ import main

ROOT = Path(__file__).parents[3]
COMMANDS = "scholarai.local.cli"


class Interrupted(MetaPathFinder):
    """Ctrl-C as the module of the commands is looked for."""

    def find_spec(self, fullname: str, _path: object, _target: object = None) -> None:
        if fullname == COMMANDS:
            raise KeyboardInterrupt


def test_ctrl_c_before_the_commands_are_loaded_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, COMMANDS, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])

    assert main() == 130
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts == {"scholarai": f"{main.__module__}:{main.__name__}"}
