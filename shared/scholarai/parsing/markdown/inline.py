"""Converts inline Markdown to rich text with its images, displayed formulas and footnotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from markdown_it.token import Token

from scholarai.parsing.markdown.syntax import SCRIPT_TAG, SCRIPTS, cite_parts
from scholarai.parsing.numbering import LABEL
from scholarai.parsing.rich_text import Cite, Part, Ref, Rich, plain_text
from scholarai.parsing.tex_text import plain_tex

_REFERENCE = re.compile(r"\\((?:auto|c|C|eq|name|page|sub|v)?ref)\*?\s*\{([^{}]*)\}")
_CITATION = re.compile(r"\\((?=[A-Za-z]*[cC]ite)[A-Za-z]++)\*?+\s*+(?:\[[^\]]*+\])*+\s*+\{([^{}]*+)\}")
# Commands that print nothing; \label is read with the item that it labels.
_SILENT = re.compile(
    r"\\(?:label|vspace|hspace|bigskip|medskip|smallskip|noindent|newpage|pagebreak|clearpage|centering|newline|index|"
    r"(?:re)?newcommand|providecommand|def|DeclareMathOperator|usepackage|setlength|maketitle|tableofcontents)\b"
)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//")
_IDENTIFIER = re.compile(r"#([\w:.\-]+)")
# In the middle of words or between blanks: options of commands, such as --all, stay.
_DASH = re.compile(r"(?<!-)---(?!-)|(?<![-\s])--(?![-\s])|(?<=\s)--(?=\s)")


@dataclass(frozen=True, slots=True)
class Image:
    caption: Rich
    labels: tuple[str, ...]
    file: str = ""
    """Its path, empty where the image is elsewhere than beside the paper."""


@dataclass(slots=True)
class Inline:
    """A paragraph's inline content: runs of text, displayed formulas and images, in order."""

    items: list[Rich | Image | str] = field(default_factory=list)
    """Text, an image, or the source of a display as a plain string."""
    footnotes: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def text(self) -> Rich:
        return tuple(part for item in self.items if isinstance(item, tuple) for part in item)

    def images(self) -> list[Image]:
        return [item for item in self.items if isinstance(item, Image)]


def read_inline(tokens: Sequence[Token]) -> Inline:
    """Return the content of an inline token's children."""
    inline = Inline()
    run: list[Part] = []
    shift: Callable[[str], str] | None = None
    for token in tokens:
        tag = SCRIPT_TAG.match(token.content) if token.type == "html_inline" else None
        if tag:
            shift = None if tag["closes"] else SCRIPTS[tag["name"].lower()]
        elif token.type == "image":
            _flush(inline, run)
            inline.items.append(_image(token))
        elif token.type == "math_inline_double":
            _flush(inline, run)
            inline.items.append(f"$${token.content}$$")
        elif token.type == "footnote_ref":
            inline.footnotes.append(int(token.meta["id"]))
        elif token.type == "attributes":
            if found := _IDENTIFIER.search(token.content):
                _label(inline, run, found[1])
        else:
            inline.labels += LABEL.findall(token.content) if token.type == "tex" else ()
            run += [shift(part) if shift and isinstance(part, str) else part for part in _parts(token)]
    _flush(inline, run)
    return inline


def _label(inline: Inline, run: Sequence[Part], label: str) -> None:
    """Give a label to the image or the display before it, else to the whole paragraph."""
    last = inline.items[-1] if inline.items and not plain_text(run) else None
    if isinstance(last, Image):
        inline.items[-1] = replace(last, labels=(*last.labels, label))
    elif isinstance(last, str):
        inline.items[-1] = rf"{last[:-2]}\label{{{label}}}$$"
    else:
        inline.labels.append(label)


def _flush(inline: Inline, run: list[Part]) -> None:
    """Close a run of text."""
    if any(not isinstance(part, str) or part.strip() for part in run):
        inline.items.append(tuple(run))
    run.clear()


def _image(token: Token) -> Image:
    inner = read_inline(token.children or [])
    source = unquote(str(token.attrs.get("src", "")))
    return Image(inner.text(), tuple(inner.labels), "" if _ELSEWHERE.match(source) else source)


def _parts(token: Token) -> list[Part]:
    if token.type == "cite":
        return cite_parts(token.content)
    if token.type == "math_inline":
        return [f"${token.content.strip()}$"]
    if token.type in {"softbreak", "hardbreak"}:
        return [" "]
    if token.type == "tex":
        return tex_parts(token.content)
    if token.type == "html_inline":
        return [" "] if token.content.lower().startswith("<br") else []
    dashes = token.type == "text" and "--" in token.content
    return [_DASH.sub(lambda dash: "—" if len(dash[0]) == 3 else "–", token.content) if dashes else token.content]


def tex_parts(source: str) -> list[Part]:
    """Return one TeX command in running text as rich text."""
    if match := _REFERENCE.match(source):
        labels = tuple(label.strip() for label in match.group(2).split(","))
        form = match.group(1)
        return [Ref(labels, "equation" if form == "eqref" else "number" if form == "ref" else "name")]
    if match := _CITATION.match(source):
        keys = tuple(key.strip() for key in match.group(2).split(",") if key.strip())
        return [Cite(keys, "text" if match.group(1) in {"citet", "textcite", "citeA"} else "group")]
    if _SILENT.match(source):
        return []
    return [plain_tex(source)]
