"""Converts TeX fragments to plain text: accents and symbols become Unicode, braces go, formulas stay."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from scholarai.domain.superscripts import lowered, raised
from scholarai.parsing.quiet_loggers import silence
from scholarai.parsing.tex_quantities import printed_quantities

_MARKUP = re.compile(r"[\\{}~$%&]|--|``|''")
# Signs that are markup in LaTeX alone: fields have no comments and no columns, and a tilde ties only what is behind a word.
_BARE = re.compile(r"\\.|[%&]|(?<![^\s(\[/=<>])~(?=\S)", re.DOTALL)
_KEPT = str.maketrans("%&~", "\ufdd0\ufdd1\ufdd2")
_GIVEN_BACK = str.maketrans("\ufdd0\ufdd1\ufdd2", "%&~")
_LINK = re.compile(r"\\href\s*+\{[^{}]*+\}(?=\s*\{)")
_BRACES = re.compile(r"[{}]")
# A guess that bounds the cost of one field: no title or entry is longer.
_LONGEST = 20_000


def plain_tex(source: str) -> str:
    """Return `source` as one line of text; source that cannot be parsed only loses its braces."""
    source = " ".join(source[:_LONGEST].split())
    if not _MARKUP.search(source):
        return source
    return " ".join(_converted(source).split())


def _converted(source: str) -> str:
    from pylatexenc.latexwalker import LatexWalkerError

    if _is_shallow(source):
        try:
            source = _BARE.sub(_kept, printed_quantities(_LINK.sub("", source)))
            text: str = _converter().latex_to_text(source).translate(_GIVEN_BACK)
        except (LatexWalkerError, LookupError, AttributeError, TypeError, ValueError):
            pass  # pylatexenc 2.11 raises on macros that lack an argument, such as a bare \\href
        else:
            return text
    return _BRACES.sub("", source)


def _kept(sign: re.Match[str]) -> str:
    return sign[0] if sign[0][0] == "\\" else sign[0].translate(_KEPT)


def _is_shallow(source: str) -> bool:
    """Tell whether groups nest less deeply than a recursive parser can read; 40 is far above real text."""
    depth = 0
    for character in source:
        depth += (character == "{") - (character == "}")
        if depth > 40:
            return False
    return True


@cache
def _converter() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

    silence("pylatexenc")
    database = get_default_latex_context_db()
    database.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=_arguments_text))
    database.add_context_category(
        "scholar",
        prepend=True,
        macros=[
            MacroTextSpec("today", simplify_repl=""),
            MacroTextSpec("url", simplify_repl=_arguments_text),
            MacroTextSpec("textsuperscript", simplify_repl=lambda node, l2tobj: raised(_arguments_text(node, l2tobj))),
            MacroTextSpec("textsubscript", simplify_repl=lambda node, l2tobj: lowered(_arguments_text(node, l2tobj))),
        ],
    )
    return LatexNodes2Text(latex_context=database, math_mode="verbatim", strict_latex_spaces="macros")


def _arguments_text(node: Any, l2tobj: Any) -> str:  # pylatexenc calls it with these names
    r"""Return the arguments of a command that pylatexenc cannot convert, such as `\textsf{R}`."""
    found = node.nodeargd.argnlist if node.nodeargd is not None else []
    return "".join(l2tobj.nodelist_to_text([argument]) for argument in found or () if argument is not None)
