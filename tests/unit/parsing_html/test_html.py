from __future__ import annotations

import time

import pytest
from attacks.hidden import HIDDEN_BY_SHEETS, HIDDEN_IN_MARKDOWN, SECRET, SHOWN_BY_SHEETS, UNDRAWN_IN_HTML
from unit.parsing_html.pages import ARXIV, BIORXIV

from scholarai.domain.content import Author, PaperContent
from scholarai.parsing.html import NotAPageError, read_html


@pytest.fixture(scope="module")
def arxiv() -> PaperContent:
    return read_html(ARXIV.encode())


@pytest.fixture(scope="module")
def biorxiv() -> PaperContent:
    return read_html(BIORXIV.encode())


def _texts(paper: PaperContent, kind: str) -> list[str]:
    return [block.text for block in paper.blocks if block.kind == kind]


def _read(body: str) -> PaperContent:
    return read_html(f"<!DOCTYPE html><html><body>{body}</body></html>".encode())


LONG = (
    "We measured the growth of two hundred seedlings over nine weeks, in four rooms and in the open field beside them."
)


def _styled(sheet: str, body: str) -> PaperContent:
    written = f"<html><head><style>{sheet.replace('%%', '%')}</style></head><body><p>{LONG}</p>{body.replace('%s', SECRET)}</body></html>"
    return read_html(written.encode())


def test_title_and_authors_are_read_from_the_page(arxiv: PaperContent) -> None:
    assert (arxiv.title, arxiv.source_format) == ("Salt marshes of the inner delta", "html")
    assert [author.name for author in arxiv.authors] == ["Ngozi Okafor", "Wei Li"]
    assert arxiv.abstract == "Marshes grow."


def test_sections_keep_their_numbers_and_levels(arxiv: PaperContent) -> None:
    assert [(section.title, section.level, section.number) for section in arxiv.sections] == [
        ("Abstract", 1, None),
        ("Introduction", 1, "1"),
        ("Model", 2, "1.1"),
        ("References", 1, None),
    ]


def test_menus_and_what_surrounds_a_paper_are_left_out(arxiv: PaperContent, biorxiv: PaperContent) -> None:
    assert "LaTeXML" not in arxiv.text()
    assert arxiv.text().count("Introduction") == 1
    assert "Home" not in biorxiv.text()
    assert "Download" not in biorxiv.text()


def test_formulas_are_the_latex_that_the_page_names(arxiv: PaperContent) -> None:
    (equation,) = arxiv.equations

    assert _texts(arxiv, "paragraph")[1] == "Mud settles [1, 2] at $x^{2}$."
    assert (equation.latex, equation.label, equation.text) == ("a=b", "1", r"\[a=b\] (1)")
    assert _texts(arxiv, "footnote") == ["Mostly."]


@pytest.mark.parametrize(
    "formula",
    [
        r'<span class="math inline">\(x^2\)</span>',
        r'<span class="MathJax">x2</span><script type="math/tex">x^2</script>',
        r'<img class="tex" alt="x^2">',
        r'<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>',
        "<mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>",
    ],
)
def test_formulas_of_other_programs_are_read_once(formula: str) -> None:
    assert _read(f"<p>Let {formula} be.</p>").blocks[0].text.replace("{2}", "2") == "Let $x^2$ be."


def test_tables_and_figures_have_labels_captions_and_cells(arxiv: PaperContent, biorxiv: PaperContent) -> None:
    (table,) = arxiv.tables

    assert [(figure.label, figure.caption) for figure in arxiv.figures] == [("Figure 1", "Figure 1: The delta.")]
    assert (table.label, table.caption) == ("Table 1", "Table 1: Growth.")
    assert table.rows == (("Site", "Growth", ""), ("", "2018", "2019"), ("North", "3.1", "2.9"))
    assert [(figure.label, figure.caption) for figure in biorxiv.figures] == [("Figure 1", "Figure 1: The delta.")]


def test_links_to_entries_are_citations(arxiv: PaperContent, biorxiv: PaperContent) -> None:
    assert [span.reference_ids for span in arxiv.cite_spans] == [("r1",), ("r2",)]
    assert [(one.label, one.year) for one in arxiv.references] == [("1", 2001), ("2", 1999)]
    assert arxiv.references[0].title == "Mud of the coast"
    assert [span.reference_ids for span in biorxiv.cite_spans] == [("r1",)]
    assert biorxiv.references[0].raw == "Li W. Mud of the coast. Coast 2001;4:1–9."


