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

from scholarai.domain.superscripts import lowered, raised
from scholarai.parsing.latex.scanning import group_end
from scholarai.parsing.numbering import DISPLAY_ENVIRONMENTS
from scholarai.parsing.rich_text import Cite, Part, Ref

_KEY = r"@(?:\{[^{}\s]+\}|\w(?:[\w:.#$%&\-+?<>~/]*[\w/])?)"
_GROUP = re.compile(rf"\[(?:[^\[\]@]|(?!{_KEY})@|\[[^\[\]]*+\])*+(?>{_KEY})(?:[^\[\]]|\[[^\[\]]*+\])*+\](?!\()")
_NARRATIVE = re.compile(_KEY + r"(?:\s+\[((?:p|pp|ch|chap|sec|fig|eq)\.?[^\[\]@]*)\])?")
_ITEM = re.compile(r"^(.*?)(-?)(" + _KEY + r")(.*)$", re.DOTALL)
# Labels of pandoc-crossref with a colon, and of Quarto with a hyphen.
_CROSS = re.compile(
    r"(?:fig|eq|tbl|tab|sec|lst):|(?:fig|eq|tbl|sec|lst|alg|thm|lem|cor|prp|cnj|def|exm|exr)-", re.IGNORECASE
)
SCRIPTS = {"sup": raised, "sub": lowered}
SCRIPT_TAG = re.compile(r"<(?P<closes>/?)(?P<name>sup|sub)\b[^<>]*>", re.IGNORECASE)
_FORMULA = re.compile(r"(\$[^$]+\$)")
_SCRIPT = re.compile(r"<(?P<name>sup|sub)>(?P<text>[^<>]{1,40})</(?P=name)>", re.IGNORECASE)
_TEX = re.compile(r"\\[A-Za-z]+\*?")
_BOOKDOWN_REFERENCE = re.compile(r"\\@ref\(([^()\s]+)\)")
_BARRED = re.compile(r"\\(?:\((?P<inline>(?:[^\\]|\\(?![()]))+)\\\)|\[(?P<display>(?:[^\\]|\\(?![\[\]]))+)\\\])")
_MATHEMATICAL = re.compile(r"[=^_\\{}<>+*/|]|^\s*[A-Za-z]\s*$")
_RAISED = re.compile(r"\^(?!\[)((?:[^\s^~`\[\]\\]|\\.)+)\^")
_LOWERED = re.compile(r"(?<=[^\s~])~((?:[^\s^~`\[\]\\]|\\.)+)~(?!~)")
_DIVISION = re.compile(r":{3,}+[ \t]*+(\{[^{}]*+\}|[\w.\-]++)?+[ \t]*+:*+[ \t]*+")
_ATTRIBUTES = re.compile(r"\{(?:[#.][\w:.\-]++|[\w\-]++\s*+=\s*+(?:\"[^\"]*+\"|[^\s{}]++)|\s)++\}")
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
    made.block.ruler.before("fence", "division", _division, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    made.inline.ruler.before("escape", "tex", _tex)
    made.inline.ruler.before("tex", "barred", _barred)
    made.inline.ruler.before("strikethrough", "script", _script)
    made.inline.ruler.before("link", "cite", _cite)
    made.inline.ruler.after("link", "span", _span)
    made.inline.ruler.after("span", "attributes", _attributes)
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


def _barred(state: StateInline, silent: bool) -> bool:
    r"""Parse a formula in `\(…\)` or `\[…\]`, which in other places are escaped brackets, and a reference of bookdown."""
    if state.src[state.pos] != "\\":
        return False
    if reference := _BOOKDOWN_REFERENCE.match(state.src, state.pos, state.posMax):
        return _push(state, "tex", rf"\ref{{{reference[1]}}}", silent=silent, length=len(reference[0]))
    found = _BARRED.match(state.src, state.pos, state.posMax)
    if found is None or not _MATHEMATICAL.search(found["inline"] or found["display"]):
        return False
    kind = "math_inline" if found["inline"] else "math_inline_double"
    return _push(state, kind, found["inline"] or found["display"], silent=silent, length=len(found[0]))


def _script(state: StateInline, silent: bool) -> bool:
    """Parse pandoc's raised and lowered text, `10^3^` and `H~2~O`."""
    sign = state.src[state.pos]
    if sign not in "^~":
        return False
    found = (_RAISED if sign == "^" else _LOWERED).match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    text = re.sub(r"\\(.)", r"\1", found[1])
    return _push(state, "text", (raised if sign == "^" else lowered)(text), silent=silent, length=len(found[0]))


def without_scripts(text: str) -> str:
    """Return a field's text with what it marks as raised or lowered outside of formulas as such."""
    return "".join(part if at % 2 else _without_scripts(part) for at, part in enumerate(_FORMULA.split(text)))


def _without_scripts(text: str) -> str:
    text = _RAISED.sub(lambda found: raised(found[1]), text)
    text = _LOWERED.sub(lambda found: lowered(found[1]), text)
    return _SCRIPT.sub(lambda found: SCRIPTS[found["name"].lower()](found["text"]), text)


def _span(state: StateInline, silent: bool) -> bool:
    """Parse pandoc's `[text]{.class}` as its text."""
    if state.src[state.pos] != "[":
        return False
    end = state.md.helpers.parseLinkLabel(state, state.pos)
    found = _ATTRIBUTES.match(state.src, end + 1, state.posMax) if end >= 0 else None
    if found is None:
        return False
    if not silent:
        most, state.pos, state.posMax = state.posMax, state.pos + 1, end
        state.md.inline.tokenize(state)
        state.posMax = most
    state.pos = found.end()
    return True


def _attributes(state: StateInline, silent: bool) -> bool:
    """Parse the attributes of the link, image, code or formula before them."""
    before = state.src[max(state.pos - 3, 0) : state.pos].rstrip()
    if state.src[state.pos] != "{" or not before.endswith((")", "]", "`", "$")):
        return False
    found = _ATTRIBUTES.match(state.src, state.pos, state.posMax)
    return found is not None and _push(state, "attributes", found[0], silent=silent)


def _division(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """Parse a line that opens or closes a division, such as `::: {#fig-a}`; what is inside is parsed as if it had none."""
    found = _DIVISION.fullmatch(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    if found is None:
        return False
    if not silent:
        state.push("division", "", 0).content = found[1] or ""
        state.line = start + 1
    return True


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
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not _GRID_RULE.fullmatch(first.rstrip()):
        return False
    line = start
    while line < end and state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].startswith(("+", "|")):
        line += 1
    if line - start < 3:
        return False
    if not silent:
        token = state.push("grid_table", "", 0)
        token.content = state.getLines(start, line, state.blkIndent, False)
        token.map = [start, line]
        state.line = line
    return True


def _push(state: StateInline, kind: str, content: str, *, silent: bool, length: int | None = None) -> bool:
    if not silent:
        token = state.push(kind, "", 0)
        token.content = content
    state.pos += len(content) if length is None else length
    return True
