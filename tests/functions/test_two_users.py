"""Two users over every call of the API: what is one's is, for the other, not there."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from doubles.identity import CertificateServer, Key
from flask.testing import FlaskClient
from functions.answers import check
from functions.conftest import prepared
from functions.system import ROOT, SAMPLE, System, body_of, finalized
from werkzeug.test import TestResponse

from scholarai import bootstrap
from scholarai.domain.ids import PaperId
from scholarai.entrypoints.openapi import OPERATIONS
from scholarai.entrypoints.operations import Operation

PROJECT = "papers-test"
Adas = tuple[Path, Mapping[str, str]]
QUESTION = "How many people make a shared birthday more likely than not?"
OWNED = [route for route in OPERATIONS if not route.public]
NAMED = [route for route in OWNED if "{" in route.path]
# Calls without an id of another's in their path, and what they say of another's things.
UNNAMED = {
    "create_paper",
    "add_works",
    "add_entries",
    "list_papers",
    "ask_papers",
    "list_sessions",
    "search_library",
    "create_review",
    "estimate_review",
    "list_reviews",
    "create_table",
    "estimate_table",
    "list_tables",
    "list_missing",
    "export_account",
    "list_library",
    "mark_papers",
    "list_collections",
    "create_collection",
    "list_notes",
    "save_answer",
    "export_papers",
    "show_usage",
    "show_spending",
    "delete_account",
    "show_model_settings",
    "choose_model",
    "try_model",
    "find_servers",
    "show_connections",
    "change_connections",
    "ask_to_write",
    "discover_works",
    "list_libraries",
    "import_collection",
    "send_notes",
    "check_text",
    "find_source",
    "check_references",
    "export_check",
}
# What they answer has no id in it.
WITHOUT_IDS = {
    "show_usage",
    "show_spending",
    "show_model_settings",
    "find_servers",
    "show_connections",
    "export_papers",
    "list_missing",
    "discover_works",
    "list_libraries",
}
QUERIES: Mapping[str, Mapping[str, str]] = {"search_library": {"q": "birthday"}, "export_papers": {"format": "bibtex"}}
# Parts of a path that are no ids.
PARAMETERS = {"number": "1"}
# Calls that a thing of one's own may refuse for another reason: what matters is that they do not say 404.
BODIES: Mapping[str, Any] = {
    "create_paper": {"filename": "paper.pdf"},
    "ask_paper": {"question": QUESTION},
    "ask_papers": {"question": QUESTION, "paper_ids": ["{paper_id}"]},
    "check_quotes": {"quotes": [{"quote_id": 1, "quote": "Twenty-three people are enough"}]},
    "check_text": {"text": "Twenty-three people are enough for it.", "paper_ids": ["{paper_id}"]},
    "find_source": {"sentences": ["Twenty-three people are enough for it."], "paper_ids": ["{paper_id}"]},
    "create_review": {"question": QUESTION, "paper_ids": ["{paper_id}"]},
    "create_table": {"title": "Hers, too", "paper_ids": ["{paper_id}"], "columns": [{"question": QUESTION}]},
    "estimate_table": {"columns": 1},
    "change_table": {"title": "Other"},
    "describe_paper": {"title": "Mine"},
    "attach_source": {"source_id": "{paper_id}"},
    "merge_papers": {"other": "{paper_id}"},
    "mark_papers": {"paper_ids": ["{paper_id}"], "favourite": True},
    "create_collection": {"name": "Mine, too"},
    "change_collection": {"name": "Other"},
    "create_note": {"text": "mine"},
    "save_answer": {"session_id": "{session_id}", "message_n": 1},
    "change_note": {"version": 1, "text": "other"},
    "edit_review": {"action": "shorten", "section_id": "s1"},
    "change_session": {"pinned": True},
}


def name_of(route: Operation) -> str:
    return f"{route.method} {route.path}"


@dataclass(frozen=True)
class User:
    system: System
    token: str
    ids: Mapping[str, str]

    def call(self, route: Operation, token: str | None = None) -> TestResponse:
        """Make a call about Ada's things, as this user."""
        path = re.sub(r"\{(\w+)\}", lambda found: PARAMETERS.get(found[1]) or self.ids[found[1]], route.path)
        client: FlaskClient = getattr(self.system, route.function)
        body = BODIES.get(route.name)
        filled = None if body is None else {key: self._filled(value) for key, value in body.items()}
        bearer = self.token if token is None else token
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        return client.open(
            path, method=route.method, json=filled, headers=headers, query_string=QUERIES.get(route.name)
        )

    def _filled(self, value: Any) -> Any:
        mine = self.ids["paper_id"]
        return [mine] if value == ["{paper_id}"] else mine if value == "{paper_id}" else value


