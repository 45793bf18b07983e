"""Every file that a comment, a docstring or a document cites is in the repository."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TRACKED = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
    cwd=ROOT,
    capture_output=True,
    text=True,
    check=True,
).stdout.splitlines()
# Of each file its path from the repository's root and from every folder that it is in.
PATHS = {"/".join(steps[at:]) for steps in (path.split("/") for path in TRACKED) for at in range(len(steps))}
# A path with a folder, or a document in capitals such as CHANGELOG.md; no patterns, and nothing of other packages.
_CITED = re.compile(
    r"(?<![\w/.{}*<-])(?!pdfjs-dist/)(?:(?:[\w-]+/)+[\w-]+\.(?:py|mjs|tsx?|tf|toml|md|yml)|[A-Z][A-Z_]{2,}\.md)\b"
)
_READ_WHOLE = {".md", ".mjs", ".tf", ".toml", ".ts", ".tsx", ".yml"}


def test_every_cited_file_is_there() -> None:
    cited = {(path, name) for path in TRACKED for text in prose(ROOT / path) for name in _CITED.findall(text)}

    assert len(cited) > 100
    assert {(path, name) for path, name in cited if name not in PATHS} == set()


def prose(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a Python file, and the whole of any other text."""
    if not path.is_file():
        return
    if path.suffix == ".py":
        source = path.read_text(encoding="utf-8")
        if not _CITED.search(source):
            return
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, documented))
        yield from filter(None, map(ast.get_docstring, nodes))
    elif path.suffix in _READ_WHOLE:
        yield path.read_text(encoding="utf-8")
