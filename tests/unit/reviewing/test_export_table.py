"""The table of exports: every renderer is there, and no name or ending means two forms."""

from __future__ import annotations

import pytest

from scholarai.domain.dotted import load
from scholarai.reviewing.exports import EXPORTS, REPORT_ENDINGS, Export, export_named, report_export_for


@pytest.mark.parametrize("export", EXPORTS, ids=lambda export: export.name)
def test_the_renderer_of_a_form_is_there(export: Export) -> None:
    assert callable(load(export.renderer))


def test_names_and_endings_are_unambiguous() -> None:
    endings = [ending for export in EXPORTS for ending in export.endings]

    assert len({export.name for export in EXPORTS}) == len(EXPORTS)
    assert len(set(endings)) == len(endings)


def test_an_ending_names_the_form_of_a_report() -> None:
    found = report_export_for(".bib")

    assert found == export_named("bibtex")
    assert ".trace.json" not in REPORT_ENDINGS


@pytest.mark.parametrize(("name", "content_type"), [("csv", "text/csv; charset=utf-8"), ("json", "application/json")])
def test_text_says_its_encoding(name: str, content_type: str) -> None:
    found = export_named(name)

    assert found is not None
    assert found.content_type == content_type