def test_meta_elements_say_what_search_engines_are_told(biorxiv: PaperContent) -> None:
    assert biorxiv.authors == (
        Author(name="Ngozi A. Okafor", orcid="0000-0002-1825-0097", affiliation="Institute of Coasts"),
        Author(name="Wei Li"),
    )
    assert (biorxiv.volume, biorxiv.page_range) == ("9", "12-19")
    assert (biorxiv.doi, biorxiv.venue, biorxiv.year) == ("10.1101/2020.01.01.1", "bioRxiv", 2020)
    assert biorxiv.abstract == "Background\n\nMarshes grow."


def test_a_formula_that_is_a_picture_leaves_a_mark(biorxiv: PaperContent) -> None:
    assert "10⁻³ is \ufffd small." in _texts(biorxiv, "paragraph")[-1]
    assert [note.code for note in biorxiv.notes] == ["formulas_as_pictures"]


@pytest.mark.parametrize("hiding", HIDDEN_IN_MARKDOWN[:1] + HIDDEN_IN_MARKDOWN[4:17] + HIDDEN_IN_MARKDOWN[18:])
def test_what_nobody_sees_is_not_read(hiding: str) -> None:
    paper = _read(f"<p>Before it.</p>{hiding % SECRET}<p>Behind it.</p>" if "%s" in hiding else hiding)

    assert SECRET not in paper.text()
    silent = hiding.startswith(("<!--", "<script"))
    assert [note.code for note in paper.notes] == ([] if silent else ["unseen_text"])
    assert "Before it." in paper.text()


@pytest.mark.parametrize(("sheet", "hidden"), HIDDEN_BY_SHEETS)
def test_what_a_style_sheet_hides_is_not_read(sheet: str, hidden: str) -> None:
    paper = _styled(sheet, hidden)

    assert SECRET not in paper.text()
    assert LONG in paper.text()
    assert [note.code for note in paper.notes] == ["unseen_text"]


@pytest.mark.parametrize(("sheet", "shown"), SHOWN_BY_SHEETS)
def test_what_a_style_sheet_shows_is_read(sheet: str, shown: str) -> None:
    paper = _styled(sheet, shown)

    assert SECRET in paper.text()
    assert paper.notes == ()


@pytest.mark.parametrize("undrawn", [*UNDRAWN_IN_HTML, "<dialog><p>%s</p></dialog>"])
def test_what_no_browser_draws_is_not_read(undrawn: str) -> None:
    paper = _read(f"<p>Before it.</p>{undrawn % SECRET}<p>Behind it.</p>")

    assert SECRET not in paper.text()
    assert paper.notes == ()


def test_the_title_of_a_page_names_a_paper_without_a_heading() -> None:
    assert read_html(f"<head><title>Bats</title></head><p>{LONG}</p>".encode()).title == "Bats"


def test_a_part_of_a_formula_that_a_click_shows_is_not_read() -> None:
    action = f"<math><mi>x</mi><maction actiontype='toggle'><mi>y</mi><mtext>{SECRET}</mtext></maction></math>"

    paper = _read(f"<p>Let {action} be.</p>")

    assert paper.text() == "Let $x y$ be."


def test_a_page_whose_sheets_hide_most_of_it_is_shown_by_scripts() -> None:
    paper = read_html(f"<style>.fade{{opacity:0}}</style><body><h1>Bats</h1><p class=fade>{LONG}</p></body>".encode())

    assert (LONG in paper.text(), paper.notes) == (True, ())


@pytest.mark.parametrize("beside", ['<span aria-hidden="true">x2</span>', ""])
def test_a_formula_for_those_who_listen_is_read_where_it_is_drawn_for_others(beside: str) -> None:
    aloud = "<span class='aloud'><math><msup><mi>x</mi><mn>2</mn></msup></math></span>"

    paper = _styled(
        ".aloud{position:absolute;clip:rect(1px,1px,1px,1px)}", f"<p>Let <span>{aloud}{beside}</span> be.</p>"
    )

    assert ("$x^{2}$" in paper.text()) == bool(beside)


@pytest.mark.slow
@pytest.mark.parametrize(
    "selector", ["i ~ i", "i:nth-last-child(2 of i)", "i:nth-of-type(2n)", "i" + ":not(" * 3_000 + "b" + ")" * 3_000]
)
def test_a_selector_that_looks_at_thousands_of_neighbours_takes_no_time(selector: str) -> None:
    started = time.process_time()

    paper = read_html(f"<style>{selector}{{color:#fff}}</style><p>Seen.</p>{'<i>x</i>' * 10_000}".encode())

    assert "Seen." in paper.text()
    assert time.process_time() - started < 20