@pytest.fixture(scope="module")
def key() -> Key:
    return Key("key-1")


@pytest.fixture(scope="module")
def certificates(key: Key) -> Iterator[CertificateServer]:
    server = CertificateServer()
    server.keys.append(key)
    yield server
    server.close()


@pytest.fixture(scope="module")
def adas(key: Key, certificates: CertificateServer, tmp_path_factory: pytest.TempPathFactory) -> Adas:
    """Return a data folder with a paper of Ada's that was read, a conversation and a review, and the ids of her things."""
    token = key.token(PROJECT, "ada")
    return prepared(
        tmp_path_factory.mktemp("adas"), lambda system: _things_of_ada(_signed_in(system.load, certificates), token)
    )


@pytest.fixture
def users(
    load: Callable[..., FlaskClient], key: Key, certificates: CertificateServer, adas: Adas, tmp_path: Path
) -> Callable[[str], User]:
    """Return Ada, in a copy of what she has, and other users."""
    data, ids = adas
    shutil.copytree(data, tmp_path / "data", dirs_exist_ok=True)
    system = _signed_in(load, certificates)
    return lambda owner: User(system=system, token=key.token(PROJECT, owner), ids=ids)


def _signed_in(load: Callable[..., FlaskClient], certificates: CertificateServer) -> System:
    settings = {
        "SCHOLARAI_IDENTITY": "firebase",
        "SCHOLARAI_IDENTITY_PROJECT": PROJECT,
        "SCHOLARAI_IDENTITY_CERTIFICATES": certificates.url,
    }
    return System(lambda name: load(name, **settings))


def _things_of_ada(system: System, token: str) -> Mapping[str, str]:
    headers = {"Authorization": f"Bearer {token}"}
    made = system.status.post("/papers", json={"filename": "paper.pdf"}, headers=headers)
    assert made.status_code == 201, made.json
    paper_id = body_of(made)["paper_id"]
    paper = bootstrap.process.backend().papers.get(PaperId(paper_id))
    assert paper is not None
    data = SAMPLE.read_bytes()
    generation = bootstrap.process.backend().objects.put(paper.object_name, data, content_type=paper.media_type)
    event = finalized(name=paper.object_name, generation=str(generation), size=str(len(data)))
    assert system.send(event).status_code == 200
    answer = system.chat.post(f"/papers/{paper_id}/chat", json={"question": QUESTION}, headers=headers)
    assert answer.status_code == 200, answer.json
    review = system.chat.post("/reviews", json={"question": QUESTION, "paper_ids": [paper_id]}, headers=headers)
    assert review.status_code == 202, review.json
    columns = [{"question": QUESTION}]
    table = system.chat.post("/tables", json={"title": "Hers", "columns": columns}, headers=headers)
    assert table.status_code == 202, table.json
    note = system.chat.post(f"/papers/{paper_id}/notes", json={"text": "hers"}, headers=headers)
    tree = system.chat.post("/collections", json={"name": "Hers"}, headers=headers)
    return {
        "paper_id": paper_id,
        "session_id": body_of(answer)["session_id"],
        "review_id": body_of(review)["id"],
        "table_id": body_of(table)["id"],
        "note_id": body_of(note)["note_id"],
        "collection_id": body_of(tree)["made"],
    }


