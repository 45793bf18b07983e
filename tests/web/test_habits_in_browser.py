"""The page in a real browser as people live with it: by keyboard, on a phone, without a network, signed in, going and coming back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from e2e.serving import Server, wait_for

from web import papers
from web.browser import SAMPLE_QUESTION, SMALL_PHONE, Browser, cloud_policy, url_of

pytestmark = pytest.mark.slow

# What counts as good, https://web.dev/articles/cls
MOST_SHIFT = 0.1


def test_everything_can_be_reached_with_the_keyboard(server: Server, browser: Browser) -> None:
    wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)

    seen = browser.play(
        "byKeyboard", url=url_of(server), title="How Likely Is a Shared Birthday", question=SAMPLE_QUESTION
    )

    assert seen["boxes"] >= 1
    assert seen["quoted"] == 1
    assert seen["visible"]


def test_the_page_works_on_a_phone(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("onPhone", context=SMALL_PHONE, url=url_of(server), id=two_columns, question=papers.QUESTION)

    assert seen["widths"] == [0, 0, 0]
    assert seen["inSight"]
    assert seen["focused"], "the drawer that opens takes the keys"


def test_an_icon_button_says_its_name_to_the_keyboard_and_to_the_mouse(
    server: Server, browser: Browser, two_columns: str
) -> None:
    seen = browser.play("tooltips", context={"locale": "en-US"}, url=url_of(server), id=two_columns)

    assert seen["focusedByScript"] == "", "a focus that nobody moved says nothing"
    assert seen["byTab"] == "Settings G S"
    assert seen["serious"] == []
    assert (seen["afterEscape"], seen["stillFocused"]) == ("", True)
    assert seen["next"] == "About this site"
    assert seen["underMouse"] == "About this site"
    assert (seen["pressed"], seen["dialogOpened"]) == ("", "")
    assert (seen["inDialog"], seen["onTop"]) == ("Close", True)
    assert seen["withKeys"] == "Find in this paper Ctrl F"


def test_a_touch_leaves_no_tooltip(server: Server, browser: Browser) -> None:
    seen = browser.play("touchTooltip", context={**SMALL_PHONE, "locale": "en-US"}, url=url_of(server))

    assert seen["named"] == "About this site"
    assert seen["tips"] == 0


WIDTHS = (1440, 820, 390)


@pytest.fixture(scope="module")
def filled(server: Server, two_columns: str) -> list[str]:
    """The addresses of all rooms, with something in each: a note, a conversation about two papers, a review and a table."""
    both = ["sample-paper", two_columns]
    note = {
        "kind": "highlight",
        "colour": "green",
        "text": "Ask Ada",
        "marked": {"exact": "The cups were washed before use"},
    }
    assert server.post(f"/papers/{two_columns}/notes", note).status == 201
    asked = server.post("/chat", {"question": papers.QUESTION, "paper_ids": both}).json()
    review = server.post("/reviews", {"question": papers.QUESTION, "paper_ids": both}).json()["id"]
    table = server.post(
        "/tables", {"title": "Two", "paper_ids": both, "columns": [{"template": "any-field.data"}]}
    ).json()
    wait_for(lambda: server.call("GET", f"/reviews/{review}").json()["review"]["state"] == "completed", 120)
    rooms = (
        "",
        "check",
        "reviews",
        "tables",
        "notes",
        "chat",
        "discover",
        "settings",
        "library",
        "nowhere",
        "papers/unknown",
    )
    things = (f"papers/{two_columns}", f"chat/{asked['session_id']}", f"reviews/{review}", f"tables/{table['id']}")
    return [f"/{path}" for path in (*rooms, *things)]


@pytest.mark.parametrize(("locale", "schemes"), [("en-US", ["light", "dark"]), ("de-DE", ["light"])])
def test_no_room_has_a_serious_fault_or_a_target_that_is_hard_to_hit_at_any_width(
    server: Server, browser: Browser, filled: list[str], locale: str, schemes: list[str]
) -> None:
    # A paper that does not exist answers 404.
    found = browser.play(
        "everyRoom",
        context={"locale": locale},
        quiet=False,
        url=url_of(server),
        paths=filled,
        widths=WIDTHS,
        schemes=schemes,
    )

    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server: Server, browser: Browser, two_columns: str, scheme: str) -> None:
    found = browser.play(
        "withAxe",
        context={"colorScheme": scheme},
        url=url_of(server),
        id=two_columns,
        question=papers.QUESTION,
        name=scheme,
        paths=["/", "/papers/ID", "/reviews"],
    )

    assert found == {"/": [], "/papers/ID": [], "/reviews": []}


def test_nothing_jumps_while_a_view_loads(server: Server, browser: Browser, two_columns: str) -> None:
    paths = ["/", f"/papers/{two_columns}", "/reviews"]

    shifts = browser.play("layoutShifts", url=url_of(server), paths=paths)

    assert all(shift <= MOST_SHIFT for shift in shifts.values()), shifts


def test_coming_back_to_a_list_restores_its_place_and_the_focus(
    server: Server, browser: Browser, two_columns: str
) -> None:
    wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)

    seen = browser.play("goAndComeBack", url=url_of(server), id="sample-paper")

    assert seen == {"scrolled": True, "focus": "content", "inSight": True}


def test_a_machine_without_a_network_lists_and_shows_its_papers(
    server: Server, browser: Browser, two_columns: str
) -> None:
    assert browser.play("withoutNetwork", url=url_of(server), id=two_columns) >= 1


def test_a_file_that_misses_the_library_does_not_take_the_place_of_the_page(
    server: Server, browser: Browser, two_columns: str
) -> None:
    assert browser.play("dropBeside", url=url_of(server), id=two_columns) is False


def test_lists_say_when_they_are_empty_and_when_the_server_is_away(server: Server, browser: Browser) -> None:
    browser.play("otherStates", url=url_of(server))


def test_people_sign_in_where_the_page_has_accounts(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("signInAndOut", quiet=False, url=url_of(server), id=two_columns, policy=cloud_policy())

    assert seen["before"] == 0, "nothing is asked of the API before somebody signed in"
    assert "wrong" in seen["wrong"]
    assert seen["address"].endswith(f"/papers/{two_columns}?page=1"), "the address survives signing in"
    assert "Sign in again" in seen["ended"]
    assert seen["left"] is None
    assert (seen["bare"], seen["file"]) == ([], True)
    assert seen["axe"] == []


def test_people_sign_in_at_the_providers_of_the_site(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("signInAtProviders", quiet=False, url=url_of(server), id=two_columns, policy=cloud_policy())

    assert "does not offer this" in seen["closed"]
    assert seen["cancelled"] == "The sign-in was cancelled at Our University."
    assert "not begun in this tab" in seen["forged"], "an answer with another state signs nobody in"
    assert seen["address"].endswith(f"/papers/{two_columns}?page=1"), "the address survives signing in"
    assert "already exists" in seen["exists"], "an address of another provider is not taken over"
    assert "bob" not in seen["after"], "nothing of the answer stays in the address"
    assert seen["axe"] == []


def test_people_take_their_data_out_and_leave_for_good(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("leaveForGood", quiet=False, url=url_of(server), policy=cloud_policy())

    assert seen["own"] == 0, "who is not signed in has no data"
    kept = json.loads(Path(seen["file"]).read_text())
    assert two_columns in [paper["id"] for paper in kept["papers"]]
    assert seen["deleted"] == ["DELETE Bearer id-1"]
    assert "were deleted" in seen["said"]
    assert seen["axe"] == []


def test_an_authenticator_app_is_added_asked_for_and_removed(server: Server, browser: Browser) -> None:
    seen = browser.play("useAuthenticator", quiet=False, url=url_of(server), policy=cloud_policy())

    assert "The code is wrong" in seen["wrong"]
    assert seen["inside"] is None, "the password alone signs nobody in"
    assert seen["axe"] == []
