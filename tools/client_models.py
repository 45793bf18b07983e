# ruff: noqa: INP001  - a script, not a package
"""Writes the pydantic models of `scholarai.client` from docs/openapi.json.

`python tools/client_models.py` writes shared/scholarai/client/models.py; with `--check` it exits 1 when that file is not
what it would be now.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OPENAPI = ROOT / "docs" / "openapi.json"
MODELS = ROOT / "shared" / "scholarai" / "client" / "models.py"

HEAD = '''"""Values of the HTTP interface. Made from docs/openapi.json by `python tools/client_models.py`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Base of all values. Fields that a newer server adds are kept, not refused."""

    model_config = ConfigDict(frozen=True, extra="allow")
'''
SIMPLE = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "object": "dict[str, Any]",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    only_check = parser.parse_args().check
    text = source(json.loads(OPENAPI.read_text(encoding="utf-8")))
    if only_check:
        return int(MODELS.read_text(encoding="utf-8") != text)
    MODELS.write_text(text, encoding="utf-8")
    return 0


def source(openapi: Mapping[str, Any]) -> str:
    """Return the module: every schema that an answer can hold, by name; those of requests are left out."""
    schemas = openapi["components"]["schemas"]
    wanted = sorted(_reached(openapi, schemas))
    aliases = [_alias(name, schemas[name]) for name in wanted if schemas[name]["type"] == "array"]
    classes = [_model(name, schemas[name]) for name in wanted if schemas[name]["type"] == "object"]
    return _formatted("\n\n".join([HEAD, "\n\n\n".join(classes), "\n\n".join(aliases)]) + "\n")


def _reached(openapi: Mapping[str, Any], schemas: Mapping[str, Any]) -> set[str]:
    answers = [
        response
        for operations in openapi["paths"].values()
        for operation in operations.values()
        if isinstance(operation, dict)
        for response in operation["responses"].values()
    ]
    found: set[str] = set()
    # The events of a stream stand in the document's components, not in an answer's schema.
    waiting = [*_references(answers), *(name for name in ("Begun", "Delta", "Restarted", "ProblemDetails"))]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(schemas[name])
    return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _references(item)
    elif isinstance(node, dict):
        if isinstance(node.get("$ref"), str) and "/schemas/" in node["$ref"]:
            yield node["$ref"].rsplit("/", 1)[1]
        for value in node.values():
            yield from _references(value)


def _alias(name: str, schema: Mapping[str, Any]) -> str:
    return f'{name}: TypeAlias = {_type(schema)}\n"""{_doc(schema)}"""'


def _model(name: str, schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    doc = f'    """{_doc(schema)}"""\n\n' if schema.get("description") else ""
    fields = [
        f"    {field}: {_type(of)}" + ("" if field in required else f" = {of.get('default')!r}")
        for field, of in schema["properties"].items()
    ]
    body = "\n".join(fields) or ("    pass" if not doc else "")
    return f"class {name}(Model):\n{doc}{body}"


def _doc(schema: Mapping[str, Any]) -> str:
    return str(schema.get("description", "")).replace("\\", "\\\\").rstrip()


def _type(schema: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": reference}:
            text = str(reference).rsplit("/", 1)[1]
        case {"anyOf": kinds}:
            text = " | ".join(map(_type, kinds))
        case {"enum": values}:
            text = f"Literal[{', '.join(map(repr, values))}]"
        case {"prefixItems": items}:
            text = f"tuple[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": items}:
            text = f"tuple[{_type(items)}, ...]"
        case {"type": "object", "additionalProperties": dict(values)}:
            text = f"dict[str, {_type(values)}]"
        case _:
            text = SIMPLE.get(schema.get("type", ""), "Any")
    return text


def _formatted(text: str) -> str:
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check", "--quiet", "--fix-only", "--select", "I,F,W,D2"], ["format", "--quiet"]):
        text = subprocess.run(
            [*ruff, *command, "--stdin-filename", str(MODELS), "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return text


if __name__ == "__main__":
    sys.exit(main())
