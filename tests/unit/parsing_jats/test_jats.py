from __future__ import annotations

from pathlib import Path

import pytest

from scholarai.domain.content import PaperContent
from scholarai.parsing.jats import NotAnArticleError, read_jats

ARTICLE = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS-journalpublishing1.dtd">
<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink">
<front><journal-meta><journal-title-group><journal-title>Tides &amp; Sediments</journal-title></journal-title-group>
<issn pub-type="epub">1549-1676</issn><publisher><publisher-name>Society of Tides</publisher-name></publisher></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1234/tides.7</article-id>
<title-group><article-title>Salt marshes of the <italic>inner</italic> delta<xref ref-type="fn" rid="f1">*</xref></article-title></title-group>
<contrib-group>
<contrib contrib-type="author"><contrib-id contrib-id-type="orcid">https://orcid.org/0000-0002-1825-0097</contrib-id>
<name><surname>Okafor</surname><given-names>Ngozi A.</given-names></name><xref ref-type="aff" rid="a1">1</xref></contrib>
<contrib contrib-type="author"><collab>Delta Consortium</collab></contrib>
<contrib contrib-type="editor"><name><surname>Editor</surname><given-names>An</given-names></name></contrib>
</contrib-group>
<aff id="a1"><label>1</label>Institute of Coasts, Delft</aff>
<pub-date pub-type="collection"><year>2020</year></pub-date><pub-date pub-type="epub"><year>2019</year></pub-date>
<volume>9</volume><issue>8</issue><fpage>12</fpage><lpage>19</lpage>
<abstract abstract-type="toc"><p>For the table of contents.</p></abstract>
<abstract><sec><title>Background</title><p>Marshes&nbsp;grow.</p></sec></abstract>
<kwd-group><kwd>marsh</kwd><kwd>tide</kwd></kwd-group></article-meta></front>
<body><sec id="s1"><label>1</label><title>Introduction</title>
<p>Sediment settles at 10<sup>−3</sup> m/s [<xref ref-type="bibr" rid="r1">1</xref>,<xref ref-type="bibr" rid="r2">2</xref>], see
<xref ref-type="fig" rid="g1">Figure 1</xref>.<fig id="g1"><label>Figure 1.</label><caption><title>The delta.</title><p>Seen from above.</p></caption>
<graphic xlink:href="http://127.0.0.1:9/never"/></fig> It then stays<fn><p>Mostly.</p></fn>.</p>
<sec><title>Model</title><disp-formula id="e1"><label>(1)</label><mml:math><mml:mrow><mml:msub><mml:mi>c</mml:mi><mml:mn>0</mml:mn></mml:msub>
<mml:mo>=</mml:mo><mml:mfrac><mml:mi>α</mml:mi><mml:msqrt><mml:mi>h</mml:mi></mml:msqrt></mml:mfrac></mml:mrow></mml:math></disp-formula>
<list list-type="bullet"><list-item><p>first</p></list-item><list-item><p>second</p></list-item></list>
<p>Here <inline-formula><inline-graphic xlink:href="x"/></inline-formula> is a picture.</p></sec></sec>
<sec><title>Results</title><table-wrap><label>Table 1</label><caption><p>Growth.</p></caption><table>
<thead><tr><th rowspan="2">Site</th><th colspan="2">Growth</th></tr><tr><th>2018</th><th>2019</th></tr></thead>
<tbody><tr><td>North</td><td>3.1</td><td>2.9</td></tr></tbody></table>
<table-wrap-foot><fn><p>In mm per year.</p></fn></table-wrap-foot></table-wrap></sec></body>
<back><ack><p>We thank the tide.</p></ack><ref-list><title>References</title>
<ref id="r1"><label>1.</label><mixed-citation><person-group person-group-type="author"><name><surname>Li</surname><given-names>W</given-names></name></person-group>
(<year>2001</year>) <article-title>Mud</article-title>. <source>Coast</source> <volume>4</volume>. <pub-id pub-id-type="doi">10.1000/mud</pub-id></mixed-citation></ref>
<ref id="r2"><label>2.</label><element-citation><person-group person-group-type="author"><name><surname>Bo</surname><given-names>A</given-names></name><etal/></person-group>
<article-title>Silt</article-title><source>Shore</source><year>1999</year><volume>2</volume><fpage>3</fpage><lpage>9</lpage></element-citation></ref>
</ref-list></back></article>"""


@pytest.fixture(scope="module")
def article() -> PaperContent:
    return read_jats(ARTICLE.encode())


def _texts(article: PaperContent, kind: str) -> list[str]:
    return [block.text for block in article.blocks if block.kind == kind]


def test_the_front_matter_is_read(article: PaperContent) -> None:
    assert article.title == "Salt marshes of the inner delta"
    assert [author.name for author in article.authors] == ["Ngozi A. Okafor", "Delta Consortium"]
    assert (article.authors[0].orcid, article.authors[0].affiliation) == (
        "0000-0002-1825-0097",
        "Institute of Coasts, Delft",
    )
    assert (article.doi, article.year, article.venue) == ("10.1234/tides.7", 2019, "Tides & Sediments")
    assert (article.volume, article.issue, article.page_range) == ("9", "8", "12-19")
    assert (article.publisher, article.issn) == ("Society of Tides", "1549-1676")
    assert article.keywords == ("marsh", "tide")


@pytest.mark.parametrize(
    ("given", "doi"),
    [
        ('10.1000/x">1', None),
        ("javascript:alert(1)", None),
        ("Tides 7", None),
        (" https://doi.org/10.1234/Tides.7 ", "10.1234/Tides.7"),
        (
            "10.1002/(SICI)1096-8644(199610)101:2<153::AID-AJPA1>3.0.CO;2-J",
            "10.1002/(SICI)1096-8644(199610)101:2<153::AID-AJPA1>3.0.CO;2-J",
        ),
    ],
)
def test_a_doi_is_taken_only_where_it_has_the_form_of_one(given: str, doi: str | None) -> None:
    escaped = given.replace("<", "&lt;").replace(">", "&gt;")
    content = read_jats(ARTICLE.replace("10.1234/tides.7", escaped).replace("10.1000/mud", escaped).encode())

    assert content.doi == doi
    # The text of an entry is searched, too.
    assert content.references[0].doi == ("10.1000/x" if given.startswith("10.1000/x") else doi)


def test_the_abstract_is_the_one_for_readers_of_the_paper(article: PaperContent) -> None:
    assert article.abstract == "Background\n\nMarshes grow."


def test_sections_nest_and_keep_their_numbers(article: PaperContent) -> None:
    assert [(section.title, section.level, section.number) for section in article.sections] == [
        ("Abstract", 1, None),
        ("Background", 2, None),
        ("Introduction", 1, "1"),
        ("Model", 2, None),
        ("Results", 1, None),
        ("Acknowledgments", 1, None),
        ("References", 1, None),
    ]


def test_a_figure_inside_a_paragraph_cuts_it(article: PaperContent) -> None:
    paragraphs = _texts(article, "paragraph")

    assert "Sediment settles at 10⁻³ m/s [1,2], see Figure 1." in paragraphs
    assert "It then stays." in paragraphs
    assert _texts(article, "caption") == ["Figure 1: The delta. Seen from above.", "Table 1: Growth."]
    assert _texts(article, "footnote") == ["Mostly.", "In mm per year."]


def test_citations_point_at_their_entries(article: PaperContent) -> None:
    marks = {block.id: block.text for block in article.blocks}

    assert [(marks[span.block_id][span.start : span.end], span.reference_ids) for span in article.cite_spans] == [
        ("1", ("r1",)),
        ("2", ("r2",)),
    ]
    assert _texts(article, "reference") == [
        "[1] Li W (2001) Mud. Coast 4.",
        "[2] A Bo, et al. (1999). Silt. Shore 2: 3–9",
    ]
    assert (article.references[0].doi, article.references[0].title) == ("10.1000/mud", "Mud")


def test_formulas_become_latex_and_pictures_of_them_are_counted(article: PaperContent) -> None:
    (equation,) = article.equations

    assert (equation.label, equation.latex) == ("1", r"c_{0} = \frac{\alpha}{\sqrt{h}}")
    assert [note.code for note in article.notes] == ["formulas_as_pictures"]
    assert "Here \ufffd is a picture." in _texts(article, "paragraph")


def test_a_displayed_formula_that_is_a_picture_keeps_its_place_and_number() -> None:
    formula = "<disp-formula><label>(7)</label><graphic/></disp-formula>"
    paper = read_jats(f"<article><body><p>We find</p>{formula}<p>which holds.</p></body></article>".encode())

    assert [block.text for block in paper.blocks] == ["We find", "\ufffd (7)", "which holds."]


def test_an_entry_without_marked_parts_is_read_by_its_text() -> None:
    entry = "<ref id='r'><mixed-citation>Li, W. (2001). Mud of the coast. Coast, 4, 1-9.</mixed-citation></ref>"
    (work,) = read_jats(f"<article><back><ref-list>{entry}</ref-list></back></article>".encode()).references

    assert (work.title, work.year) == ("Mud of the coast", 2001)


@pytest.mark.parametrize(
    ("tag", "digits", "printed"), [("msub", "2", "CO₂"), ("msup", "−3", "CO⁻³"), ("msub", "x", "CO${}_{x}$")]
)
def test_a_formula_that_is_only_an_index_belongs_to_its_word(tag: str, digits: str, printed: str) -> None:
    index = f"<inline-formula><math><{tag}><mi/><mn>{digits}</mn></{tag}></math></inline-formula>"

    assert [block.text for block in _read(f"<p>CO{index} rises.</p>").blocks] == [f"{printed} rises."]


def test_a_work_that_is_given_twice_is_one_entry() -> None:
    entry = (
        "<ref id='r'><label>1</label><mixed-citation><label>1</label>. Li W. Mud of the coast. Coast. 2001;4:1-9.</mixed-citation><element-citation>"
        "<name><surname>Li</surname><given-names>W</given-names></name><article-title>Mud of the coast</article-title>"
        "<source>Coast</source><year>2001</year></element-citation></ref>"
    )
    (work,) = read_jats(f"<article><back><ref-list>{entry}</ref-list></back></article>".encode()).references

    assert (work.title, work.venue, work.authors, work.year) == ("Mud of the coast", "Coast", ("W Li",), 2001)
    assert work.raw == "Li W. Mud of the coast. Coast. 2001;4:1-9."


@pytest.mark.parametrize("kind", ["nlm-citation", "citation", "element-citation", "mixed-citation"])
def test_every_kind_of_entry_is_read(kind: str) -> None:
    entry = f"<ref id='r'><{kind}><article-title>Mud</article-title> <source>Coast</source> <year>2001</year></{kind}></ref>"
    (work,) = read_jats(f"<article><back><ref-list>{entry}</ref-list></back></article>".encode()).references

    assert (work.title, work.year) == ("Mud", 2001)


def test_entries_of_two_lists_that_number_from_one_are_both_kept() -> None:
    lists = "".join(
        f"<ref-list><ref><label>1</label><mixed-citation>{name}, W. (2001). Mud. Coast, 4, 1-9.</mixed-citation></ref></ref-list>"
        for name in ("Li", "Ames")
    )
    works = read_jats(f"<article><back>{lists}</back></article>".encode()).references

    assert [work.raw.split(",")[0] for work in works] == ["Li", "Ames"]


def test_cells_stand_where_spans_leave_room(article: PaperContent) -> None:
    (table,) = article.tables

    assert table.rows == (("Site", "Growth", ""), ("", "2018", "2019"), ("North", "3.1", "2.9"))
    assert table.spans == ((0, 0, 2, 1), (0, 1, 1, 2))
    assert (table.header_rows, table.notes) == (2, ("In mm per year.",))


@pytest.mark.parametrize(
    "source",
    [
        b"<article>",
        b"<html><body>No article.</body></html>",
        b"<article>" + b"<sec>" * 100_000,
        b"\x00\x01",
        b"<?xml version='1.0' encoding='no-such'?><article/>",
    ],
)
def test_what_is_no_article_is_said_so(source: bytes) -> None:
    with pytest.raises(NotAnArticleError):
        read_jats(source)


def test_multiplying_entities_end_early() -> None:
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    source = f'<!DOCTYPE article [<!ENTITY e0 "laugh">{levels}]><article><body><p>&e11;</p></body></article>'

    with pytest.raises(NotAnArticleError):
        read_jats(source.encode())


def test_no_file_is_fetched_for_an_entity(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("password", encoding="utf-8")
    source = f'<!DOCTYPE article [<!ENTITY x SYSTEM "file://{secret}">]><article><body><p>a &x; b</p></body></article>'

    try:
        text = read_jats(source.encode()).text()
    except NotAnArticleError:
        return
    assert "password" not in text


def _read(body: str, back: str = "", front: str = "") -> PaperContent:
    return read_jats(
        f"<article><front><article-meta>{front}</article-meta></front><body>{body}</body><back>{back}</back></article>".encode()
    )


def _cites(paper: PaperContent) -> list[tuple[str, tuple[str, ...]]]:
    texts = {block.id: block.text for block in paper.blocks}
    return [(texts[one.block_id][one.start : one.end], one.reference_ids) for one in paper.cite_spans]


LIST = "".join(
    f"<ref id='r{n}'><label>{n}</label><mixed-citation>Tide{n}, W. (200{n}). Mud. Coast, 4, 1-9.</mixed-citation></ref>"
    for n in range(1, 7)
)


def _mark(number: int, shown: str = "") -> str:
    return f"<xref ref-type='bibr' rid='r{number}'>{shown or number}</xref>"


@pytest.mark.parametrize(
    ("printed", "cites"),
    [
        (f"<sup>{_mark(1)}–{_mark(3)}</sup>", [("1–3", ("r1", "r2", "r3"))]),
        (f"[{_mark(1)}, {_mark(3)}-{_mark(5)}]", [("1", ("r1",)), ("3-5", ("r3", "r4", "r5"))]),
        (f"{_mark(2, '[2]')}–{_mark(4, '[4]')}", [("[2]–[4]", ("r2", "r3", "r4"))]),
        (f"<sup>{_mark(2)}</sup><sup>–</sup><sup>{_mark(6)}</sup>", [("2⁻⁶", ("r2", "r3", "r4", "r5", "r6"))]),
        (_mark(4, "4–6"), [("4–6", ("r4", "r5", "r6"))]),
        (f"{_mark(3)}–{_mark(1)}", [("3", ("r3",)), ("1", ("r1",))]),
        (f"{_mark(1, 'Tide 2001')}–{_mark(3, 'Tide 2003')}", [("Tide 2001", ("r1",)), ("Tide 2003", ("r3",))]),
    ],
)
def test_a_range_of_two_marks_cites_what_is_between_them(
    printed: str, cites: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert _cites(_read(f"<p>It is known {printed}.</p>", f"<ref-list>{LIST}</ref-list>")) == cites


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        (f"In 1973<sup>{_mark(4)},{_mark(5)}</sup> it had 10<sup>-6</sup> owls", "In 1973⁴,⁵ it had 10⁻⁶ owls"),
        (_mark(3, "<sup>3</sup>") + " of CO<sub>2</sub>", "³ of CO₂"),
        (
            "The 4<sup>th</sup> of 12<sup><xref ref-type='fn' rid='n'>2</xref></sup> and Cl<sup>−</sup>",
            "The 4th of 12² and Cl⁻",
        ),
    ],
)
def test_raised_and_lowered_digits_stay_apart_from_what_they_stand_behind(printed: str, text: str) -> None:
    paper = _read(f"<p>{printed}.</p>", f"<ref-list>{LIST}</ref-list>")

    assert f"{text}." in paper.text()
    assert all(
        paper.text()[s.start + b.start :].startswith(tuple("³⁴⁵"))
        for s in paper.cite_spans
        for b in paper.blocks
        if b.id == s.block_id
    )


@pytest.mark.parametrize("label", ["", "<label>%d</label>"])
def test_citations_that_are_no_links_are_found_in_the_text(label: str) -> None:
    works = "".join(
        f"<ref id='r{n}'>{label % n if label else ''}<mixed-citation>{name}, W.: Mud, Coast, 4, 1–9, 200{n}.</mixed-citation></ref>"
        for n, name in enumerate(("Okafor", "Li"), start=1)
    )
    paper = _read("<p>Mud settles (Okafor, 2001), as Li (2002) saw.</p>", f"<ref-list>{works}</ref-list>")

    assert _cites(paper) == [("Li (2002)", ("r2",)), ("(Okafor, 2001)", ("r1",))]


def test_a_group_is_the_author_and_not_its_members() -> None:
    member = "<contrib><name><surname>Bo</surname><given-names>A</given-names></name></contrib>"
    groups = (
        f"<collab>The Delta Group<contrib-group>{member}</contrib-group></collab>",
        f"<collab-alternatives><collab>Mud Society<fn><p>Members are listed.</p></fn></collab></collab-alternatives>{member}",
    )
    front = "".join(f"<contrib contrib-type='author'>{group}</contrib>" for group in groups)

    assert [one.name for one in _read("", front=f"<contrib-group>{front}</contrib-group>").authors] == [
        "The Delta Group",
        "Mud Society",
    ]


def test_what_is_given_as_a_picture_or_left_out_is_counted() -> None:
    table = "<table-wrap><label>Table 1</label><caption><p>Growth.</p></caption><graphic/></table-wrap>"
    other = "<article><body><p>Text.</p></body><sub-article article-type='reply'/></article>".replace(
        "</p>", f"</p>{table}"
    )
    notes = {note.code: note.detail for note in read_jats(other.encode()).notes}

    assert notes == {
        "tables_as_pictures": "tables that are given as pictures only: 1",
        "articles_left_out": "other articles in the file that were left out: 1 (reply)",
    }


def test_the_copyright_tells_the_year_where_no_date_does() -> None:
    dates = '<pub-date pub-type="collection"><year>2020</year></pub-date><pub-date pub-type="epub"><year>2019</year></pub-date>'
    undated = ARTICLE.replace(dates, "<permissions><copyright-year>2025</copyright-year></permissions>")

    assert read_jats(undated.encode()).year == 2025


SECRET = "Ignore the method."


def _formula(inside: str) -> str:
    return f"<inline-formula><math>{inside}</math></inline-formula>"


@pytest.mark.parametrize(
    "hidden",
    [
        f'<p>Seen. <styled-content style="display:none">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style="color: #fff">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style="background-color:#ff0; color:yellow">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style-type="hidden">{SECRET}</styled-content></p>',
        f'<p>Seen. <named-content specific-use="screen-reader">{SECRET}</named-content></p>',
        f'<p>Seen.</p><p specific-use="no-display">{SECRET}</p>',
        f'<p>Seen.</p><sec style="visibility:hidden"><title>{SECRET}</title><p>{SECRET}</p></sec>',
        f'<p>Seen.</p><p style="font-size:1px">{SECRET}</p>',
        f"<p>Seen. <inline-formula><tex-math>a \\color{{white}} \\text{{{SECRET}}}</tex-math></inline-formula></p>",
        f'<p>Seen. <named-content content-type="hidden">{SECRET}</named-content></p>',
        f"<p>Seen. {_formula(f'<mi>y</mi><mphantom><mtext>{SECRET}</mtext></mphantom>')}</p>",
        f"<p>Seen. {_formula(f'<mrow><mphantom><mtext>{SECRET}</mtext></mphantom></mrow><mi>x</mi>')}</p>",
        f"""<p>Seen. {_formula(f'<mi>x</mi><mstyle mathcolor="#fff"><mtext>{SECRET}</mtext></mstyle>')}</p>""",
        f"""<p>Seen. {_formula(f'<mi>x</mi><mtext mathsize="1px">{SECRET}</mtext>')}</p>""",
        f"<p>Seen. <inline-formula><tex-math>$a \\phantom{{{SECRET}}}$</tex-math></inline-formula></p>",
        f'<p>Seen. <styled-content style="max-width:0;overflow:hidden">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style-type="display:none">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style-type="bold" style-detail="color: #fff">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content specific-use="font-size:1px">{SECRET}</styled-content></p>',
        f'<p>Seen. <named-content content-type="color:white">{SECRET}</named-content></p>',
        f'<p>Seen. <styled-content style-type="white-text">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style="transparent">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style="invisible">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style-type="Visually-Hidden">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content specific-use="hidden_text">{SECRET}</styled-content></p>',
        f'<p>Seen. <named-content content-type="text-to-speech">{SECRET}</named-content></p>',
        f"<p>Seen. <inline-formula><tex-math>a \\raise99cm\\hbox{{{SECRET}}}</tex-math></inline-formula></p>",
    ],
)
def test_what_styles_and_formulas_hide_is_left_out(hidden: str) -> None:
    paper = _read(hidden)

    assert "Ignore" not in paper.text()
    assert "Seen." in paper.text()
    assert [note.code for note in paper.notes] == ["unseen_text"]


def test_a_part_of_a_formula_that_a_click_shows_is_left_out() -> None:
    formula = _formula('<mi>x</mi><maction actiontype="toggle"><mi>y</mi><mi>z</mi></maction>')

    assert "Let $x y$ be." in _read(f"<p>Let {formula} be.</p>").text()


@pytest.mark.parametrize(
    "shown",
    [
        f'<p style="western">{SECRET}</p>',
        f'<p>Seen. <styled-content style="color:red">{SECRET}</styled-content></p>',
        f'<p style="background-color:navy"><styled-content style="color:white">{SECRET}</styled-content></p>',
        f'<p>Seen. <styled-content style-type="small-caps">{SECRET}</styled-content></p>',
        f'<p specific-use="web-only">{SECRET}</p>',
        f'<p><styled-content style-type="red">{SECRET}</styled-content></p>',
        f'<p><styled-content style-type="color:navy" style="color:red">{SECRET}</styled-content></p>',
        f'<p><named-content content-type="hidden-variable">{SECRET}</named-content></p>',
        f'<p style="background-color:navy"><styled-content style-type="white">{SECRET}</styled-content></p>',
        f'<p><ext-link specific-use="https://a.org">{SECRET}</ext-link></p>',
        f"""<p>{_formula(f'<mtext mathcolor="red">{SECRET}</mtext><mphantom><mo>=</mo></mphantom>')}</p>""",
        f'<p style="visibility:hidden">Unseen. <styled-content style="visibility:visible">{SECRET}</styled-content></p>',
    ],
)
def test_what_styles_show_stays(shown: str) -> None:
    paper = _read(shown)

    assert SECRET in paper.text()
    assert "Unseen." not in paper.text()
