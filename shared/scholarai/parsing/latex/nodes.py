"""Accessors of pylatexenc's nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

Nodes = Sequence[Any]

TABULARS = frozenset(
    {"tabular", "tabular*", "tabularx", "tabulary", "longtable", "longtable*", "supertabular", "deluxetable", "deluxetable*",
     "tblr", "longtblr", "NiceTabular", "xltabular"}
)  # fmt: skip
_LEADING_OPTION = re.compile(r"\s*\[([^\]]*)\]")
_DIMENSION = re.compile(r"[\d.+\-*\s]*+(?:\\(?:text|line|column|h)?(?:width|height|size)|pt|em|ex|cm|mm|in)?+[\d.\s]*+")


class Chars:
    """Text in the form of a pylatexenc text node."""

    def __init__(self, text: str) -> None:
        self.chars = text

    def latex_verbatim(self) -> str:
        return self.chars


def is_tabular(environment: str) -> bool:
    return environment in TABULARS


def arguments(node: Any) -> list[Any]:
    """Return the mandatory arguments of a command, in order."""
    return _given(node, "{")


def options(node: Any) -> list[Any]:
    """Return the bracketed options of a command, in order."""
    return _given(node, "[")


def is_starred(node: Any) -> bool:
    return bool(_given(node, "*"))


def source_of(node: Any) -> str:
    """Return an argument as written, without its delimiters."""
    text: str = node.latex_verbatim()
    return text[1:-1] if text[:1] in {"{", "["} and text[-1:] in {"}", "]"} else text


def leading_option(node: Any) -> tuple[Nodes, Nodes]:
    """Return an environment's content and its option: the parsed one, else a bracket at the start of the content."""
    given = options(node)
    if given:
        return node.nodelist, given[:1]
    first: Any = node.nodelist[0] if node.nodelist else None
    match = _LEADING_OPTION.match(getattr(first, "chars", ""))
    if match is None:
        return node.nodelist, []
    return [Chars(first.chars[match.end() :]), *node.nodelist[1:]], [Chars(match.group(1))]


def without_options(nodes: Nodes) -> Nodes:
    """Return the content of an unknown environment, without leading options and widths."""
    rest = list(nodes)
    while rest:
        first = rest[0]
        match = _LEADING_OPTION.match(getattr(first, "chars", ""))
        if match is not None:
            left = first.chars[match.end() :]
            rest[:1] = [Chars(left)] if left.strip() else []
        elif getattr(first, "delimiters", None) == ("{", "}") and _DIMENSION.fullmatch(source_of(first)):
            rest.pop(0)
        else:
            break
    return rest


def _given(node: Any, kind: str) -> list[Any]:
    parsed = node.nodeargd
    if parsed is None or not parsed.argnlist:
        return []
    spec = parsed.argspec or "{" * len(parsed.argnlist)
    return [
        argument for mark, argument in zip(spec, parsed.argnlist, strict=False) if mark == kind and argument is not None
    ]
