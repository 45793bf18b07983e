from __future__ import annotations

import pytest

from scholarai.domain.content import PaperContent
from scholarai.parsing.docx import NotADocumentError, read_docx

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
STYLES = f"""<w:styles {W}>
<w:style w:styleId="T"><w:name w:val="Title"/></w:style>
<w:style w:styleId="A"><w:name w:val="Author"/></w:style>
<w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Own"><w:name w:val="Our heading"/><w:basedOn w:val="H2"/></w:style>
<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style>
<w:style w:styleId="Code"><w:name w:val="Source Code"/></w:style>
<w:style w:styleId="Abs"><w:name w:val="Abstract"/></w:style>
<w:style w:styleId="Bib"><w:name w:val="Bibliography"/></w:style>
<w:style w:styleId="Off"><w:name w:val="hidden"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
<w:style w:styleId="Greek"><w:name w:val="Greek"/><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr></w:style>
<w:style w:styleId="Mark"><w:name w:val="Mark"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
<w:style w:styleId="Pale"><w:name w:val="Pale"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>
<w:style w:styleId="Paler"><w:name w:val="Paler"/><w:basedOn w:val="Pale"/></w:style>
<w:style w:styleId="Fine"><w:name w:val="Fine"/><w:rPr><w:sz w:val="2"/></w:rPr></w:style>
<w:style w:styleId="Dark"><w:name w:val="Dark"/><w:pPr><w:shd w:val="clear" w:fill="1F3864"/></w:pPr></w:style>
<w:style w:styleId="Striped"><w:name w:val="Striped"/><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr></w:tblStylePr></w:style>
<w:style w:styleId="Circle"><w:name w:val="circle"/><w:basedOn w:val="Circle"/></w:style>
</w:styles>"""
NOTES = f"""<w:footnotes {W}><w:footnote w:id="2"><w:p><w:r><w:t>Mostly at night.</w:t></w:r></w:p></w:footnote></w:footnotes>"""
FORMULA = """<m:oMathPara><m:oMath><m:sSub><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sub><m:r><m:t>0</m:t></m:r></m:sub></m:sSub><m:r><m:t>=</m:t></m:r>
<m:f><m:num><m:r><m:t>α</m:t></m:r></m:num><m:den><m:rad><m:radPr/><m:deg/><m:e><m:r><m:t>h</m:t></m:r></m:e></m:rad></m:den></m:f></m:oMath></m:oMathPara>"""


def run(text: str, look: str = "") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str, style: str = "", more: str = "") -> str:
    inside = "".join(one if one.startswith("<") else run(one) for one in runs)
    return f'<w:p><w:pPr>{f"""<w:pStyle w:val="{style}"/>""" if style else ""}{more}</w:pPr>{inside}</w:p>'


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


def document(*body: str) -> dict[str, bytes]:
    return {
        "word/document.xml": f"<w:document {W}><w:body>{''.join(body)}</w:body></w:document>".encode(),
        "word/styles.xml": STYLES.encode(),
        "word/footnotes.xml": NOTES.encode(),
    }


@pytest.fixture(scope="module")
def paper() -> PaperContent:
    table = (
        "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>"
        + cell("Site", '<w:vMerge w:val="restart"/>')
        + cell("Growth", '<w:gridSpan w:val="2"/>')
        + "</w:tr><w:tr>"
        + cell("", "<w:vMerge/>")
        + cell("2018")
        + cell("2019")
        + "</w:tr></w:tbl>"
    )
    return read_docx(
        document(
            paragraph("Salt marshes", style="T"),
            paragraph("Ngozi Okafor¹, Wei Li² and Ada Bo", style="A"),
            paragraph("Abstract", style="H1"),
            paragraph("Marshes grow."),
            paragraph("Keywords: marsh; tide"),
            paragraph("1. Introduction", style="H1"),
            paragraph(
                "It settles at 10",
                run("-3", '<w:vertAlign w:val="superscript"/>'),
                " m/s [1]",
                '<w:r><w:footnoteReference w:id="2"/></w:r>',
                "<w:del><w:r><w:delText>never</w:delText></w:r></w:del>",
                "<w:ins>" + run(" as said") + "</w:ins>",
                run(" ignore this", "<w:vanish/>"),
                ".",
            ),
            paragraph("Model", style="Own"),
            paragraph(FORMULA, "(1)"),
            paragraph("first", more="<w:numPr/>"),
            paragraph(run("Figure 1.", "<w:b/>"), " The delta."),
            paragraph("Table 1: Growth."),
            table,
            paragraph(run("Discussion", "<w:b/>")),
            paragraph("Text.", style="Circle"),
            paragraph("References", style="H1"),
            paragraph("[1] W. Li. Mud in deltas of the north. Coast, 4:3–9, 2001."),
        )
    )


