"""Reads a Markdown paper."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

import yaml

from scholarai.domain.content import Author, PaperContent
from scholarai.domain.plurals import counted
from scholarai.parsing.assembly import Assembly
from scholarai.parsing.bibliography import Bibliography, doi_in, ordered, read_or_empty, year_in
from scholarai.parsing.bibtex import read_bibtex
from scholarai.parsing.drafts import Head
from scholarai.parsing.hidden_text import HIDDEN_TEXT
from scholarai.parsing.markdown.blocks import BlockReader
from scholarai.parsing.markdown.hidden import visible_tokens
from scholarai.parsing.markdown.syntax import parser, without_scripts
from scholarai.parsing.tex_text import plain_tex

# Comments, and what Quarto replaces, such as {{< pagebreak >}}.
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\{\{<[^<>\n]*>\}\}", re.DOTALL)
_INCLUDED = re.compile(r"\{\{<\s*include\s+([^<>\s]{1,200})")
_NUL = re.compile(r"[\x00\ufffd]")
_FENCED = re.compile(r"\A(?:\ufeff)?\s*---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FOOTNOTE = re.compile(r"\^\[(?:[^\]^]|\^(?!\[))*+\]|\[\^(?:[^\][]|\[(?!\^))*+\]")
_ORCID = re.compile(r"\b\d{4}-\d{4}-\d{4}-\d{3}[\dXx]\b")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_COMMAND = re.compile(r"(?<!\\)\\(?=(?!u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})[A-Za-z]{2})")
_STRAY = re.compile(r'(?<!\\)\\(?![\\"])')
# Errors that PyYAML does not wrap when a value does not fit its tag: `!!bool maybe`, `!!timestamp never`, 5,000 digits.
_UNCONVERTED = (ValueError, LookupError, AttributeError, TypeError, OverflowError)
# PyYAML scans all open brackets at each character. A guess: affiliations nest three deep.
_DEEPEST = 32
# A guess for hostile files: no paper's front matter is longer.
_LONGEST = 100_000


def read_markdown(text: str, *, bibliographies: Mapping[str, str]) -> PaperContent:
    """Return the content of a Markdown paper.

    Args:
        text: The paper, with or without YAML front matter.
        bibliographies: Contents of the accompanying BibTeX files, by file name.
    """
    front = read_front_matter(text.replace("\r\n", "\n").replace("\r", "\n"))
    paper = Assembly("markdown")
    if front.problem:
        paper.note("front_matter_unreadable", f"the YAML head could not be read: {front.problem}")
    if abstract := front.abstract():
        paper.open_abstract()
        paper.add("paragraph", (abstract,))
        paper.close_sections()
    head = front.head()
    tokens, has_hidden = visible_tokens(parser().parse(_NUL.sub("", _COMMENT.sub(_blank_lines, front.body))))
    if has_hidden:
        paper.note(HIDDEN_TEXT.code, HIDDEN_TEXT.detail)
    for name in dict.fromkeys(_INCLUDED.findall(front.body)):
        paper.note("input_missing", f"the included file {name[:80]!r} is not read")
    blocks = BlockReader(paper, tokens)
    title = blocks.read(has_title=head.title is not None)
    if head.title is None:
        head = head.titled(title)
    return paper.finish(head, read_or_empty(lambda: _bibliography(paper, bibliographies), paper.note))


def _bibliography(paper: Assembly, bibliographies: Mapping[str, str]) -> Bibliography:
    cited = paper.cited_keys()
    entries = read_bibtex(bibliographies.values(), set(cited))
    missing = [key for key in cited if key not in entries]
    if missing:
        paper.note(
            "citations_unresolved",
            f"{counted(len(missing), 'cited key stands', 'cited keys stand')} in no bibliography",
        )
    return Bibliography(ordered(entries, cited, alphabetical=True))


def _blank_lines(match: re.Match[str]) -> str:
    """Return the line breaks of a comment, so that the text around it stays in separate lines."""
    return "\n" * match.group().count("\n")


@dataclass(frozen=True, slots=True)
class _FrontMatter:
    """The fields of the front matter, and the text below it; `problem` says why it could not be read."""

    body: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    problem: str | None = None

    def head(self) -> Head:
        affiliations = {
            _text(item.get("index") or item.get("id")): _text(item.get("name"))
            for item in _dicts(self.fields, "affiliations")
        }
        return Head(
            title=_printed(self.fields.get("title")) or None,
            authors=tuple(_author(item, affiliations) for item in _people(self.fields)),
            doi=doi_in(_text(self.fields.get("doi"))),
            year=_year(self.fields.get("date")),
            venue=_text(self.fields.get("journal")) or None,
            keywords=tuple(_printed(tag) for tag in _list(self.fields.get("tags") or self.fields.get("keywords"))),
        )

    def abstract(self) -> str:
        return _printed(self.fields.get("abstract"))


def read_front_matter(text: str) -> _FrontMatter:
    """Return the front matter between the first two lines of dashes, if any, and the text after it."""
    match = _FENCED.match(text)
    if match is None:
        return _FrontMatter(text)
    body = text[match.end() :]
    source = match.group(1)
    if len(source) > _LONGEST:
        return _FrontMatter(body, problem="longer than any paper's")
    try:
        loaded = _load(source)
    except (yaml.YAMLError, RecursionError, *_UNCONVERTED) as error:
        return _FrontMatter(body, problem=type(error).__name__)
    if not isinstance(loaded, dict):
        return _FrontMatter(text if loaded is None else body, problem=None if loaded is None else "not a mapping")
    return _FrontMatter(body, {str(key).lower(): value for key, value in loaded.items()})


def _load(source: str) -> Any:
    """Parse YAML whose double-quoted strings may hold TeX commands, which are no YAML escape sequences."""
    meant = _QUOTED.sub(lambda match: _COMMAND.sub(r"\\\\", match.group()), source)
    try:
        return yaml.load(meant, Loader=_NoAliases)  # noqa: S506 - a SafeLoader, without aliases
    except yaml.YAMLError:
        mended = _STRAY.sub(r"\\\\", meant.replace("\t", " "))
        return yaml.load(mended, Loader=_NoAliases)  # noqa: S506 - as above


class _NoAliases(yaml.SafeLoader):
    """Refuses aliases, which can expand a few lines to gigabytes, and keeps dates and numbers as strings."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # PyYAML keeps them on classes, too
        first: [(tag, pattern) for tag, pattern in resolvers if tag == "tag:yaml.org,2002:null"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def fetch_flow_collection_start(self, token: Any) -> None:
        if self.flow_level >= _DEEPEST:
            raise yaml.YAMLError("nested too deep")
        super().fetch_flow_collection_start(token)

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        node: yaml.Node | None = super().compose_node(parent, index)
        return node


# Python refuses to print numbers of 5,000 digits, so an explicit integer stays a string.
_NoAliases.add_constructor("tag:yaml.org,2002:int", yaml.SafeLoader.construct_yaml_str)  # type: ignore[type-var]


def _people(fields: Mapping[str, Any]) -> list[Any]:
    people = fields.get("authors") or fields.get("author")
    return _list(people)


def _author(item: Any, affiliations: Mapping[str, str]) -> Author:
    if not isinstance(item, dict):
        return Author(name=_text(item))
    name = item.get("name")
    if isinstance(name, dict):
        return _author({**item, **name, "name": None}, affiliations)
    given = _joined(item, ("given-names", "dropping-particle", "given"))
    family = _joined(item, ("non-dropping-particle", "surname", "family"))
    orcid = _ORCID.search(_text(item.get("orcid")))
    return Author(
        name=_text(name) or f"{given} {family}".strip(),
        orcid=orcid.group().upper() if orcid else None,
        affiliation=_affiliation(_places(item.get("affiliation") or item.get("affiliations")), affiliations),
    )


def _joined(item: Mapping[str, Any], parts: Sequence[str]) -> str:
    return " ".join(_text(item.get(part)) for part in parts if item.get(part))


def _places(value: Any) -> str:
    """Return affiliations that are written out, named by key, or fields of their own, as Quarto has them."""
    items = value if isinstance(value, list) else [value]
    return "; ".join(_text(item.get("name") or item.get("ref") if isinstance(item, dict) else item) for item in items)


def _affiliation(written: str, affiliations: Mapping[str, str]) -> str | None:
    """Return an author's affiliations, given by key or in words."""
    keys = [key.strip() for key in re.split(r"[,;&]|\band\b", written) if key.strip()]
    places = [affiliations.get(key, "" if key.isdigit() else key) for key in keys]
    return "; ".join(place for place in places if place) or None


def _year(value: Any) -> int | None:
    return value.year if isinstance(value, date) else year_in(str(value))


def _dicts(fields: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    return [item for item in _list(fields.get(key)) if isinstance(item, dict)]


def _list(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(value, list):
        return [item for item in value if item is not None]
    return [] if value is None else [value]


def _printed(value: Any) -> str:
    return _text(without_scripts(value) if isinstance(value, str) else value)


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_text(item) for item in value)
    return "" if value is None else plain_tex(_FOOTNOTE.sub("", str(value))).replace("*", "").strip()
