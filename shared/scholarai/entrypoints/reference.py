"""The API describes itself: its OpenAPI document, and a page that shows it without a network."""

from __future__ import annotations

import base64
import functools
import hashlib
import html
import json
from collections.abc import Iterator, Mapping
from typing import Any

from scholarai.bootstrap import App
from scholarai.entrypoints.calls import Call, TextReply
from scholarai.entrypoints.operations import Routes
from scholarai.entrypoints.page import HTML

Json = Mapping[str, Any]

routes = Routes()

_BOUNDS = (
    "format",
    "pattern",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "default",
)
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word }
code, pre { font: .875rem/1.4 ui-monospace, monospace }
pre { overflow: auto; padding: .75rem; border: 1px solid #8886; border-radius: .25rem }
details { border-top: 1px solid #8886; padding: .5rem 0 }
summary { cursor: pointer }
table { border-collapse: collapse; width: 100% }
div { scroll-margin-top: 3rem }
td, th { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-top: 1px solid #8883 }
"""
_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title} API</title>
<meta name="viewport" content="width=device-width">
<style>{style}</style>
"""
_TOLD = """<p>{count} calls; <a href="/openapi.json">openapi.json</a> says the same to programs. Every error is a
<a href="#ProblemDetails">problem document</a>.</p>
"""
# The page has no scripts and loads nothing; its one style is allowed by its digest.
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@routes.add("GET", "/openapi.json", "status", "This interface as OpenAPI 3.1", texts=("application/json",), public=True)
def get_openapi(_call: Call, _app: App) -> TextReply:
    return TextReply(text=_document()[0], content_type="application/json")


@routes.add("GET", "/docs", "status", "This interface as a page to read", texts=("text/html",), public=True)
def get_docs(_call: Call, _app: App) -> TextReply:
    return TextReply(text=_document()[1], content_type=HTML, headers={"Content-Security-Policy": _POLICY})


@functools.cache
def _document() -> tuple[str, str]:
    """Return the document as JSON and as a page; both are made when they are first asked for."""
    from scholarai.entrypoints.openapi import openapi  # it reads all operations, these two as well

    document = openapi()
    return json.dumps(document, ensure_ascii=False), page(document)


def page(document: Json) -> str:
    """Return an OpenAPI document as HTML: each call with its parameters, bodies and answers, and the schemas that they name."""
    about, parts = document["info"], document["components"]
    calls = [
        (path, method, call) for path, methods in document["paths"].items() for method, call in sorted(methods.items())
    ]
    return "".join(
        (
            _HEAD.format(title=_text(about["title"]), style=_STYLE),
            f"<h1>{_text(about['title'])} API {_text(about['version'])}</h1>\n<p>{_prose(about['description'])}</p>\n",
            _TOLD.format(count=len(calls)),
            "<h2>Calls</h2>\n",
            *(piece for path, method, call in calls for piece in _call_of(path, method, call, parts["parameters"])),
            "<h2>Schemas</h2>\n",
            *(
                f'<details><summary><code>{_text(name)}</code></summary>\n<div id="{_text(name)}">{_schema_of(schema)}</div></details>\n'
                for name, schema in parts["schemas"].items()
            ),
            "</html>\n",
        )
    )


def _call_of(path: str, method: str, call: Json, shared: Json) -> Iterator[str]:
    yield (
        f"<details><summary><code><b>{method.upper()}</b> {_text(path)}</code> {_prose(call['summary'])}</summary>\n"
        f'<div id="{_text(call["operationId"])}">\n'
    )
    parameters = [shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in call["parameters"]]
    if parameters:
        yield "<table><tr><th>Parameter<th>In<th>Type<th>What it says\n"
        yield from map(_parameter_of, parameters)
        yield "</table>\n"
    for media_type, content in call.get("requestBody", {}).get("content", {}).items():
        yield f"<p>Body: {_type_of(content['schema'])} as <code>{_text(media_type)}</code></p>\n"
    yield "<table><tr><th>Status<th>Answer\n"
    for status, answer in call["responses"].items():
        if "$ref" not in answer:
            kinds = [
                f"{_type_of(one['schema'])} as <code>{_text(kind)}</code>"
                for kind, one in answer.get("content", {}).items()
            ]
            yield f"<tr><td>{_text(status)}<td>{'<br>'.join(kinds) or 'nothing'}\n"
    problems = [status for status, answer in call["responses"].items() if "$ref" in answer]
    yield f'<tr><td>{", ".join(problems)}<td><a href="#ProblemDetails">ProblemDetails</a>\n</table></div></details>\n'


def _parameter_of(parameter: Json) -> str:
    schema = parameter["schema"]
    said = parameter.get("description") or schema.get("description", "")
    needed = " (required)" if parameter.get("required") else ""
    return (
        f"<tr><td><code>{_text(parameter['name'])}</code>{needed}<td>{_text(parameter['in'])}"
        f"<td>{_type_of(schema)}{_bounds_of(schema)}<td>{_prose(said)}\n"
    )


def _schema_of(schema: Json) -> str:
    said = f"<p>{_prose(schema['description'])}</p>\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{said}<p>{_type_of(schema)}{_bounds_of(schema)}</p>\n"
    required = set(schema.get("required", ()))
    rows = (
        f"<tr><td><code>{_text(name)}</code>{' (required)' if name in required else ''}"
        f"<td>{_type_of(field)}{_bounds_of(field)}<td>{_prose(field.get('description', ''))}\n"
        for name, field in schema["properties"].items()
    )
    return f"{said}<table><tr><th>Field<th>Type<th>What it says\n{''.join(rows)}</table>\n"


def _type_of(schema: Json) -> str:
    joined = next((schema[name] for name in ("anyOf", "oneOf", "allOf", "prefixItems") if name in schema), None)
    chosen = schema.get("enum") or ([schema["const"]] if "const" in schema else ())
    if "$ref" in schema:
        name = _text(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if chosen:
        return " or ".join(f"<code>{_text(json.dumps(one))}</code>" for one in chosen)
    if joined:
        return ("list of " if "prefixItems" in schema else "") + " or ".join(dict.fromkeys(map(_type_of, joined)))
    for name, outer in (("items", "list"), ("additionalProperties", "map")):
        if isinstance(schema.get(name), Mapping):
            return f"{outer} of {_type_of(schema[name])}"
    return _text(str(schema.get("type", "anything")))


def _bounds_of(schema: Json) -> str:
    told = [f"{name} {json.dumps(schema[name], ensure_ascii=False)}" for name in _BOUNDS if name in schema]
    return f" <small>{_text(', '.join(told))}</small>" if told else ""


def _prose(text: str) -> str:
    """Return text as HTML, with what stands in backticks as code."""
    pieces = _text(text).split("`")
    return "".join(
        f"<code>{piece}</code>" if n % 2 and n < len(pieces) - 1 else piece for n, piece in enumerate(pieces)
    )


def _text(text: str) -> str:
    return html.escape(text)
