from __future__ import annotations

from unit.splitting.papers import Piece, paper

from scholarai.domain.content import Block, Line, PaperContent
from scholarai.domain.ids import BlockId
from scholarai.splitting import split

FILLER = "This sentence says nothing but fills the page with sixty letters. "


def test_an_equation_stands_with_the_sentence_that_introduces_it() -> None:
    intro = "The energy of the whole system is then given by"
    pieces: list[Piece] = [
        ("paragraph", FILLER * 29 + intro, "a"),
        ("equation", r"\begin{equation}E = mc^2\end{equation}", "a"),
    ]

    chunks = split(paper([*pieces, ("paragraph", "where m is the mass. " + FILLER * 30, "a")]), generation=1)

    assert any(intro in c.text and "E = mc^2" in c.text and "where m is the mass." in c.text for c in chunks)


def test_an_equation_longer_than_a_chunk_stays_whole_and_alone() -> None:
    equation = "x + y \\\\ " * 400

    chunks = split(paper([("paragraph", "We get", "a"), ("equation", equation, "a")]), generation=1)

    assert [chunk.kind for chunk in chunks] == ["text", "equation"]
    assert chunks[1].text == equation.strip()


def test_a_marker_after_the_full_stop_stays_with_its_sentence() -> None:
    for marker, text in (("[12]", "{} It was seen. [12] {}"), ("12,13", "{} It was seen.12,13 {}")):
        content = paper([("paragraph", text.format(FILLER * 28, FILLER * 28), "a")], cites=[(0, marker, "r12")])

        chunks = split(content, generation=1)

        assert any(f"It was seen. {marker}" in c.text or f"It was seen.{marker}" in c.text for c in chunks)
        assert all(not c.text.startswith(marker) for c in chunks)


def test_a_chunk_names_the_references_that_it_cites() -> None:
    content = paper(
        [("paragraph", "As [1] says. " + FILLER * 60 + "As [2] says.", "a")], cites=[(0, "[1]", "r1"), (0, "[2]", "r2")]
    )

    chunks = split(content, generation=1)

    assert chunks[0].cite_keys == ("r1",)
    assert chunks[-1].cite_keys == ("r2",)


def test_neighbouring_chunks_share_whole_sentences() -> None:
    sentences = " ".join(f"Sentence number {k} says that the value {k} was measured again." for k in range(80))

    first, second, *_ = split(paper([("paragraph", sentences, "a")]), generation=1)

    shared = sentences[second.start : first.end]
    assert shared.startswith("Sentence number")
    assert shared.endswith("again.")


def test_a_heading_goes_with_the_text_below_it() -> None:
    pieces = [
        ("heading", "2 Methods", "methods"),
        ("heading", "2.1 Data", "data"),
        ("paragraph", "We took all.", "data"),
    ]

    (chunk,) = split(paper(pieces, parents={"methods": None, "data": "methods"}), generation=1)  # type: ignore[arg-type]  # kinds as plain texts

    assert chunk.text == "2 Methods\n\n2.1 Data\n\nWe took all."
    assert chunk.section_path == ("Methods", "Data")


def test_sections_beside_each_other_share_no_chunk() -> None:
    pieces = [("paragraph", "One.", "a"), ("paragraph", "Two.", "b")]

    assert [c.text for c in split(paper(pieces), generation=1)] == ["One.", "Two."]  # type: ignore[arg-type]  # kinds as plain texts


def test_a_caption_has_its_own_chunk_with_the_paragraph_that_mentions_it() -> None:
    pieces = [
        ("paragraph", "Nothing here.", "a"),
        ("caption", "Figure 2: The loss over time.", "a"),
        ("paragraph", "As Figs. 1-3 show, it falls.", "a"),
    ]

    chunks = split(paper(pieces), generation=1)  # type: ignore[arg-type]  # kinds as plain texts

    assert [c.text for c in chunks if c.kind == "caption"] == [
        "Figure 2: The loss over time.\n\nAs Figs. 1-3 show, it falls."
    ]
    assert [c.text for c in chunks if c.kind == "text"] == ["Nothing here.\n\nAs Figs. 1-3 show, it falls."]


def test_a_long_mentioning_paragraph_gives_the_sentences_around_the_mention() -> None:
    mention = "Look at Fig. 7 now. "
    pieces = [("caption", "Fig. 7 The tree.", "a"), ("paragraph", FILLER * 60 + mention + FILLER * 60, "a")]

    (caption,) = (c for c in split(paper(pieces), generation=1) if c.kind == "caption")  # type: ignore[arg-type]  # kinds as plain texts

    assert mention.strip() in caption.text
    assert len(caption.text) <= 2_000


def test_a_long_table_is_cut_between_rows_and_repeats_its_caption() -> None:
    rows = "\n".join(f"sample {k} | {k * 3} | {k * 7} | a remark of some length" for k in range(100))
    pieces = [("caption", "Table 1: All samples.", "a"), ("table", rows, "a")]

    chunks = split(paper(pieces), generation=1)  # type: ignore[arg-type]  # kinds as plain texts

    assert len(chunks) > 1
    for chunk in chunks:
        assert chunk.kind == "table"
        caption, body = chunk.text.split("\n\n")
        assert caption == "Table 1: All samples."
        assert set(body.split("\n")) <= set(rows.split("\n"))


def test_bibliography_entries_are_apart_and_never_cut() -> None:
    entries = [
        f"[{k}] A. Author and B. Writer. A study of things, part {k}. J. Phys. 12, 34 (2001)." for k in range(60)
    ]
    pieces = [("paragraph", "The end.", "a"), ("heading", "References", "r"), *(("reference", e, "r") for e in entries)]

    text, *chunks = split(paper(pieces), generation=1)  # type: ignore[arg-type]  # kinds as plain texts

    assert text.text == "The end."
    assert {c.kind for c in chunks} == {"reference"}
    assert "\n\n".join(c.text for c in chunks) == "\n\n".join(["References", *entries])
    assert all(len(c.text) <= 2_000 for c in chunks)


def test_chunks_name_the_pages_of_their_own_lines() -> None:
    text = FILLER * 60
    half = len(text) // 2
    block = Block(
        id=BlockId("b"),
        kind="paragraph",
        text=text,
        start=0,
        end=len(text),
        page_number=4,
        lines=(Line(page_number=4, start=0, end=half), Line(page_number=5, start=half, end=len(text))),
    )

    chunks = split(PaperContent(source_format="pdf", blocks=(block,)), generation=1)

    assert chunks[0].page_numbers == (4,)
    assert chunks[-1].page_numbers == (5,)


def test_an_empty_paper_has_no_chunks() -> None:
    assert split(PaperContent(source_format="pdf"), generation=1) == ()
