"""The page in a real browser against the real server: from a dropped file to the sentence on its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from doubles.gemini_server import Answer, GeminiServer, Slow
from e2e.serving import Server, wait_for

from web import papers
from web.browser import SAMPLE_QUESTION, Browser, url_of, words_of

pytestmark = pytest.mark.slow

LEAST_COVER = 0.7
TRUE_QUOTE = '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite>'


def test_a_dropped_paper_is_asked_and_the_quoted_words_are_boxed_at_every_zoom(
    server: Server, browser: Browser, two_columns: str
) -> None:
    seen = browser.play("askAndCompare", url=url_of(server), id=two_columns, question=papers.QUESTION, name="columns")

    assert "eleven minutes" in seen["quote"]
    _assert_covered(seen["covers"])
    assert seen["inSight"] == {"width": True, "larger": True, "smaller": True, "turned": True}


def test_words_over_two_pages_are_boxed_on_both(server: Server, browser: Browser, tmp_path: Path) -> None:
    path, begins, ends = papers.over_two_pages(tmp_path / "two-pages.pdf")
    paper_id = _added(server, path)

    seen = browser.play("askAndPlace", url=url_of(server), id=paper_id, question=papers.QUESTION, name="two-pages")

    for zoom in ("width", "larger", "smaller"):
        boxes = seen["boxes"][zoom]
        for page, (x, y) in ((1, begins), (2, ends)):
            assert any(
                box["page"] == page and box["left"] < x < box["right"] and box["top"] < y < box["bottom"]
                for box in boxes
            ), (zoom, page, boxes)


def test_words_on_a_turned_page_are_boxed(server: Server, browser: Browser, tmp_path: Path) -> None:
    paper_id = _added(server, papers.turned(tmp_path / "turned.pdf"))

    seen = browser.play("askAndCompare", url=url_of(server), id=paper_id, question=papers.QUESTION, name="turned-page")

    assert "eleven minutes" in seen["quote"]
    _assert_covered(seen["covers"])


def test_words_in_a_picture_of_a_page_are_boxed(server: Server, browser: Browser, tmp_path: Path) -> None:
    path, lines, page = papers.picture(tmp_path / "picture.pdf")
    paper_id = _added(server, path)

    seen = browser.play("askAndPlace", url=url_of(server), id=paper_id, question=papers.QUESTION, name="picture")

    assert "eleven minutes" in seen["quote"]
    printed = [
        {"left": r.x0 / page.width, "top": r.y0 / page.height, "right": r.x1 / page.width, "bottom": r.y1 / page.height}
        for r in lines
    ]
    expected = dict.fromkeys(("width", "larger", "smaller"), printed) | {"turned": [_turned(line) for line in printed]}
    for zoom, boxes in seen["boxes"].items():
        covers = [max(_overlap(line, box) for box in boxes) for line in expected[zoom]]
        assert min(covers) >= LEAST_COVER, (zoom, covers)
    said = browser.play("about", url=url_of(server), id=paper_id, name="picture")
    assert "recognised from its picture" in said


def test_a_figure_that_is_quoted_is_framed(server: Server, browser: Browser, tmp_path: Path) -> None:
    path, figure, page = papers.with_figure(tmp_path / "figure.pdf")
    paper_id = _added(server, path)

    seen = browser.play("askAboutFigure", url=url_of(server), id=paper_id, question="What does Figure 1 show?")

    wanted = {
        "left": figure.x0 / page.width,
        "top": figure.y0 / page.height,
        "right": figure.x1 / page.width,
        "bottom": figure.y1 / page.height,
    }
    assert seen["quoted"] >= 1
    for frames in (seen["before"], seen["after"]):
        assert max(_overlap(wanted, frame) for frame in frames) >= LEAST_COVER, frames
    assert all(frame["inSight"] for frame in seen["before"])


def test_the_page_says_who_wrote_a_paper_and_how_it_was_read(
    server: Server, browser: Browser, two_columns: str
) -> None:
    said = browser.play("about", url=url_of(server), id=two_columns, name="columns")

    assert "Ada Author" in said
    assert "A University" in said
    assert "2 sections" in said
    assert "No problems were noted." in said


def test_a_paper_is_described_and_called_so_everywhere(server: Server, browser: Browser, tmp_path: Path) -> None:
    path = papers.two_columns(tmp_path / "described.pdf", "A Title Read Wrongly")
    browser.play("add", url=url_of(server), file=str(path), text="described.pdf")

    seen = browser.play(
        "describe", url=url_of(server), filename="described.pdf", title="Water, Described", author="Bo Lee"
    )

    assert seen["serious"] == []
    assert "Ada Author, Bo Lee" in seen["listed"]
    for words in ("Water, Described", "Ada Author", "A University", "Bo Lee"):
        assert words in seen["read"]


def test_an_address_that_names_a_citation_shows_it(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("askAndCompare", url=url_of(server), id=two_columns, question=papers.QUESTION, name="address")

    again = browser.play("openAddress", address=seen["address"])

    assert again["boxes"] == seen["boxes"] > 0
    assert again["turns"] == 1


def test_an_address_that_names_a_page_opens_there(server: Server, browser: Browser, tmp_path: Path) -> None:
    paper_id = _added(server, papers.long_paper(tmp_path / "long.pdf", 12))

    seen = browser.play("openAtPage", url=url_of(server), id=paper_id, number=9)

    assert seen["read"] == 9
    assert seen["address"].endswith("?page=9")


@pytest.mark.parametrize("kind", ["markdown", "latex"])
def test_a_paper_without_pages_is_shown_as_text_with_the_quote_marked(
    server: Server, browser: Browser, tmp_path: Path, kind: str
) -> None:
    paper_id = _added(server, papers.text_papers(tmp_path)[kind])

    seen = browser.play("readText", url=url_of(server), id=paper_id, question=papers.QUESTION, name=kind)

    # Where lines break within a formula depends on what it stands in.
    assert "".join("".join(seen["marked"]).split()) == "".join(seen["quote"].split())
    assert seen["formulas"] >= 2
    assert seen["own"] == 1, "a command of the paper's own stands among what is set"


def test_the_first_view_asks_for_nothing_twice(server: Server, browser: Browser, two_columns: str) -> None:
    """What the first script begins is taken over by the calls of the page's own code."""
    library = browser.play("firstCalls", url=url_of(server), path="/", seen="[data-paper]")
    paper = browser.play("firstCalls", url=url_of(server), path=f"/papers/{two_columns}", seen="[data-page] canvas")

    assert library.count("/library") == library.count("/collections") == 1, library
    assert paper.count(f"/papers/{two_columns}") == 1, paper


