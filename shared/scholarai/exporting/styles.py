"""Citation styles: the table of those that are carried, and bibliographies in them by citeproc."""

from __future__ import annotations

import html
import re
import threading
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.formats import listed
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.domain.works import Work, ascii_letters, letters
from scholarai.exporting.export_content import Collected
from scholarai.exporting.records import csl_item

_FOLDER = Path(__file__).with_name("data")
# A style holds the formatter of the entry that is set, and the filters of warnings are the process's.
_ONE_AT_A_TIME = threading.Lock()
# citeproc takes titles for markup: what could be read as such goes through as characters that no text may hold, and back.
_MARKUP = {"<": "\ufdd0", ">": "\ufdd1", "&": "\ufdd2"}
_HIDE = str.maketrans({**_MARKUP, "\n": " ", **dict.fromkeys("\ufdd0\ufdd1\ufdd2")})
_SHOW_HTML = str.maketrans({"\ufdd0": "&lt;", "\ufdd1": "&gt;", "\ufdd2": "&amp;"})
_SHOW_TEXT = str.maketrans({hidden: shown for shown, hidden in _MARKUP.items()})
_NUMBER = re.compile(r"^(\[\d+\]|\d+\.)\s*")
_END_OUTSIDE = re.compile(r"([.?!]?)”([.,])")
# Where a style goes on with what is not known.
_ASKED = re.compile(r"([?!])((?:</[a-z]+>)?[”’]?)\.(?=\s|<|$)")
_CUT_SHORT = re.compile(r" ?, ?\.?$")
Form = Literal["text", "html"]
PAGE_STYLE = (
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif}"
    ".bibliography p{padding-left:2rem;text-indent:-2rem}.notice{color:#555}blockquote{margin:.3rem 0 .3rem 1.5rem}"
    "table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.2rem .6rem;text-align:left;vertical-align:top}"
    "pre{overflow-x:auto;background:#f4f4f4;padding:.6rem}"
)


class CslStyle(Value, frozen=True, kw_only=True):
    """One style.

    Attributes:
        name: Its name in the API.
        label: Its name on the page.
        file: Its CSL file in this package's `data`.
        numbered: Whether its entries have numbers.
        alphabetical: Whether they stand in the order of names; else in that of citing.
        american: Whether a full stop or a comma goes inside quotation marks, which citeproc-py leaves outside.
        full_names: Whether given names stay as they are, which citeproc-py overlooks.
        lettered: Whether works of the same people and year are told apart by letters.
        unknowable: What it says of every article without volume and pages; we only do not know them.
        nameless: How the title stands in the author's place where there is none; citeproc-py would set it twice.
    """

    name: str
    label: str
    file: str
    numbered: bool = False
    alphabetical: bool = False
    american: bool = False
    full_names: bool = False
    lettered: bool = False
    unknowable: str = ""
    nameless: Literal["once", "plain", "quoted"] = "once"


STYLES = (
    CslStyle(name="apa", label="APA", file="apa", alphabetical=True, lettered=True, nameless="plain"),
    CslStyle(name="ieee", label="IEEE", file="ieee", numbered=True, american=True),
    CslStyle(name="vancouver", label="Vancouver (NLM)", file="nlm-citation-sequence", numbered=True),
    CslStyle(name="nature", label="Nature", file="nature", numbered=True),
    CslStyle(
        name="chicago", label="Chicago, author and date", file="chicago-author-date", full_names=True, unknowable=", ahead of print", alphabetical=True, american=True,
        nameless="quoted",
    ),
    CslStyle(name="harvard", label="Harvard", file="harvard-cite-them-right", alphabetical=True, lettered=True, unknowable=" [Preprint]", nameless="quoted"),
    CslStyle(name="acm", label="ACM", file="association-for-computing-machinery", numbered=True, alphabetical=True),
    CslStyle(name="ams", label="AMS", file="american-mathematical-society-numeric", numbered=True),
    CslStyle(name="ama", label="AMA", file="american-medical-association", unknowable="Published online ", numbered=True, nameless="plain"),
    CslStyle(
        name="mla", label="MLA", file="modern-language-association", full_names=True, alphabetical=True, american=True, nameless="quoted"
    ),
)  # fmt: skip
STYLE_NAMES = tuple(style.name for style in STYLES)


def style_named(name: str) -> CslStyle | None:
    """Return the style of this name, None where there is none."""
    return next((style for style in STYLES if style.name == name), None)


def require_style(name: str) -> CslStyle:
    """Return the style of this name.

    Raises:
        InvalidRequestError: If there is none.
    """
    style = style_named(name)
    if style is None:
        raise InvalidRequestError("style_unknown", f"style must be one of {listed(STYLE_NAMES)}")
    return style


def bibliography(works: Sequence[Work], style: CslStyle, form: Form) -> Iterator[tuple[Work, str]]:
    """Yield the works with their entries, in the order of the style.

    Each work is set for itself, so that the time grows with their number: citeproc-py's own lists take its square.

    Args:
        works: In the order of citing.
        style: How.
        form: `html` has `<i>`, `<b>` and their like of the style, and nothing of a work as markup.
    """
    ordered = sorted(works, key=_alphabetical) if style.alphabetical else works
    suffixes = _year_suffixes(ordered) if style.lettered else {}
    for number, work in enumerate(ordered, 1):
        item = _item(work, style, suffixes.get(work.paper_id, ""))
        yield work, _finished(_set(item, style, form), work, number, style, form)