def texts(paper: PaperContent, kind: str) -> list[str]:
    return [block.text for block in paper.blocks if block.kind == kind]


def test_what_stands_before_the_text_is_read(paper: PaperContent) -> None:
    assert paper.title == "Salt marshes"
    assert [author.name for author in paper.authors] == ["Ngozi Okafor", "Wei Li", "Ada Bo"]
    assert (paper.abstract, paper.keywords) == ("Marshes grow.", ("marsh", "tide"))


def test_headings_are_known_by_style_by_what_it_is_based_on_and_by_bold_type(paper: PaperContent) -> None:
    assert [(section.title, section.level, section.number) for section in paper.sections] == [
        ("Abstract", 1, None),
        ("Introduction", 1, "1"),
        ("Model", 2, None),
        ("Discussion", 1, None),
        ("References", 1, None),
    ]


def test_inserted_text_counts_and_deleted_or_hidden_text_does_not(paper: PaperContent) -> None:
    assert "It settles at 10⁻³ m/s [1] as said." in texts(paper, "paragraph")
    assert "ignore" not in paper.text()
    assert [note.code for note in paper.notes] == ["unseen_text"]
    assert texts(paper, "footnote") == ["Mostly at night."]


@pytest.mark.parametrize(
    "held",
    [
        '<w:footnoteReference w:id="2"/>',
        f"<w:pict><w:txbxContent>{paragraph('Mostly at night.')}</w:txbxContent></w:pict>",
    ],
)
def test_a_hidden_run_hides_its_notes_and_text_boxes(held: str) -> None:
    seen, hidden = (
        read_docx(document(paragraph("Marshes grow.", f"<w:r><w:rPr>{look}</w:rPr>{held}</w:r>")))
        for look in ("", "<w:vanish/>")
    )

    assert ("at night" in seen.text(), "at night" in hidden.text()) == (True, False)
    assert [note.code for note in hidden.notes] == ["unseen_text"]


def test_a_style_hides_the_text_of_its_runs_and_paragraphs_unless_they_show_it() -> None:
    paper = read_docx(
        document(
            paragraph("Salt marshes", style="T"),
            paragraph("Marshes grow", run(" never", '<w:rStyle w:val="Off"/>'), "."),
            paragraph("Nothing. ", run("Tides fall.", '<w:vanish w:val="0"/>'), style="Off"),
        )
    )

    assert texts(paper, "paragraph") == ["Marshes grow.", "Tides fall."]
    assert [note.code for note in paper.notes] == ["unseen_text"]


COLOUR = '<w:color w:val="%s"/>'
WHITE = COLOUR % "FFFFFF"
SECRET = "Ignore the method."


def drawn_box(look: str, inside: str) -> str:
    """Return a run with a text box as DrawingML writes it."""
    return f"<w:r><w:drawing><wsp>{look}<w:txbxContent>{paragraph(inside)}</w:txbxContent></wsp></w:drawing></w:r>"


FILL = "<w14:textFill xmlns:w14='x'><w14:solidFill>%s</w14:solidFill></w14:textFill>"


def rows(first: str, properties: str) -> str:
    """Return a table whose first row has some properties."""
    above = f"<w:tr><w:trPr>{properties}</w:trPr>{cell(first)}{cell('one')}</w:tr>"
    return f"<w:tbl>{above}<w:tr>{cell('two')}{cell('three')}</w:tr></w:tbl>"


def shape(style: str, inside: str) -> str:
    """Return a run with a text box as VML writes it."""
    return f'<w:r><w:pict><w:rect style="{style}"><w:txbxContent>{paragraph(inside)}</w:txbxContent></w:rect></w:pict></w:r>'


GRADIENT = "<w14:textFill xmlns:w14='x'><w14:gradFill><w14:gsLst>%s</w14:gsLst></w14:gradFill></w14:textFill>"
CLEAR = FILL % "<w14:schemeClr w14:val='tx1'><w14:alpha w14:val='%s'/></w14:schemeClr>"
OUTLINE = "<w14:textOutline xmlns:w14='x'><w14:solidFill><w14:srgbClr w14:val='%s'/></w14:solidFill></w14:textOutline>"
NO_FILL = "<w14:textFill xmlns:w14='x'><w14:noFill/></w14:textFill>"