def test_what_a_formula_does_not_draw_is_not_read() -> None:
    paper = _read(rf'<p>Let <span class="math inline">\(x \phantom{{\text{{{SECRET}}}}} y\)</span> be.</p>')

    assert SECRET not in paper.text()
    assert [note.code for note in paper.notes] == ["unseen_text"]


def test_white_text_on_a_ground_is_read() -> None:
    assert "seen" in _read('<div style="background:#005"><p style="color:white">It is seen.</p></div>').text()


def test_lines_of_code_and_cells_of_layout_keep_their_form() -> None:
    paper = _read("<table><tr><td><p>Alone.</p></td></tr></table><pre>a\n  b</pre><p>one<br>two</p>")

    assert [block.text for block in paper.blocks] == ["Alone.", "a\n  b", "one two"]


@pytest.mark.parametrize(
    ("charset", "encoding", "words"),
    [
        ("", "utf-8", "3–5 µm"),
        ("", "cp1252", "3–5 µm “dry”"),
        ("iso-8859-1", "cp1252", "3–5 µm “dry”"),
        ("ISO-8859-1", "utf-8", "3–5 µm “dry”"),
        ("us-ascii", "cp1252", "3–5 µm ±2"),
        ("utf-8", "cp1252", "3–5 µm"),
        ("windows-1251", "cp1251", "3–5 мкм"),
        ("gb2312", "gb18030", "摘要—潮汐"),
        ("iso-8859-15", "iso-8859-15", "5 €"),
        ("no-such-name", "cp1252", "3–5 µm"),
        ("", "utf-16", "3–5 µm"),
    ],
)
def test_bytes_are_decoded_as_browsers_do(charset: str, encoding: str, words: str) -> None:
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">' if charset else ""

    assert read_html(f"<html><head>{meta}</head><body><p>{words}</p></body></html>".encode(encoding)).text() == words


def test_one_broken_byte_does_not_change_the_encoding() -> None:
    assert read_html("<p>3–5 µm – ".encode() + b"\xff</p>").text() == "3–5 µm – \ufffd"


@pytest.mark.parametrize("source", [b"  ", b"<div>" * 10_000, b"<p>" + b"x" * (17 << 20)])
def test_what_cannot_be_read_is_said_so(source: bytes) -> None:
    with pytest.raises(NotAPageError):
        read_html(source)


def test_thousands_of_hidden_neighbours_take_no_time() -> None:
    assert read_html(b"<p>Seen.</p>" + b"<i hidden>x</i>" * 20_000).text() == "Seen."


# Figures and tables as journals set them: each with its label, its caption and the first row of its table.
FLOATS = {
    "springer": (
        (
            '<figure><figcaption><b id="Fig1">Fig. 1: The delta.</b></figcaption><div><a href="/figures/1"><picture><img src="a"></picture></a>'
            '<div class="c-article-section__figure-description"><p>Seen from above.</p></div></div>'
            '<p><a href="/articles/x/figures/1">Full size image</a></p></figure>'
        ),
        [("Fig. 1", "Fig. 1: The delta. Seen from above.")],
        [],
    ),
    "mdpi": (
        (
            '<div class="html-fig-wrap"><div class="html-fig_img"><img></div><div class="html-fig_description"><b>Figure 2.</b> Mud (<b>a</b>).</div>'
            '</div><div class="html-fig_show mfp-hide"><div class="html-caption"><b>Figure 2.</b> Mud (<b>a</b>).</div><img></div>'
            '<div class="html-table-wrap"><img><div class="html-table_wrap_discription"><b>Table 1.</b> Growth.</div></div><div class="mfp-hide">'
            '<div class="html-caption"><b>Table 1.</b> Growth.</div><table><tr><td>North</td><td>3.1</td></tr></table></div>'
        ),
        [("Figure 2", "Figure 2: Mud (a).")],
        [("Table 1", (("North", "3.1"),))],
    ),
    "plos": (
        (
            '<div class="figure"><div class="img-box"><img></div><div class="figcaption"><span>Fig 3. </span> The shore.<p>At noon.</p></div></div>'
            '<div class="figure"><div class="img-box"><img></div><div class="figcaption"><span>Table 2. </span> Mud.</div></div>'
        ),
        [("Fig 3", "Fig 3: The shore. At noon.")],
        [("Table 2", ())],
    ),
    "elsevier": (
        (
            '<div class="tables" id="t1"><span class="captions"><span><p><span class="label">Table 4</span>. Sites.</p></span></span>'
            '<div class="groups"><table><tr><td>South</td><td>2</td></tr></table></div></div>'
            '<p><span>Figure 9</span> shows what <a href="#f1">Figure 1</a> hides.</p>'
        ),
        [],
        [("Table 4", (("South", "2"),))],
    ),
    "a heading": ("<h3>Figure 5. Silt in water.</h3><p>Text.</p>", [("Figure 5", "Figure 5: Silt in water.")], []),
    "a sentence": ("<p><a href='#f1'>Figure 1</a> shows mud.</p><p>Table 1 lists it.</p>", [], []),
}


