"""Writes docs/openapi.json (OpenAPI 3.1), some of its schemas as docs/schemas/*.json (Draft-07), and the files of `generated`.

Run it as `python -m scholarai.entrypoints.openapi docs/`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

import scholarai
from scholarai.domain.paper import PaperEvent
from scholarai.domain.plugins import load
from scholarai.entrypoints.calls import IDEMPOTENCY_KEY_CHARACTERS
from scholarai.entrypoints.chat_schemas import Answered, CitationV1, PdfSectionV1
from scholarai.entrypoints.check_schemas import CheckedQuotes
from scholarai.entrypoints.content_schemas import ExtractedPaper
from scholarai.entrypoints.generated import (
    constants,
    formats_page,
    pages_in_terraform,
    settings_in_terraform,
    with_tables,
    with_verdicts,
)
from scholarai.entrypoints.operations import Operation
from scholarai.entrypoints.problems import PROBLEM_TYPE, ProblemDetails
from scholarai.entrypoints.routes import operations_of

Json = dict[str, Any]

OPERATIONS = tuple(operations_of())

_COMPONENTS = "#/components/schemas/"
# Problems of every call: an unknown parameter, no identity, another owner's id, an internal error, a failing dependency.
_USUAL_PROBLEMS = (400, 401, 404, 500, 503)
_PUBLIC_PROBLEMS = (400, 500, 503)
# What others read without the HTTP interface, or check for themselves: the output of `scholarai extract`, an answer, the results of
# a check, and the message that a paper was read.
PUBLISHED: tuple[type, ...] = (ExtractedPaper, Answered, CheckedQuotes, PaperEvent)
_OPTIONAL = {ProblemDetails.__name__}
_PROBLEM = {"$ref": "#/components/responses/Problem"}


def documents() -> Mapping[str, Json]:
    """Return every generated file by its path inside docs/."""
    files: dict[str, Json] = {"openapi.json": openapi(), "constants.json": constants()}
    for kind in PUBLISHED:
        files[f"schemas/{_snake(kind.__name__)}.json"] = _draft_07(kind)
    return files


def render(document: Json) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m scholarai.entrypoints.openapi DOCS\n")
        return 2
    for path, document in documents().items():
        (Path(arguments[0]) / path).write_text(render(document), encoding="utf-8")
    for target, text in texts(Path(arguments[0])).items():
        target.write_text(text, encoding="utf-8")
    return 0


def texts(docs: Path) -> Mapping[Path, str]:
    """Return the generated pages of a checkout, whose folder of documentation is `docs`."""
    settings, errors, checking = docs / "settings.md", docs / "errors.md", docs / "checking.md"
    rows: str = load("scholarai.adapters.reading.faults:documented")()
    return {
        docs / "formats.md": formats_page(),
        errors: re.sub(r"(?<=\n)(\| `empty_file` .*\n)(\|.*\n)*", lambda _: rows, errors.read_text(encoding="utf-8")),
        checking: with_verdicts(checking.read_text(encoding="utf-8")),
        settings: with_tables(settings.read_text(encoding="utf-8")),
        docs.parent / "terraform" / "settings.tf": settings_in_terraform(),
        docs.parent / "terraform" / "modules" / "front" / "pages.tf": pages_in_terraform(),
    }


def openapi() -> Json:
    """Return the OpenAPI document of all operations."""
    paths: dict[str, Json] = {}
    path_of: dict[str, str] = {}
    for operation in OPERATIONS:
        described = _operation(operation)
        if path_of.setdefault(operation.name, operation.path) != operation.path:
            described["operationId"] += "_2"  # the same handler at its second path: an id stands for one path
        paths.setdefault(operation.path, {}).setdefault(operation.method.lower(), described)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ScholarAI",
            "version": scholarai.__version__,
            "description": "Question scientific papers: every quote checked against the paper and drawn on its page.",
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "security": [{"id_token": []}],
        "paths": paths,
        "components": {
            "schemas": _components(),
            "responses": {
                "Problem": {
                    "description": "A problem document",
                    "content": {PROBLEM_TYPE: {"schema": _ref(ProblemDetails)}},
                }
            },
            "parameters": {
                "IdempotencyKey": {
                    "name": "Idempotency-Key",
                    "in": "header",
                    "description": "A call that is sent again with its key, until the end of the next day (UTC), is not done again: the "
                    "answer is what the first one made, as it stands. A key that came with another request is refused with 422. "
                    "Works and Zotero are told apart by what they are: a repeated call finds them, whatever its key.",
                    "schema": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": IDEMPOTENCY_KEY_CHARACTERS,
                        "pattern": "^[!-~]([ -~]*[!-~])?$",
                    },
                }
            },
            "securitySchemes": {
                "id_token": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "JWT",
                    "description": "An ID token of Identity Platform; a server on one's own machine asks for none.",
                }
            },
        },
    }


def _operation(operation: Operation) -> Json:
    described: Json = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.function],
        "parameters": [*_path_parameters(operation), *_query_parameters(operation), *_header_parameters(operation)],
        "responses": _responses(operation),
    }
    if operation.public:
        described["security"] = []
    if body := operation.body or operation.form:
        described["requestBody"] = {"required": True, "content": {operation.body_type: {"schema": _ref(body)}}}
    return described


def _path_parameters(operation: Operation) -> list[Json]:
    schema = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,128}$"}
    names = re.findall(r"\{(\w+)\}", operation.path)
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in names]


def _query_parameters(operation: Operation) -> list[Json]:
    return [_query_parameter(name, dict(schema)) for name, schema in operation.query.items()]


def _query_parameter(name: str, schema: Json) -> Json:
    required = {"required": True} if schema.pop("required", False) else {}
    return {"name": name, "in": "query", "schema": schema, **required}


def _header_parameters(operation: Operation) -> list[Json]:
    return [{"$ref": "#/components/parameters/IdempotencyKey"}] if operation.repeatable else []


def _responses(operation: Operation) -> Json:
    usual = _PUBLIC_PROBLEMS if operation.public else _USUAL_PROBLEMS
    of_costs = (403, 429) if operation.costs else ()
    problems = {str(status): _PROBLEM for status in sorted({*usual, *of_costs, *operation.problems})}
    return {str(status): _success(operation) for status in (operation.status, *operation.also)} | problems


def _success(operation: Operation) -> Json:
    content: Json = {}
    if operation.answer:
        content["application/json"] = {"schema": _ref(operation.answer)}
    for kind in operation.texts:
        content[kind] = {"schema": _file_schema(kind)}
    if operation.events:
        content["text/event-stream"] = _stream(operation.events)
    return {"description": "Done", **({"content": content} if content else {})}


def _file_schema(media_type: str) -> Json:
    if media_type == "application/json":
        return {"type": "object"}
    if media_type == "application/vnd.citationstyles.csl+json":  # a list of entries
        return {"type": "array", "items": {"type": "object"}}
    return {"type": "string"} if media_type.startswith("text/") else {"type": "string", "format": "binary"}


def _stream(events: Mapping[str, type]) -> Json:
    names = ", ".join(f"`{name}`" for name in events)
    return {
        "schema": {
            "type": "object",
            "description": f"One event. With `stream`: events {names}; `done` or `error` comes last.",
            "required": ["event", "data"],
            "properties": {
                "event": {"type": "string", "enum": list(events)},
                "data": {"type": "string", "contentMediaType": "application/json"},
            },
        },
        "x-events": {name: _ref(kind) for name, kind in events.items()},
    }


def _bodies() -> set[type]:
    return {body for operation in OPERATIONS if (body := operation.body or operation.form)}


def _payloads() -> set[type]:
    """Return what the components are made from: bodies, answers, events, and the parts of an answer."""
    answers = {operation.answer for operation in OPERATIONS if operation.answer}
    events = {kind for operation in OPERATIONS for kind in operation.events.values()}
    return {*_bodies(), *answers, *events, PdfSectionV1, CitationV1, ProblemDetails}


def _components() -> Json:
    schemas = dict(sorted(_schemas(_payloads(), _COMPONENTS + "{name}").items()))
    _without_closed_tuples(schemas)
    return schemas


def _without_closed_tuples(node: Any) -> None:
    """Drop `items: false`, which generators of clients do not read; `maxItems` beside it says the same."""
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        _without_closed_tuples(child)
    if isinstance(node, dict) and node.get("items") is False and "maxItems" in node:
        del node["items"]


def _draft_07(kind: type) -> Json:
    definitions = _schemas({kind}, "#/definitions/{name}")
    schema = {**definitions.pop(kind.__name__), **({"definitions": definitions} if definitions else {})}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": f"urn:scholarai:schema:{_snake(kind.__name__)}",
        **_to_draft_07(schema),
    }


def commands_schema(printed: Mapping[str, Sequence[type]], name: str = "") -> Json:
    """Return the schema of what commands of the command line print, as the properties of one object; or of what the named one prints."""
    shown = {words: kinds for words, kinds in printed.items() if name in {"", words}}
    definitions = _schemas({kind for kinds in shown.values() for kind in kinds}, "#/definitions/{name}")
    found = {
        words: {"anyOf": [{"$ref": f"#/definitions/{kind.__name__}"} for kind in kinds]}
        for words, kinds in shown.items()
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": f"urn:scholarai:schema:{'-'.join(('commands', *name.split()))}",
        **(found[name] if name else {"type": "object", "properties": found}),
        "definitions": _to_draft_07(definitions),
    }


def _schemas(kinds: Iterable[type], ref_template: str) -> Json:
    """Return the schemas of these types and of their parts, by name."""
    _, schemas = msgspec.json.schema_components(
        sorted(kinds, key=lambda kind: kind.__name__), ref_template=ref_template
    )
    taken = {body.__name__ for body in _bodies()}
    for name in schemas.keys() - taken:
        _require_all(name, schemas[name])
    return schemas


def _require_all(name: str, schema: Json) -> None:
    """Mark every field of an answer as required, also those with a default in our values, and drop the defaults."""
    if "properties" in schema and name not in _OPTIONAL:
        schema["required"] = list(schema["properties"])
        for field in schema["properties"].values():
            field.pop("default", None)


def _to_draft_07(node: Any) -> Any:
    """Return a schema of JSON Schema 2020-12 as one of Draft-07."""
    if isinstance(node, list):
        return [_to_draft_07(item) for item in node]
    if not isinstance(node, dict):
        return node
    renamed = {name: _to_draft_07(value) for name, value in node.items()}
    if "prefixItems" in renamed:
        renamed |= {"items": renamed.pop("prefixItems"), "additionalItems": False}
    if "$ref" in renamed and len(renamed) > 1:  # Draft-07 ignores what stands beside a reference
        return {"allOf": [{"$ref": renamed.pop("$ref")}], **renamed}
    return renamed


def _ref(kind: type) -> Json:
    return {"$ref": _COMPONENTS + kind.__name__}


def _snake(name: str) -> str:
    return "_".join(_words(name)).lower()


def _words(name: str) -> Iterable[str]:
    return re.findall(r"[A-Z][a-z]+|[A-Z]\d+", name)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
