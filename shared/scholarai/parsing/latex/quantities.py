r"""Numbers, units and quantities of siunitx, and chemical formulas of mhchem, as they are printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scholarai.parsing.latex.nodes import arguments, options, source_of
from scholarai.parsing.tex_quantities import FACTORS, chemical_text, number_text, unit_text, with_unit

if TYPE_CHECKING:
    from scholarai.parsing.latex.document import DocumentReader, Handler

_SLASH = re.compile(r"per-mode\s*=\s*\{?(?!power|reciprocal)\w")
_ANGLE = ("°", "′", "″")
_COMMAND = re.compile(r"(\\[A-Za-z]+(?:\{[^{}]*\})?)")


def _listed(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1] if items else ""


def quantity(kind: str, *, has_unit: bool, numbers: int) -> Handler:
    """Return the handler of a command with so many numbers before its unit; `kind` is "one", "list", "range" or "product"."""

    def read(reader: DocumentReader, node: Any) -> None:
        given = arguments(node)
        if len(given) < numbers + has_unit:
            reader.walk(given)
            return
        unit = _unit(reader, node, given[-1]) if has_unit else ""
        values = [
            reader.plain(source_of(value)) if "scholar" in source_of(value) else source_of(value)
            for value in given[:numbers]
        ]
        if kind in {"list", "product"}:
            values = values[0].split(";") if kind == "list" else FACTORS.split(values[0])
        shown = [with_unit(number_text(value), unit) for value in values if value.strip()]
        text = {"range": " to ", "product": " × "}.get(kind, "").join(shown) if kind != "list" else _listed(shown)
        reader.parts.append((text or unit) + node.macro_post_space)

    return read


def _unit(reader: DocumentReader, node: Any, written: Any) -> str:
    source = source_of(written)
    if "\\scholar" in source or "\\text" in source or "\\math" in source:  # a formula, or words
        return reader.plain(source)
    local = " ".join(map(source_of, options(node)))
    return unit_text(source, slash=bool(_SLASH.search(local or reader.expanded.preamble)))


def angle(reader: DocumentReader, node: Any) -> None:
    r"""Append an angle such as `\ang{12;30;}`: 12°30′."""
    parts = source_of(arguments(node)[-1]).split(";") if arguments(node) else []
    shown = "".join(number_text(part) + sign for part, sign in zip(parts, _ANGLE, strict=False) if part.strip())
    reader.parts.append(shown + node.macro_post_space)


def chemical(reader: DocumentReader, node: Any) -> None:
    r"""Append a formula of mhchem such as `\ce{SO4^2-}`: SO₄²⁻."""
    written = source_of(arguments(node)[-1]) if arguments(node) else ""
    pieces = _COMMAND.split(written)  # formulas and commands stand between the rest
    shown = (reader.plain(piece) if place % 2 else chemical_text(piece) for place, piece in enumerate(pieces))
    reader.parts.append("".join(shown) + node.macro_post_space)