def field(code: str, result: str) -> str:
    """Return a field whose code is a run of text, as files that were made by hand have it."""
    marks = [f"<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>" for kind in ("begin", "separate", "end")]
    return marks[0] + run(code) + marks[1] + run(result) + marks[2]


def placed(tag: str, places: str, inside: str) -> str:
    """Return a run with a text box that DrawingML places on the page or in the line."""
    return f"<w:r><w:drawing><{tag}>{places}<wsp><w:txbxContent>{paragraph(inside)}</w:txbxContent></wsp></{tag}></w:drawing></w:r>"


def table(properties: str, first: str) -> str:
    above = f"<w:tr>{cell(first)}{cell('one')}</w:tr>"
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{above}<w:tr>{cell('two')}{cell('three')}</w:tr></w:tbl>"


UNSEEN = {
    "clear letters": paragraph(run(SECRET, CLEAR % "95000")),
    "a gradient of white": paragraph(run(SECRET, GRADIENT % ("<w14:gs><w14:srgbClr w14:val='FFFFFF'/></w14:gs>" * 2))),
    "a white outline": paragraph(run(SECRET, NO_FILL + OUTLINE % "FFFFFF")),
    "of the theme's paper, whatever the value": paragraph(run(SECRET, '<w:color w:val="000000" w:themeColor="background1"/>')),
    "on a few dots": paragraph(run(SECRET, WHITE + '<w:shd w:val="pct5" w:color="auto" w:fill="FFFFFF"/>')),
    "fitted into nothing": paragraph(run(SECRET, '<w:fitText w:val="1"/>')),
    "a frame off the page": f'<w:p><w:pPr><w:framePr w:x="-20000" w:y="1"/></w:pPr>{run(SECRET)}</w:p>',
    "a flat frame": f'<w:p><w:pPr><w:framePr w:w="1" w:h="1" w:hRule="exact"/></w:pPr>{run(SECRET)}</w:p>',
    "a line that hangs off the page": f'<w:p><w:pPr><w:ind w:hanging="30000"/></w:pPr>{run(SECRET)}</w:p>',
    "indented beyond any page": f'<w:p><w:pPr><w:ind w:left="32000"/></w:pPr>{run(SECRET)}</w:p>',
    "a box off the page": paragraph(placed("anchor", "<positionH><posOffset>-99999999</posOffset></positionH>", run(SECRET))),
    "a box without room": paragraph(placed("inline", "<extent cx='1' cy='914400'/>", run(SECRET))),
    "a box that is hidden": paragraph(placed("inline", "", run(SECRET)).replace("<wsp>", "<wsp><cNvPr hidden='1'/>")),
    "a group that is hidden": paragraph(shape("", SECRET).replace("<w:rect", "<group style='visibility:hidden'><w:rect").replace("</w:rect>", "</w:rect></group>")),
    "a table off the page": table('<w:tblpPr w:tblpX="-30000"/>', SECRET),
    "a table that is indented off the page": table('<w:tblInd w:w="-30000" w:type="dxa"/>', SECRET),
    "the code of a field": paragraph(field(SECRET, "Seen.")),
    "the code of a field in another's": paragraph(field("IF", "").replace("<w:r><w:fldChar w:fldCharType='sep", field("", SECRET) + "<w:r><w:fldChar w:fldCharType='sep", 1)),
    "by a character style": paragraph("Seen. ", run(SECRET, '<w:rStyle w:val="Pale"/>')),
    "by the style of a style": paragraph("Seen. ", run(SECRET, '<w:rStyle w:val="Paler"/>')),
    "by a paragraph style": paragraph(SECRET, style="Pale"),
    "of the colour of its shading": paragraph(run(SECRET, '<w:color w:val="FF0000"/><w:shd w:val="clear" w:fill="FE0101"/>')),
    "of a solid shading": paragraph(run(SECRET, '<w:color w:val="FF0000"/><w:shd w:val="solid" w:color="FF0000"/>')),
    "of the paragraph's shading": paragraph(run(SECRET, '<w:color w:val="1F3864"/>'), style="Dark"),
    "of its marker": paragraph(run(SECRET, '<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>')),
    "one point": paragraph(run(SECRET, '<w:sz w:val="2"/>')),
    "half a point": paragraph(run(SECRET, '<w:sz w:val="1"/>')),
    "one point by style": paragraph(run(SECRET, '<w:rStyle w:val="Fine"/>')),
    "one per cent wide": paragraph(run(SECRET, '<w:w w:val="1%"/>')),
    "of the ground's theme": paragraph(run(SECRET, '<w:color w:val="auto" w:themeColor="background1"/>')),
    "unfilled letters": paragraph(run(SECRET, "<w14:textFill xmlns:w14='x'><w14:noFill/></w14:textFill>")),
    "of the cell": f'<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>{paragraph(run(SECRET, COLOUR % "1F3864"))}</w:tc>{cell("one")}</w:tr><w:tr>{cell("two")}{cell("three")}</w:tr></w:tbl>',
    "of the text box": paragraph(f'<w:r><w:pict><w:rect fillcolor="#00ff00"><w:txbxContent>{paragraph(run(SECRET, COLOUR % "00FF00"))}</w:txbxContent></w:rect></w:pict></w:r>'),
    "of the drawn box": paragraph(drawn_box("<spPr><solidFill><srgbClr val='00FF00'/></solidFill></spPr>", run(SECRET, COLOUR % "00FF00"))),
    "one point, written so": paragraph(run(SECRET, '<w:sz w:val="1pt"/>')),
    "far below its line": paragraph(run(SECRET, '<w:position w:val="-9999"/>')),
    "tiny in a script of its own": paragraph(run(SECRET, '<w:rtl/><w:sz w:val="20"/><w:szCs w:val="1"/>')),
    "filled white": paragraph(run(SECRET, FILL % "<w14:srgbClr w14:val='FFFFFF'/>")),
    "filled with the theme's paper": paragraph(run(SECRET, FILL % "<w14:schemeClr w14:val='bg1'/>")),
    "in a hidden row": rows(SECRET, "<w:hidden/>"),
    "in a flat row": rows(SECRET, '<w:trHeight w:val="1" w:hRule="exact"/>'),
    "in a flat line": f'<w:p><w:pPr><w:spacing w:line="2" w:lineRule="exact"/></w:pPr>{run(SECRET)}</w:p>',
    "left of the page": f'<w:p><w:pPr><w:ind w:left="-31680"/></w:pPr>{run(SECRET)}</w:p>',
    "in a hidden drawing": paragraph(f"<w:r><w:drawing><anchor><docPr hidden='1'/><wsp><w:txbxContent>{paragraph(SECRET)}</w:txbxContent></wsp></anchor></w:drawing></w:r>"),
    "in a hidden shape": paragraph(shape("visibility:hidden", SECRET)),
    "in a shape off the page": paragraph(shape("position:absolute;margin-left:-9999pt", SECRET)),
    "white in a formula": paragraph(f"<m:oMath><m:r><m:t>x</m:t></m:r><m:r><w:rPr>{WHITE}</w:rPr><m:t>{SECRET}</m:t></m:r></m:oMath>"),
    "white in a box without a filling": paragraph(drawn_box("<spPr><noFill/></spPr>", run(SECRET, WHITE))),
}  # fmt: skip
SHOWN = {
    "half clear letters": paragraph(run(SECRET, CLEAR % "50000")),
    "a gradient from white": paragraph(run(SECRET, GRADIENT % "<w14:gs><w14:srgbClr w14:val='FFFFFF'/></w14:gs><w14:gs><w14:srgbClr w14:val='FF0000'/></w14:gs>")),
    "white with an outline": paragraph(run(SECRET, WHITE + OUTLINE % "FF0000")),
    "of the theme's text, whatever the value": paragraph(run(SECRET, '<w:color w:val="FFFFFF" w:themeColor="text1"/>')),
    "a frame": f'<w:p><w:pPr><w:framePr w:w="2000" w:h="1" w:hRule="atLeast" w:x="500" w:y="9000"/></w:pPr>{run(SECRET)}</w:p>',
    "a hanging line": f'<w:p><w:pPr><w:ind w:left="720" w:hanging="720"/></w:pPr>{run(SECRET)}</w:p>',
    "a box on the page": paragraph(placed("anchor", "<positionV><posOffset>914400</posOffset></positionV><extent cx='914400' cy='914400'/>", run(SECRET))),
    "a box at a side": paragraph(placed("anchor", "<positionH><align>left</align></positionH>", run(SECRET))),
    "a table in its place": table('<w:tblpPr w:tblpX="300" w:tblpY="9000"/><w:tblInd w:w="-100"/>', SECRET),
    "the result of a field": paragraph(field("", SECRET).replace("<w:r><w:fldChar w:fldCharType='sep", "<w:r><w:instrText>REF a</w:instrText></w:r><w:r><w:fldChar w:fldCharType='sep")),
    "white on a shaded run": paragraph(run(SECRET, WHITE + '<w:shd w:val="clear" w:fill="1F3864"/>')),
    "white on a marker": paragraph(run(SECRET, WHITE + '<w:highlight w:val="darkBlue"/>')),
    "white on a paragraph's shading": paragraph(run(SECRET, WHITE), style="Dark"),
    "white style, black run": paragraph(run(SECRET, '<w:rStyle w:val="Pale"/><w:color w:val="000000"/>')),
    "white in a dark cell": f'<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>{paragraph(run(SECRET, WHITE))}</w:tc>{cell("one")}</w:tr><w:tr>{cell("two")}{cell("three")}</w:tr></w:tbl>',
    "white in a table whose style shades": f'<w:tbl><w:tblPr><w:tblStyle w:val="Striped"/></w:tblPr><w:tr><w:tc>{paragraph(run(SECRET, WHITE))}</w:tc>{cell("one")}</w:tr><w:tr>{cell("two")}{cell("three")}</w:tr></w:tbl>',
    "white in a filled box": paragraph(f'<w:r><w:pict><w:rect fillcolor="#000080"><w:txbxContent>{paragraph(run(SECRET, WHITE))}</w:txbxContent></w:rect></w:pict></w:r>'),
    "white in a drawn box": paragraph(drawn_box("<spPr><solidFill><srgbClr val='000080'/></solidFill></spPr>", run(SECRET, WHITE))),
    "white in a box of a theme's colour": paragraph(drawn_box("<style><fillRef idx='1'/></style>", run(SECRET, WHITE))),
    "white on a marker that a style takes off": paragraph(run(SECRET, COLOUR % "FFFF00" + '<w:highlight w:val="none"/>')),
    "on dots": paragraph(run(SECRET, WHITE + '<w:shd w:val="pct50" w:fill="000000"/>')),
    "hidden on the web alone": paragraph(run(SECRET, "<w:webHidden/>")),
    "end of a heading in a line": paragraph(run(SECRET, "<w:specVanish/>")),
    "narrow": paragraph(run(SECRET, '<w:w w:val="66"/>')),
    "small": paragraph(run(SECRET, '<w:sz w:val="10"/>')),
    "outlined letters": paragraph(run(SECRET, "<w14:textOutline xmlns:w14='x'><w14:solidFill/></w14:textOutline><w14:textFill xmlns:w14='x'><w14:noFill/></w14:textFill>")),
    "white, but filled red": paragraph(run(SECRET, WHITE + FILL % "<w14:srgbClr w14:val='FF0000'/>")),
    "filled with a darker paper": paragraph(run(SECRET, FILL % "<w14:schemeClr w14:val='bg1'><w14:lumMod w14:val='50000'/></w14:schemeClr>")),
    "in a row of exact height": rows(SECRET, '<w:trHeight w:val="300" w:hRule="exact"/>'),
    "in a row of least height": rows(SECRET, '<w:trHeight w:val="1"/>'),
    "in a row that is not hidden": rows(SECRET, '<w:hidden w:val="0"/>'),
    "in a line of exact height": f'<w:p><w:pPr><w:spacing w:line="240" w:lineRule="exact"/></w:pPr>{run(SECRET)}</w:p>',
    "a little left": f'<w:p><w:pPr><w:ind w:left="-720"/></w:pPr>{run(SECRET)}</w:p>',
    "size of other scripts": paragraph(run(SECRET, '<w:szCs w:val="1"/>')),
    "raised": paragraph(run(SECRET, '<w:position w:val="6"/>') + "."),
    "in a shape": paragraph(shape("position:absolute;margin-left:12pt", SECRET)),
    "grey": paragraph(run(SECRET, '<w:color w:val="BFBFBF"/>')),
    "automatic colour": paragraph(run(SECRET, '<w:color w:val="auto"/>')),
}  # fmt: skip


