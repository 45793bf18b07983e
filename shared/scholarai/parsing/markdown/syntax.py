"""The Markdown dialect of papers: CommonMark with mathematics, tables, footnotes, citations and raw TeX."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from scholarai.parsing.latex.scanning import group_end
from scholarai.parsing.numbering import DISPLAY_ENVIRONMENTS
from scholarai.parsing.rich_text import Cite, Part, Ref

_KEY = r"@(?:\{[^{}\s]+\}|\w(?:[\w:.#$%&\-+?<>~/]*[\w/])?)"
_GROUP = re.compile(rf"\[(?:[^\[\]@]|(?!{_KEY})@|\[[^\[\]]*+\])*+(?>{_KEY})(?:[^\[\]]|\[[^\[\]]*+\])*+\](?!\()")
_NARRATIVE = re.compile(_KEY + r"(?:\s+\[((?:p|pp|ch|chap|sec|fig|eq)\.?[^\[\]@]*)\])?")
_ITEM = re.compile(r"^(.*?)(-?)(" + _KEY + r")(.*)$", re.DOTALL)
_CROSS = re.compile(r"(?:fig|eq|tbl|tab|sec|lst)[:]", re.IGNORECASE)
_TEX = re.compile(r"\\[A-Za-z]+\*?")
_GRID_RULE = re.compile(r"\+(?:[-=:]+\+)+")
_OPTION = re.compile(r"\[[^\[\]\n]*\]")
_WITHIN_FORMULAS = re.compile(r"(?:aligned|alignedat|split|d?cases|array|gathered|multlined|\w*matrix\*?|subarray)$")
_ENVIRONMENT = re.compile(r"\\begin\{([A-Za-z]+\*?)\}")


@cache
def parser() -> MarkdownIt:
    """Return the parser; cached, since building it takes longer than parsing a page."""
    made = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    made.use(dollarmath_plugin, allow_labels=True, allow_space=False, allow_digits=False, double_inline=True)
    made.use(amsmath_plugin)
    made.use(footnote_plugin)
    made.block.ruler.before(
        "fence", "grid_table", _grid_table, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    made.block.ruler.before(
        "fence", "tex_environment", _tex_environment, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    made.inline.ruler.before("escape", "tex", _tex)
    made.inline.ruler.before("link", "cite", _cite)
    return made


def cite_parts(source: str) -> list[Part]:
    """Parse a marker such as "[see @a, p. 3; @b]", "@a" or "@a [p. 3]" into citations or cross-references."""
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
    if match is not None and character == "@" and state.src.startswith("](", match.end()):
        return False  # the text of a link to somebody's page
    return match is not None and _push(state, "cite", match.group(), silent=silent)


def _tex(state: StateInline, silent: bool) -> bool:
    """Parse a TeX command with the options and groups that directly follow it."""
    match = _TEX.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "\\" else None
    if match is None:
        return False
    end = match.end()
    while end < state.posMax:
        option = _OPTION.match(state.src, end, state.posMax)
        following = option.end() if option else group_end(state.src, end) if state.src[end] == "{" else None
        if following is None or following > state.posMax:
            break
        end = following
    return _push(state, "tex", state.src[state.pos : end], silent=silent)


def _tex_environment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a raw TeX environment, including blank lines; another rule parses formulas."""
    begin = state.bMarks[start] + state.tShift[start]
    match = _ENVIRONMENT.match(state.src, begin)
    if match is None or match.group(1) in DISPLAY_ENVIRONMENTS or _WITHIN_FORMULAS.match(match.group(1)):
        return False
    closing = rf"\end{{{match.group(1)}}}"
    if state.src.find(closing, begin) < 0:
        return False
    line = start
    while line < end and closing not in state.src[state.bMarks[line] : state.eMarks[line]]:
        line += 1
    if line == end:
        return False
    if not silent:
        token = state.push("tex_environment", "", 0)
        token.content = state.src[begin : state.eMarks[line]]
        token.map = [start, line + 1]
        state.line = line + 1
    return True


def _grid_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse pandoc's grid table: rows of cells between lines such as `+-----+-----+`."""
    line = start
    while line < end and state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].startswith(("+", "|")):
        line += 1
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if line - start < 3 or not _GRID_RULE.fullmatch(first.rstrip()):
        return False
    if not silent:
        token = state.push("grid_table", "", 0)
        token.content = state.getLines(start, line, state.blkIndent, False)
        token.map = [start, line]
        state.line = line
    return True


def _push(state: StateInline, kind: str, content: str, *, silent: bool) -> bool:
    if not silent:
        token = state.push(kind, "", 0)
        token.content = content
    state.pos += len(content)
    return True
