"""`scholarai ops`: runs the operators' tools."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from scholarai.local.terminal import DONE

# Each is a module of this package with a `main` that takes the tool's own arguments.
TOOLS = {
    "backup": "keep a copy of the cloud's documents in a file, or write it back",
    "forget": "delete everything that is kept of one owner",
    "leftovers": "list what deletions and crashes may have left",
    "papers": "list the papers of one owner, and whether each was read",
    "reindex": "extract the papers again whose vectors are of another embedding model",
    "replay": "try again what was given up and lies in a subscription",
}


def ops(tool: str | None, arguments: Sequence[str]) -> int:
    """Run a tool and return its exit code; without one, list them all."""
    if tool is None:
        width = max(map(len, TOOLS))
        sys.stdout.write("".join(f"{name:<{width}}  {says}\n" for name, says in TOOLS.items()))
        sys.stdout.write("\n`scholarai ops TOOL --help` says how each is called.\n")
        return DONE
    module = importlib.import_module(f"scholarai.local.{tool}")
    if set(arguments) & {"-h", "--help"}:
        sys.stdout.write(f"{module.__doc__}")
        return DONE
    code: int = module.main(list(arguments))
    return code