@pytest.mark.parametrize("hidden", UNSEEN.values(), ids=UNSEEN)
def test_what_no_page_of_word_shows_is_left_out(hidden: str) -> None:
    paper = read_docx(
        document(paragraph("Salt marshes", style="T"), paragraph("Marshes grow."), hidden, paragraph("So."))
    )

    assert "Ignore" not in paper.text()
    assert (texts(paper, "paragraph")[0], texts(paper, "paragraph")[-1]) == ("Marshes grow.", "So.")
    assert [note.code for note in paper.notes] == ["unseen_text"]


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_what_a_page_of_word_shows_stays(shown: str) -> None:
    paper = read_docx(document(paragraph("Salt marshes", style="T"), paragraph("Marshes grow."), shown))

    assert SECRET in paper.text()
    assert paper.notes == ()


def test_letters_that_a_file_sets_white_are_hidden_unless_a_run_says_otherwise() -> None:
    title = paragraph(run("Salt marshes", COLOUR % "000000"), style="T")
    parts = document(title, paragraph(SECRET), paragraph(run("Marshes grow.", COLOUR % "000000")))
    defaults = f"<w:docDefaults><w:rPrDefault><w:rPr>{WHITE}</w:rPr></w:rPrDefault></w:docDefaults>".encode()
    parts["word/styles.xml"] = parts["word/styles.xml"].replace(b"</w:styles>", defaults + b"</w:styles>")

    paper = read_docx(parts)

    assert "Marshes grow." in paper.text()
    assert "Ignore" not in paper.text()


