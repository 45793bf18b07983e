"""The LaTeX of glyphs, by the names that TeX's fonts give them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from scholarai.parsing.pdf.equations.marks import Kind


class Symbol(NamedTuple):
    latex: str
    kind: Kind
    face: str = ""


# Fonts by the alphabet of their letters; names as in TeX's own fonts, Latin Modern, and the PostScript fonts used with them.
_FACES = (
    (re.compile(r"(?:CM|LM)(?:BSY|MathSymbols\d*-Bold)"), "bold-symbols"),
    (re.compile(r"CMMIB|LMMathItalic\d*-Bold"), "bold-italic"),
    (re.compile(r"CMMI\d|LMMathItalic|NewTXMI|rtxmi|txmi|pxmi|MTMI"), "italic"),
    (re.compile(r"CMSY\d|LMMathSymbols"), "symbols"),
    (re.compile(r"CMEX\d|LMMathExtension"), "large"),
    (re.compile(r"MS[AB]M\d"), "ams"),
    (re.compile(r"EUFM"), "mathfrak"),
    (re.compile(r"rsfs|EUSM", re.IGNORECASE), "mathscr"),
    (re.compile(r"CMBX(?:TI|12-Ital)|(?:LM|SF)(?:Roman\d*-BoldItalic|BI)"), "bold-text-italic"),
    (re.compile(r"CMBX|LMRoman\d*-Bold$|SFBX|(?:NimbusRomNo9L|NimbusRoman|Times)-(?:Medi|Bold)$"), "mathbf"),
    (re.compile(r"(?:NimbusRomNo9L|NimbusRoman|Times)-(?:ReguItal|Italic)$"), "text-italic"),
    (re.compile(r"CMSS\d|LMSans\d*-Regular|SFSS"), "mathsf"),
    (re.compile(r"CMTT|LMMono\d*-Regular|SFTT"), "mathtt"),
    (re.compile(r"CMR\d|LMRoman\d*-Regular|SFRM|(?:NimbusRomNo9L|NimbusRoman|Times)-(?:Regu|Roman|Regular)$"), "mathrm"),
)  # fmt: skip
_GREEK = {
    name: rf"\{name}"
    for name in "alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split()
} | {
    "epsilon1": r"\epsilon", "epsilon": r"\varepsilon", "theta1": r"\vartheta", "pi1": r"\varpi", "rho1": r"\varrho",
    "sigma1": r"\varsigma", "phi1": r"\varphi",
}  # fmt: skip
_DIGITS = {name: str(value) for value, name in enumerate("zero one two three four five six seven eight nine".split())}
_TEXT = {"hyphen": "-", "ff": "ff", "fi": "fi", "fl": "fl", "ffi": "ffi", "ffl": "ffl"}
_SIGNS = {
    "period": ".", "comma": ",", "colon": ":", "semicolon": ";", "exclam": "!", "question": "?", "slash": "/", "plus": "+",
    "equal": "=", "minus": "-", "less": "<", "greater": ">", "quoteright": "'", "ampersand": r"\&", "percent": r"\%",
    "periodcentered": r"\cdot", "multiply": r"\times", "asteriskmath": "*", "divide": r"\div", "diamondmath": r"\diamond",
    "plusminus": r"\pm", "minusplus": r"\mp", "circleplus": r"\oplus", "circleminus": r"\ominus", "circlemultiply": r"\otimes",
    "circledivide": r"\oslash", "circledot": r"\odot", "openbullet": r"\circ", "bullet": r"\bullet", "equivasymptotic": r"\asymp",
    "equivalence": r"\equiv", "reflexsubset": r"\subseteq", "reflexsuperset": r"\supseteq", "lessequal": r"\leq",
    "greaterequal": r"\geq", "precedesequal": r"\preceq", "followsequal": r"\succeq", "similar": r"\sim", "approxequal": r"\approx",
    "propersubset": r"\subset", "propersuperset": r"\supset", "lessmuch": r"\ll", "greatermuch": r"\gg", "precedes": r"\prec",
    "follows": r"\succ", "arrowleft": r"\leftarrow", "arrowright": r"\to", "arrowup": r"\uparrow", "arrowdown": r"\downarrow",
    "arrowboth": r"\leftrightarrow", "similarequal": r"\simeq", "arrowdblleft": r"\Leftarrow", "arrowdblright": r"\Rightarrow",
    "arrowdblboth": r"\Leftrightarrow", "proportional": r"\propto", "prime": r"\prime", "infinity": r"\infty", "element": r"\in",
    "owner": r"\ni", "triangle": r"\triangle", "negationslash": r"\not", "mapsto": r"\mapstochar", "universal": r"\forall", "existential": r"\exists",
    "logicalnot": r"\neg", "emptyset": r"\emptyset", "Rfractur": r"\Re", "Ifractur": r"\Im", "latticetop": r"\top",
    "perpendicular": r"\perp", "aleph": r"\aleph", "union": r"\cup", "intersection": r"\cap", "logicaland": r"\wedge",
    "logicalor": r"\vee", "turnstileleft": r"\vdash", "turnstileright": r"\dashv", "bar": "|", "bardbl": r"\|",
    "backslash": r"\setminus", "coproduct": r"\amalg", "nabla": r"\nabla", "unionsq": r"\sqcup", "intersectionsq": r"\sqcap",
    "subsetsqequal": r"\sqsubseteq", "supersetsqequal": r"\sqsupseteq", "dagger": r"\dagger", "daggerdbl": r"\ddagger",
    "triangleright": r"\triangleright", "triangleleft": r"\triangleleft", "star": r"\star", "partialdiff": r"\partial",
    "lscript": r"\ell", "dotlessi": r"\imath", "dotlessj": r"\jmath", "weierstrass": r"\wp", "flat": r"\flat", "natural": r"\natural",
    "sharp": r"\sharp",
}  # fmt: skip
_AMS_SIGNS = {
    "defines": r"\triangleq", "lessorequalslant": r"\leqslant", "greaterorequalslant": r"\geqslant", "intercal": r"\intercal",
    "lessorsimilar": r"\lesssim", "greaterorsimilar": r"\gtrsim", "emptyset": r"\varnothing", "planckover2pi1": r"\hbar",
    "planckover2pi": r"\hslash", "epsiloninv": r"\backepsilon", "square": r"\square", "squaresolid": r"\blacksquare",
    "therefore": r"\therefore", "because": r"\because", "notarrowright": r"\nrightarrow", "notbar": r"\nmid",
    "subsetornoteql": r"\subsetneq", "notsubseteql": r"\nsubseteq", "precedesorcurly": r"\preccurlyeq",
    "followsorcurly": r"\succcurlyeq", "complement": r"\complement", "notexistential": r"\nexists", "multimap": r"\multimap",
    "squiggleright": r"\rightsquigarrow", "lessdblequal": r"\leqq", "greaterdblequal": r"\geqq", "kappa": r"\varkappa",
}  # fmt: skip
_BRACKETS = {
    "parenleft": "(", "parenright": ")", "bracketleft": "[", "bracketright": "]", "braceleft": r"\{", "braceright": r"\}",
    "angbracketleft": r"\langle", "angbracketright": r"\rangle", "floorleft": r"\lfloor", "floorright": r"\rfloor",
    "ceilingleft": r"\lceil", "ceilingright": r"\rceil",
}  # fmt: skip
_SIZES = ("big", "Big", "bigg", "Bigg")
_LARGE = {
    f"{name}{size}": Symbol(rf"\{size}{'r' if 'right' in name else 'l'}{sign}", "close" if "right" in name else "open")
    for name, sign in _BRACKETS.items()
    for size in _SIZES
} | {
    f"{name}{size}": Symbol(rf"\{size}{sign}", "sign")
    for name, sign in {"slash": "/", "backslash": r"\backslash"}.items()
    for size in _SIZES
}  # fmt: skip
_OPERATORS = {
    "summation": r"\sum", "product": r"\prod", "coproduct": r"\coprod", "integral": r"\int", "contintegral": r"\oint",
    "union": r"\bigcup", "intersection": r"\bigcap", "unionsq": r"\bigsqcup", "unionmulti": r"\biguplus", "circledot": r"\bigodot",
    "circleplus": r"\bigoplus", "circlemultiply": r"\bigotimes", "logicaland": r"\bigwedge", "logicalor": r"\bigvee",
}  # fmt: skip
_ACCENTS = {
    "circumflex": r"\hat", "tilde": r"\tilde", "macron": r"\bar", "dotaccent": r"\dot", "dieresis": r"\ddot", "caron": r"\check",
    "breve": r"\breve", "acute": r"\acute", "grave": r"\grave", "vector": r"\vec", "hatwide": r"\widehat", "hatwider": r"\widehat",
    "hatwidest": r"\widehat", "tildewide": r"\widetilde", "tildewider": r"\widetilde", "tildewidest": r"\widetilde",
    "ring": r"\mathring",
}  # fmt: skip
_LETTER = re.compile(r"[A-Za-z]")
# A paper has some dozens of fonts and some hundreds of glyphs; a hostile file may have any number.
_MOST_KNOWN = 4_096


@lru_cache(maxsize=_MOST_KNOWN)
def face_of(font: str) -> str | None:
    """Return the alphabet of a font's letters, None for fonts whose glyphs have other names than TeX's."""
    name = font.partition("+")[2] or font
    return next((face for pattern, face in _FACES if pattern.match(name)), None)


@lru_cache(maxsize=_MOST_KNOWN)
def symbol_of(name: str, face: str) -> Symbol | None:
    """Return what a glyph stands for, None if unknown."""
    if face == "large":
        return _large(name)
    if face == "ams":
        return Symbol(rf"\mathbb{{{name}}}", "sign") if _LETTER.fullmatch(name) else _ams(name)
    if _LETTER.fullmatch(name):
        return _letter(name, face)
    if name in _ACCENTS:
        return Symbol(_ACCENTS[name], "accent")
    if name == "radical":
        return Symbol(r"\sqrt", "radical")
    return _sign(name, face)


def _large(name: str) -> Symbol | None:
    if name.startswith("radical"):
        return Symbol(name, "piece" if name in {"radicalbt", "radicalvertex", "radicaltp"} else "radical")
    if name in _ACCENTS:
        return Symbol(_ACCENTS[name], "accent")
    for style in ("display", "text"):
        if name.removesuffix(style) in _OPERATORS and name.endswith(style):
            return Symbol(_OPERATORS[name.removesuffix(style)], "operator")
    return _LARGE.get(name) or (Symbol(name, "piece") if name.endswith(("tp", "bt", "ex", "mid", "vertex")) else None)


def _ams(name: str) -> Symbol | None:
    if name in _ACCENTS:
        return Symbol(_ACCENTS[name], "accent")
    return Symbol(_AMS_SIGNS[name], "sign") if name in _AMS_SIGNS else None


_LETTERS = {
    "italic": "{}", "text-italic": "{}", "bold-italic": r"\boldsymbol{{{}}}", "bold-text-italic": r"\boldsymbol{{\mathit{{{}}}}}",
    "symbols": r"\mathcal{{{}}}", "bold-symbols": r"\boldsymbol{{\mathcal{{{}}}}}", "mathfrak": r"\mathfrak{{{}}}",
    "mathscr": r"\mathscr{{{}}}",
}  # fmt: skip


def _letter(name: str, face: str) -> Symbol | None:
    if face not in _LETTERS:
        return Symbol(name, "letter", face)
    known = name.isupper() or not face.endswith("symbols")
    return Symbol(_LETTERS[face].format(name), "sign") if known else None


def _sign(name: str, face: str) -> Symbol | None:
    if name in _TEXT:
        return Symbol(_TEXT[name], "letter", face)
    if name in _BRACKETS:
        return Symbol(_BRACKETS[name], "close" if "right" in name else "open")
    latex = _GREEK.get(name) or _SIGNS.get(name) or _DIGITS.get(name)
    return Symbol(_styled(latex, name, face), "sign") if latex else None


def _styled(latex: str, name: str, face: str) -> str:
    if face in {"bold-italic", "bold-symbols"}:
        return rf"\boldsymbol{{{latex}}}"
    if face == "bold-text-italic" and name in _DIGITS:
        return rf"\boldsymbol{{\mathit{{{latex}}}}}"
    if face in {"mathbf", "mathsf", "mathtt"} and (name in _DIGITS or name in _GREEK):
        return rf"\{face}{{{latex}}}"
    return rf"\mathit{{{latex}}}" if name in _GREEK and face.endswith("italic") and name[0].isupper() else latex
