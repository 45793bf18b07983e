"""The gold of the zoo is what the article says, and each look prints all of it."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the commands there import each other by their names

from zoo.article import Article  # noqa: E402  - after the path is set
from zoo.jats import Reader  # noqa: E402  - after the path is set
from zoo.looks import CitationForm, Look, held_back, looks  # noqa: E402  - after the path is set
from zoo.page import Page  # noqa: E402  - after the path is set
from zoo.truth import gold_of, plain  # noqa: E402  - after the path is set

from scholarai.local.gold_questions import squash  # noqa: E402  - after the path is set

JATS = """<article xmlns:mml="http://www.w3.org/1998/Math/MathML"><front><article-meta>
<article-id pub-id-type="doi">10.1/reed</article-id>
<title-group><article-title>Reeds of <italic>Phragmites</italic> in spring</article-title></title-group>
<contrib-group>
<contrib contrib-type="author"><name><surname>Vogel</surname><given-names>Ida</given-names></name></contrib>
<contrib contrib-type="editor"><name><surname>Nobody</surname><given-names>Ed</given-names></name></contrib>
</contrib-group>
<abstract abstract-type="toc"><p>For the contents only.</p></abstract>
<abstract><sec><title>Aim</title><p>We counted reeds.</p></sec></abstract>
</article-meta></front>
<body><sec><title>Results</title>
<p>Reeds grew by two metres in a year. Others grew less <xref ref-type="bibr" rid="r1">[1]</xref>–<xref ref-type="bibr"
rid="r3">[3]</xref>. The slope <inline-formula><mml:math><mml:mi>b</mml:mi></mml:math></inline-formula> was small in all of these years.</p>
<sec><title>Beds</title><p>All beds were flooded for a whole month.</p>
<table-wrap><label>Table 1.</label><caption><title>Beds by depth</title></caption><table>
<thead><tr><td rowspan="2">Bed</td><td colspan="2">Depth</td></tr><tr><td>cm</td><td>SD</td></tr></thead>
<tbody><tr><td>A <xref ref-type="bibr" rid="r1">[1]</xref></td><td>4</td><td>1</td></tr><tr><td><hr/></td><td/><td/></tr></tbody></table></table-wrap></sec>
</sec></body>
<back><ack><p>We thank the wardens of the lake.</p></ack><ref-list>
<ref id="r1"><label>1</label><element-citation><name><surname>Abel</surname><given-names>B</given-names></name>
<article-title>Old reeds.</article-title><source>Lake</source><year>1999</year><fpage>1</fpage><lpage>9</lpage></element-citation></ref>
<ref id="r2"><label>2</label><mixed-citation><name><surname>Crane</surname><given-names>D</given-names></name>
<source>A book of mud</source> <year>2001</year></mixed-citation></ref>
<ref id="r3"><label>3</label><mixed-citation>Unpublished notes</mixed-citation></ref></ref-list></back></article>"""


@pytest.fixture(scope="module")
def article(tmp_path_factory: pytest.TempPathFactory) -> Article:
    path = tmp_path_factory.mktemp("jats") / "reed.xml"
    path.write_text(JATS, encoding="utf-8")
    return Reader(path).article()


def test_the_gold_names_title_authors_and_the_abstract_of_readers(article: Article) -> None:
    gold = gold_of(article, looks()[0])

    assert gold["title"] == "Reeds of Phragmites in spring"
    assert gold["authors"] == ["Ida Vogel"]
    assert gold["abstract"] == "Aim We counted reeds."


def test_headings_have_levels_and_thanks_are_a_section(article: Article) -> None:
    assert gold_of(article, looks()[0])["sections"] == [
        {"title": "Results", "level": 1},
        {"title": "Beds", "level": 2},
        {"title": "Acknowledgments", "level": 1},
    ]


def test_sentences_with_citations_or_formulas_are_no_plain_sentences(article: Article) -> None:
    gold = gold_of(article, looks()[0])

    assert [(one["section"], one["text"]) for one in gold["sentences"]] == [
        (0, "Reeds grew by two metres in a year."),
        (1, "All beds were flooded for a whole month."),
        (2, "We thank the wardens of the lake."),
    ]
    assert [one["fragments"] for one in gold["citation_contexts"]] == [["othersgrewless"]]


def test_cells_have_spans_and_the_head_is_marked(article: Article) -> None:
    (table,) = gold_of(article, replace(looks()[0], citations="bracket"))["tables"]

    assert [[cell["text"] for cell in row] for row in table] == [["Bed", "Depth"], ["cm", "SD"], ["A [1]", "4", "1"]]
    assert (table[0][0]["row_span"], table[0][1]["column_span"]) == (2, 2)
    assert [row[0]["header"] for row in table] == [True, True, False]


def test_references_have_fields_where_the_article_marks_them(article: Article) -> None:
    gold = gold_of(article, looks()[0])

    assert gold["n_references"] == 3
    assert gold["references"] == [
        {"title": "Old reeds", "year": 1999, "authors": ["Abel"]},
        {"title": "A book of mud", "year": 2001, "authors": ["Crane"]},
    ]


@pytest.mark.parametrize("look", looks(), ids=lambda look: look.name)
def test_a_look_prints_all_that_the_gold_asks_for(article: Article, look: Look) -> None:
    gold = gold_of(article, look)

    printed = squash(plain(Page(article, look).html("")))
    wanted = [gold["title"], *gold["authors"], *(one["title"] for one in gold["sections"] + gold["references"])]
    wanted += [one["text"] for one in gold["sentences"] + gold["captions"]]
    wanted += [cell["text"] for table in gold["tables"] for row in table for cell in row]

    assert [text for text in wanted if squash(text) not in printed] == []


@pytest.mark.parametrize(
    ("form", "mark"),
    [("bracket", "[1–3]"), ("superscript", "<sup>1–3</sup>"), ("author-year", "(Abel, 1999; Crane, 2001")],
)
def test_citations_are_printed_as_the_look_says(article: Article, form: CitationForm, mark: str) -> None:
    look = replace(looks()[0], citations=form)

    assert re.search(rf"grew less ?\.?{re.escape(mark)}", Page(article, look).html(""))


@pytest.mark.parametrize(
    ("form", "cell"), [("bracket", "A [1]"), ("superscript", "A1"), ("author-year", "A (Abel, 1999)")]
)
def test_a_citation_in_a_cell_is_wanted_as_the_look_prints_it(article: Article, form: CitationForm, cell: str) -> None:
    (table,) = gold_of(article, replace(looks()[0], citations=form))["tables"]

    assert table[2][0]["text"] == cell


def test_half_of_the_papers_and_eight_looks_are_held_back() -> None:
    papers = [f"paper-{number}" for number in range(24)]

    assert len(held_back(papers)) == 12
    assert held_back(papers) == held_back(reversed(papers))
    assert sum(look.held_back for look in looks()) == 8
