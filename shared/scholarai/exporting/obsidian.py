"""Papers as a folder of notes for Obsidian: a Markdown file per paper, zipped."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence

from scholarai.domain.chat import Citation
from scholarai.domain.escaping import escape_markdown
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import one_line, visible
from scholarai.domain.notes import Note
from scholarai.domain.quote_markup import MARKDOWN, marked
from scholarai.domain.works import Work
from scholarai.exporting.export_content import Collected

_FOLDER = "ScholarAI"
# What Windows forbids in names, and what Obsidian takes for a link, a heading or a block.
_FORBIDDEN = re.compile(r'[<>:"/\\|?*#^\[\]]+')
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))})
# Windows opens paths of up to 260 characters; a vault's own path needs some of them.
_NAME_CHARACTERS = 100
_NOT_OF_TAGS = re.compile(r"[^\w/-]+")
# The oldest time that a zip can hold: the same papers make the same bytes.
_TIME = (1980, 1, 1, 0, 0, 0)


def as_zip(collected: Collected) -> Iterator[bytes]:
    """Yield a zip with a file per paper, in pieces, so that only one paper's note is held at a time."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as folder:
        for work in collected.works:
            entry = zipfile.ZipInfo(f"{_FOLDER}/{_name(work)}.md", _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            quotes, notes = collected.quotes.get(work.paper_id, ()), collected.notes.get(work.paper_id, ())
            folder.writestr(entry, note_of(work, quotes, notes, collected.supplements))
            if piece := sink.taken():
                yield piece
    yield sink.taken()


def note_of(work: Work, quotes: Sequence[Citation], notes: Sequence[Note], supplements: Mapping[PaperId, str]) -> str:
    """Return a paper's note: its metadata as front matter, its abstract, and quotes and notes with their places.

    `supplements` as in `Collected`.
    """
    front = {
        "title": work.title,
        "authors": [author.full_name for author in work.authors or work.editors],
        "year": work.year,
        "venue": work.venue,
        "doi": work.doi,
        "arxiv": work.arxiv_id,
        "url": work.url,
        "citekey": work.key,
        "warning": work.warning,
        "tags": list(dict.fromkeys(filter(None, map(_tag, (*work.tags, *work.keywords))))),
        "scholarai": work.paper_id,
    }
    # A string of JSON is one of YAML 1.2, whatever stands in it.
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in front.items() if value]
    parts = ["---", *lines, "---", "", f"# {escape_markdown(work.title)}", ""]
    parts += (
        [f"[{escape_markdown(work.doi or f'arXiv:{work.arxiv_id}')}](<{_address(work.url)}>)", ""] if work.url else []
    )
    parts += ["## Abstract", "", escape_markdown(work.abstract), ""] if work.abstract else []
    parts += ["## Quotes", ""] if quotes else []
    for citation in quotes:
        parts += [f"> {marked(citation, MARKDOWN)}", f"> — {escape_markdown(one_line(citation.label))}", ""]
    parts += ["## Notes", ""] if notes else []
    for note in notes:
        parts += _kept(note, next((supplements[one] for one in note.paper_ids if one in supplements), ""))
    return "\n".join(parts)


def _kept(note: Note, supplement: str) -> Iterator[str]:
    """Yield the owner's notes as lines: the marked words with their page and supplement, and the owner's own text below."""
    quoted = note.target.quote.exact if note.target else note.citation.text if note.citation else ""
    pages = note.target.pages if note.target else note.citation.pages if note.citation else ()
    if quoted:
        yield f"> {escape_markdown(one_line(quoted))}"
        place = ", ".join(filter(None, (f"p. {pages[0].page_number}" if pages else "", escape_markdown(supplement))))
        yield f"> — {place}\n" if place else ""
    for line in visible(note.text).splitlines():
        yield escape_markdown(line)
    yield ""


class _Sink(io.RawIOBase):
    """Takes what a zip writes, and hands it on; zipfile writes on without going back where it cannot."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces = bytearray()

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]  # any buffer
        self._pieces += piece
        return len(piece)

    def taken(self) -> bytes:
        piece, self._pieces = bytes(self._pieces), bytearray()
        return piece


def _name(work: Work) -> str:
    """Return a file name that Windows, macOS and Obsidian take; it begins with the key, which is in lower case and unique."""
    plain = " ".join(_FORBIDDEN.sub(" ", f"{work.key} {work.title}").split())
    plain = "".join(c for c in plain if c.isprintable())[:_NAME_CHARACTERS].strip(" .") or "paper"
    return f"{plain}_" if plain.split(".")[0].lower() in _RESERVED else plain


def _tag(keyword: str) -> str:
    """Return a keyword as Obsidian has tags: no spaces, and not digits alone."""
    tag = _NOT_OF_TAGS.sub("-", keyword).strip("-/")
    return tag if any(not c.isdigit() for c in tag) else ""


def _address(url: str) -> str:
    return url.translate({ord("<"): "%3C", ord(">"): "%3E", ord("\\"): "%5C", ord(" "): "%20"})
