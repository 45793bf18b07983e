"""The reader in a real browser: citations and their entries, selections, the sidebar, papers without pages."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from e2e.serving import JSON, Server, wait_for
from papers.typeset import Paper

from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import Box
from scholarai.domain.ids import PaperId
from scholarai.mcp.places import Links
from web.browser import PHONE, Browser, url_of, words_of
from web.papers import FILLER

pytestmark = pytest.mark.slow

ENTRIES = (
    "A. Author and B. Writer. Kettles and their water. Journal of Tea, 12(3):45-67, 1998.",
    "C. Reader. On the boiling of water in cups. Proceedings of Tea, pages 1-9, 2004.",
    "D. Third and E. Fourth. A survey of lids. Tea Letters, 7:11-19, 2011.",
)
LATEX = r"""\documentclass{article}
\usepackage{graphicx}\usepackage{natbib}
\title{A Source with a Figure}\author{Ada Author}
\begin{document}\maketitle
\section{Introduction}
Kettles were studied before \citep{author1998kettles}. The water boils in some minutes, as Figure \ref{fig:k} shows.
\begin{figure}\includegraphics{figures/kettle}\caption{A kettle as we saw it.}\label{fig:k}\end{figure}
\bibliographystyle{plainnat}\bibliography{refs}
\end{document}
"""
BIBTEX = """@article{author1998kettles, author = {Author, Ann and Writer, Bo}, title = {Kettles and their water},
journal = {Journal of Tea}, year = {1998}, doi = {10.1000/kettles}}
"""


@pytest.fixture(scope="module")
def cited(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The id of a paper that cites by numbers, without links, over several pages."""
    paper = Paper(columns=1)
    paper.title("Boiling Water with References", "Ada Author", "A University")
    paper.heading("1 Introduction")
    paper.paragraph(
        "Kettles were studied before [1]. Their lids were surveyed later [3], and cups were studied too [2]."
    )
    for _ in range(30):
        paper.paragraph(FILLER)
    paper.paragraph("As was said before, kettles have water [1].")
    paper.references(ENTRIES)
    path = tmp_path_factory.mktemp("cited") / "cited.pdf"
    paper.save(path)
    return _added(server, path.read_bytes(), "cited.pdf")


def test_a_citation_leads_to_its_entry_and_back_by_pill_and_browser(
    server: Server, browser: Browser, cited: str
) -> None:
    seen = browser.play(
        "followCitation", url=url_of(server), id=cited, marker="[1]", entry="Kettles and their water", name="citation"
    )

    assert "Kettles and their water" in seen["said"]
    assert "Cited 2 times" in seen["said"]
    assert seen["marked"], "the entry itself is marked"
    assert seen["pill"] == "Back to page 1"
    assert seen["still"] == f"/papers/{cited}", "Back stays in the paper"
    assert abs(seen["moved"]["byPill"]) <= 1
    assert abs(seen["moved"]["byBrowser"]) <= 1
    assert seen["moved"]["forward"] > 100


def test_an_address_of_another_program_opens_a_paper_at_its_boxes(server: Server, browser: Browser, cited: str) -> None:
    words = "As was said before, kettles have water"
    body = json.dumps({"quotes": [{"quote_id": 1, "quote": words}]}).encode()
    (checked,) = server.call("POST", f"/papers/{cited}/check", body, JSON).json()["results"]
    (place,) = checked["places"]
    page = PageBoxes(
        page_number=place["page_number"],
        width_pt=place["width_pt"],
        height_pt=place["height_pt"],
        boxes=tuple(Box(*box) for box in place["boxes"]),
    )
    address = Links("").place(PaperId(cited), [page], place["start"], place["end"])

    seen = browser.play(
        "openForeignAddress", url=url_of(server), address=address, number=page.page_number, words=words, name="address"
    )

    assert page.page_number > 1
    assert seen["shown"]
    assert seen["marked"]