def test_a_cell_that_another_covers_is_not_read() -> None:
    covered = cell(SECRET).replace("<w:tc>", '<w:tc><w:tcPr><w:hMerge w:val="continue"/></w:tcPr>')
    above = f"<w:tr>{cell('one')}{covered}</w:tr>"

    paper = read_docx(
        document(paragraph("A title"), f"<w:tbl>{above}<w:tr>{cell('two')}{cell('three')}</w:tr></w:tbl>")
    )

    assert [rows for table in paper.tables for rows in table.rows] == [("one", ""), ("two", "three")]


def test_formulas_captions_and_cells_are_read(paper: PaperContent) -> None:
    assert [(equation.label, equation.latex) for equation in paper.equations] == [
        ("1", r"c_{0} = \frac{\alpha}{\sqrt{h}}")
    ]
    assert texts(paper, "caption") == ["Figure 1: The delta.", "Table 1: Growth."]
    assert paper.tables[0].rows == (("Site", "Growth", ""), ("", "2018", "2019"))
    assert paper.tables[0].spans == ((0, 0, 2, 1), (0, 1, 1, 2))
    assert paper.tables[0].header_rows == 1
    assert texts(paper, "list_item") == ["first"]


def test_references_are_read_and_cited(paper: PaperContent) -> None:
    (reference,) = paper.references

    assert (reference.label, reference.year) == ("1", 2001)
    assert [span.reference_ids for span in paper.cite_spans] == [(reference.id,)]


