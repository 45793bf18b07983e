"""The page in a real browser when something fails: the rest stays, and nothing of its user is lost."""

from __future__ import annotations

import pytest
from e2e.serving import Server, wait_for

from web import papers
from web.browser import SAMPLE_QUESTION, Browser, url_of

pytestmark = pytest.mark.slow

SAMPLE_TITLE = "How Likely Is a Shared Birthday"


def test_a_lost_part_of_the_page_is_loaded_once_more_and_then_named(server: Server, browser: Browser) -> None:
    seen = browser.play("partsAreGone", quiet=False, url=url_of(server))

    assert seen["header"] == 1
    assert seen["loads"] >= 2, "the page reloads itself once"


@pytest.mark.parametrize("bare", [False, True], ids=["without authors", "without all but its id"])
def test_an_odd_record_spoils_its_view_alone(server: Server, browser: Browser, two_columns: str, *, bare: bool) -> None:
    browser.play("oddRecord", quiet=False, url=url_of(server), bare=bare)


def test_a_server_that_is_away_is_named_until_it_is_back(server: Server, browser: Browser, two_columns: str) -> None:
    browser.play("serverAway", quiet=False, url=url_of(server))


def test_place_zoom_conversation_draft_search_and_choice_are_found_again(server: Server, browser: Browser) -> None:
    wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)

    seen = browser.play(
        "comingBack", url=url_of(server), id="sample-paper", question=SAMPLE_QUESTION, title=SAMPLE_TITLE
    )

    assert (seen["left"]["turns"], seen["left"]["page"], seen["left"]["draft"]) == (1, "2", "Half a quest")
    assert seen["found"] == seen["left"]
    assert seen["again"] == seen["left"]
    assert seen["library"] == {"words": SAMPLE_TITLE[:6], "chosen": True}


def test_a_conversation_that_was_deleted_elsewhere_gives_way_to_a_new_one(
    server: Server, browser: Browser, two_columns: str
) -> None:
    seen = browser.play("conversationGone", quiet=False, url=url_of(server), id=two_columns, question=papers.QUESTION)

    assert seen == {"deleted": 204, "turns": 1}


def test_a_browser_whose_storage_is_full_answers_and_shows_all_the_same(
    server: Server, browser: Browser, two_columns: str
) -> None:
    theme = browser.play("storageFull", url=url_of(server), id=two_columns, question=papers.QUESTION)

    assert theme in {"dark", "light"}


@pytest.mark.parametrize("now", ["1999-12-31T23:59:59Z", "2061-07-28T12:00:00Z"])
def test_a_browser_whose_clock_is_wrong_answers_and_shows_all_the_same(
    server: Server, browser: Browser, two_columns: str, now: str
) -> None:
    said = browser.play("wrongClock", url=url_of(server), id=two_columns, question=papers.QUESTION, now=now)

    assert not {"NaN", "Invalid"} & set(said.split())


def test_forty_tabs_show_a_paper_and_one_finds_the_answer_of_another(
    server: Server, browser: Browser, two_columns: str
) -> None:
    seen = browser.play("manyTabs", url=url_of(server), id=two_columns, question=papers.QUESTION, count=40)

    assert seen["turns"] == 1
