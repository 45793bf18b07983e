r"""What siunitx and mhchem print: numbers, units, quantities and chemical formulas, in papers and in BibTeX fields."""

from __future__ import annotations

import re

from scholarai.domain.superscripts import lowered, raised

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
_EXPONENT = re.compile(r"(?<=[\d.,) ])[eEdD]\s*+([+-]?\d++)\s*+$|^[eE]([+-]?\d++)$")
_SIGNS = (
    (re.compile(r"(?:(?<!\s)\s++|)(?:\+-|\+/-|\\pm(?![A-Za-z]))\s*+"), " ± "),
    (re.compile(r"^\s*(<=|>=|<<|>>|[<>])\s*"), r"\1 "),
    (re.compile(r"^(\W*)-(?=[\d.])"), r"\1−"),
)
FACTORS = re.compile(r"x|\\times(?![A-Za-z])")
_CHEMICAL = re.compile(
    r"<=+>|<-+>|(?<!-)-++>|\^\{?([\d+-]+)\}?|_\{?(\d+)\}?|(?<=[A-Za-z)\]])(\d+)|(?<=[\dA-Za-z)\]])([+-])(?=\s|$)"
)
_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*+)\}"
_PRINTED = re.compile(rf"\\(?:(ce|num|si|unit)\s*{_GROUP}|(?:SI|qty)\s*{_GROUP}\s*{_GROUP})")
_BRACES = str.maketrans("", "", "{}$")
_ARROWS = {"<": "⇌", "-": "→"}


def number_text(written: str) -> str:
    """Return a number as siunitx prints it: `1.2(3)e-4` as 1.2(3) × 10⁻⁴, products with their signs."""
    return " × ".join(map(_number, FACTORS.split(written.strip())))


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


def with_unit(number: str, unit: str) -> str:
    return number + ("" if unit in _CLOSE or not unit else " ") + unit


def chemical_text(written: str) -> str:
    """Return a formula of mhchem without commands as it is printed: `CO2` as CO₂."""
    return _CHEMICAL.sub(_scripted, written).translate(_BRACES)


def printed_quantities(source: str) -> str:
    r"""Return source in which `\num`, `\si`, `\SI` and `\ce` are replaced by what they print."""
    return _PRINTED.sub(_printed, source)


def _printed(found: re.Match[str]) -> str:
    name, one, number, unit = found.groups("")
    if name == "ce":
        return chemical_text(one)
    if name in {"si", "unit"}:
        return unit_text(one, slash=False)
    return number_text(one) if name else with_unit(number_text(number), unit_text(unit, slash=False))


def _scripted(found: re.Match[str]) -> str:
    if found[0][0] in _ARROWS and len(found[0]) > 1:
        return f" {_ARROWS[found[0][0]]} "
    above, below = found[1] or found[4], found[2] or found[3]
    return raised(above) if above else lowered(below)
