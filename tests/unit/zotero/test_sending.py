"""Highlights, notes and verified quotes go to Zotero once each, and what both sides change is kept."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from contract.making import BOB, NOW, a_message, a_session
from doubles.zotero import put_highlight
from msgspec.structs import replace
from unit.zotero.world import ADA, P1, World

from scholarai.domain.chat import Answer, Citation, Message, PageBoxes, Session, TextSection
from scholarai.domain.content import Box
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import ChunkId
from scholarai.domain.notes import Note
from scholarai.domain.usage import Usage
from scholarai.services.moving.library import MoveLibrary
from scholarai.services.own.notes import NewNote


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path).with_paper()
    world.bring()
    return world


def test_a_highlight_becomes_an_annotation_in_the_coordinates_of_zotero(world: World) -> None:
    world.mark("momentum decays", "Really?", colour="blue")

    assert world.send().written == 1

    ((_, data),) = world.zotero.annotations().items()
    position = json.loads(data["annotationPosition"])
    assert (data["annotationType"], data["annotationText"], data["parentItem"]) == (
        "highlight",
        "momentum decays",
        "PDFS2222",
    )
    assert data["annotationColor"] == "#2ea8e5"
    assert data["annotationComment"] == f"Really?\n\nScholarAI: http://127.0.0.1:8080/papers/{P1}?page=1"
    assert position["pageIndex"] == 0
    left, bottom, right, top = position["rects"][0]
    assert (left, bottom, top) == pytest.approx((50, 792 - 112, 792 - 100.25))
    assert left < right < 300
    assert data["annotationSortIndex"] == "00000|000000|00100"
    assert {"tag": "ScholarAI"} in data["tags"]


def test_a_note_without_a_place_becomes_a_note_of_the_item(world: World) -> None:
    world.app.library.keep_notes().make(ADA, P1, NewNote(kind="note", text="Compare <Lee>\nand Kim"))

    world.send()

    (note,) = [one["data"] for one in world.zotero.items.values() if one["data"]["itemType"] == "note"]
    assert note["parentItem"] == "ITEM2222"
    assert note["note"].startswith("<p>Compare &lt;Lee&gt;</p><p>and Kim</p><p>ScholarAI: ")


def test_verified_quotes_of_answers_go_out_once_and_others_do_not(world: World) -> None:
    boxes = PageBoxes(page_number=1, width_pt=612.0, height_pt=792.0, boxes=(Box(50.0, 100.25, 300.5, 112.0),))
    true = Citation(
        number=1, paper_id=P1, chunk_id=ChunkId("1-0000"), quote="momentum decays", verdict="exact", label="p. 1",
        text="momentum decays", start=27, end=42, pages=(boxes,),
    )  # fmt: skip
    false = replace(true, number=2, quote="momentum grows", verdict="altered")
    answer = Answer(
        usage=Usage(), question_used="What decays?", sections=(TextSection(text="It does.", citations=(true, false)),)
    )
    sessions = world.app.backend().sessions
    for name in ("s1", "s2"):
        session = a_session(name, paper_ids=(P1,), expires_at=NOW.replace(year=2999))
        sessions.create(session)
        messages = (a_message(0, role="user", text="What decays?"), a_message(1, role="assistant", answer=answer))
        sessions.change(session.id, partial(said, messages))

    assert (world.send().written, world.send().written) == (1, 0)

    ((_, data),) = world.zotero.annotations().items()
    assert data["annotationText"] == "momentum decays"
    assert data["annotationComment"].startswith("What decays?\n\nScholarAI: ")


def said(messages: tuple[Message, ...], found: Session, _: object) -> tuple[Session, tuple[Message, ...]]:
    return found, messages


def test_nothing_is_written_into_another_file_than_the_one_that_was_read(tmp_path: Path) -> None:
    world = World(tmp_path).with_paper(b"%PDF-1.7 the preprint")
    backend = world.app.backend()
    from scholarai.domain.metadata import corrected

    backend.papers.change(P1, lambda found: found and corrected(found, {"doi": "10.1000/momentum"}, "person", NOW))
    world.bring()
    world.mark("momentum decays")

    done = world.send()

    assert (done.written, done.left_out) == (0, (P1,))
    assert world.zotero.created == []


def test_fifty_highlights_take_one_request(world: World) -> None:
    for _ in range(50):
        world.mark("momentum decays")
    world.zotero.requests.clear()

    assert world.send().written == 50

    assert [method for method, _ in world.zotero.requests] == ["POST"]


def test_a_second_call_writes_nothing_more(world: World) -> None:
    world.mark("momentum decays")
    world.send()
    world.zotero.requests.clear()

    done = world.send()

    assert (done.written, done.changed, world.zotero.requests) == (0, 0, [])


def test_what_came_from_zotero_is_not_written_back(world: World) -> None:
    put_highlight(world.zotero)
    world.bring()

    assert world.send().written == 0
    assert list(world.zotero.annotations()) == ["MARK2222"]


def test_what_was_written_does_not_come_in_again(world: World) -> None:
    world.mark("momentum decays", "Really?")
    world.send()

    world.bring()

    assert [note.text for note in world.notes()] == ["Really?"]


def test_links_that_were_lost_write_nothing_twice(world: World) -> None:
    world.mark("momentum decays", "Really?")
    world.send()
    links = world.app.backend().zotero_links
    for link in links.list(ADA, limit=99).links:
        links.change(link.id, lambda _: None)

    world.bring()
    world.send()

    assert (len(world.zotero.annotations()), len(world.notes())) == (1, 1)


def test_a_change_here_is_written_with_its_field_alone(world: World) -> None:
    note = world.mark("momentum decays", "Really?")
    world.send()
    (key,) = world.zotero.annotations()
    world.zotero.items[key]["data"]["tags"].append({"tag": "theirs"})
    world.change(note, text="Indeed.")

    assert world.send().changed == 1

    data = world.zotero.annotations()[key]
    assert data["annotationComment"].startswith("Indeed.\n\nScholarAI: ")
    assert {"tag": "theirs"} in data["tags"]


@pytest.mark.parametrize("brought", [True, False])
def test_two_changes_of_one_comment_are_both_kept(world: World, brought: bool) -> None:
    note = world.mark("momentum decays", "Really?")
    world.send()
    (key,) = world.zotero.annotations()
    world.change(note, text="Mine.")
    world.zotero.edit(key, annotationComment="Theirs.")

    if brought:
        world.bring()
    world.send()

    assert world.zotero.annotations()[key]["annotationComment"].startswith("Mine.\n\nTheirs.")
    assert [one.text for one in world.notes()] == ["Mine.\n\nTheirs."]


def test_changes_of_different_fields_are_both_taken_over(world: World) -> None:
    note = world.mark("momentum decays", "Really?")
    world.send()
    (key,) = world.zotero.annotations()
    world.change(note, text="Mine.")
    world.zotero.edit(key, annotationColor="#a28ae5")

    world.send()

    data = world.zotero.annotations()[key]
    assert (data["annotationComment"][:5], data["annotationColor"]) == ("Mine.", "#a28ae5")
    assert [(one.text, one.colour) for one in world.notes()] == [("Mine.", "purple")]


def test_an_annotation_that_was_deleted_in_zotero_is_not_written_again(world: World) -> None:
    note = world.mark("momentum decays", "Really?")
    world.send()
    (key,) = world.zotero.annotations()
    del world.zotero.items[key]
    world.change(note, text="Still here.")

    world.send()
    world.send()

    assert world.zotero.annotations() == {}
    assert [one.text for one in world.notes()] == ["Still here."]


@pytest.mark.parametrize("fault", ["unanswered", "half", "lost", "busy", "down"])
def test_a_request_that_fails_once_is_repeated_and_writes_once(world: World, fault: str) -> None:
    world.mark("momentum decays", "Really?")
    begun = len(world.zotero.requests)
    world.zotero.fault = lambda n, _: fault if n == begun else None  # type: ignore[return-value,assignment]

    assert world.send().written == 1

    assert len(world.zotero.created) == 1


def test_a_call_that_ends_before_its_answer_is_gone_on_with(world: World) -> None:
    world.mark("momentum decays", "Really?")
    world.zotero.fault = lambda _n, method: "unanswered" if method == "POST" else "lost"
    with pytest.raises(TransientError):
        world.send()
    world.zotero.fault = lambda _n, _method: None
    world.time.sleep(100)
    world.restart()

    world.send()

    assert len(world.zotero.created) == 1
    assert {link.state for link in world.app.backend().zotero_links.list(ADA, limit=99).links} == {"kept"}


def test_what_zotero_refuses_is_told_and_not_sent_again(world: World) -> None:
    note = world.mark("momentum decays", "Really?")
    world.zotero.items["PDFS2222"]["data"]["itemType"] = "book"

    assert len(world.send().refused) == 1

    world.zotero.requests.clear()
    world.change(note, text="x")
    assert world.send().refused == ()
    assert world.zotero.requests == []


def test_a_paper_that_is_deleted_takes_its_links_along(world: World) -> None:
    world.mark("momentum decays")
    world.send()

    world.app.deletion.delete_paper().delete(ADA, P1)

    links: list[Note] = [one for one in world.app.backend().zotero_links.list(ADA, limit=99).links if one.paper_id]  # type: ignore[misc]
    assert links == []


def test_a_highlight_that_came_in_and_lost_its_link_is_not_written_as_a_new_one(world: World) -> None:
    put_highlight(world.zotero)
    world.bring()
    links = world.app.backend().zotero_links
    (link,) = [one for one in links.list(ADA, limit=99).links if one.kind == "annotation"]
    links.change(link.id, lambda _: None)

    world.send()

    assert world.zotero.created == []


def test_links_move_with_their_library(tmp_path: Path) -> None:
    here, there = World(tmp_path / "here").with_paper(), World(tmp_path / "there")
    here.bring()
    here.mark("momentum decays", "Really?")
    here.send()
    source, target = here.app.backend(), there.app.backend()
    moving = MoveLibrary(source=source, target=target)

    jobs = [job for job in moving.jobs({ADA: BOB}, NOW) if job.kind in {"note", "link"}]
    copied = [job.run() for job in jobs]

    assert all(copied)
    assert not any(job.run() for job in jobs)
    before = {(one.key, one.ours, one.version) for one in source.zotero_links.list(ADA, limit=99).links}
    assert {(one.key, one.ours, one.version) for one in target.zotero_links.list(BOB, limit=99).links} == before
    assert {one.owner for one in target.zotero_links.list(BOB, paper_id=P1, limit=99).links} == {BOB}
