"""Settings of outside services that know published works. No I/O; part of `config.Settings`."""

from __future__ import annotations

from typing import cast

from scholarai.domain.service_names import SERVICES, ServiceName
from scholarai.setting import ReadSettings, Setting, integer, text

# An address that a header can carry; services reject others.
_FORBIDDEN = set(" \t\r\n<>,;()\"'")


def _services(given: str) -> tuple[ServiceName, ...]:
    named = tuple(dict.fromkeys(part.strip() for part in given.split(",") if part.strip()))
    if named == ("all",):
        return SERVICES
    for name in named:
        if name not in SERVICES:
            raise ValueError(f"must be `all`, or of {', '.join(SERVICES)} with commas between them, got {name!r}")
    return cast("tuple[ServiceName, ...]", named)


def _contact(given: str) -> str:
    if given and (given.count("@") != 1 or set(given) & _FORBIDDEN or not given.isascii()):
        raise ValueError(f"must be an e-mail address, got {given!r}")
    return given


class Literature(ReadSettings):
    """Outside services."""

    literature: Setting[tuple[ServiceName, ...]] = Setting(
        "SCHOLARAI_LITERATURE",
        "",
        _services,
        default_says="none",
        says=f"services that may be asked about published works: `all`, or of {', '.join(f'`{name}`' for name in SERVICES)} "
        "with commas between them. Titles, DOIs and other identifiers of papers then leave this machine. Adding a paper by its "
        "identifier asks for that one paper, whatever this says ([literature](literature.md))",
    )
    literature_contact: Setting[str] = Setting(
        "SCHOLARAI_LITERATURE_CONTACT",
        "",
        _contact,
        default_says="none",
        says="e-mail address that services are told with each request; Unpaywall answers only with one, and Crossref answers "
        "faster",
    )
    literature_daily = integer(
        "SCHOLARAI_LITERATURE_DAILY",
        5_000,
        low=1,
        high=1_000_000,
        says="requests that one process may send to one service a day",
    )
    openalex_key = text("SCHOLARAI_OPENALEX_KEY", says="key of OpenAlex, which answers without one only rarely")
    semantic_scholar_key = text(
        "SCHOLARAI_SEMANTIC_SCHOLAR_KEY", says="key of Semantic Scholar, which answers without one only rarely"
    )
