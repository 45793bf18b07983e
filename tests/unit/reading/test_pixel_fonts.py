"""Papers whose fonts are bitmaps, as TeX made them until about 2003, have their words and signs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pymupdf
import pytest

from scholarai.adapters.reading import pixel_fonts
from scholarai.adapters.reading.pdf import PdfFile
from scholarai.adapters.reading.pixel_fonts import PixelFonts, rescaled
from scholarai.domain.content import PaperContent
from scholarai.parsing.pdf.read import read_pdf

PIXELS_PER_EM = 42
PIXEL_PT = 0.24
SPACE_PX, KERN_PX = 14, 2
SENTENCE = "Searching machine translations for whatever we find"
LETTERS = {ord(letter): letter for letter in dict.fromkeys(SENTENCE) if letter != " "}


def bitmap_font(
    document: pymupdf.Document, drawn: Mapping[int, str], *, flipped: bool, em: int = PIXELS_PER_EM, unit: float = 1.0
) -> int:
    """Add a Type 3 font of bitmaps of Times, characters by their codes, whose names say nothing.

    Its size is `em` pixels; `unit` is what its matrix makes of a pixel.
    """
    programs = [f"/B{code} {_stream(document, bitmap(character, em))} 0 R" for code, character in drawn.items()]
    widths = [_TIMES.text_length(drawn[code], em) if code in drawn else 0 for code in range(256)]
    xref = int(document.get_new_xref())
    document.update_object(
        xref,
        f"<< /Type /Font /Subtype /Type3 /FontMatrix [{unit} 0 0 {-unit if flipped else unit} 0 0] /FontBBox [0 0 1000 1000]"
        f" /CharProcs << {' '.join(programs)} >> /Resources << >> /FirstChar 0 /LastChar 255"
        f" /Encoding << /Differences [{' '.join(f'{code} /B{code}' for code in drawn)}] >>"
        f" /Widths [{' '.join(map(str, map(round, widths)))}] >>",
    )
    return xref


def bitmap(character: str, em: int) -> str:
    """Return a program that draws a character of Times as a bitmap, at a type size of `em` pixels."""
    page = pymupdf.open().new_page(width=3 * em, height=2 * em)
    writer = pymupdf.TextWriter(page.rect)
    writer.append((em, em), character, font=_TIMES, fontsize=em)
    writer.write_text(page)
    grey = page.get_pixmap(colorspace=pymupdf.csGRAY)
    ink = {divmod(at, grey.stride) for at, shade in enumerate(grey.samples) if shade < 128}
    top, bottom = min(y for y, _ in ink), max(y for y, _ in ink) + 1
    left, right = min(x for _, x in ink), max(x for _, x in ink) + 1
    bits = [int("".join("01"[(y, x) in ink] for x in range(left, left + 64)), 2) for y in range(top, bottom)]
    data = "".join(f"{row:016x}"[: 2 * -(-(right - left) // 8)] for row in bits)
    x, y, wide, high = left - em, em - bottom, right - left, bottom - top
    return (
        f"{round(_TIMES.text_length(character, em))} 0 {x} {y} {x + wide} {y + high} d1 {wide} 0 0 {high} {x} {y} cm "
        f"BI /W {wide} /H {high} /IM true /BPC 1 /D [1 0] /F /AHx ID {data}> EI"
    )


_TIMES = pymupdf.Font("tiro")


def _stream(document: pymupdf.Document, contents: str) -> int:
    xref = int(document.get_new_xref())
    document.update_object(xref, "<<>>")
    document.update_stream(xref, contents.encode("latin-1"))
    return xref


def paper(
    path: Path,
    lines: list[str],
    fonts: Mapping[str, Mapping[int, str]],
    *,
    flipped: bool,
    tiny: bool,
    ems: Mapping[str, int] | None = None,
    form: bool = False,
) -> PaperContent:
    """Return two pages of lines, each of which is operators that set text; with `form`, all but the first line stand in a form.

    `tiny` fonts state their size themselves, others by the matrix of the text; `ems` are their sizes in pixels.
    """
    document = pymupdf.open()
    ems = ems or {}
    xrefs = {
        name: bitmap_font(document, drawn, flipped=flipped, em=ems.get(name, PIXELS_PER_EM))
        for name, drawn in fonts.items()
    }
    resources = f"/Font << {' '.join(f'/{name} {xref} 0 R' for name, xref in xrefs.items())} >>"
    size, scale = (PIXEL_PT, 1.0) if tiny else (1.0, PIXEL_PT)
    texts = [
        f"BT {scale} 0 0 {-scale if flipped else scale} 72 {700 - 14 * at} Tm {text.replace('SIZE', str(size))} ET\n"
        for at, text in enumerate(lines)
    ]
    for _ in range(2):
        page = document.new_page()
        drawn = _stream(document, "")
        document.update_object(
            drawn, f"<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << {resources} >> >>"
        )
        document.update_stream(drawn, "".join(texts[1:] if form else []).encode())
        page.set_contents(_stream(document, f"q {''.join(texts[:1] if form else texts)} Q /X Do"))
        document.xref_set_key(page.xref, "Resources", f"<< {resources} /XObject << /X {drawn} 0 R >> >>")
    document.save(path)
    return read_pdf([layout for layout in PdfFile(path).pages() if layout is not None])


def set_in(font: str, text: str) -> str:
    """Return operators for words with kerns after their third letters, and spaces that are kerns, as dvips sets them."""
    words = [f"({word[:3]}){-1000 * KERN_PX}({word[3:]})" for word in text.split()]
    return f"/{font} SIZE Tf [{f'{-1000 * SPACE_PX}'.join(words)}] TJ"


@pytest.mark.parametrize("flipped", [True, False])
@pytest.mark.parametrize("tiny", [True, False])
def test_words_are_whole_on_all_pages(tmp_path: Path, *, flipped: bool, tiny: bool) -> None:
    content = paper(tmp_path / "paper.pdf", [set_in("T1", SENTENCE)] * 3, {"T1": LETTERS}, flipped=flipped, tiny=tiny)

    assert [block.text for block in content.blocks] == [" ".join([SENTENCE] * 3)] * 2
    assert {round(box.y1 - box.y0) for block in content.blocks for box in block.boxes} <= {9, 10, 11, 12}


def test_signs_are_those_of_the_encoding_of_tex_that_the_drawings_fit(tmp_path: Path) -> None:
    fonts = {
        "T1": {**LETTERS, 12: "ﬁ"},
        "T2": {ord("f"): "{", ord("g"): "}", ord("j"): "|", 0: "−"},
    }
    signs = f"/T1 SIZE Tf [(we)] TJ /T2 SIZE Tf [{-1000 * SPACE_PX}(f)] TJ /T1 SIZE Tf [(h)] TJ /T2 SIZE Tf [(j)] TJ "
    signs += f"/T1 SIZE Tf [(n)] TJ /T2 SIZE Tf [(g)] TJ /T1 SIZE Tf [{-1000 * SPACE_PX}(\\014nd)] TJ"

    content = paper(tmp_path / "paper.pdf", [set_in("T1", SENTENCE), signs], fonts, flipped=True, tiny=False)

    assert content.blocks[0].text == f"{SENTENCE} we {{h|n}} find"


def test_codes_that_count_the_letters_as_they_come_are_those_of_no_encoding(tmp_path: Path) -> None:
    letters = dict.fromkeys("".join(SENTENCE.split()) + "TheQuickBrownFoxJumpsOverALazyDogAndVexesWizards,0123456789")
    fonts = {"T1": dict(enumerate(letters, 128)), "T2": LETTERS}
    shown = f"/T1 SIZE Tf [<{bytes(range(128, 128 + len(letters))).hex()}>] TJ"

    content = paper(tmp_path / "paper.pdf", [set_in("T2", SENTENCE), shown], fonts, flipped=True, tiny=True)

    assert content.blocks[0].text.startswith(SENTENCE)
    assert not set(content.text()) & set("ĂĄĆČĎĚĘĞ")


@pytest.mark.parametrize(
    "others",
    [{12: "ﬁ"}, {28: "ﬁ", 0xE4: "ä", 21: "–"}],
    ids=["Knuth's encoding", "that of Cork"],
)
def test_ligatures_tell_which_encoding_a_text_font_has(tmp_path: Path, others: dict[int, str]) -> None:
    ligature, *signs = others
    end = f"/T1 SIZE Tf [<{ligature:02x}>(nd)-{1000 * SPACE_PX}(we)<{bytes(signs).hex()}>] TJ"

    content = paper(
        tmp_path / "paper.pdf", [set_in("T1", SENTENCE), end], {"T1": {**LETTERS, **others}}, flipped=True, tiny=True
    )

    assert content.blocks[0].text == f"{SENTENCE} find we{''.join(others[code] for code in signs)}"


def test_a_sign_alone_in_its_font_is_raised_with_its_exponent(tmp_path: Path) -> None:
    digits = {ord(digit): digit for digit in "0123456789"}
    power = (
        f"/T1 SIZE Tf [(find)-{1000 * SPACE_PX}(10)] TJ 0 -12 Td"
        f" /T2 SIZE Tf 124 0 Td (\\000) Tj /T3 SIZE Tf 19 0 Td (4) Tj"
    )
    fonts = {"T1": {**LETTERS, **digits}, "T2": {0: "−"}, "T3": digits, "T4": LETTERS}
    ems = {"T2": 34, "T3": 28}

    content = paper(tmp_path / "paper.pdf", [set_in("T1", SENTENCE), power], fonts, flipped=True, tiny=False, ems=ems)

    assert content.blocks[0].text == f"{SENTENCE} find 10⁻⁴"


def test_text_that_a_page_draws_as_a_form_is_whole(tmp_path: Path) -> None:
    content = paper(
        tmp_path / "paper.pdf", [set_in("T1", SENTENCE)] * 3, {"T1": LETTERS}, flipped=True, tiny=False, form=True
    )

    assert [block.text for block in content.blocks] == [" ".join([SENTENCE] * 3)] * 2


def test_a_font_drawn_in_thousandths_stays_as_it_is(tmp_path: Path) -> None:
    document = pymupdf.open()
    font = bitmap_font(document, LETTERS, flipped=False, unit=1 / PIXELS_PER_EM)
    page = document.new_page()
    page.set_contents(_stream(document, f"BT /T1 10 Tf 72 700 Td ({SENTENCE[:9]}) Tj ET"))
    document.xref_set_key(page.xref, "Resources", f"<< /Font << /T1 {font} 0 R >> >>")
    document.save(tmp_path / "paper.pdf")
    before = document.xref_object(font)

    file = PdfFile(tmp_path / "paper.pdf")
    layout = file.page(0)

    assert layout is not None
    assert [round(span.style.size_pt) for line in layout.lines for span in line.spans] == [10]
    assert file._document.xref_object(font) == before


def test_only_sizes_and_kerns_of_the_fonts_named_change() -> None:
    contents = (
        b"BI /W 1 /IM true ID ] TJ 9 /T1 1 Tf EI\n% [(a) 5] TJ\nBT /T1 .5 Tf [(a\\) [3] TJ (b))-200<41>10.5] TJ 0 12 Td (1 Tf)Tj\n"
        b"q /F1 9 Tf [(x)-100(y)]TJ Q [(z)-400] TJ ET"
    )

    assert rescaled(contents, {b"T1": 40.0, b"F1": 1.0}) == (
        b"BI /W 1 /IM true ID ] TJ 9 /T1 1 Tf EI\n% [(a) 5] TJ\nBT /T1 20.000000 Tf [(a\\) [3] TJ (b))-5.000000<41>0.262500] TJ"
        b" 0 12 Td (1 Tf)Tj\nq /F1 9 Tf [(x)-100(y)]TJ Q [(z)-10.000000] TJ ET"
    )


def test_contents_too_large_for_a_paper_stay_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixel_fonts, "_MOST_BYTES", 500)
    content = paper(tmp_path / "paper.pdf", [set_in("T1", SENTENCE)] * 3, {"T1": LETTERS}, flipped=True, tiny=False)

    assert len(content.pages) == 2
    assert SENTENCE not in content.blocks[0].text


def test_a_font_that_cannot_be_examined_costs_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_fonts: PixelFonts, _xrefs: object) -> bool:
        raise ValueError("no stream")

    monkeypatch.setattr(PixelFonts, "rescale", broken)
    content = paper(tmp_path / "paper.pdf", [set_in("T1", SENTENCE)], {"T1": LETTERS}, flipped=True, tiny=False)

    assert len(content.pages) == 2
    assert any("Sea" in block.text for block in content.blocks)
