"""The page in another language than English, in a real browser: chosen, kept, and nothing left in English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from e2e.serving import Server, wait_for

from web import looks, papers
from web.browser import SAMPLE_QUESTION, Browser, url_of

pytestmark = pytest.mark.slow

ENGLISH = {"locale": "en-US"}
GERMAN = {"locale": "de-DE"}
ROOMS = ("chat", "reviews", "tables", "notes", "discover", "settings")


@pytest.fixture(scope="module")
def filled(built: None, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server with two papers, a conversation and a review, and the review's path."""
    scratch = tmp_path_factory.mktemp("languages")
    server = Server(scratch / "data").start()
    try:
        wait_for(lambda: bool(server.extraction(looks.SAMPLE)["status"] == "completed"), 60)
        review = browser.play(
            "fillForLooks",
            context=ENGLISH,
            url=url_of(server),
            file=str(papers.two_columns(scratch / "boiling-water.pdf")),
            text=looks.SECOND,
            id=looks.SAMPLE,
            question=SAMPLE_QUESTION,
            about=looks.ABOUT,
        )
        yield server, review
    finally:
        server.kill()


@pytest.fixture(scope="module")
def walked(browser: Browser, filled: tuple[Server, str]) -> tuple[dict[str, str], dict[str, Any]]:
    """What the page calls its language as German is chosen, and what each room shows then."""
    server, review = filled
    conversation = server.call("GET", "/chat").json()["sessions"][0]["id"]
    paths = {
        "library": "/",
        "paper": f"/papers/{looks.SAMPLE}?session={conversation}",
        "review": review,
        "unknown": "/nowhere",
        "unknown-paper": "/papers/unknown",
        **{room: f"/{room}" for room in ROOMS},
    }
    chosen = browser.play("chooseGerman", context=ENGLISH, url=url_of(server))
    # A paper that does not exist answers 404.
    return chosen, browser.play("walkInGerman", fresh=False, quiet=False, url=url_of(server), paths=paths)


def test_a_chosen_language_is_kept_over_visits(walked: tuple[dict[str, str], dict[str, Any]]) -> None:
    assert walked[0] == {"before": "en", "chosen": "de", "later": "de"}


@pytest.mark.parametrize(
    ("full", "address"), [(["localStorage"], ""), (["localStorage", "sessionStorage"], "?language=en")]
)
def test_a_chosen_language_holds_where_the_storage_is_full(
    browser: Browser, filled: tuple[Server, str], full: list[str], address: str
) -> None:
    seen = browser.play("chooseGermanUnkept", context=ENGLISH, url=url_of(filled[0]), full=full)

    assert seen == {"chosen": "de", "again": "de", "back": "en", "address": address}


def test_no_room_says_anything_in_english_once_german_is_chosen(walked: tuple[Any, dict[str, Any]]) -> None:
    assert {room: seen["left"] for room, seen in walked[1].items() if seen["left"]} == {}


def test_no_german_text_is_too_long_for_its_place(walked: tuple[Any, dict[str, Any]]) -> None:
    assert {room: seen["tooLong"] for room, seen in walked[1].items() if seen["tooLong"]} == {}


def test_rooms_in_german_are_accessible(walked: tuple[Any, dict[str, Any]]) -> None:
    assert {room: seen["axe"] for room, seen in walked[1].items() if seen["axe"]} == {}


@pytest.mark.parametrize(
    ("context", "starts"),
    [
        (GERMAN, {"lang": "de", "title": "Einstellungen · ScholarAI"}),
        (ENGLISH, {"lang": "en", "title": "Settings · ScholarAI"}),
        # A language that the page has no texts in.
        ({"locale": "fr-FR"}, {"lang": "en", "title": "Settings · ScholarAI"}),
    ],
)
def test_a_browser_starts_in_its_own_language_where_the_page_has_it(
    browser: Browser, filled: tuple[Server, str], context: dict[str, Any], starts: dict[str, str]
) -> None:
    assert browser.play("startLanguage", context=context, url=url_of(filled[0])) == starts