def test_links_of_a_file_lead_to_the_place_that_they_name(server: Server, browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "linked.pdf"
    document = pymupdf.open()
    document.new_page()
    document.new_page()
    document[0].insert_text((72, 90), "The kettle is described in detail further down.", fontsize=11, fontname="tiro")
    document[1].insert_text((72, 500), "Details of the kettle", fontsize=14, fontname="tibo")
    # PyMuPDF counts the place of a destination from the top.
    document[0].insert_link(
        {"kind": pymupdf.LINK_GOTO, "from": pymupdf.Rect(72, 78, 200, 94), "page": 1, "to": pymupdf.Point(72, 490)}
    )
    document.save(path)
    paper_id = _added(server, path.read_bytes(), "linked.pdf")

    seen = browser.play("followLink", url=url_of(server), id=paper_id, words="Details of the kettle")

    assert seen["number"] == 2
    assert 0 < seen["share"] < 0.6, "the words stand in the upper half of the window, not below it"


def test_a_drag_into_the_margin_selects_what_it_went_over(server: Server, browser: Browser, two_columns: str) -> None:
    selected = browser.play(
        "dragIntoMargin",
        url=url_of(server),
        id=two_columns,
        first="We describe the room",
        last="cups were washed before",
        beyond=12,
        name="drag",
    )

    words = " ".join(selected.split())
    assert words.startswith("We describe the room")
    assert len(words) < 260, "not the column to its end"


def test_the_sidebar_lists_references_with_how_often_they_are_cited(
    server: Server, browser: Browser, cited: str
) -> None:
    seen = browser.play("listReferences", url=url_of(server), id=cited)

    assert len(seen["printed"]) == len(ENTRIES)
    assert "Cited 2 times" in seen["printed"][0]
    assert "Not in your library" not in seen["printed"][0], "said of each of forty works, it says nothing"
    assert "Kettles" in seen["often"][0]
    assert seen["missing"] == len(ENTRIES)
    assert seen["serious"] == []


def test_a_source_shows_its_figures_and_links_its_citations(server: Server, browser: Browser) -> None:
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 40))
    picture.clear_with(120)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("main.tex", LATEX)
        archive.writestr("refs.bib", BIBTEX)
        archive.writestr("figures/kettle.png", picture.tobytes("png"))
    paper_id = _added(server, packed.getvalue(), "source.zip")

    seen = browser.play("readSource", url=url_of(server), id=paper_id)

    assert seen["picture"] == {"width": 60, "height": 40}
    assert seen["caption"].endswith("A kettle as we saw it.")
    assert seen["marker"] == "(Author and Writer 1998)"
    assert "10.1000/kettles" in seen["entry"]
    assert seen["back"] == 0


