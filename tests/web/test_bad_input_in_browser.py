"""The page in a real browser with what it must stand: hostile words in every field, huge files, no network at any step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from e2e.serving import JSON, Server, wait_for

from web import papers
from web.browser import Browser, url_of

pytestmark = pytest.mark.slow

HOSTILE = (
    '"><img src=x onerror=alert(1)><svg onload=alert(2)></title><script>alert(3)</script>[run](javascript:alert(4))'
)
PAPER = f"""---
title: '{HOSTILE}'
---

# Abstract {HOSTILE}

We boil water in a kettle. {HOSTILE} It took eleven minutes [@doe]. <iframe src="javascript:alert(5)"></iframe>

![A figure. {HOSTILE}](x)

| Kettle {HOSTILE} | Minutes |
|---|---|
| red {HOSTILE} | 11 |

Table: Minutes of kettles. {HOSTILE}

Its length is $\\href{{javascript:alert(6)}}{{x}}$.

# References

Doe, J. (2001). {HOSTILE} Journal of Kettles, 1, 2-3.
"""
ENDLESS = f"""---
title: Solid
---

# {"Kettle" * 60}

The kettle took eleven minutes and forty seconds to boil. {"Word" * 800}
"""
MIB = 1 << 20
# Of 255: the colours of highlights on white paper are above, words below.
LEGIBLE = 90


@pytest.fixture
def own_server(built: None, tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path / "data").start()
    wait_for(lambda: started.extraction("sample-paper")["status"] == "completed", 60)
    yield started
    started.kill()


def test_hostile_words_stay_words_in_every_field(own_server: Server, browser: Browser) -> None:
    server = own_server
    paper = server.upload(PAPER.encode(), "<img src=x onerror=alert(7)>.md")
    assert server.wait_until_ended(paper)["status"] == "completed"
    about = {"title": HOSTILE, "authors": [HOSTILE], "venue": HOSTILE, "keywords": [HOSTILE]}
    assert server.call("PATCH", f"/papers/{paper}", json.dumps(about).encode(), JSON).status == 200
    marks = {"paper_ids": [paper], "add_tags": [HOSTILE[:100]]}
    assert server.call("PATCH", "/library/papers", json.dumps(marks).encode(), JSON).status == 200
    assert server.post("/collections", {"name": HOSTILE}).status == 201
    assert server.post(f"/papers/{paper}/notes", {"text": HOSTILE}).status == 201
    answer = server.post(
        f"/papers/{paper}/chat", {"question": f"How many minutes did the kettle take? {HOSTILE}"}
    ).json()
    session = f"/papers/{paper}?session={answer['session_id']}"
    columns = [{"question": f"How many minutes? {HOSTILE}", "name": HOSTILE[:60]}]
    table = server.post("/tables", {"title": HOSTILE, "columns": columns, "paper_ids": [paper]}).json()["id"]
    wait_for(lambda: server.call("GET", f"/tables/{table}").json()["table"]["state"] == "ready", 60.0)
    asked = {"question": f"How long do kettles take? {HOSTILE}", "paper_ids": [paper, "sample-paper"]}
    review = f"/reviews/{server.post('/reviews', asked).json()['id']}"
    wait_for(lambda: server.call("GET", review).json()["review"]["state"] not in {"queued", "running"}, 90.0)
    paths = ["/", "/chat", session, "/tables", f"/tables/{table}", "/reviews", review, "/notes"]

    seen = browser.play("hostileWords", quiet=False, url=url_of(server), paths=paths, id=paper)

    assert seen["ran"] == []
    assert seen["shown"] == dict.fromkeys(paths, True)


def test_words_marked_often_stay_legible_and_endless_words_stay_within_their_column(
    own_server: Server, browser: Browser, tmp_path: Path
) -> None:
    server = own_server
    marked = server.upload(papers.two_columns(tmp_path / "marked.pdf").read_bytes(), "marked.pdf")
    solid = server.upload(ENDLESS.encode(), "solid.md")
    assert {server.wait_until_ended(paper)["status"] for paper in (marked, solid)} == {"completed"}
    for colour in ("yellow", "green", "blue", "pink") * 10:
        note = {"kind": "highlight", "colour": colour, "marked": {"exact": "The cups were washed before use"}}
        assert server.post(f"/papers/{marked}/notes", note).status == 201
    question = "How many minutes did the kettle take?"
    assert server.post(f"/papers/{marked}/chat", {"question": question}).status == 200
    picture = tmp_path / "mark.png"

    seen = browser.play(
        "crowded", url=url_of(server), marked=marked, solid=solid, question=question, picture=str(picture)
    )

    grey = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.Pixmap(str(picture)))
    light = sum(value > LEGIBLE for value in grey.samples) / len(grey.samples)
    assert seen | {"legible": light > 0.5} == {"spilled": 0, "answerInSight": True, "legible": True}


def test_a_file_of_300_megabytes_is_refused_in_words(server: Server, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "huge.pdf"
    with path.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(300 * MIB)

    seen = browser.play("hugeFile", url=url_of(server), path=str(path), name=path.name)

    assert seen == {"said": "A file may have at most 100 MiB, and this one has 300 MiB.", "papers": 0}


def test_a_step_without_a_network_says_so_and_is_taken_once_it_is_back(
    own_server: Server, browser: Browser, tmp_path: Path
) -> None:
    server = own_server
    noted = server.upload(papers.two_columns(tmp_path / "noted.pdf").read_bytes(), "noted.pdf")
    assert server.wait_until_ended(noted)["status"] == "completed"
    note = server.post(f"/papers/{noted}/notes", {"text": "First words."}).json()["note_id"]
    file = papers.text_papers(tmp_path)["markdown"]

    said = browser.play(
        "offlineAtEachStep",
        quiet=False,
        url=url_of(server),
        id=noted,
        question=papers.QUESTION,
        file=str(file),
        name=file.name,
        note=note,
    )

    assert set(said) == {"upload", "search", "open", "ask", "note", "delete"}
    kept = server.call("GET", f"/papers/{noted}/notes").json()
    assert [one["text"] for one in kept["notes"]] == ["Words without a network."]
