"""A report leaves the house as Markdown, HTML, BibTeX and CSV, and nothing in it can become markup or a formula."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from scholarai.domain.chat import Change, Citation, Doubt, TextSection
from scholarai.domain.ids import ChunkId, OwnerId, PaperId, ReviewId
from scholarai.domain.review import (
    ComparisonTable,
    Notice,
    Report,
    Review,
    ReviewedPaper,
    ReviewRequest,
    ReviewSection,
    TableCell,
    TableColumn,
    TableRow,
)
from scholarai.domain.values import to_plain
from scholarai.entrypoints.review_schemas import ReportView
from scholarai.reviewing.exports import review_as_csv, to_csv, to_html, to_markdown

ALTERED = "ALTERED: the paper says something else here"
HOSTILE = "<script>alert(1)</script> [a](javascript:x) ![i](http://h/) | # * `c`"


def citation(paper: str = "p1", start: int = 5, quote: str = "Bees dance.") -> Citation:
    return Citation(
        number=1, paper_id=PaperId(paper), chunk_id=ChunkId("1-0001"), quote=quote, text=quote, verdict="exact",
        label="p. 3", start=start, end=start + 10,
    )  # fmt: skip


def altered(start: int = 5) -> Citation:
    """Return a quote that says 9 where the paper says 7."""
    change = Change(kind="number", quote_start=5, quote_end=6, text_start=5, text_end=6)
    quote, text = "Bees 9 times.", "Bees 7 times."
    return replace(citation(start=start), quote=quote, text=text, verdict="altered", changes=(change,), similarity=0.9)


def report(**changes: Any) -> Report:
    text = (
        TextSection(text="Bees dance.", citations=(citation(),)),
        TextSection(text="They always did.", uncited=True),
        TextSection(text="Again.", citations=(citation(), citation("p2", 9))),
    )
    section = ReviewSection(
        id="s1", title="Dances", format="synthesis", tldr="Bees dance. Much.", text=text, sources=2, model="m",
        table=ComparisonTable(
            title="Dances",
            columns=(TableColumn(name="Speed"),),
            rows=(
                TableRow(paper_id=PaperId("p1"), label="(Lee, 2001)", cells=(TableCell(value="=1+1", citations=(citation(),)),)),
                TableRow(paper_id=PaperId("p2"), label="(Ray, 2002)", cells=(TableCell(value=""),)),
            ),
        ),
    )  # fmt: skip
    papers = (
        ReviewedPaper(paper_id=PaperId("p1"), generation=1, label="(Lee, 2001)", title="Of {Bees} & 100 %", authors=("Ann Lee",),
                      year=2001, venue="J. Bees", doi="10.1/x"),
        ReviewedPaper(paper_id=PaperId("p2"), generation=1, label="(Ray, 2002)", title="Rays", authors=("B. Ray",), year=2002),
    )  # fmt: skip
    return Report(**({"title": "Of Bees", "sections": (section,), "papers": papers} | changes))


def hostile() -> Report:
    section = ReviewSection(
        id="s1", title=HOSTILE, format="list", tldr=HOSTILE, sources=1, model="m",
        text=(TextSection(text=HOSTILE, citations=(citation(quote=HOSTILE),)),),
    )  # fmt: skip
    paper = ReviewedPaper(paper_id=PaperId("p1"), generation=1, label=f"({HOSTILE})", title=HOSTILE, authors=(HOSTILE,))
    return report(title=HOSTILE, sections=(section,), papers=(paper,))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]


def test_markdown_names_the_papers_of_each_sentence_and_marks_memory() -> None:
    text = to_markdown(report())

    assert (
        r"Bees dance. (Lee, 2001) \[1\] They always did. *[model memory]* Again. (Lee, 2001) (Ray, 2002) \[1\]\[2\]"
        in text
    )
    assert "**TLDR:** Bees dance. Much. (2 sources)" in text
    assert "| (Lee, 2001) | =1+1 \\[1\\] |" in text
    assert "1. (Lee, 2001) p. 3 \\[exact\\]" in text or "1. (Lee, 2001) p. 3 [exact]" in text


def test_a_lead_that_is_a_quote_is_cited_and_stands_nowhere_else() -> None:
    lead = citation(start=90, quote="Bees sing.")
    led = replace(report().sections[0], tldr="“Bees sing.”", lead=(lead,))

    made = report(sections=(led,))

    assert r"**TLDR:** “Bees sing.” \[1\] (2 sources)" in to_markdown(made)
    assert '“Bees sing.”<sup><a href="#q1">[1]</a></sup> (2 sources)' in to_html(made)


def test_sentences_of_a_summary_are_marked_like_those_of_the_text() -> None:
    doubt = Doubt(kind="number", text="97", start=5, end=7)
    summary = (
        TextSection(text="Most dance.", uncited=True),
        TextSection(text="Some 97 dance.", citations=(citation(),), doubts=(doubt,), second_opinion="contradicted"),
    )
    made = report(sections=(replace(report().sections[0], tldr="Most dance. Some 97 dance.", tldr_parts=summary),))

    text = to_markdown(made)
    assert r"**TLDR:** Most dance. *[model memory]* Some 97 dance. \[1\] *[" in text
    assert "second reading: the quotes say otherwise" in text
    assert "second reading: the quotes say otherwise" in to_html(made)


def test_lists_tables_and_paragraphs_of_a_sentence_keep_their_lines_and_other_breaks_do_not() -> None:
    said = (
        "Two kinds\nexist:",
        "\n- *bees*,",
        "\n- ants.",
        "\n\nMore:\n\n| a | b |\n| --- | --- |\n| 1 | <2> |",
        "# No.",
    )
    section = replace(report().sections[0], table=None, text=tuple(TextSection(text=text) for text in said))
    made = report(sections=(section,))

    lines = to_markdown(made).splitlines()
    begin = lines.index("Two kinds exist: ")
    assert lines[begin + 1 : begin + 9] == [
        r"- \*bees\*, ", "- ants. ", "", "More:", "", "| a | b |", "| --- | --- |", r"| 1 | \<2\> | \# No.",
    ]  # fmt: skip
    assert "Two kinds exist: <br>- *bees*, <br>- ants. <br><br>More:" in to_html(made)


def test_a_list_section_whose_items_the_model_set_itself_has_no_other_ones() -> None:
    section = replace(
        report().sections[0], format="list", text=(TextSection(text="\n- Bees."), TextSection(text="Yes."))
    )

    assert "\n- Bees. Yes." in to_markdown(report(sections=(section,)))


def test_a_section_without_a_lead_has_no_empty_one() -> None:
    bare = report(sections=(replace(report().sections[0], tldr=""),))

    assert "TLDR" not in to_markdown(bare) + to_html(bare)
    assert "(2 sources)" in to_markdown(bare)


def test_papers_without_a_say_are_listed_and_the_rest_of_them_is_counted() -> None:
    silent = ReviewedPaper(paper_id=PaperId("p3"), generation=1, label="(Moe, 2003)", title="Of <Moles>")
    made = report(silent=(silent,), unlisted=7)

    assert to_markdown(made).endswith(
        "## Not quoted\n\n- (Moe, 2003) Of \\<Moles\\>\n- and 7 more papers of the library\n"
    )
    assert "<h2>Not quoted</h2>\n<ul><li>(Moe, 2003) Of &lt;Moles&gt;</li>" in to_html(made)
    assert "Not quoted" not in to_markdown(report()) + to_html(report())


def test_a_place_that_is_cited_twice_has_one_number() -> None:
    assert len(re.findall(r"^\d+\. ", to_markdown(report()), re.MULTILINE)) == 2


def test_html_links_every_number_to_its_quote() -> None:
    tags = Tags()
    tags.feed(to_html(report()))

    assert set(tags.links) == {"#q1", "#q2", "https://doi.org/10.1/x"}
    assert 'id="q1"' in to_html(report())


def test_what_is_missing_is_said_first() -> None:
    notice = Notice(code="papers_gone", detail="Papers were deleted.", count=3)

    for text in (
        to_markdown(report(complete=False), [notice]),
        to_html(report(complete=False), [notice]),
    ):
        assert "not complete" in text
        assert "Papers were deleted. (3 times)" in text


def test_text_of_papers_cannot_become_markup() -> None:
    tags = Tags()
    tags.feed(to_html(hostile()))

    assert not tags.tags & {"script", "img"}
    assert all(link.startswith("#q") for link in tags.links)
    assert "<script" not in re.sub(r"\\<", "", to_markdown(hostile()))
    assert not re.search(r"(?<!\\)\[a\]\(", to_markdown(hostile()))


def test_csv_has_the_tables_and_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(to_csv(report()))))

    assert [row[:2] for row in rows] == [["paper", "Speed"], ["(Lee, 2001)", "'=1+1"], ["(Ray, 2002)", ""]]


def test_csv_is_one_table_with_the_quotes_beside_the_cells() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(reported(altered())))))

    assert [row["Speed (quotes)"] for row in rows] == [f"“Bees ~~9~~ **7** times.” (p. 3, {ALTERED})", ""]


def test_csv_of_several_tables_has_a_line_per_paper_and_tells_columns_of_one_name_apart() -> None:
    made = report()
    (section,) = made.sections
    assert section.table is not None
    other = replace(section.table, title="Flights", rows=section.table.rows[:1])
    made = replace(made, sections=(replace(section, id="other", table=other), section))

    rows = list(csv.reader(io.StringIO(to_csv(made))))

    assert rows[0] == ["paper", "Flights: Speed", "Flights: Speed (quotes)", "Dances: Speed", "Dances: Speed (quotes)"]
    assert [(row[0], row[1], row[3]) for row in rows[1:]] == [
        ("(Lee, 2001)", "'=1+1", "'=1+1"),
        ("(Ray, 2002)", "", ""),
    ]


def test_a_spreadsheet_takes_the_csv_for_utf_8_and_a_report_without_tables_is_no_file() -> None:
    made = reported(altered())
    asked = ReviewRequest(question="How fast do bees dance?")
    today = datetime(2026, 11, 24, tzinfo=UTC)
    review = Review(id=ReviewId("r1"), owner=OwnerId("ada"), request=asked, created_at=today, updated_at=today)

    assert review_as_csv(review, made) == f"\ufeff{to_csv(made)}".encode()
    assert review_as_csv(review, replace(made, sections=())) == b""


def test_doubts_about_a_cell_stand_in_it_and_in_the_line_of_its_quote() -> None:
    made = reported(citation())
    (section,) = made.sections
    assert section.table is not None
    first, second = section.table.rows
    doubted = replace(first.cells[0], doubts=(Doubt(kind="number", text="9", start=0, end=1),))
    table = replace(section.table, rows=(replace(first, cells=(doubted,)), second))
    made = replace(made, sections=(replace(section, table=table),))

    assert r'| 9 \[1\] *[Differs from the quotes: "9" (number)]* |' in to_markdown(made)
    assert "[Differs from the quotes: &quot;9&quot; (number)]</span></td>" in to_html(made)
    assert list(csv.reader(io.StringIO(to_csv(made))))[1][-1].endswith('; not covered: "9" (number)')


def reported(*citations: Citation, **about: Any) -> Report:
    """Return the report with a sentence, and its table with a cell, that rest on these."""
    (section,) = report().sections
    assert section.table is not None
    first, second = section.table.rows
    rows = (replace(first, cells=(TableCell(value="9", citations=citations),)), second)
    sentence = TextSection(**({"text": "They dance 9 times.", "citations": citations} | about))
    return report(sections=(replace(section, text=(sentence,), table=replace(section.table, rows=rows)),))


def test_a_deviation_is_struck_through_and_set_right_in_every_text() -> None:
    markdown, page = to_markdown(reported(altered())), to_html(reported(altered()))

    assert r"1. (Lee, 2001) p. 3 \[ALTERED: the paper says something else here\]: “Bees ~~9~~ **7** times.”" in markdown
    assert "(ALTERED: the paper says something else here): “Bees <del>9</del> <ins>7</ins> times.”" in page
    assert "9" not in re.sub(r"~~9~~|They dance 9 times\.|\| 9 ", "", markdown)


def test_a_false_quote_of_a_place_is_told_beside_a_true_one_of_it() -> None:
    text = to_markdown(reported(citation(), altered()))

    assert re.findall(r"^(\d)\. .*\\\[(\w+)", text, re.MULTILINE) == [("1", "exact"), ("2", "ALTERED")]


def test_doubts_stand_behind_their_sentence() -> None:
    doubted = reported(citation(), doubts=(Doubt(kind="number", text="9", start=11, end=12),))

    assert r'\[1\] *[Differs from the quotes: "9" (number)]*' in to_markdown(doubted)
    assert '<span class="memory">[Differs from the quotes: &quot;9&quot; (number)]</span>' in to_html(doubted)


@pytest.mark.parametrize(("opinion", "said"), [("not", True), ("partly", True), ("supported", False), (None, False)])
def test_a_second_reading_that_doubts_stands_behind_its_sentence(opinion: Any, said: bool) -> None:
    read = reported(citation(), second_opinion=opinion)

    assert ("second reading: the quotes" in to_markdown(read), "second reading: the quotes" in to_html(read)) == (
        said,
        said,
    )


def test_a_sentence_whose_quotes_do_not_stand_says_so() -> None:
    fallen = reported(altered(), uncited=True)

    assert r"They dance 9 times. (Lee, 2001) \[1\] *[no quote stands behind this]*" in to_markdown(fallen)
    assert "[no quote stands behind this]" in to_html(fallen)


def test_json_has_the_paper_s_words_the_changes_and_the_doubts() -> None:
    doubts = (Doubt(kind="number", text="9", start=11, end=12),)
    plain = to_plain(ReportView.of(reported(altered(), doubts=doubts)))

    (section,) = plain["sections"]
    (sentence,) = section["text"]
    assert sentence["doubts"] == [{"kind": "number", "text": "9", "start": 11, "end": 12}]
    for shown in (sentence, section["table"]["rows"][0]["cells"][0]):
        (told,) = shown["citations"]
        assert (told["quote"], told["text"], told["verdict"]) == ("Bees 9 times.", "Bees 7 times.", "altered")
        assert told["changes"] == [{"kind": "number", "quote_start": 5, "quote_end": 6, "text_start": 5, "text_end": 6}]


def test_a_reading_list_has_the_passages_of_each_paper_beside_their_places_and_once() -> None:
    passages = (TextSection(text="“Bees dance.”", citations=(citation(),)),)
    paper = ReviewSection(
        id="s1", title="Of Bees", format="list", tldr="", text=passages, sources=1, model="extractive"
    )

    markdown, page = (form(report(sections=(paper,))) for form in (to_markdown, to_html))

    assert "\n## Of Bees (Lee, 2001)\n\n- “Bees dance.” (p. 3)\n" in markdown
    assert "Of Bees (Lee, 2001)</h2>\n<ul><li>“Bees dance.” (p. 3)</li></ul>" in page
    assert "Quotes" not in markdown + page
