"""Forged events and tokens against the functions; `python -m attacks` tries them on every call."""

from __future__ import annotations

from collections.abc import Callable

from attacks.bodies import holds_unseen, hostile_calls, send
from attacks.events import forged_events
from attacks.tokens import forged_tokens
from doubles.identity import CertificateServer, Key
from flask.testing import FlaskClient

from scholarai import bootstrap
from scholarai.domain.ids import OwnerId

PROJECT = "papers-test"


def test_no_forged_event_breaks_the_function_or_touches_a_paper(load: Callable[..., FlaskClient]) -> None:
    client = load("extract")
    theirs = bootstrap.process.papers.announce_paper().announce(OwnerId("bob"), filename="paper.pdf").paper

    answers = {
        what: client.post("/", headers=dict(headers), data=body).status_code
        for what, headers, body in forged_events("scholarai-local", theirs.id, theirs.object_name)
    }

    papers = bootstrap.process.backend().papers
    found = papers.get(theirs.id)
    assert found is not None
    assert {what: status for what, status in answers.items() if status >= 500} == {}
    assert (found.owner, found.status) == ("bob", "uploaded")
    assert [papers.list(OwnerId(owner), limit=1).papers for owner in ("eve", "ada")] == [(), ()]


def test_no_forged_token_is_let_in(load: Callable[..., FlaskClient]) -> None:
    key, certificates = Key("key-1"), CertificateServer()
    certificates.keys.append(key)
    client = load(
        "status",
        SCHOLARAI_IDENTITY="firebase",
        SCHOLARAI_IDENTITY_PROJECT=PROJECT,
        SCHOLARAI_IDENTITY_CERTIFICATES=certificates.url,
    )
    try:
        answers = {
            what: client.get("/papers", headers={"Authorization": f"Bearer {token}"}).status_code
            for what, token in [*forged_tokens(key, PROJECT), ("a true one", key.token(PROJECT, "ada"))]
        }
    finally:
        certificates.close()

    assert answers.pop("a true one") == 200
    assert set(answers.values()) == {401}


def test_no_hostile_call_of_a_user_breaks_the_library(load: Callable[..., FlaskClient]) -> None:
    """Sizes are left to `make bench-attacks`."""
    chat = load("chat")
    made = chat.post("/works/entries", json={"text": "@article{a, title = {A paper to be attacked by its owner}}"})
    assert made.json is not None
    paper_id = made.json["works"][0]["paper_id"]
    calls = [call for call in hostile_calls() if call.kind != "size"]

    answers = {call: send(chat, call, paper_id) for call in calls}
    lists = {path: chat.get(path) for path in ("/library", "/collections", "/notes", "/papers/export?format=bibtex")}

    assert {call.name: answer.status_code for call, answer in answers.items() if answer.status_code >= 500} == {}
    assert {path: answer.status_code for path, answer in lists.items() if answer.status_code != 200} == {}
    shown = {**{call.name: answer for call, answer in answers.items()}, **lists}
    assert [name for name, answer in shown.items() if holds_unseen(answer.text)] == []
