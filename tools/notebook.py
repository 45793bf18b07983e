"""Runs docs/notebook.ipynb, and compares what its cells show with what stands in it; `--write` stores what they show.

    python tools/notebook.py [--write]

Only the standard library: what a cell shows is what a notebook would show, `_repr_html_` of its last line or its text.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import inspect
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def main(arguments: list[str]) -> int:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    shown = run(["".join(cell["source"]) for cell in cells])
    if "--write" in arguments:
        for number, (cell, outputs) in enumerate(zip(cells, shown, strict=True), start=1):
            cell |= {"outputs": outputs, "execution_count": number}
        NOTEBOOK.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return 0
    differing = [n for n, (cell, outputs) in enumerate(zip(cells, shown, strict=True), 1) if plain(cell) != outputs]
    for number in differing:
        print(f"cell {number} shows something else now; `python tools/notebook.py --write` stores it", file=sys.stderr)
    return 1 if differing else 0


def plain(cell: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the outputs of a cell without their numbers, which a notebook program gives anew."""
    return [
        {**output, **({"execution_count": None} if "execution_count" in output else {})} for output in cell["outputs"]
    ]


def run(sources: list[str]) -> list[list[dict[str, Any]]]:
    """Run cells one after another with an empty library and without a model, and return the outputs of each.

    Raises:
        Exception: What a cell raises.
    """
    before = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(("SCHOLARAI_", "GEMINI_"))}
    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["SCHOLARAI_DATA"] = folder
            return [outputs_of(source, names) for source in sources]
    finally:
        os.environ.pop("SCHOLARAI_DATA", None)
        os.environ |= before


def outputs_of(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell, and return what it prints and what its last expression shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        _done(tree, "exec", names)
        value = _done(ast.Expression(last.value), "eval", names) if isinstance(last, ast.Expr) else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append(
            {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
        )
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data = {
                "text/html": value._repr_html_().splitlines(keepends=True),
                "text/plain": str(value).splitlines(keepends=True),
            }
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _done(tree: ast.Module | ast.Expression, mode: str, names: dict[str, Any]) -> Any:
    """Run a piece of a cell, which may await, and return its value."""
    result = eval(compile(tree, "cell", mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
    return asyncio.run(result) if inspect.iscoroutine(result) else result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