def test_every_call_is_in_one_of_the_tables() -> None:
    published = json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"]

    calls = {f"{method.upper()} {path}" for path, methods in published.items() for method in methods}
    assert calls == {name_of(route) for route in OPERATIONS}
    assert {route.name for route in OWNED} == {route.name for route in NAMED} | UNNAMED


def test_another_s_things_are_not_there(users: Callable[[str], User]) -> None:
    bob = users("bob")

    answers = {name_of(route): bob.call(route).status_code for route in NAMED}

    assert answers == dict.fromkeys(answers, 404)


ASKING = {"ask_papers", "check_text", "find_source", "create_review", "create_table"}


def test_another_s_papers_can_be_neither_asked_nor_checked_nor_reviewed(users: Callable[[str], User]) -> None:
    bob = users("bob")
    asking = [route for route in OWNED if route.name in ASKING]

    assert {name_of(route): bob.call(route).status_code for route in asking} == {
        "POST /chat": 404,
        "POST /check": 404,
        "POST /find-source": 404,
        "POST /reviews": 404,
        "POST /tables": 404,
    }


def test_lists_and_searches_hold_nothing_of_another_s(users: Callable[[str], User]) -> None:
    ada, bob = users("ada"), users("bob")
    listing = [route for route in OWNED if route.method == "GET" and route.name in UNNAMED - WITHOUT_IDS]

    for route in listing:
        hers, his = ada.call(route), bob.call(route)

        assert (hers.status_code, his.status_code) == (200, 200)
        assert any(thing in hers.text for thing in ada.ids.values()), name_of(route)
        assert not any(thing in his.text for thing in ada.ids.values()), name_of(route)


@pytest.mark.parametrize(("name", "hers"), [("export_papers", "Shared Birthday"), ("list_missing", "Feller")])
def test_exports_and_missing_papers_are_of_one_s_own_library(
    users: Callable[[str], User], name: str, hers: str
) -> None:
    (route,) = (route for route in OWNED if route.name == name)

    answers = [users(owner).call(route) for owner in ("ada", "bob")]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert [hers in answer.text for answer in answers] == [True, False]


def test_what_somebody_took_is_shown_to_that_user_alone(users: Callable[[str], User]) -> None:
    (route,) = (route for route in OWNED if route.name == "show_usage")

    hers, his = (check(users(owner).call(route), "usage_view") for owner in ("ada", "bob"))

    sums = ("uploads", "pages", "questions", "stored_bytes")
    assert [hers[name]["taken"] for name in sums] == [1, 2, 1, SAMPLE.stat().st_size]
    assert [his[name] for name in sums] == [{"taken": 0, "limit": None}] * 4


def test_what_models_cost_somebody_is_shown_to_that_user_alone(users: Callable[[str], User]) -> None:
    (route,) = (route for route in OWNED if route.name == "show_spending")

    hers, his = (check(users(owner).call(route), "spending_view")["days"] for owner in ("ada", "bob"))

    assert [day["questions"] for day in hers] == [1]
    assert his == []


def test_the_owner_s_own_things_are_there(users: Callable[[str], User]) -> None:
    """Otherwise the 404s above would say nothing; deletions come last."""
    ada = users("ada")
    order = sorted(NAMED, key=lambda route: (route.method == "DELETE", route.name == "delete_paper"))

    answers = {name_of(route): ada.call(route).status_code for route in order}

    assert 404 not in answers.values(), answers


def test_nobody_gets_anything_without_a_token(users: Callable[[str], User]) -> None:
    nobody = users("nobody")

    answers = {name_of(route): nobody.call(route, token="").status_code for route in OWNED}

    assert answers == dict.fromkeys(answers, 401)


def test_a_token_of_another_project_opens_nothing(users: Callable[[str], User], key: Key) -> None:
    stranger = users("ada")
    foreign = key.token("another-project", "ada")

    answers = {name_of(route): stranger.call(route, token=foreign).status_code for route in OWNED}

    assert answers == dict.fromkeys(answers, 401)
