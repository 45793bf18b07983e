"""Looks up one published work at the services that may be asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from scholarai.domain.errors import ScholarError, TransientError
from scholarai.domain.identifiers import Identifier
from scholarai.domain.published_works import FoundWork, best_titled, joined
from scholarai.domain.service_names import ASKED_FOR_ONE, COMPLETING, KNOW_TITLES, REGISTRIES, ServiceName
from scholarai.domain.values import Value
from scholarai.ports.literature import LiteratureService

_log = logging.getLogger(__name__)


class FindWork(Value, frozen=True, kw_only=True):
    """`allowed` are the services that the settings switch on."""

    services: Mapping[ServiceName, LiteratureService]
    allowed: frozenset[ServiceName] = frozenset()

    def named(self, identifier: Identifier) -> FoundWork | None:
        """Return the work of a name that a person asked for; None where no service knows it.

        The registries of such names are asked, and Unpaywall where its open file is, whatever the settings say.

        Raises:
            ScholarError: As services raise, if one failed and none knows the name.
        """
        work = self._first(REGISTRIES[identifier.kind], identifier)
        return None if work is None else self._more(work, frozenset(ASKED_FOR_ONE) | self.allowed)

    def titled(self, title: str) -> FoundWork | None:
        """Return the work of a title that a person asked for; None where no service knows one of just this title.

        Raises:
            ScholarError: As services raise, if one failed and none knows the title.
        """
        may = frozenset(ASKED_FOR_ONE) | self.allowed
        work = self._with_title(title, may)
        return None if work is None else self._more(work, may)

    def completed(self, work: FoundWork) -> FoundWork:
        """Return a work with what allowed services know beside it; as it is where none may be asked or knows it.

        Raises:
            ScholarError: As services raise, if one failed and none knows the work.
        """
        if not self.allowed:
            return work
        found: FoundWork | None = None
        for identifier in work.identifiers():
            registries = [name for name in REGISTRIES[identifier.kind] if name in self.allowed]
            found = found or self._first(registries, identifier)
        if found is None and work.title and not work.identifiers():
            found = self._with_title(work.title, self.allowed)
        whole = joined(one for one in (found, work) if one is not None)
        return self._more(whole or work, self.allowed)

    def known(self, work: FoundWork) -> FoundWork | None:
        """Return the work of this identifier or title that an allowed service knows; None where none may be asked or knows it.

        Raises:
            ScholarError: As services raise, if one failed and none knows the work.
        """
        for identifier in work.identifiers():
            registries = [name for name in REGISTRIES[identifier.kind] if name in self.allowed]
            if (found := self._first(registries, identifier)) is not None:
                return found
        return self._with_title(work.title, self.allowed) if work.title and self.allowed else None

    def _first(self, names: Iterable[ServiceName], identifier: Identifier) -> FoundWork | None:
        return _first_answer([partial(self.services[name].find, identifier) for name in names])

    def _with_title(self, title: str, may: frozenset[ServiceName]) -> FoundWork | None:
        def ask(name: ServiceName) -> FoundWork | None:
            return best_titled(self.services[name].titled(title), title)

        return _first_answer([partial(ask, name) for name in KNOW_TITLES if name in may and name in self.services])

    def _more(self, work: FoundWork, may: frozenset[ServiceName]) -> FoundWork:
        """Return a work with what further services say of it; one that fails is left out, since the work is known."""
        return joined((work, *self._descriptions(work, may))) or work

    def _descriptions(self, work: FoundWork, may: frozenset[ServiceName]) -> Iterator[FoundWork]:
        for identifier in work.identifiers()[:1]:
            for name in (one for one in COMPLETING if one in may and one in self.services and one != work.source):
                try:
                    found = self.services[name].find(identifier)
                except TransientError as error:
                    _log.info("service left out", extra={"service": name, "code": error.code})
                    continue
                except ScholarError as error:
                    _log.warning("service left out", extra={"service": name, "code": error.code})
                    continue
                if found is not None:
                    yield found


def _first_answer(asks: Iterable[Callable[[], FoundWork | None]]) -> FoundWork | None:
    """Return the first work that is found; where none is, raise the first fault, since the work may be known there."""
    fault: ScholarError | None = None
    for ask in asks:
        try:
            found = ask()
        except ScholarError as error:
            fault = fault or error
            continue
        if found is not None:
            return found
    if fault is not None:
        raise fault
    return None
