"""The results of a search beyond the library: publications, each once, and the outcome for each service."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from scholarai.domain.identity import Relation, keys_of, publication_of, relation
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import PaperStatus
from scholarai.domain.published_works import FoundWork, joined
from scholarai.domain.service_names import ServiceName
from scholarai.domain.values import Value

# `late`: it did not answer in time; `off`: the settings do not allow it, or it wants a key that is missing.
ServiceState = Literal["answered", "failed", "late", "off"]
# `hybrid`: by words and vectors; `lexical`: by words alone.
Ranked = Literal["hybrid", "lexical"]


class ServiceAnswer(Value, frozen=True, kw_only=True):
    """What became of asking one service: how many works it named, or why it named none."""

    service: ServiceName
    state: ServiceState
    count: int = 0
    code: str = ""
    detail: str = ""


class Gathered(Value, frozen=True, kw_only=True):
    """A publication as all that named it describe it together.

    `sources` are those that named it, in their order. `versions` are other forms of it that have names of their own, such as
    its preprint.
    """

    work: FoundWork
    sources: tuple[str, ...]
    versions: tuple[FoundWork, ...] = ()

    def pdfs(self) -> tuple[str, ...]:
        """Return all addresses that a service names as open, those of the main form first."""
        return tuple(dict.fromkeys(place for form in (self.work, *self.versions) for place in form.pdfs))


class DiscoveredWork(Value, frozen=True, kw_only=True):
    """A found publication with its score, which orders and is no probability.

    `paper_id` is the paper of the library that it is (`relation`: `same`) or another form of (`version`).
    """

    found: Gathered
    score: float
    paper_id: PaperId | None = None
    paper_status: PaperStatus | None = None
    relation: Relation | None = None


class Discovery(Value, frozen=True, kw_only=True):
    """Publications, best first; `total` counts all that were found, `ranked_by` tells whether meaning counted, too."""

    works: tuple[DiscoveredWork, ...]
    services: tuple[ServiceAnswer, ...]
    total: int
    ranked_by: Ranked


# `reviewed`: the review read it; `there`: the library has it, the review did not read it; `record`: the library knows it,
# without a file; `open`: a service names an open PDF; `closed`: none is known.
BeyondState = Literal["reviewed", "there", "record", "open", "closed"]


class BeyondWork(Value, frozen=True, kw_only=True):
    """A publication that a review found beyond the library, and whether it could be read; `warning` tells a retraction."""

    title: str
    state: BeyondState
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    add: str | None = None
    services: tuple[str, ...] = ()
    paper_id: PaperId | None = None
    warning: str | None = None


class Beyond(Value, frozen=True, kw_only=True):
    """What a review found beyond the library: publications, best first, of `total`, and what became of asking each service."""

    works: tuple[BeyondWork, ...]
    services: tuple[ServiceAnswer, ...]
    total: int


def wanted_as(work: FoundWork) -> str | None:
    """Return what to ask for to add a work: its first identifier, else its title; None where it has neither."""
    first = next(iter(work.identifiers()), None)
    if first is None:
        return work.title
    return first.value if first.kind in {"doi", "pmcid"} else str(first)


def gathered(works: Iterable[FoundWork]) -> list[Gathered]:
    """Return the publications that works are, each once, in the order of their first work.

    Works are joined by `domain.identity.relation`; those without a title, and notices about works, are left out. The main
    form is the one that was named first.
    """
    rows: dict[int, list[list[FoundWork]]] = {}
    row_of: defaultdict[str, set[int]] = defaultdict(set)
    for number, work in enumerate(one for one in works if one.title):
        keys = keys_of(publication_of(work.metadata()))
        near = sorted({row for key in keys for row in row_of[key] if row in rows})
        related = [row for row in near if any(_related(form, work) for form in rows[row])]
        first = related[0] if related else number
        rows[first] = _merged([form for row in related for form in rows.pop(row)], work)
        for key in _keys(rows[first]):
            row_of[key].add(first)
    return [_gathered(rows[row]) for row in sorted(rows)]


def _keys(forms: Sequence[Sequence[FoundWork]]) -> set[str]:
    return {key for form in forms for work in form for key in keys_of(publication_of(work.metadata()))}


def _related(form: Sequence[FoundWork], work: FoundWork) -> Relation | None:
    whole = joined(form)
    return None if whole is None else relation(publication_of(whole.metadata()), publication_of(work.metadata()))


def _merged(forms: Sequence[list[FoundWork]], work: FoundWork) -> list[list[FoundWork]]:
    """Return the forms of a publication with one more work added, which may join two of them."""
    same = [_related(form, work) == "same" for form in forms]
    one = [known for form, is_same in zip(forms, same, strict=True) if is_same for known in form]
    merged: list[list[FoundWork]] = []
    for form, is_same in zip(forms, same, strict=True):
        if not is_same:
            merged.append(form)
        elif one and [*one, work] not in merged:
            merged.append([*one, work])
    return merged if one else [*merged, [work]]


def _gathered(forms: Sequence[Sequence[FoundWork]]) -> Gathered:
    main, *others = [whole for form in forms if (whole := joined(form)) is not None]
    sources = dict.fromkeys(work.source for form in forms for work in form)
    return Gathered(work=main, sources=tuple(sources), versions=tuple(others))
