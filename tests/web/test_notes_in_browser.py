"""Highlights and notes in a real browser: made from a selection, kept over reloads, and changed in two tabs at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e.serving import Server

from web import papers
from web.browser import Browser, url_of

pytestmark = pytest.mark.slow


@pytest.fixture
def paper_id(server: Server, tmp_path: Path) -> str:
    path = papers.two_columns(tmp_path / "noted.pdf", f"Water with Notes {tmp_path.name}")
    made = server.upload(path.read_bytes(), f"{tmp_path.name}.pdf")
    assert server.wait_until_ended(made)["status"] == "completed"
    return made


def test_selected_words_are_marked_noted_asked_about_copied_and_checked(
    server: Server, browser: Browser, paper_id: str
) -> None:
    seen = browser.play(
        "useSelection",
        url=url_of(server),
        id=paper_id,
        marked="We describe the room",
        noted="dried with a cloth",
        name="selection",
    )

    assert "Exact quote" in seen["verdict"]
    assert seen["copied"].startswith("“We describe the room” (Author")
    assert seen["draft"].startswith("“We describe the room”")
    assert "Why so long?" in seen["listed"], "notes survive a reload"
    assert seen["covered"] >= 0.85, "the highlight stands over the words"


def test_a_note_changed_in_two_tabs_loses_nothing(server: Server, browser: Browser, paper_id: str) -> None:
    note = server.post(f"/papers/{paper_id}/notes", {"kind": "note", "text": "First words."}).json()

    seen = browser.play("noteInTwoTabs", url=url_of(server), id=paper_id, note=note["note_id"])

    assert "changed elsewhere" in seen["said"]
    assert seen["kept"] == "Words of the one tab.\n\nWords of the other tab."


def test_a_deleted_note_comes_back_by_undo(server: Server, browser: Browser, paper_id: str) -> None:
    server.post(f"/papers/{paper_id}/notes", {"kind": "note", "text": "Do not lose me."})

    seen = browser.play("deleteAndUndo", url=url_of(server), id=paper_id)

    assert seen == {"deleted": 0, "back": 1, "gone": 0, "serious": []}