def _set(item: dict[str, Any], style: CslStyle, form: Form) -> str:
    from citeproc import Citation, CitationItem, CitationStylesBibliography, formatter
    from citeproc.source.json import CiteProcJSON

    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of variables that CSL has and citeproc-py does not
        formatted = formatter.html if form == "html" else formatter.plain
        made = CitationStylesBibliography(_loaded(style), CiteProcJSON([item]), formatted)
        made.register(Citation([CitationItem(item["id"])]))
        return "".join(map(str, made.bibliography()))


@lru_cache(maxsize=len(STYLES))
def _loaded(chosen: CslStyle) -> Any:
    """Return a style as citeproc-py has it, without what it misreads."""
    from citeproc import CitationStylesStyle

    style = CitationStylesStyle(str(_FOLDER / f"{chosen.file}.csl"), validate=False)
    # It makes 1–2 of 1–12.
    style.root.attrib.pop("page-range-format", None)
    if chosen.full_names:
        style.root.attrib.pop("initialize-with", None)
    return style


def _item(work: Work, style: CslStyle, year_suffix: str) -> dict[str, Any]:
    item = csl_item(work)
    item.pop("abstract", None)
    item.pop("keyword", None)
    item.pop("note", None)
    item.pop("archive", None)
    if work.doi:
        item.pop("URL", None)  # which is made of the DOI
    if year_suffix:
        item["issued"] = {"literal": f"{work.year}{year_suffix}"}
    if not work.authors and work.editors:  # which citeproc-py would set twice
        item["author"] = item.pop("editor")
    elif not work.authors and style.nameless != "once":
        quoted = style.nameless == "quoted"
        item["author"] = [{"literal": f"“{work.title}”" if quoted else work.title}]
        del item["title"]
    hidden = {name: _hidden(value) for name, value in item.items()}
    for name in ("number", "publisher"):
        if "arXiv" in hidden.get(name, ""):
            hidden[name] = f'<span class="nocase">{hidden[name]}</span>'
    return hidden


def _hidden(value: Any) -> Any:
    match value:
        case str():
            return value.translate(_HIDE)
        case list():
            return [_hidden(one) for one in value]
        case dict():
            return {name: _hidden(one) for name, one in value.items()}
        case _:
            return value


def _finished(entry: str, work: Work, number: int, style: CslStyle, form: Form) -> str:
    entry = _CUT_SHORT.sub(
        ".", " ".join(entry.split()).replace("arXiv</i>: arXiv:", "arXiv</i>: ").replace("arXiv: arXiv:", "arXiv: ")
    )
    entry = _ASKED.sub(r"\1\2", entry)
    if style.unknowable and work.type == "article-journal" and not work.volume:
        entry = entry.replace(style.unknowable, "", 1)
    if style.american:
        entry = _END_OUTSIDE.sub(_inside, entry)
    if style.numbered:
        entry = _NUMBER.sub(lambda found: f"{found[1].replace('1', str(number))} ", entry)
    entry += f" [{work.warning}]".translate(_HIDE) if work.warning else ""
    return entry.translate(_SHOW_HTML if form == "html" else _SHOW_TEXT)


def _inside(found: re.Match[str]) -> str:
    """Return the end of a quotation with its full stop or comma inside, none after another full stop or question."""
    return f"{found[1]}{'' if found[1] and found[2] == '.' else found[2]}”"


def _alphabetical(work: Work) -> tuple[str, ...]:
    names = [f"{ascii_letters(author.family)} {ascii_letters(author.given)}" for author in work.authors or work.editors]
    return " ".join(names) or ascii_letters(work.title), str(work.year or 9999), ascii_letters(work.title)


def _year_suffixes(works: Sequence[Work]) -> dict[PaperId, str]:
    """Return letters for works of the same people and year, in the order of the bibliography."""
    alike: dict[tuple[object, ...], list[Work]] = {}
    for work in works:
        if work.year and work.authors:
            alike.setdefault((work.authors, work.year), []).append(work)
    return {
        work.paper_id: letters(number)
        for same in alike.values()
        if len(same) > 1
        for number, work in enumerate(same, 1)
    }


def as_text(collected: Collected) -> Iterator[bytes]:
    """Yield an entry per paper with an empty line between, in UTF-8."""
    style = style_named(collected.style) or STYLES[0]
    for _, entry in bibliography(collected.works, style, "text"):
        yield f"{entry}\n\n".encode()


def as_html(collected: Collected) -> Iterator[bytes]:
    """Yield a page that loads nothing and runs nothing."""
    style = style_named(collected.style) or STYLES[0]
    yield page_head("Bibliography").encode() + b'<h1>Bibliography</h1>\n<div class="bibliography">\n'
    for work, entry in bibliography(collected.works, style, "html"):
        yield f'<p id="{html.escape(work.key)}">{entry}</p>\n'.encode()
    yield b"</div>\n</body>\n</html>\n"


def page_head(title: str) -> str:
    """Return the beginning of a page of HTML, up to its body."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{html.escape(title)}</title>\n<style>{PAGE_STYLE}</style>\n</head>\n<body>\n"
    )