@pytest.mark.parametrize("name", FLOATS)
def test_figures_and_tables_of_journals_are_read(name: str) -> None:
    body, figures, tables = FLOATS[name]
    paper = _read(f"<h1>Mud</h1><h2>Results</h2><p>Mud settles.</p>{body}")

    assert [(one.label, one.caption) for one in paper.figures] == figures
    assert [(one.label, one.rows) for one in paper.tables] == tables
    assert ["tables_as_pictures"] * any(not rows for _, rows in tables) == [note.code for note in paper.notes]


@pytest.mark.parametrize(
    "entry",
    [
        "<p>%s</p><p><a href='a'>Article</a> <a href='b'>CAS</a>&nbsp; <a href='c'>PubMed</a> <a href='d'>Google Scholar</a></p>",
        "%s [<a href='a'>CrossRef</a>], [<a href='b'>PubMed</a>]",
        "%s <a>PubMed Abstract</a> | <a>Publisher Full Text</a> <a href='#B1'>Return to text</a>",
        "%s <ul class='reflinks'><li><a href='a'>View Article</a></li><li><a href='b'>PubMed/NCBI</a></li></ul>",
        "<span>1.</span>%s <a href='a'>View at Publisher</a> · <a href='b'>View at Google Scholar</a>",
        "<sup>1</sup>%s <a>Download references</a>",
    ],
)
def test_an_entry_is_the_work_without_the_links_of_the_page(entry: str) -> None:
    work = "Li, W. Mud. Coast 4, 1–9 (2001). <a href='https://doi.org/10.1/mud'>https://doi.org/10.1/mud</a>"
    menu = "<ul><li><a>Index by author</a></li><li>Twitter</li></ul><p>© 2020 by the authors.</p>"
    back = f"<footer><h2>References</h2><ol><li id='r1'>{entry % work}</li></ol>{menu}</footer>"
    paper = _read(f"<article><h1>Mud</h1><p>Mud [1].</p>{back}</article>")

    assert [one.raw for one in paper.references] == ["Li, W. Mud. Coast 4, 1–9 (2001). https://doi.org/10.1/mud"]


def test_a_range_of_two_links_is_one_citation() -> None:
    works = "".join(f"<li id='c{n}'>Tide, W. (200{n}). Mud.</li>" for n in range(1, 6))
    paper = _read(
        "<p>Known<sup><a href='#c1'>1</a>,<a href='#c3'>3</a>–<a href='#c5'>5</a></sup>.</p>"
        f"<div class='references'>References</div><div><ul>{works}</ul></div>"
    )

    assert [span.reference_ids for span in paper.cite_spans] == [("r1",), ("r3", "r4", "r5")]


def test_the_title_is_no_section_and_what_is_above_it_no_text() -> None:
    paper = read_html(
        b"<html><head><meta name='citation_title' content='Mud-rich CO&lt;sub&gt;2&lt;/sub&gt; of deltas'></head><body><div>Coast</div>"
        b"<h2>Browse journal</h2><ul><li>Submit</li></ul><h1>Mud-rich CO<sub>2</sub> of deltas</h1><h3>Methods</h3><p>Mud settles slowly.</p>"
        b"<h5>Sites</h5><p>In the north of the delta, where it is deep.</p><h1>Mud-rich CO<sub>2</sub> of deltas</h1></body></html>"
    )

    assert (paper.title, [(one.title, one.level) for one in paper.sections]) == (
        "Mud-rich CO2 of deltas",
        [("Methods", 1), ("Sites", 2)],
    )
    assert "Browse" not in paper.text()
