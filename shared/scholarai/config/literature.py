"""Declares the settings of outside services that know published works. No I/O; part of `config.Settings`."""

from __future__ import annotations

from urllib.parse import urlsplit

from scholarai.config.setting import SAME, ReadSettings, Setting, integer, text
from scholarai.domain.service_names import SERVICES, ServiceName

_THIS_MACHINE = frozenset({"127.0.0.1", "localhost", "::1"})
# Characters that an address in a header must not have; services reject such addresses.
_FORBIDDEN = set(" \t\r\n<>,;()\"'")


def _services(given: str) -> tuple[ServiceName, ...]:
    named = tuple(dict.fromkeys(part.strip() for part in given.split(",") if part.strip()))
    if named == ("all",):
        return SERVICES
    for name in named:
        if name not in SERVICES:
            raise ValueError(f"must be `all`, or of {', '.join(SERVICES)} with commas between them, got {name!r}")
    return named


def _contact(given: str) -> str:
    if given and (given.count("@") != 1 or set(given) & _FORBIDDEN or not given.isascii()):
        raise ValueError(f"must be an e-mail address, got {given!r}")
    return given


def _on_this_machine(given: str) -> str:
    """Return the address of a server of this machine, without a path: anything else could be made to answer for others."""
    parts = urlsplit(given)
    if given and (parts.scheme != "http" or parts.hostname not in _THIS_MACHINE or parts.path.strip("/")):
        raise ValueError(f"must be an address of this machine such as http://127.0.0.1:23119, got {given!r}")
    return given.rstrip("/")


class Literature(ReadSettings):
    """Outside services."""

    literature: Setting[tuple[ServiceName, ...]] = Setting(
        "SCHOLARAI_LITERATURE",
        "",
        _services,
        default_says="none",
        says=f"services that may be asked about published works: `all`, or of {', '.join(f'`{name}`' for name in SERVICES)} "
        "with commas between them. Titles, DOIs and other identifiers of papers then leave this machine, and the words of "
        "questions that somebody searches beyond the library with. Adding a paper by its identifier asks for that one paper, whatever this says ([literature](literature.md))",
        cloud_default=SAME,
    )
    literature_contact: Setting[str] = Setting(
        "SCHOLARAI_LITERATURE_CONTACT",
        "",
        _contact,
        default_says="none",
        says="e-mail address that services are told with each request; Unpaywall answers only with one, and Crossref answers "
        "faster",
        cloud_default=SAME,
    )
    literature_daily = integer(
        "SCHOLARAI_LITERATURE_DAILY",
        5_000,
        low=1,
        high=1_000_000,
        says="requests that may be sent to one service a day: by one process, on Google Cloud by all instances together",
    )
    openalex_key = text("SCHOLARAI_OPENALEX_KEY", says="key of OpenAlex, which answers without one only rarely")
    semantic_scholar_key = text(
        "SCHOLARAI_SEMANTIC_SCHOLAR_KEY", says="key of Semantic Scholar, which answers without one only rarely"
    )
    zotero_url: Setting[str] = Setting(
        "SCHOLARAI_ZOTERO_URL",
        "",
        _on_this_machine,
        default_says="none",
        says="address of the Zotero program on this machine, whose libraries then may be imported: `http://127.0.0.1:23119` "
        "([Zotero](zotero.md))",
    )
    zotero_key = text(
        "SCHOLARAI_ZOTERO_KEY",
        says="key of zotero.org with which libraries are imported, and highlights, notes and quotes are written back",
    )
    zotero_key_file = text(
        "SCHOLARAI_ZOTERO_KEY_FILE",
        says="file with that key alone, read when Zotero is first asked; `SCHOLARAI_ZOTERO_KEY` goes first",
    )