def test_the_content_of_a_paper_is_fetched_after_its_first_page_is_drawn(
    server: Server, browser: Browser, two_columns: str
) -> None:
    """The content of a long paper is megabytes, which keep the page from drawing."""
    calls = browser.play("callsBeforePage", url=url_of(server), id=two_columns)

    content = f"/papers/{two_columns}/content"
    assert content not in calls["before"], calls
    assert calls["after"].count(content) == 1, calls


def test_words_are_found_on_the_page(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("findWords", url=url_of(server), id=two_columns, words="forty seconds")

    assert seen["hits"] >= 1
    assert "forty" in seen["drawn"]
    assert seen["said"].startswith("1 of ")


def test_a_file_that_is_no_paper_is_refused_in_plain_words(server: Server, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "notes.odt"
    path.write_bytes(b"no paper")

    seen = browser.play("dropRefused", url=url_of(server), file=str(path))

    assert "cannot be read, so it was not sent" in seen["said"]
    assert seen["again"] == 0, "the same name would be refused again"


def test_an_upload_that_breaks_off_says_so_leaves_nothing_behind_and_is_tried_again(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "broken-off.md"
    path.write_text("# A Paper That Breaks Off\n\nThe kettle boils.\n")

    seen = browser.play("dropOnBrokenLine", url=url_of(server), file=str(path), filename="broken-off.md")

    assert "cannot be reached" in seen["said"]
    assert seen["announced"] == 0
    assert server.extraction(seen["id"])["status"] == "completed"


def test_a_paper_that_cannot_be_read_says_why_and_is_deleted_only_when_one_says_so(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.pdf"
    path.write_bytes(b"%PDF-1.7 broken")

    seen = browser.play("dropDamaged", url=url_of(server), file=str(path), filename="damaged.pdf")
    left = browser.play("removePaper", url=url_of(server), filename="damaged.pdf")

    assert "Could not be read." in seen["said"]
    assert "Download the paper again" in seen["said"]
    assert seen["again"] == 0
    assert left["kept"] == 1


def test_a_paper_that_asks_for_a_password_says_so_and_not_that_the_server_is_away(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    path = papers.encrypted(tmp_path / "encrypted.pdf")
    paper_id = server.upload(path.read_bytes(), path.name)
    assert server.wait_until_ended(paper_id)["status"] == "failed"

    seen = browser.play("openUnreadable", url=url_of(server), id=paper_id, name="encrypted", quiet=False)

    assert "asks for a password" in seen["said"]
    assert seen["again"] == 0


def test_a_server_that_dies_in_mid_answer_and_comes_back_answers_after_all(
    with_model: Server, browser: Browser, gemini: GeminiServer
) -> None:
    wait_for(lambda: with_model.extraction("sample-paper")["status"] == "completed", 60)
    answer = Answer("The first words come early. " + "Then it takes its time. " * 8, pieces=10)
    gemini.script(Slow(1.0, then=answer, between_pieces=True))

    browser.play(
        "askSlowly", url=url_of(with_model), id="sample-paper", question=SAMPLE_QUESTION, begins="The first words"
    )
    with_model.kill()
    broke = browser.play("answerBroke", fresh=False, quiet=False)
    gemini.reset()
    gemini.script(Answer(f"It takes twenty-three people. {TRUE_QUOTE}"))
    with_model.start()
    again = browser.play("askAgain", fresh=False, quiet=False, ends="It takes twenty-three people")

    assert "Ask it again." in broke["said"]
    assert again == {"turns": 1, "said": True}


def test_an_answer_shows_how_true_its_quotes_are_and_never_runs_markup(
    with_model: Server, browser: Browser, gemini: GeminiServer
) -> None:
    wait_for(lambda: with_model.extraction("sample-paper")["status"] == "completed", 60)
    gemini.reset()
    gemini.script(
        Answer(
            "Twenty-three suffice: $n \\approx 23$. "
            '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite> '
            'The moon is made of cheese. <cite id="1">The moon is made of green cheese, as everybody knows.</cite> '
            "\n\n<img src=x onerror=alert()> It was 77,123 in all."
        )
    )

    seen = browser.play("readMarks", url=url_of(with_model), id="sample-paper", question=SAMPLE_QUESTION)

    assert seen["images"] == 0
    assert "<img src=x onerror=alert()>" in seen["text"]
    assert any("Exact quote" in name for name in seen["names"])
    assert any("Not in the paper" in name for name in seen["names"])
    assert "No correct quote stands behind this sentence" in seen["text"]
    assert "No quote stands behind this sentence" in seen["text"]
    assert "[1] “Twenty-three people are enough" in seen["copied"]
    assert "gemini" in seen["model"]


def test_a_review_grows_on_the_page_and_its_citations_open_the_paper(
    server: Server, browser: Browser, two_columns: str, tmp_path: Path
) -> None:
    written = browser.play("writeReview", url=url_of(server), question="How long does water take to boil?")
    evidence = browser.play("openEvidence", fresh=False)
    printed = tmp_path / "review.pdf"
    closed = browser.play("printAndClosePaper", fresh=False, path=str(printed))
    again = browser.play("openAddress", address=evidence["address"])
    axe = browser.play(
        "withAxe", url=url_of(server), id=two_columns, question=papers.QUESTION, name="review", paths=[written["path"]]
    )
    exported = browser.play("exportReport", fresh=False)
    changed = browser.play("changeReport", fresh=False, title="Kettles of iron")

    assert written["sections"] >= 1
    assert evidence["inSight"] == [True, True], (
        "the report stays where it was read, beside the paper and in a smaller window"
    )
    assert "How long does water take to boil?" in words_of(printed)[0]
    assert not any("All reviews" in page for page in words_of(printed)[1:])
    assert "W. Feller." not in " ".join(words_of(printed)), (
        "the paper beside the review, with its references, is not printed"
    )
    assert closed.startswith("Citation"), "the keyboard goes on where the paper was opened"
    assert again["boxes"] == evidence["boxes"] > 0
    assert list(axe.values()) == [[]]
    assert exported["names"] == ["md", "html", "bib", "csv", "json", "trace.json"]
    assert "eleven minutes" in exported["markdown"]
    assert exported["cited"] in exported["bibtex"]
    assert changed["versions"] == 3
    assert changed["shortened"] <= changed["before"]
    assert changed["added"]
    assert changed["first"] == changed["before"], "earlier versions stay as they were"


def _assert_covered(covers: dict[str, list[float]]) -> None:
    assert set(covers) == {"width", "larger", "smaller", "turned"}
    for zoom, lines in covers.items():
        assert lines, f"the text layer does not hold the quote ({zoom})"
        assert min(lines) >= LEAST_COVER, (zoom, lines)


def _turned(box: dict[str, float]) -> dict[str, float]:
    """Return where a box lies on its page once that is turned clockwise, in shares of the page."""
    return {"left": 1 - box["bottom"], "right": 1 - box["top"], "top": box["left"], "bottom": box["right"]}


def _overlap(a: dict[str, float], b: dict[str, Any]) -> float:
    width = min(a["right"], b["right"]) - max(a["left"], b["left"])
    height = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    both = max(width, 0) * max(height, 0)
    areas: list[float] = [(box["right"] - box["left"]) * (box["bottom"] - box["top"]) for box in (a, b)]
    share: float = both / (sum(areas) - both)
    return share


def _added(server: Server, path: Path) -> str:
    paper_id = server.upload(path.read_bytes(), path.name)
    assert server.wait_until_ended(paper_id)["status"] == "completed"
    return paper_id
