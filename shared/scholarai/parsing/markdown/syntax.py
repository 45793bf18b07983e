"""The Markdown that papers are written in: CommonMark with maths, tables, footnotes, citations and raw TeX."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from scholarai.parsing.rich import Cite, Part, Ref

_KEY = r"@(?:\{[^{}\s]+\}|\w(?:[\w:.#$%&\-+?<>~/]*[\w/])?)"
_GROUP = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*?" + _KEY + r"(?:[^\[\]]|\[[^\[\]]*\])*)\](?!\()")
_NARRATIVE = re.compile(_KEY + r"(?:\s+\[((?:p|pp|ch|chap|sec|fig|eq)\.?[^\[\]@]*)\])?")
_ITEM = re.compile(r"^(.*?)(-?)(" + _KEY + r")(.*)$", re.DOTALL)
_CROSS = re.compile(r"(?:fig|eq|tbl|tab|sec|lst)[:]", re.IGNORECASE)
_BRACED = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_TEX = re.compile(r"\\[A-Za-z]+\*?(?:\[[^\[\]\n]*\])?(?:" + _BRACED + r")*")


@cache
def parser() -> MarkdownIt:
    """Return the parser; made once, since making it takes longer than reading a page."""
    made = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    made.use(dollarmath_plugin, allow_labels=True, allow_space=False, allow_digits=False, double_inline=True)
    made.use(amsmath_plugin)
    made.use(footnote_plugin)
    made.inline.ruler.before("escape", "tex", _tex)
    made.inline.ruler.before("link", "cite", _cite)
    return made


def cite_parts(source: str) -> list[Part]:
    """Return what a marker stands for: "[see @a, p. 3; @b]", "@a" or "@a [p. 3]"; cross-references are told apart."""
    if not source.startswith("["):
        match = _NARRATIVE.match(source)
        key = _key(source.split(maxsplit=1)[0]) if match else source
        after = (match.group(1) or "") if match else ""
        return [Ref((key,), "name")] if _CROSS.match(key) else [Cite((key,), "text", after=after)]
    items = [m for m in (_ITEM.match(part.strip()) for part in source[1:-1].split(";")) if m]
    keys = tuple(_key(item.group(3)) for item in items)
    if all(_CROSS.match(key) for key in keys):
        return [Ref(keys, "name")]
    form = "year" if items[0].group(2) else "group"
    before, after = items[0].group(1).strip(), items[-1].group(4).strip(" ,")
    return ["(", Cite(keys, "year"), ")"] if form == "year" else [Cite(keys, "group", before, after)]


def _key(source: str) -> str:
    return source.lstrip("-@").strip("{}")


def _cite(state: StateInline, silent: bool) -> bool:
    character = state.src[state.pos]
    if character not in "[@":
        return False
    if character == "@" and state.pos and (state.src[state.pos - 1].isalnum() or state.src[state.pos - 1] in "/_."):
        return False  # an e-mail address or a handle in a link
    match = (_GROUP if character == "[" else _NARRATIVE).match(state.src, state.pos, state.posMax)
    return match is not None and _push(state, "cite", match.group(), silent=silent)


def _tex(state: StateInline, silent: bool) -> bool:
    match = _TEX.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "\\" else None
    return match is not None and _push(state, "tex", match.group(), silent=silent)


def _push(state: StateInline, kind: str, content: str, *, silent: bool) -> bool:
    if not silent:
        token = state.push(kind, "", 0)
        token.content = content
    state.pos += len(content)
    return True
