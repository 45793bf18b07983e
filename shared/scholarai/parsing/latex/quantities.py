r"""Numbers, units and quantities of siunitx, and chemical formulas of mhchem, as they are printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scholarai.parsing.latex.nodes import arguments, options, source_of
from scholarai.parsing.superscripts import lowered, raised

if TYPE_CHECKING:
    from scholarai.parsing.latex.document import DocumentReader, Handler

_PREFIXES = {
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "deci": "d", "centi": "c", "milli": "m",
    "micro": "µ", "nano": "n", "pico": "p", "femto": "f", "atto": "a", "hecto": "h", "deca": "da", "kibi": "Ki",
    "mebi": "Mi", "gibi": "Gi", "tebi": "Ti",
}  # fmt: skip
_UNITS = {
    "meter": "m", "metre": "m", "second": "s", "gram": "g", "kilogram": "kg", "kelvin": "K", "ampere": "A", "mole": "mol",
    "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "volt": "V", "ohm": "Ω",
    "tesla": "T", "farad": "F", "henry": "H", "coulomb": "C", "siemens": "S", "weber": "Wb", "lumen": "lm", "lux": "lx",
    "becquerel": "Bq", "gray": "Gy", "sievert": "Sv", "katal": "kat", "radian": "rad", "steradian": "sr", "celsius": "°C",
    "degreeCelsius": "°C", "percent": "%", "hour": "h", "minute": "min", "day": "d", "litre": "L", "liter": "L",
    "electronvolt": "eV", "byte": "B", "decibel": "dB", "degree": "°", "arcminute": "′", "arcsecond": "″", "dalton": "Da",
    "hectare": "ha", "tonne": "t", "bar": "bar", "astronomicalunit": "au", "angstrom": "Å", "molar": "mol/L", "um": "µm",
    "us": "µs", "uA": "µA", "uV": "µV", "uW": "µW", "ug": "µg", "ul": "µL", "uL": "µL", "umol": "µmol", "kohm": "kΩ",
    "Mohm": "MΩ",
}  # fmt: skip
_POWERS = {"squared": "2", "cubed": "3", "square": "2", "cubic": "3"}
_UNIT = re.compile(r"\\([A-Za-z]+)\s*(?:\{([^{}]*)\})?|\^\s*(?:\{([^{}]*)\}|([\d+-]))|([^\\^\s.~{}]+)|[\s.~{}]+")
_CLOSE = frozenset({"°", "′", "″"})
_SLASH = re.compile(r"per-mode\s*=\s*\{?(?!power|reciprocal)\w")
_EXPONENT = re.compile(r"(?<=[\d.,) ])\s*[eEdD]\s*([+-]?\d+)\s*$|^\s*[eE]([+-]?\d+)\s*$")
_SIGNS = (
    (re.compile(r"\s*(?:\+-|\+/-|\\pm(?![A-Za-z]))\s*"), " ± "),
    (re.compile(r"^\s*(<=|>=|<<|>>|[<>])\s*"), r"\1 "),
    (re.compile(r"^(\W*)-(?=[\d.])"), r"\1−"),
)
_FACTORS = re.compile(r"\s*(?:x|\\times(?![A-Za-z]))\s*")
_ANGLE = ("°", "′", "″")
_CHEMICAL = re.compile(
    r"<=+>|<-+>|-+>|\^\{?([\d+-]+)\}?|_\{?(\d+)\}?|(?<=[A-Za-z)\]])(\d+)|(?<=[\dA-Za-z)\]])([+-])(?=\s|$)"
)
_BRACES = str.maketrans("", "", "{}$")
_ARROWS = {"<": "⇌", "-": "→"}


def number_text(written: str) -> str:
    """Return a number as siunitx prints it: `1.2(3)e-4` as 1.2(3) × 10⁻⁴, products with their signs."""
    return " × ".join(map(_number, _FACTORS.split(written.strip())))


def _number(written: str) -> str:
    text, power = written.strip(), ""
    if found := _EXPONENT.search(text):
        text, power = text[: found.start()], f"10{raised((found[1] or found[2]).lstrip('+'))}"
    for sign, printed in _SIGNS:
        text = sign.sub(printed, text)
    return " × ".join(part for part in (text.strip(), power) if part)


def unit_text(written: str, *, slash: bool) -> str:
    r"""Return a unit such as `\kilo\metre\per\second` as it is printed: km s⁻¹, or km/s where the paper says so."""
    printed: list[tuple[str, str, bool]] = []  # a unit, its power, and whether it is divided by
    prefix, power, divides = "", "", False
    for found in _UNIT.finditer(written):
        name, argument = found[1], found[2] or ""
        given = argument if name in {"tothe", "raiseto"} else found[3] or found[4] or _POWERS.get(name or "", "")
        if name == "per":
            divides = True
        elif name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif name in {"square", "cubic", "raiseto"}:
            power = given
        elif given and printed:
            unit, _, divided = printed[-1]
            printed[-1] = unit, given, divided
        elif name == "of" and printed:
            unit, own, divided = printed[-1]
            printed[-1] = f"{unit}({argument})", own, divided
        elif name or found[5]:
            printed += [(prefix + (_UNITS.get(name, name) if name else found[5]), power, divides)]
            prefix, power, divides = "", "", False
    text = ""
    for unit, exponent, divided in printed:
        if divided and slash:
            text += f"/{unit}{raised(exponent)}"
        else:
            text += (" " if text else "") + unit + raised(f"-{exponent or 1}" if divided else exponent.lstrip("+"))
    return text


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
            values = values[0].split(";") if kind == "list" else _FACTORS.split(values[0])
        shown = [_with_unit(number_text(value), unit) for value in values if value.strip()]
        text = {"range": " to ", "product": " × "}.get(kind, "").join(shown) if kind != "list" else _listed(shown)
        reader.parts.append((text or unit) + node.macro_post_space)

    return read


def _unit(reader: DocumentReader, node: Any, written: Any) -> str:
    source = source_of(written)
    if "\\scholar" in source or "\\text" in source or "\\math" in source:  # a formula, or words
        return reader.plain(source)
    local = " ".join(map(source_of, options(node)))
    return unit_text(source, slash=bool(_SLASH.search(local or reader.expanded.preamble)))


def _with_unit(number: str, unit: str) -> str:
    return number + ("" if unit in _CLOSE or not unit else " ") + unit


def angle(reader: DocumentReader, node: Any) -> None:
    r"""Append an angle such as `\ang{12;30;}`: 12°30′."""
    parts = source_of(arguments(node)[-1]).split(";") if arguments(node) else []
    shown = "".join(number_text(part) + sign for part, sign in zip(parts, _ANGLE, strict=False) if part.strip())
    reader.parts.append(shown + node.macro_post_space)


def chemical(reader: DocumentReader, node: Any) -> None:
    r"""Append a formula of mhchem such as `\ce{SO4^2-}`: SO₄²⁻."""
    written = source_of(arguments(node)[-1]) if arguments(node) else ""
    if "\\" in written:  # with a formula or a command
        reader.walk(arguments(node)[-1:])
    else:
        reader.parts.append(_CHEMICAL.sub(_scripted, written).translate(_BRACES))
    reader.parts.append(node.macro_post_space)


def _scripted(found: re.Match[str]) -> str:
    if found[0][0] in _ARROWS and len(found[0]) > 1:
        return f" {_ARROWS[found[0][0]]} "
    above, below = found[1] or found[4], found[2] or found[3]
    return raised(above) if above else lowered(below)
