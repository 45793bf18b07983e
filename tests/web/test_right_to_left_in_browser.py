"""Titles in Hebrew and Arabic, in a real browser: each runs its own way, alone, and begins where its neighbours begin."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from e2e.serving import JSON, Server, wait_for

from web import looks, papers
from web.browser import Browser, url_of

pytestmark = pytest.mark.slow

SHORT = "קומקום רותח (BERT) — ניסוי!"
LONG = "كم من الوقت يحتاج الإبريق (GPT-4) حتى يغلي؟ دراسة طويلة عن الماء والنار في كل يوم من أيام الأسبوع الذي رصدناه"
QUESTION = "מה עושה הקומקום?"


@pytest.fixture(scope="module")
def places(
    built: None, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server whose papers, table and conversation have titles from right to left, and where each is shown."""
    scratch = tmp_path_factory.mktemp("right-to-left")
    server = Server(scratch / "data").start()
    try:
        wait_for(lambda: bool(server.extraction(looks.SAMPLE)["status"] == "completed"), 60)
        other = server.upload(papers.two_columns(scratch / "boiling-water.pdf").read_bytes(), "boiling-water.pdf")
        server.wait_until_ended(other)
        yield server, _filled(server, other)
    finally:
        server.kill()


def _filled(server: Server, other: str) -> dict[str, Any]:
    for paper, title in ((looks.SAMPLE, SHORT), (other, LONG)):
        assert server.call("PATCH", f"/papers/{paper}", json.dumps({"title": title}).encode(), JSON).status == 200
    both = [looks.SAMPLE, other]
    table = server.post(
        "/tables", {"title": SHORT, "paper_ids": both, "columns": [{"template": "any-field.data"}]}
    ).json()
    asked = server.post("/chat", {"question": QUESTION, "paper_ids": both}).json()
    review = server.post("/reviews", {"question": looks.ABOUT, "paper_ids": both}).json()
    wait_for(lambda: server.call("GET", f"/reviews/{review['id']}").json()["review"]["state"] == "completed", 120)
    together = f"/chat/{asked['session_id']}"
    return {
        "library": {"path": "/"},
        "paper": {"path": together},
        "review": {"path": f"/reviews/{review['id']}"},
        "tables": {"path": "/tables"},
        "table": {"path": f"/tables/{table['id']}"},
    }


SIZES = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("start", [SHORT[:6], LONG[:6]], ids=["short", "long"])
def test_a_title_from_right_to_left_stands_alone_and_begins_where_its_neighbours_begin(
    browser: Browser, places: tuple[Server, dict[str, Any]], size: str, start: str
) -> None:
    server, paths = places
    named = {name: place for name, place in paths.items() if start == SHORT[:6] or name not in {"tables", "paper"}}

    seen = browser.play(
        "titlesIn",
        context={"viewport": SIZES[size]},
        url=url_of(server),
        places=named,
        start=start,
        size=f"{size}-{'short' if start == SHORT[:6] else 'long'}",
    )

    assert {name: titles for name, titles in seen.items() if not titles} == {}
    wrong = [
        (name, title)
        for name, titles in seen.items()
        for title in titles
        if (title["direction"], title["isolated"], title["aligned"], title["beginning"]) != ("rtl", True, True, True)
    ]
    assert wrong == []