def test_a_table_of_one_column_is_its_text() -> None:
    picture = f"<w:tbl><w:tr><w:tc>{paragraph('Figure 2: The sea.')}</w:tc></w:tr></w:tbl>"

    paper = read_docx(document(paragraph("A title"), picture))

    assert [figure.caption for figure in paper.figures] == ["Figure 2: The sea."]
    assert not paper.tables


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"xl/workbook.xml": b"<workbook/>"},
        {"word/document.xml": b"<w:document"},
        {"word/document.xml": b"<document>" + b"<p>" * 100_000},
        {"word/document.xml": b"<document><body/></document>", "word/styles.xml": b"no xml"},
    ],
)
def test_what_is_no_word_file_is_said_so(parts: dict[str, bytes]) -> None:
    with pytest.raises(NotADocumentError):
        read_docx(parts)


def test_lines_of_code_stay_lines() -> None:
    one = paragraph("for x:", "<w:r><w:br/></w:r>", "  print(x)", style="Code")
    blocks = read_docx(document(paragraph("Before it."), one, paragraph("  y = 1", style="Code"))).blocks

    assert [(block.kind, block.text) for block in blocks] == [("code", "for x:\n  print(x)\n  y = 1")]


def test_styles_name_the_abstract_and_the_references() -> None:
    front = (
        paragraph("Salt marshes", style="T"),
        paragraph("Marshes grow.", style="Abs"),
        paragraph("One", style="H1"),
    )
    paper = read_docx(document(*front, paragraph("Li, W. 2001. Mud of the coast. Coast 4.", style="Bib")))

    assert paper.abstract == "Marshes grow."
    assert [one.year for one in paper.references] == [2001]


