"""The outside services that are asked about published works: one row each.

A new service is a row here, the module that the row names in `adapters/literature/`, and its line in docs/literature.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, get_args

from scholarai.domain.identifiers import IdentifierKind
from scholarai.domain.values import Value

ServiceName = Literal["crossref", "datacite", "arxiv", "europe_pmc", "unpaywall", "openalex", "semantic_scholar"]


class OutsideService(Value, frozen=True, kw_only=True):
    """A service.

    Attributes:
        title: Its name for people.
        maker: `module:function` that returns its client from what sends requests, the settings and a clock.
        registers: The kinds of identifiers that it registers, so that it is asked for a work of such a name.
        asked_for_one: Whether it is asked about a single work that somebody adds, even where it is not switched on.
        titles: Its place among the services that know titles, in which they are asked until one knows a title, and a name of its
            kinds; None where it knows no titles.
        searches: Its place among those that can search by words, in the order in which they are believed about one work.
        completes: Its place among those that know more of a work that another one found, such as its open files.
        key_setting: The field of `config.Settings` that holds the key without which it answers rarely; "" where it wants none.
    """

    name: ServiceName
    title: str
    maker: str
    registers: tuple[IdentifierKind, ...] = ()
    asked_for_one: bool = False
    titles: int | None = None
    searches: int | None = None
    completes: int | None = None
    key_setting: str = ""


ROWS: tuple[OutsideService, ...] = (
    OutsideService(
        name="crossref",
        title="Crossref",
        maker="scholarai.adapters.literature.crossref:make",
        registers=("doi",),
        asked_for_one=True,
        titles=1,
        searches=1,
    ),
    OutsideService(
        name="datacite",
        title="DataCite",
        maker="scholarai.adapters.literature.datacite:make",
        registers=("doi", "arxiv"),
        titles=6,
        searches=6,
    ),
    OutsideService(
        name="arxiv",
        title="arXiv",
        maker="scholarai.adapters.literature.arxiv:make",
        registers=("arxiv",),
        titles=2,
        searches=3,
    ),
    OutsideService(
        name="europe_pmc",
        title="Europe PMC",
        maker="scholarai.adapters.literature.europe_pmc:make",
        registers=("pmid", "pmcid"),
        titles=3,
        searches=2,
        completes=2,
    ),
    OutsideService(
        name="unpaywall",
        title="Unpaywall",
        maker="scholarai.adapters.literature.unpaywall:make",
        asked_for_one=True,
        completes=1,
    ),
    OutsideService(
        name="openalex",
        title="OpenAlex",
        maker="scholarai.adapters.literature.openalex:make",
        titles=4,
        searches=4,
        completes=3,
        key_setting="openalex_key",
    ),
    OutsideService(
        name="semantic_scholar",
        title="Semantic Scholar",
        maker="scholarai.adapters.literature.semantic_scholar:make",
        titles=5,
        searches=5,
        completes=4,
        key_setting="semantic_scholar_key",
    ),
)
SERVICES: tuple[ServiceName, ...] = tuple(row.name for row in ROWS)
TITLES: Mapping[ServiceName, str] = {row.name: row.title for row in ROWS}


def _in_order(
    place: Callable[[OutsideService], int | None], rows: Iterable[OutsideService] = ROWS
) -> tuple[ServiceName, ...]:
    placed = [(at, row.name) for row in rows if (at := place(row)) is not None]
    return tuple(name for _, name in sorted(placed))


KNOW_TITLES = _in_order(lambda row: row.titles)
SEARCHED = _in_order(lambda row: row.searches)
COMPLETING = _in_order(lambda row: row.completes)
ASKED_FOR_ONE = tuple(row.name for row in ROWS if row.asked_for_one)
# Who registers names of a kind, in the order in which they are asked until one knows the name.
REGISTRIES: Mapping[IdentifierKind, tuple[ServiceName, ...]] = {
    kind: _in_order(lambda row: row.titles, [row for row in ROWS if kind in row.registers])
    for kind in get_args(IdentifierKind)
}
# Who may be asked where no service is switched on: about a work that somebody adds.
ASKED_WHEN_ADDING = tuple(row.name for row in ROWS if row.asked_for_one or row.registers)
