r"""Primitives that print nothing where they stand: boxes, which are printed where they are used, and what is written elsewhere.

`\setbox0\hbox{words}` prints with `\box0`, `\special{words}` not at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scholarai.parsing.latex.expansion import Expander, Frame, Primitive
from scholarai.parsing.latex.scanning import read_argument, read_group, read_option

_REGISTER = r"(\d{1,5}|\\[A-Za-z@]+)"
_SET = re.compile(
    rf"\s*+{_REGISTER}\s*+=?\s*+(?:\\(?:hbox|vbox|vtop)(?:\s*+(?:to|spread)[^{{}}]{{0,80}}+)?+(?=\s*+\{{))?+"
)
_USE = re.compile(rf"\s*+{_REGISTER} ?")
_BOX = r"\\(?:box|copy|un[hv](?:box|copy))\s*+{register}(?![A-Za-z\d@])"
# What is set to be measured is a sign or a word.
_WORDS = re.compile(r"[A-Za-z]{2}\s++[A-Za-z]{2}")
# How PDF draws letters from here on: 3 and 7 draw nothing.
_RENDERING = re.compile(r"(?<!\S)([0-7])\s++Tr(?!\S)")
# The colour of letters from here on, in the words of PDF, of PostScript and of dvips; what dvips pops is taken for black.
_NUMBERS = r"((?:[\d.]++\s*+){1,4})"
_COLOUR = re.compile(
    rf"(?<![\w.]){_NUMBERS}(?:(rg|g|k)|set(gray|rgb|cmyk)(?:color)?)(?!\w)|color\s++push\s++(gray|rgb|cmyk)\s++{_NUMBERS}"
)
_POP = re.compile(r"color\s++pop")
_OPERATORS = {"g": "gray", "rg": "rgb", "k": "cmyk"}
_STACK = re.compile(r"\s*+\d++\s*+(push|set|pop|current)\s*+")
# Between a command that writes and what it writes: a stream, a kind of literal, the size of an annotation.
_TARGET = re.compile(r"\s*+(?:\\[A-Za-z@]+)?[^{}\\]{0,100}+")


def _set_box(expander: Expander, frame: Frame, _: str) -> None:
    found = _SET.match(frame.text, frame.at)
    group = read_group(frame.text, found.end()) if found else None
    if found is None or group is None:
        return
    frame.at = group[1]
    _keep(expander, found[1], group[0])


def _save_box(expander: Expander, frame: Frame, _: str) -> None:
    r"""Keep the box of `\sbox{\name}{words}` or `\savebox{\name}[width][place]{words}`."""
    name = read_argument(frame.text, frame.at)
    at = name[1] if name else frame.at
    while option := read_option(frame.text, at):
        at = option[1]
    group = read_group(frame.text, at)
    if name is not None and group is not None:
        frame.at = group[1]
        _keep(expander, name[0].strip(), group[0])


def save_environment(expander: Expander, frame: Frame) -> None:
    r"""Keep the box of `\begin{lrbox}{\name}words\end{lrbox}`."""
    name = read_argument(frame.text, frame.at)
    end = frame.text.find(r"\end{lrbox}", frame.at)
    if name is not None and end >= 0:
        _keep(expander, name[0].strip(), frame.text[name[1] : end])
        frame.at = end + len(r"\end{lrbox}")


def _keep(expander: Expander, name: str, words: str) -> None:
    """Store the content of a box, with the previous content wherever it uses the box itself."""
    before = expander.boxes.get(name, "")
    again = re.compile(_BOX.format(register=re.escape(name)))
    expander.boxes[name] = again.sub(lambda _: before, words)
    if _WORDS.search(words):
        expander.unprinted.add(name)


def _print_box(expander: Expander, frame: Frame, _: str) -> None:
    if found := _USE.match(frame.text, frame.at):
        frame.at = found.end()
        _print(expander, frame, found[1])


def _use_box(expander: Expander, frame: Frame, _: str) -> None:
    if name := read_argument(frame.text, frame.at):
        frame.at = name[1]
        _print(expander, frame, name[0].strip())


def _print(expander: Expander, frame: Frame, name: str) -> None:
    expander.unprinted.discard(name)
    shown = f"box {name}…"
    if (words := expander.boxes.get(name)) and not expander.is_reading(shown):  # two boxes may hold each other
        expander.push(f"{{{words}}}", shown, frame.folder)


def _write(expander: Expander, frame: Frame, _name: str) -> None:
    found = _TARGET.match(frame.text, frame.at)
    if found and (group := read_group(frame.text, found.end())):
        frame.at = group[1]
        _draw(expander, group[0])


def _draw(expander: Expander, literal: str) -> None:
    """Write what a literal says of the letters behind it as a colour of LaTeX."""
    if rendering := _RENDERING.search(literal):
        expander.sink.add(r"\color{white} " if rendering[1] in "37" else r"\color{black} ")
    elif colour := _COLOUR.search(literal):
        model = _OPERATORS.get(colour[2]) or colour[3] or colour[4]
        expander.sink.add(rf"\color[{model}]{{{','.join((colour[1] or colour[5]).split())}}} ")
    elif _POP.search(literal):
        expander.sink.add(r"\color{black} ")


def _stack_colour(expander: Expander, frame: Frame, _name: str) -> None:
    r"""Read `\pdfcolorstack0 push{1 g}` and `\pdfcolorstack0 pop`."""
    found = _STACK.match(frame.text, frame.at)
    if found is None:
        return
    frame.at = found.end()
    if found[1] in {"push", "set"} and (group := read_group(frame.text, frame.at)):
        frame.at = group[1]
        _draw(expander, group[0])
    elif found[1] == "pop":
        expander.sink.add(r"\color{black} ")


BOX_PRIMITIVES: Mapping[str, Primitive] = {
    "setbox": _set_box,
    **dict.fromkeys(("sbox", "savebox"), _save_box),
    **dict.fromkeys(("box", "copy", "unhbox", "unvbox", "unhcopy", "unvcopy"), _print_box),
    "usebox": _use_box,
    **dict.fromkeys(
        ("write", "typeout", "message", "wlog", "errmessage", "special", "pdfliteral", "pdfinfo", "pdfcatalog", "pdfobj", "pdfannot",
         "directlua", "latelua", "toks", "BeginAccSupp", "@gobble"),
        _write,
    ),
    "pdfcolorstack": _stack_colour,
}  # fmt: skip
