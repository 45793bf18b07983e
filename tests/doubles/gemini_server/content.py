"""What the server says when nothing is scripted: vectors and answers that follow from the request alone."""

from __future__ import annotations

import re
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scholarai.retrieval.terms import question_terms, terms

FULL_DIMENSIONS = 3_072
_PREFIX = re.compile(r"^(?:task: [^|]*\| query: |title: [^|]*\| text: )")
# The number and the text of an excerpt in the prompt of a question.
EXCERPT = re.compile(r"^== (\d+) ==.*\n((?:(?!== |</paper-).*\n)*)", re.MULTILINE)
_ID = re.compile(r"[\[{]\d+\.\d+[\]}] ")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_QUESTION = re.compile(r"<question\b[^>]*>(.*?)</question\b|question:\s*(.+)", re.DOTALL | re.IGNORECASE)


def vector(text: str, dimensions: int) -> list[float]:
    """Return a text's vector: the sum of its words' random directions, cut (not renormalised) below full size."""
    words = terms(_PREFIX.sub("", text)) or [text]
    total: NDArray[np.float64] = np.sum([_direction(word) for word in words], axis=0)
    return [float(value) for value in (total / np.linalg.norm(total))[:dimensions].round(7)]


def answer(prompt: str) -> str:
    """Return an answer that quotes the excerpts' sentences that share most words with the question, or the decline."""
    match = _QUESTION.search(prompt)
    asked = set(question_terms((match[1] or match[2]) if match else prompt[-300:]))
    candidates = [
        (len(asked & set(terms(sentence))), -index, number, sentence.strip())
        for index, (number, text) in enumerate(EXCERPT.findall(prompt))
        for sentence in _SENTENCE.split(_ID.sub("", text).strip())
        if len(sentence.strip()) > 20
    ]
    best = sorted(candidates, reverse=True)[:2]
    if not best or best[0][0] == 0:
        return "<not_in_paper/>"
    return " ".join(f'The paper says so. <cite id="{number}">{sentence}</cite>' for _, _, number, sentence in best)


def instance(schema: dict[str, Any], definitions: dict[str, Any] | None = None) -> Any:
    """Return the smallest JSON value that fits a JSON schema."""
    definitions = definitions or schema.get("$defs", {})
    if "$ref" in schema:
        return instance(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions)
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return instance(schema[choice][0], definitions)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    return _of_type(schema, definitions)


def _of_type(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    kind = schema.get("type", "object")
    match str(kind[0] if isinstance(kind, list) else kind).lower():
        case "object":
            return {name: instance(part, definitions) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [instance(schema.get("items", {}), definitions) for _ in range(schema.get("minItems", 0))]
        case "string":
            return "x" * max(1, schema.get("minLength", 1))
        case "null":
            return None
        case other:
            return True if other == "boolean" else schema.get("minimum", 1)


def tokens(text: str) -> int:
    """Return about how many tokens a text has: four characters each."""
    return -(-len(text) // 4)


def _direction(word: str) -> NDArray[np.float64]:
    return np.random.default_rng(zlib.crc32(word.encode())).standard_normal(FULL_DIMENSIONS)