@pytest.mark.parametrize(
    ("signs", "read"),
    [
        ('<w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r>m', "μm"),
        ('<w:r><w:t>at </w:t><w:sym w:font="Symbol" w:char="F0B1"/><w:t>5 mm</w:t></w:r>', "at ±5 mm"),
        ('<w:r><w:sym w:font="Symbol" w:char="00A3"/></w:r>', "≤"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>', "→"),
        (run("D \uf0b4 \uf061", ""), "D × α"),
        (run("Dm = 3", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), "Δμ = 3"),
        (run("b", '<w:rStyle w:val="Greek"/>'), "β"),
        (run("1–2 \u2264", '<w:rFonts w:ascii="Symbol"/>'), "1–2 ≤"),
    ],
)
def test_letters_of_symbol_fonts_are_read(signs: str, read: str) -> None:
    paper = read_docx(document(paragraph("Salt marshes", style="T"), paragraph("It is ", *signs.partition("</w:r>"))))

    assert texts(paper, "paragraph") == [f"It is {read}"]
    assert not paper.notes


def test_a_sign_without_a_letter_leaves_a_mark_and_is_counted() -> None:
    paper = read_docx(
        document(
            paragraph("Salt marshes"), paragraph("It is ", '<w:r><w:sym w:font="Webdings" w:char="F021"/></w:r>', "5.")
        )
    )

    assert "It is \ufffd5." in paper.text()
    assert [(note.code, note.detail.split()[0]) for note in paper.notes] == [("signs_not_read", "1")]


@pytest.mark.parametrize("mark", ["del", "moveFrom"])
def test_a_paragraph_whose_end_is_deleted_goes_on(mark: str) -> None:
    deleted = f"<w:rPr><w:{mark}/></w:rPr>"
    gone = "<w:del><w:r><w:delText>Gone</w:delText></w:r></w:del>"
    paper = read_docx(
        document(
            paragraph("Salt marshes", style="T"),
            paragraph("Mud ", more=deleted),
            paragraph("settles ", more=deleted),
            paragraph("in deltas."),
            paragraph(gone, style="H1", more=deleted),
            paragraph("Model", style="H2"),
            paragraph("At the end.", more=deleted),
        )
    )

    assert [(block.kind, block.text) for block in paper.blocks] == [
        ("paragraph", "Mud settles in deltas."),
        ("heading", "Model"),
        ("paragraph", "At the end."),
    ]


BIG = '<w:sz w:val="40"/>'
UP = '<w:vertAlign w:val="superscript"/>'


@pytest.mark.parametrize(
    ("front", "authors"),
    [
        (
            (paragraph("Mud of deltas"), paragraph("Ngozi Okafor1*, Wei Li1,2 &amp; Ada B. Bo2")),
            ["Ngozi Okafor", "Wei Li", "Ada B. Bo"],
        ),
        (
            (
                paragraph("Mud of deltas"),
                paragraph("Ngozi Okafor", run("a,b", UP), ", Wei Li", run("c", UP), " and Ada Bo"),
            ),
            ["Ngozi Okafor", "Wei Li", "Ada Bo"],
        ),
        (
            (
                paragraph("Title: Mud of deltas"),
                paragraph("Authors: Dr. Ngozi Okafor, PhD (ORCID 0000-0001-2345-6789); Wei Li, MD, MPH"),
            ),
            ["Ngozi Okafor", "Wei Li"],
        ),
        (
            (
                paragraph("Mud of deltas", style="H1"),
                paragraph("Authors", style="H1"),
                paragraph("Ngozi Okafor¹, Wei Li²"),
            ),
            ["Ngozi Okafor", "Wei Li"],
        ),
        (
            (
                paragraph("NORTHERN UNIVERSITY"),
                paragraph("Ada Bo"),
                paragraph(run("Mud of deltas", BIG)),
                paragraph("MASTER THESIS"),
            ),
            ["Ada Bo"],
        ),
        (
            (
                paragraph("2016-04-16"),
                paragraph("Mud of deltas"),
                paragraph("Ada Bo", "<w:r><w:br/></w:r>", "Institute of Coasts, Delft"),
            ),
            ["Ada Bo"],
        ),
        (
            (
                paragraph("Mud of deltas"),
                "<w:tbl><w:tr>"
                + cell("Ngozi Okafor")
                + cell("Wei Li^2^")
                + "</w:tr><w:tr>"
                + cell("Coasts")
                + cell("")
                + "</w:tr></w:tbl>",
            ),
            ["Ngozi Okafor", "Wei Li"],
        ),
        ((paragraph("Mud of deltas"), paragraph("Corresponding Author"), paragraph("Institute of Coasts, Delft")), []),
    ],
)
def test_title_and_authors_are_found_without_styles(front: tuple[str, ...], authors: list[str]) -> None:
    rest = (
        paragraph("Abstract"),
        paragraph("Marshes grow."),
        paragraph("Keywords: mud, tide"),
        paragraph("It is known."),
    )
    paper = read_docx(document(*front, *rest, paragraph("Methods", style="H1"), paragraph("Mary Moor, Jan Oak")))

    assert [one.name for one in paper.authors] == authors
    assert (paper.title, paper.abstract, paper.keywords) == ("Mud of deltas", "Marshes grow.", ("mud", "tide"))


@pytest.mark.parametrize(
    ("headings", "inside"),
    [
        (["Introduction", "Methods", "Results"], []),
        (["Study area", "Methods"], []),
        (["Methods", "Results"], []),
        (["Aims", "Methods", "1. Introduction", "Methods"], ["Aims", "Methods"]),
    ],
)
def test_sections_below_the_abstract_end_it(headings: list[str], inside: list[str]) -> None:
    sections = [part for name in headings for part in (paragraph(name, style="H2"), paragraph(f"On {name}."))]
    abstract = read_docx(
        document(paragraph("Mud", style="T"), paragraph("Abstract", style="H1"), paragraph("Marshes grow."), *sections)
    ).abstract

    assert abstract == "\n\n".join(["Marshes grow.", *(part for name in inside for part in (name, f"On {name}."))])


def test_a_list_of_contents_is_not_read() -> None:
    field = '<w:r><w:instrText xml:space="preserve"> PAGEREF _Toc1 </w:instrText></w:r>'
    link = f'<w:hyperlink w:anchor="_Toc7">{run("2 Methods 4", "<w:b/>")}</w:hyperlink>'
    paper = read_docx(
        document(
            paragraph("Mud of deltas", style="T"),
            paragraph("1 Introduction 1", style="TOC1"),
            paragraph(run("INTRODUCTION", "<w:b/>"), field, run("1", "<w:b/>")),
            paragraph(link),
            paragraph(run("Table of Contents", "<w:b/>")),
            paragraph(run("MUD", "<w:b/>"), "<w:r><w:tab/></w:r>", run("12", "<w:b/>")),
            paragraph("Tides . . . . iv"),
            paragraph("1 Introduction", style="H1"),
            paragraph("Mud settles."),
        )
    )

    assert [block.text for block in paper.blocks] == ["1 Introduction", "Mud settles."]


@pytest.mark.parametrize("between", ["<w:r><w:br/></w:r>", "<w:r><w:br/><w:br/></w:r>"])
def test_a_paper_pasted_as_one_paragraph_has_its_parts(between: str) -> None:
    parts = [
        "Introduction",
        "Mud settles. " * 80,
        "2. Methods",
        "We measured it. " * 60,
        "References",
        "Li, W. 2001. Mud. Coast 4.",
    ]
    pasted = paragraph(*(piece for part in parts for piece in (part, between)))
    paper = read_docx(document(paragraph("Mud of deltas", style="T"), pasted))

    assert [block.kind for block in paper.blocks] == ["heading", "paragraph"] * 2 + ["heading", "reference"]
    assert [one.title for one in paper.sections] == ["Introduction", "Methods", "References"]


def test_a_heading_may_be_the_first_line_of_its_paragraph() -> None:
    abstract = paragraph(run("ABSTRACT", "<w:b/>"), "<w:r><w:br/></w:r>", "Marshes grow.")
    paper = read_docx(document(paragraph("Mud of deltas", style="T"), abstract, paragraph("Methods", style="H1")))

    assert (paper.abstract, [one.title for one in paper.sections]) == ("Marshes grow.", ["ABSTRACT", "Methods"])


def test_columns_of_a_page_are_text() -> None:
    columns = f"<w:tbl><w:tr>{cell('Mud settles. ' * 90)}{cell('Tides fall. ' * 90)}</w:tr></w:tbl>"
    paper = read_docx(document(paragraph("Mud of deltas", style="T"), columns))

    assert ([block.kind for block in paper.blocks], paper.tables) == (["paragraph", "paragraph"], ())


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (UP, "10⁶"),
        ('<w:position w:val="9"/><w:sz w:val="16"/>', "10⁶"),
        ('<w:position w:val="-6"/>', "10₆"),
        ('<w:rStyle w:val="Mark"/>', "10⁶"),
        ('<w:rStyle w:val="Mark"/><w:vertAlign w:val="baseline"/>', "106"),
        ('<w:position w:val="0"/>', "106"),
    ],
)
def test_digits_are_raised_by_their_run_its_height_or_its_style(look: str, text: str) -> None:
    spoon = paragraph("A spoon of mud has 10", run("6", look), " spores.")

    paper = read_docx(document(paragraph("Mud", style="T"), paragraph("Growth", style="H1"), spoon))

    assert f"A spoon of mud has {text} spores." in paper.text()
