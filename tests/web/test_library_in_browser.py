"""The library in a real browser against the real server: one search, collections, marks, exports, files of references."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from e2e.serving import Server, wait_for
from papers import pair

from web.browser import Browser, url_of

pytestmark = pytest.mark.slow

REFERENCES = """@article{kettle,
  title = {A Record of Kettles},
  author = {Author, Ada},
  year = {2020}
}

@article{broken,
  title = {No end
"""


@pytest.fixture(scope="module")
def sample(server: Server) -> str:
    wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)
    return "sample-paper"


def test_words_of_a_text_are_found_marked_and_opened_at_their_box(
    server: Server, browser: Browser, two_columns: str
) -> None:
    seen = browser.play("searchText", url=url_of(server), words="kettle boil eleven minutes")

    assert {word.lower() for word in seen["marked"]} >= {"kettle", "boil", "eleven", "minutes"}
    assert seen["path"] == f"/papers/{two_columns}"
    assert seen["boxes"] >= 1


def test_papers_are_dragged_onto_a_collection_that_comes_back_with_undo(
    server: Server, browser: Browser, two_columns: str, sample: str
) -> None:
    seen = browser.play("collect", url=url_of(server), id=two_columns, name="Kettles")

    assert seen["all"] >= 2
    assert seen["inside"] == 1


def test_many_papers_are_tagged_marked_and_exported_by_the_keyboard(
    server: Server, browser: Browser, two_columns: str, sample: str
) -> None:
    seen = browser.play("markMany", url=url_of(server), tag="tea")

    assert seen["serious"] == []
    assert seen["covered"] == 0, "the notice stands above the buttons"
    assert int(seen["tagged"]) == seen["papers"] >= 2
    assert seen["bibtex"].count("@") >= seen["papers"]


def test_a_file_of_references_says_what_came_in_and_which_line_is_broken(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "mine.bib"
    path.write_text(REFERENCES)

    seen = browser.play("addReferences", url=url_of(server), file=str(path), title="A Record of Kettles")

    assert "added as a record without a file" in seen["said"]
    assert "Line 7: broken" in seen["said"]
    assert seen["serious"] == []
    assert seen["status"] == "record"


def test_the_list_is_one_call_however_many_papers_there_are(server: Server, browser: Browser, two_columns: str) -> None:
    paths = browser.play("callsOfLibrary", url=url_of(server))

    assert sorted(paths) == ["/collections", "/library"]


def test_a_long_list_is_gone_through_by_keys_and_its_scroll_bar_without_fetching_what_is_between(
    built: None, browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data").start()
    try:
        text = "\n".join(f"@article{{k{n}, title = {{How {n} kettles boil}}}}" for n in range(400))
        start = 0
        while start is not None:
            start = server.post("/works/entries", {"text": text, "start": start}).json()["next_start"]
        seen = browser.play("longList", url=url_of(server), chosen="401 papers chosen")
    finally:
        server.kill()

    # The sample paper is in every new library.
    assert seen["end"] == {"place": 401, "of": 401, "seen": True, "lists": 2}
    assert 370 < seen["back"]["place"] < 400
    assert seen["home"] == {"place": 1, "of": 401, "seen": True}


@pytest.mark.parametrize(
    ("name", "context"),
    [
        ("wide", {"colorScheme": "light"}),
        ("wide-dark", {"colorScheme": "dark"}),
        ("phone", {"viewport": {"width": 390, "height": 844}}),
    ],
)
def test_papers_are_shown_as_cards_with_their_first_page(
    server: Server, browser: Browser, sample: str, two_columns: str, name: str, context: dict[str, Any]
) -> None:
    seen = browser.play("showCards", url=url_of(server), name=name, context=context)

    assert seen["drawn"] > 100
    assert seen["beside"]
    assert seen["wide"] == 0
    assert seen["findings"] == []


@pytest.mark.parametrize(
    ("name", "context"),
    [("wide", {}), ("phone", {"viewport": {"width": 390, "height": 844}, "colorScheme": "dark"})],
)
def test_a_new_library_says_what_to_try_until_one_closes_it(
    built: None, browser: Browser, tmp_path: Path, name: str, context: dict[str, Any]
) -> None:
    server = Server(tmp_path / "data").start()
    try:
        wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)
        seen = browser.play("closeGreeting", url=url_of(server), name=name, context=context)
    finally:
        server.kill()

    assert "Open the sample paper" in seen["said"]
    assert seen["again"] == 0
    assert seen["findings"] == []


@pytest.mark.parametrize(
    ("name", "context"),
    [("wide", {}), ("phone", {"viewport": {"width": 390, "height": 844}, "colorScheme": "dark"})],
)
def test_a_source_is_attached_from_the_menu_of_its_pdf(
    built: None, browser: Browser, tmp_path: Path, name: str, context: dict[str, Any]
) -> None:
    pdf, source = pair.make_pdf(tmp_path / "tides.pdf"), pair.make_source(tmp_path / "tides.tex")
    other = tmp_path / "teapots.md"
    other.write_text("# A Study of Teapots\n\nNobody has measured how long a teapot keeps its tea warm on a table.\n")
    server = Server(tmp_path / "data").start()
    try:
        seen = browser.play(
            "attachSource",
            url=url_of(server),
            name=name,
            context=context,
            title=pair.TITLE,
            pdf=str(pdf),
            other=str(other),
            source=str(source),
        )
        content = server.call("GET", f"/papers/{seen['id']}/content").json()
    finally:
        server.kill()

    assert "The source is that of another paper" in seen["refused"]
    assert "The source stays in your library as a paper of its own." in seen["refused"]
    assert seen["findings"] == []
    assert (seen["kept"], seen["deleted"], seen["left"]) == (1, 204, 1)
    assert (content["source_format"], len(content["pages"])) == ("latex", 1)


def test_a_supplement_is_opened_from_its_paper_searched_and_left_again(
    server: Server, browser: Browser, two_columns: str
) -> None:
    words = "all birthdays were drawn at random"
    file = server.upload(f"# Supporting Information\n\nHere {words} from a register.\n".encode(), "tables.md")
    server.wait_until_ended(file)
    assert server.change("PATCH", f"/papers/{file}", {"supplement_of": two_columns}).status == 200

    seen = browser.play("supplement", url=url_of(server), id=two_columns, name="tables.md", words=words)

    assert seen["path"] == f"/papers/{file}"
    assert seen["matches"] == "1 of 1"
    assert seen["findings"] == []
