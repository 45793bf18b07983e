"""The room of all notes in a real browser: searched, narrowed, changed, exported, and opened at their box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from e2e.serving import Server

from web import papers
from web.browser import LOOKS, Browser, url_of, words_of

pytestmark = pytest.mark.slow

MARKED = "The kettle took eleven minutes and forty seconds to boil"


@pytest.fixture
def noted(built: None, tmp_path: Path) -> Any:
    """A server whose one paper has a note, and two highlights of different colours."""
    server = Server(tmp_path / "data").start()
    path = papers.two_columns(tmp_path / "noted.pdf")
    paper_id = server.upload(path.read_bytes(), "noted.pdf")
    assert server.wait_until_ended(paper_id)["status"] == "completed"
    for note in (
        {"kind": "note", "text": "Ask Ada about the cups"},
        {"kind": "highlight", "colour": "green", "text": "The main result", "marked": {"exact": MARKED}},
        {"kind": "highlight", "colour": "yellow", "marked": {"exact": "The cups were washed before use"}},
    ):
        made = server.post(f"/papers/{paper_id}/notes", note)
        assert made.status == 201, made.body
    yield server, paper_id
    server.kill()


@pytest.mark.parametrize(("look", "context"), LOOKS)
def test_notes_are_searched_and_narrowed_and_the_address_keeps_it(
    noted: tuple[Server, str], browser: Browser, look: str, context: dict[str, Any]
) -> None:
    seen = browser.play("findNotes", context=context, url=url_of(noted[0]), words="ÁDA cups", name=f"notes-{look}")

    assert len(seen["all"]) == 3
    assert seen["found"] == seen["reloaded"]
    assert "Ask Ada about the cups" in seen["found"][0]
    assert len(seen["green"]) == len(seen["written"]) == 1
    assert MARKED in seen["green"][0]
    assert (seen["findings"], seen["overflow"]) == ([], 0)


def test_a_note_is_changed_deleted_with_undo_exported_and_opened_at_its_box(
    noted: tuple[Server, str], browser: Browser, tmp_path: Path
) -> None:
    server, paper_id = noted
    printed = tmp_path / "notes.pdf"

    seen = browser.play(
        "workWithNotes", url=url_of(server), written="Ask Ada about the cups", marked=MARKED, printed=str(printed)
    )

    assert "Ask Ada about the cups, twice" in words_of(printed)[0]
    assert "Export" not in words_of(printed)[0]

    assert "Ask Ada about the cups, twice" in seen["exported"]
    assert f"> {MARKED} (p. " in seen["exported"]
    assert seen["path"] == f"/papers/{paper_id}"
    assert len(server.call("GET", "/notes").json()["notes"]) == 3


def test_a_library_without_notes_says_how_to_make_one(built: None, browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "empty").start()
    try:
        assert browser.play("noNotes", url=url_of(server)) == []
    finally:
        server.kill()
