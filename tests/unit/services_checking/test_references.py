"""The references of texts: entries and markers of any form, and where the works that they name are found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.system import ADA, BEES, BOB
from unit.services_checking.checker import Checker

from scholarai.domain.checked_text import CheckedReference, CheckedReferences
from scholarai.domain.errors import TransientError
from scholarai.domain.identifiers import Identifier
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import Metadata
from scholarai.domain.published_works import FoundWork
from scholarai.services.checking.bibliography import references_in
from scholarai.services.checking.references import CheckReferences
from scholarai.services.literature.finding import FindWork

RETRACTED = WorkNotice(kind="retraction", source="crossref", at=datetime(2026, 1, 1, tzinfo=UTC))
LAMPS = Metadata(
    title="How houses of wood are lit by lamps at night", authors=("A. Lamp",), year=2020, doi="10.1000/lamps"
)
ENTRIES = """Bees swarm [1].

{heading}

{first}A. Lamp. How houses of wood are lit by lamps at night. Journal of Lamps, 3:1-9, 2020.
{between}{second}B. Lamp. The colour of lamps and the sleep of nurses. Journal of Lamps, 4:1-9, 2021.
"""


@pytest.mark.parametrize("heading", ["References", "## Works cited", "**Sources:**", "Literatur"])
@pytest.mark.parametrize(
    ("first", "between", "second"),
    [("[1] ", "", "[2] "), ("1. ", "", "2. "), ("- ", "\n", "- "), ("", "", ""), ("", "\n", "")],
)
def test_the_entries_of_a_bibliography_are_told_apart(heading: str, first: str, between: str, second: str) -> None:
    found = list(references_in(ENTRIES.format(heading=heading, first=first, between=between, second=second)))

    assert [(one.reference.title, one.reference.year) for one in found] == [
        ("How houses of wood are lit by lamps at night", 2020),
        ("The colour of lamps and the sleep of nurses", 2021),
    ]


def test_an_entry_goes_on_until_the_next_label() -> None:
    text = "References\n[1] A. Lamp. How houses of wood\nare lit by lamps at night. 2020.\n[2] B. Lamp. The colour of lamps. 2021."

    assert [one.reference.year for one in references_in(text)] == [2020, 2021]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("See https://doi.org/10.1000/lamps. And 10.1000/lamps again.", ["10.1000/lamps"]),
        ("As Lamp and Roe (2020) show, and others (Doe, 2019; Miller et al., 2018b) do.", ["Lamp", "Doe", "Miller"]),
        ("In March 2020, and by 2021 (see Table 2), 2000 lamps burned. The 2019 report (2019) is out.", []),
        ("", []),
    ],
)
def test_without_a_bibliography_identifiers_and_authors_with_years_are_references(text: str, named: list[str]) -> None:
    found = [one.reference.doi or one.reference.authors[0] for one in references_in(text)]

    assert found == named


class Service:
    """Knows one work by its title and DOI, and fails where it is told to."""

    def __init__(self, work: FoundWork | None = None, *, fails: bool = False) -> None:
        self.work, self.fails = work, fails

    def find(self, identifier: Identifier) -> FoundWork | None:
        return self._known(self.work if self.work and identifier in self.work.identifiers() else None)

    def titled(self, title: str) -> Sequence[FoundWork]:
        found = self._known(self.work)
        return [found] if found else []

    def _known(self, work: FoundWork | None) -> FoundWork | None:
        if self.fails:
            raise TransientError("service_busy", "the service is busy")
        return work


def check(
    checker: Checker, text: str, *, owner: OwnerId = ADA, service: Service | None = None, told: Any = ()
) -> CheckedReferences:
    class Table:
        def notices_for(self, dois: Sequence[str]) -> dict[str, tuple[WorkNotice, ...]]:
            return {doi: tuple(told) for doi in dois}

    services: Any = {"crossref": service}
    find = FindWork(services=services, allowed=frozenset({"crossref"}) if service else frozenset())
    backend = checker.system.backend
    return CheckReferences(
        index=backend.publications,
        catalog=lambda: backend.catalog,
        notices=Table(),
        find=lambda: find,
        clock=checker.system.clock,
    ).check(owner, text)


def one(checked: CheckedReferences) -> CheckedReference:
    (reference,) = checked.references
    return reference


def record(checker: Checker, metadata: Metadata, owner: OwnerId = ADA) -> PaperId:
    paper = replace(
        checker.system.paper(PaperId("lamps"), owner), status="record", metadata=metadata, notices=(RETRACTED,)
    )
    checker.system.backend.papers.change(paper.id, lambda _: paper)
    return paper.id


@pytest.mark.parametrize(
    ("entry", "differs"),
    [
        ("A. Lamp. How houses of wood are lit by lamps at night. Journal of Lamps, 2020.", []),
        ("A. Lamp. How houses of wood are lit by lamps at night. Journal of Lamps, 2019.", ["year"]),
        ("B. Roe. How houses of wood are lit by lamps at night. Journal of Lamps, 2020.", ["authors"]),
        ("A. Lamp. A quite different title of a work on the tides of seas. 2020. doi:10.1000/lamps", ["title"]),
        ("A. Lamp. How houses of wood are lit by lamps at night. 2020. doi:10.1000/other", ["doi"]),
    ],
)
def test_a_work_of_the_library_is_found_and_fields_that_differ_are_told(
    checker: Checker, entry: str, differs: list[str]
) -> None:
    paper_id = record(checker, LAMPS)

    found = one(check(checker, f"References\n\n[1] {entry}"))

    assert (found.found, found.paper_id, [field.field for field in found.differs]) == ("library", paper_id, differs)


def test_a_retraction_of_the_very_work_is_told(checker: Checker) -> None:
    record(checker, LAMPS)

    assert one(check(checker, "Bees (10.1000/lamps) swarm.")).notices == (RETRACTED,)
    assert one(check(checker, "Bees (10.1000/elsewhere) swarm.", told=[RETRACTED])).notices == (RETRACTED,)


def test_an_author_with_a_year_is_looked_for_in_the_library(checker: Checker) -> None:
    checker.system.backend.papers.change(BEES, lambda paper: replace(paper, metadata=LAMPS) if paper else None)

    right, wrong = check(checker, "So say Lamp (2020) and Lamp (2011).").references

    assert (right.found, right.paper_id, wrong.found) == ("library", BEES, "nowhere")


def test_a_work_that_only_others_cite_is_told_as_cited(checker: Checker) -> None:
    content = bee_paper()
    (first, *rest) = content.references
    lamp = replace(first, title=LAMPS.title, authors=LAMPS.authors, year=2020)
    checker.system.add_paper(PaperId("citing"), replace(content, references=(lamp, *rest)))

    found = one(check(checker, "References\n\n[1] A. Lamp. How houses of wood are lit by lamps at night. 2020."))

    assert (found.found, found.paper_id) == ("cited", "citing")


def test_what_exists_nowhere_is_said_with_where_was_looked(checker: Checker) -> None:
    record(checker, LAMPS, owner=BOB)
    entry = "References\n\n[1] A. Lamp. How houses of wood are lit by lamps at night. 2020."
    work = FoundWork(source="crossref", title=LAMPS.title, authors=LAMPS.authors, year=2021, doi="10.1000/lamps")

    alone, asked, failed = (
        check(checker, entry, service=service) for service in (None, Service(work), Service(fails=True))
    )

    assert (one(alone).found, alone.looked, alone.notes) == ("nowhere", ("the library",), ())
    assert (one(asked).found, one(asked).source, asked.looked) == ("service", "crossref", ("the library", "Crossref"))
    assert [field.field for field in one(asked).differs] == ["year"]
    assert (one(failed).found, len(failed.notes)) == ("nowhere", 1)


def test_entries_of_a_bibliography_are_no_claims(checker: Checker) -> None:
    text = "Bees swarm.\n\n## References\n\n[1] A. Lamp. How houses of wood are lit by lamps at night. 2020."

    assert [one.outcome for one in checker.check(text).sentences] == ["closest", "not_checkable", "not_checkable"]