def test_all_matches_are_listed_and_walked_by_the_keyboard(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("listMatches", url=url_of(server), id=two_columns, words="cups")

    assert len(seen["snippets"]) > 1
    assert all("cups" in snippet.lower() for snippet in seen["snippets"])
    assert {mark.lower() for mark in seen["marked"]} == {"cups"}
    assert seen["focused"] == "Find in this paper"
    assert seen["findings"] == []


def test_selected_words_are_explained_from_where_they_stand(server: Server, browser: Browser, two_columns: str) -> None:
    seen = browser.play("explainSelection", url=url_of(server), id=two_columns, words="We describe the room")

    assert seen["question"] == "Explain: “We describe the room”"
    assert "We describe the room" in seen["said"].removeprefix(seen["question"])


@pytest.mark.parametrize(("name", "context"), [("wide", {}), ("phone", PHONE)])
def test_a_pdf_is_read_as_one_column_of_text_with_its_figures(
    server: Server, browser: Browser, name: str, context: dict[str, Any]
) -> None:
    wait_for(lambda: server.extraction("sample-paper")["status"] == "completed", 60)

    seen = browser.play("readAsText", url=url_of(server), id="sample-paper", name=name, context=context)

    assert "Coincidences of this kind matter beyond parties." in seen["said"]
    assert "Figure 1" in seen["said"]
    assert seen["tables"] == 1
    assert seen["wide"] == 0
    assert seen["findings"] == []


def test_pages_can_be_dark_and_two_abreast(server: Server, browser: Browser, cited: str) -> None:
    seen = browser.play("lookOtherwise", url=url_of(server), id=cited)

    assert seen["abreast"], "pages 1 and 2 stand side by side"
    assert seen["dark"] == "invert(0.91) hue-rotate(180deg)"
    assert seen["downloaded"] == "cited.pdf"
    assert seen["annotated"] == "cited-annotated.pdf"
    assert seen["cited"] == "cited-annotated.pdf"


def test_panels_leave_the_zoom_alone_and_the_bar_names_the_paper(server: Server, browser: Browser, cited: str) -> None:
    seen = browser.play("panelsAndZoom", url=url_of(server), id=cited)

    assert seen["title"]
    assert seen["title"] == seen["heading"]
    assert len(set(seen["zooms"])) == 1, seen["zooms"]
    assert seen["folded"] == 0
    assert seen["unfolded"] == 1
    assert seen["after_reload"] == {"panel": 1, "conversation": 0}
    assert seen["fitted"] > seen["zooms"][0], "the button fits the pages to the room that there is"
    assert seen["serious"] == []


def test_a_zoom_is_typed_or_chosen(server: Server, browser: Browser, cited: str) -> None:
    typed, low, high, empty, words, chosen = browser.play("zoomByHand", url=url_of(server), id=cited)

    assert [one["shown"] for one in (typed, low, high, chosen)] == ["137%", "25%", "400%", "50%"]
    assert empty == words == high, "what is no number changes nothing"
    assert typed["width"] == pytest.approx(chosen["width"] * 137 / 50, rel=0.01)


def test_the_outline_marks_the_section_that_is_read(server: Server, browser: Browser, cited: str) -> None:
    seen = browser.play("readWithOutline", url=url_of(server), id=cited, section="Introduction")

    assert ["Introduction" in one for one in seen["atClicked"]] == [True]
    assert ["References" in one for one in seen["atEnd"]] == [True]


def test_citations_are_walked_by_keys_and_a_second_paper_stands_beside(
    server: Server, browser: Browser, cited: str, two_columns: str
) -> None:
    question = "What was studied before, and what was surveyed later?"
    seen = browser.play("walkCitations", url=url_of(server), id=cited, question=question, other=two_columns)

    count = seen["ticks"]
    assert count > 1
    said = [f"Citation {n} of {count}" for n in (1, 2, 1, count, 1)]
    assert [one["said"] for one in seen["seen"]] == said
    assert all(one["inSight"] and one["chip"] for one in seen["seen"])
    assert len({one["cite"] for one in seen["seen"]}) == len(set(said))
    assert seen["byTick"]["inSight"]
    assert seen["typed"] == "n", "letters that are typed are no keys"
    assert seen["apart"]
    assert seen["ids"] == []
    assert seen["finding"] == 1, "Ctrl-F finds in the paper that has the focus"
    assert seen["serious"] == []


def test_a_paper_is_printed_whole_and_an_open_conversation_in_its_place(
    server: Server, browser: Browser, cited: str, tmp_path: Path
) -> None:
    paths = [tmp_path / "paper.pdf", tmp_path / "conversation.pdf"]
    question = "What was studied before?"
    browser.play("printReader", url=url_of(server), id=cited, question=question, paths=list(map(str, paths)))

    paper, conversation = (" ".join(words_of(path)) for path in paths)
    assert "A survey of lids. Tea Letters" in paper, "the last lines of the last page"
    assert "Ask this paper" not in paper
    assert "Outline" not in paper
    assert question in conversation
    assert "Kettles were studied before" in conversation
    assert conversation.count(FILLER) < paper.count(FILLER) / 2, "passages are printed, the paper itself is not"


def test_a_paper_without_pages_is_printed_by_its_menu_beside_a_conversation(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    text = "# Of lids\n\nLids keep tea warm for an hour.\n\n## Clay\n\nClay was never tried.\n"
    lids = _added(server, text.encode(), "lids.md")
    paths, question = [tmp_path / "paper.pdf", tmp_path / "by-key.pdf"], "How long do lids keep tea warm?"
    browser.play("printText", url=url_of(server), id=lids, question=question, paths=list(map(str, paths)))

    paper, by_key = (" ".join(words_of(path)) for path in paths)
    assert "Clay was never tried." in paper
    assert question not in paper
    assert question in by_key, "the choice of the paper ends with its print"


def test_copied_words_are_running_text(server: Server, browser: Browser, cited: str) -> None:
    seen = browser.play("copyLines", url=url_of(server), id=cited)

    assert "\n" in seen["printed"].strip()
    assert "\n" not in seen["copied"]
    assert "".join(seen["copied"].split()) == "".join(seen["printed"].split()).replace("\x00", "")


def test_the_conversation_takes_the_lower_half_of_a_phone(server: Server, browser: Browser, cited: str) -> None:
    seen = browser.play("sheetOnPhone", context=PHONE, url=url_of(server), id=cited)

    assert seen["pages"] == pytest.approx(seen["sheet"], rel=0.2)
    assert seen["zoomed"] > 1.3, "two fingers zoom the pages"
    assert seen["page"] == 1, "and nothing else"


def _added(server: Server, data: bytes, filename: str) -> str:
    paper_id = server.upload(data, filename)
    assert server.wait_until_ended(paper_id)["status"] == "completed"
    return paper_id
