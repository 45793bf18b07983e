"""The table of exports: every renderer is there, and no name or ending means two forms of one thing."""

from __future__ import annotations

import pytest

from scholarai.domain.exports import (
    CONVERSATION_EXPORTS,
    EXPORTS,
    PAPER_EXPORTS,
    REPORT_ENDINGS,
    REPORT_EXPORTS,
    REVIEW_EXPORTS,
    TABLES_EXPORTS,
    export_for,
    export_named,
)
from scholarai.domain.plugins import Export, load


@pytest.mark.parametrize("export", EXPORTS, ids=lambda export: f"{export.of} {export.name}")
def test_the_renderer_of_a_form_is_there(export: Export) -> None:
    assert callable(load(export.renderer))


@pytest.mark.parametrize("forms", [REVIEW_EXPORTS, PAPER_EXPORTS, CONVERSATION_EXPORTS, TABLES_EXPORTS])
def test_names_and_endings_of_one_things_forms_are_unambiguous(forms: tuple[Export, ...]) -> None:
    endings = [ending for export in forms for ending in export.endings]

    assert len({export.name for export in forms}) == len(forms)
    assert len(set(endings)) == len(endings)


def test_every_form_is_offered_somewhere() -> None:
    assert {*REVIEW_EXPORTS, *PAPER_EXPORTS, *CONVERSATION_EXPORTS, *TABLES_EXPORTS} == set(EXPORTS)


def test_an_ending_names_the_form_of_a_report() -> None:
    found = export_for(".bib", REPORT_EXPORTS)

    assert found == export_named("bibtex", REVIEW_EXPORTS)
    assert ".trace.json" not in REPORT_ENDINGS


@pytest.mark.parametrize(
    ("name", "content_type"),
    [("csv", "text/csv; charset=utf-8"), ("json", "application/json")],
)
def test_text_says_its_encoding(name: str, content_type: str) -> None:
    found = export_named(name, REVIEW_EXPORTS)

    assert found is not None
    assert found.content_type == content_type
