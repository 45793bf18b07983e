"""The outside services that are asked about published works: one row each, ours and those of installed packages.

A new service is a row here, the module that the row names in `adapters/literature/`, and its line in docs/literature.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from msgspec.structs import replace

from scholarai.domain.identifiers import IdentifierKind
from scholarai.domain.plugins import Service, plugged_in

_OWN: tuple[Service, ...] = (
    Service(
        name="crossref",
        title="Crossref",
        maker="scholarai.adapters.literature.crossref:make",
        registers=("doi",),
        asked_for_one=True,
        titles=1,
        searches=1,
    ),
    Service(
        name="datacite",
        title="DataCite",
        maker="scholarai.adapters.literature.datacite:make",
        registers=("doi", "arxiv"),
        titles=6,
        searches=6,
    ),
    Service(
        name="arxiv",
        title="arXiv",
        maker="scholarai.adapters.literature.arxiv:make",
        registers=("arxiv",),
        titles=2,
        searches=3,
    ),
    Service(
        name="europe_pmc",
        title="Europe PMC",
        maker="scholarai.adapters.literature.europe_pmc:make",
        registers=("pmid", "pmcid"),
        titles=3,
        searches=2,
        completes=2,
    ),
    Service(
        name="unpaywall",
        title="Unpaywall",
        maker="scholarai.adapters.literature.unpaywall:make",
        asked_for_one=True,
        completes=1,
    ),
    Service(
        name="openalex",
        title="OpenAlex",
        maker="scholarai.adapters.literature.openalex:make",
        titles=4,
        searches=4,
        completes=3,
        key_setting="openalex_key",
    ),
    Service(
        name="semantic_scholar",
        title="Semantic Scholar",
        maker="scholarai.adapters.literature.semantic_scholar:make",
        titles=5,
        searches=5,
        completes=4,
        key_setting="semantic_scholar_key",
    ),
)
# Those of installed packages come after ours wherever they have a place.
PLUGGED_IN = {
    name: replace(row, name=name)
    for name, row in plugged_in("scholarai.literature", Service, {row.name for row in _OWN}).items()
}
ROWS: tuple[Service, ...] = (*_OWN, *PLUGGED_IN.values())
SERVICES: tuple[ServiceName, ...] = tuple(row.name for row in ROWS)
TITLES: Mapping[ServiceName, str] = {row.name: row.title for row in ROWS}

if TYPE_CHECKING:
    ServiceName: TypeAlias = str
else:  # what msgspec checks values against, and writes into schemas
    ServiceName = Literal[SERVICES]


def _in_order(place: Callable[[Service], int | None], rows: Iterable[Service] = ROWS) -> tuple[ServiceName, ...]:
    placed = [(row.name in PLUGGED_IN, at, row.name) for row in rows if (at := place(row)) is not None]
    return tuple(name for _, _, name in sorted(placed))


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
