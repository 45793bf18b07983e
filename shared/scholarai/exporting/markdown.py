"""Reads the Markdown of answers for exports: no HTML, no links and no pictures, and numbers of quotes at their places."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

# Punctuation to Markdown, so that emphasis may end before a number.
_SIGNS = "\u2e4e\u2e4f"
_NUMBER = re.compile(f"{_SIGNS[0]}(\\d+){_SIGNS[1]}")
_OURS = str.maketrans(_SIGNS, "\ufffd\ufffd")
# What begins HTML, and what ends the words of a link, unless it is escaped already.
_MARKUP = re.compile(r"((?<!\\)\\*+)(<(?=[A-Za-z/!?])|\](?=[(\[:]))")
_HEADING = re.compile(r"( {0,3})#{1,6}(?=\s|$)")


def sign_of(number: int) -> str:
    """Return the placeholder of the number of a quote in a Markdown text."""
    return f"{_SIGNS[0]}{number}{_SIGNS[1]}"


def unsigned(text: str) -> str:
    """Return a text in which the characters that mark placeholders are replaced."""
    return text.translate(_OURS)


def numbered(text: str, write: Callable[[int], str]) -> str:
    """Return the text with each placeholder replaced by `write(number)`."""
    return _NUMBER.sub(lambda match: write(int(match[1])), text)


def parsed(text: str) -> list[Token]:
    """Return the tokens of a text, with headings of the fourth level: it stands below a question's."""
    tokens = _parser().parse(text)
    for token in tokens:
        token.attrs.pop("style", None)
        if token.type.startswith("heading"):
            token.tag = "h4"
    return tokens


def as_page(text: str) -> str:
    """Return a text as HTML."""
    return str(_parser().renderer.render(parsed(text), _parser().options, {}))


def as_safe_markdown(text: str) -> str:
    """Return a text as Markdown in which neither HTML nor a link is left; code stays as it is."""
    lines = text.split("\n")
    code = {
        n for token in _parser().parse(text) if token.type in {"fence", "code_block"} for n in range(*token.map or ())
    }
    return "\n".join(line if n in code else _tamed(line) for n, line in enumerate(lines))


def _tamed(line: str) -> str:
    escaped = _MARKUP.sub(lambda match: match[0] if len(match[1]) % 2 else f"{match[1]}\\{match[2]}", line)
    return _HEADING.sub(r"\1####", escaped, count=1) if _HEADING.match(escaped) else escaped


@cache
def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.disable(["link", "image", "autolink", "reference"])
    made.use(dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False, double_inline=True)
    for kind, sign in (("math_inline", "$"), ("math_inline_double", "$$"), ("math_block", "$$")):
        made.add_render_rule(kind, _formula(sign))
    return made


def _formula(sign: str) -> Callable[..., str]:
    """Return the rule that shows a formula as it was written."""

    def render(_renderer: object, tokens: Sequence[Token], at: int, *_: object) -> str:
        return f'<span class="math">{html.escape(sign + tokens[at].content.strip() + sign)}</span>'

    return render
