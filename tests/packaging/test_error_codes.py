"""Every code that a caller can meet is explained in docs/errors.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "shared" / "scholarai"
# Codes that stay inside a worker, or that only an operator meets, in logs.
INSIDE = {
    "reranker_busy",
    "reranker_loading",
    "reranker_unusable",
    "busy",
    "forged",
    "out_of_time",
    "stopping",
    "extraction_lost",
    "signing_impossible",
    "store_too_new",
    "store_lost",
    "store_older",
    "store_damaged",
    "backup_unusable",
}
SPOKEN_OVER_HTTP = ("services", "entrypoints", "adapters/embedded", "adapters/gcp/identity.py", "domain", "retrieval")


def codes(source: Path) -> Iterator[str]:
    """Yield the codes of errors that a module makes: `SomeError("code", "sentence", ...)`."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
            first = node.args[0] if len(node.args) > 1 else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def test_every_code_of_ours_is_documented() -> None:
    documented = set(re.findall(r"`([a-z_]+)`", (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")))
    sources = [path for path in PACKAGE.rglob("*.py") if str(path.relative_to(PACKAGE)).startswith(SPOKEN_OVER_HTTP)]

    used = {code for source in sources for code in codes(source)}

    assert len(used) > 30
    assert used - INSIDE - documented == set()
