"""A user takes everything out that is kept of them, and deletes it themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from contract.making import a_link
from functions.system import SMALL, System, body_of

from scholarai import bootstrap
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.zotero import ZoteroLink
from scholarai.entrypoints import account

QUESTION = "How many people make a shared birthday more likely than not?"


@pytest.fixture
def system(system: System) -> System:
    """Bob has a paper; Ada has two papers, one of which was read, a conversation about it and a review; both use Zotero."""
    bob = system.as_owner("bob")
    assert bob.status.post("/papers", json={"filename": "theirs.pdf"}).status_code == 201
    ada = system.as_owner("ada")
    assert ada.status.post("/papers", json={"filename": "announced.pdf"}).status_code == 201
    paper_id, event = ada.upload(SMALL, "birthdays.md")
    assert ada.send(event).status_code == 200
    assert ada.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}).status_code == 200
    assert ada.chat.post("/reviews", json={"question": QUESTION}).status_code == 202
    for link in (a_link(owner="ada"), a_link("BBBB2345", owner="bob")):
        bootstrap.process.backend().zotero_links.change(link.id, partial(_kept, link))
    return ada


def _kept(link: ZoteroLink, _: ZoteroLink | None) -> ZoteroLink:
    return link


def exported(system: System) -> Iterator[dict[str, Any]]:
    """Yield the pages of one's export."""
    cursor: str | None = ""
    while cursor is not None:
        answer = system.status.get("/me/export", query_string={"cursor": cursor} if cursor else {})
        assert answer.status_code == 200, answer.json
        page = body_of(answer)
        yield page
        cursor = page["next_cursor"]


def test_an_export_holds_all_of_one_s_own_and_nothing_of_others(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account, "_PER_PAGE", 1)

    pages = list(exported(system))

    def kept(kind: str) -> list[dict[str, Any]]:
        return [item for page in pages for item in page[kind]]

    assert [paper["filename"] for paper in kept("papers")] == ["birthdays.md", "announced.pdf"]
    (conversation,) = kept("conversations")
    assert [message["role"] for message in conversation["messages"]] == ["user", "assistant"]
    assert conversation["messages"][0]["text"] == QUESTION
    assert [item["review"]["request"]["question"] for item in kept("reviews")] == [QUESTION]
    assert [item["key"] for item in kept("zotero")] == ["ABCD2345"]


def test_a_cursor_that_was_not_given_is_refused(system: System) -> None:
    for cursor in ("elsewhere.", "papers", "papers.x"):
        answer = system.status.get("/me/export", query_string={"cursor": cursor})

        assert (answer.status_code, body_of(answer)["code"]) == (422, "bad_cursor")


def test_who_deletes_everything_has_nothing_left_and_others_have_theirs(system: System) -> None:
    assert system.status.delete("/me?confirm=everything").status_code == 204

    kinds = ("papers", "conversations", "reviews", "notes", "collections", "zotero", "tables")
    assert [[page[kind] for kind in kinds] for page in exported(system)] == [[[]] * len(kinds)] * len(kinds)
    assert len(bootstrap.process.backend().papers.list(OwnerId("bob"), limit=9).papers) == 1
    assert len(bootstrap.process.backend().zotero_links.list(OwnerId("bob"), limit=9).links) == 1


def test_nothing_is_deleted_on_ones_own_machine_without_the_word(system: System) -> None:
    for given in ("", "?confirm=", "?confirm=yes", "?confirm=Everything"):
        answer = system.status.delete(f"/me{given}")

        assert (answer.status_code, body_of(answer)["code"]) == (422, "confirmation_missing")
        assert "/me?confirm=everything" in body_of(answer)["action"]
    assert len(bootstrap.process.backend().papers.list(OwnerId("ada"), limit=9).papers) == 2


def test_a_deletion_that_could_not_end_goes_on_when_it_is_repeated(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = type(bootstrap.process.backend().objects)
    whole = objects.delete
    monkeypatch.setattr(objects, "delete", _down)
    assert system.status.delete("/me?confirm=everything").status_code == 503
    monkeypatch.setattr(objects, "delete", whole)

    assert system.status.delete("/me?confirm=everything").status_code == 204
    for paper in bootstrap.process.backend().papers.unfinished(limit=9):  # as the sweeper does
        bootstrap.process.deletion.finish_deletion().finish(paper)

    assert bootstrap.process.backend().objects.names("uploads/ada/") == []


def _down(*_: object) -> None:
    raise TransientError("objects_down", "the bucket is away")
