"""A sign is read as it is printed, whatever its font says of it; what cannot be told is a counted gap."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pymupdf
import pytest

from scholarai.adapters.reading import faces
from scholarai.adapters.reading.glyph_shapes import Shape, Shapes
from scholarai.adapters.reading.pdf import PdfFile
from scholarai.citations import GroundingText, ground_quote
from scholarai.citations.boxes import PageLocator
from scholarai.domain.content import PaperContent
from scholarai.parsing.pdf.read import read_pdf

SIGNS = "A change of −5.2 µm ± 0.3, of 4–6 × 10 cells (n ≥ 7, p ≤ 2) at 30°."
LIGATURES = "The eﬃciency of the ﬁrst oﬀshore ﬂights."
LETTERS = "The quick onyx goblin jumps over a lazy dwarf + fights"
DIGITS = "In 1987 we counted 2140 of 536 roofs."


@pytest.fixture(params=["named", "unnamed"])
def _names(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fonts name their glyphs, or not, as those of many programs."""
    if request.param == "unnamed":
        monkeypatch.setattr(faces.Face, "name", lambda _face, _code: "")


def read(path: Path, text: str, claims: dict[str, str], *, font: str = "tiro", name: str = "") -> PaperContent:
    """Return a page of a font, under another name, whose map to Unicode has claims in place of some characters."""
    document = pymupdf.open()
    page = document.new_page()
    writer = pymupdf.TextWriter(page.rect)
    face = pymupdf.Font(font)
    for row, line in enumerate([LETTERS, text, *[LETTERS] * 10]):
        writer.append((72, 100 + 20 * row), line, font=face, fontsize=10)
    writer.write_text(page)
    (xref, *_), *_ = page.get_fonts()
    entries = [(face.has_glyph(ord(c)), claims.get(c, c)) for c in dict.fromkeys(LETTERS + text)]
    rows = "".join(f"<{glyph:04X}> <{claim.encode('utf-16-be').hex()}>\n" for glyph, claim in entries)
    number = int(document.xref_get_key(xref, "ToUnicode")[1].split()[0])
    document.update_stream(number, f"begincmap {len(entries)} beginbfchar\n{rows}endbfchar endcmap".encode())
    if name:
        document.xref_set_key(xref, "BaseFont", f"/{name}")
    return saved(document, path)


def read_alone(path: Path, sign: str, claim: str, *, font: str, name: str) -> PaperContent:
    """Return a page with the signs of a font that has no others, under another name, whose map to Unicode has the claims in place of them."""
    document = pymupdf.open()
    page = document.new_page()
    text, signs = pymupdf.Font("helv"), pymupdf.Font(font)
    writer = pymupdf.TextWriter(page.rect)
    for row in range(12):
        at = (72, 100 + 20 * row)
        for words, face in (("We took 2 ", text), (sign, signs), (" of each goblin.", text)):
            _, at = writer.append(at, words, font=face, fontsize=10)
    writer.write_text(page)
    (xref,) = (number for number, *_, face, _, _ in page.get_fonts() if "Sans" not in face and "Helv" not in face)
    number = int(document.xref_get_key(xref, "ToUnicode")[1].split()[0])
    rows = [f"<{signs.has_glyph(ord(one)):04X}> <{ord(said):04X}>" for one, said in zip(sign, claim, strict=True)]
    document.update_stream(
        number, "\n".join([f"begincmap {len(rows)} beginbfchar", *rows, "endbfchar endcmap"]).encode()
    )
    document.xref_set_key(xref, "BaseFont", f"/ELGKHD+{name}")
    return saved(document, path)


def saved(document: pymupdf.Document, path: Path) -> PaperContent:
    document.save(path)
    return read_pdf([layout for layout in PdfFile(path).pages() if layout is not None])


def give_map(document: pymupdf.Document, font: int, claims: Mapping[str, str]) -> None:
    """Give a simple font a map to Unicode."""
    rows = "".join(f"<{ord(c):02X}> <{ord(claim):04X}>\n" for c, claim in claims.items())
    number = document.get_new_xref()
    document.update_object(number, "<<>>")
    document.update_stream(number, f"begincmap {len(claims)} beginbfchar\n{rows}endbfchar endcmap".encode())
    document.xref_set_key(font, "ToUnicode", f"{number} 0 R")


@pytest.mark.usefixtures("_names")
@pytest.mark.parametrize(
    ("font", "claim"),
    [("tiro", "\ufffd"), ("tiro", "\x02"), ("tiro", " "), ("helv", "\uf0b5"), ("helv", "\u00a0")],
    ids=ascii,
)
@pytest.mark.parametrize(
    ("text", "signs", "printed"),
    [
        (SIGNS, "−–", SIGNS),
        (SIGNS, "µ±×≥≤°", SIGNS),
        (LIGATURES, "ﬃﬁﬀﬂ", "The efficiency of the first offshore flights."),
    ],
    ids=["dashes", "signs", "ligatures"],
)
def test_a_sign_that_its_font_does_not_name(
    tmp_path: Path, font: str, claim: str, text: str, signs: str, printed: str
) -> None:
    if not all(pymupdf.Font(font).has_glyph(ord(sign)) for sign in signs):
        pytest.skip("the font lacks them")
    content = read(tmp_path / "paper.pdf", text, dict.fromkeys(signs, claim), font=font)

    assert printed in content.text().replace("\n", " ")
    assert [note.code for note in content.notes] == []


def test_a_letter_that_its_font_takes_for_white_space_is_no_greek_one_as_like_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: "")
    monkeypatch.setattr(Shapes, "best", lambda *_given: [(0.92, "ι"), (0.9, "I"), (0.8, "|")])
    text = "Iran has old roofs."

    assert text in read(tmp_path / "paper.pdf", text, {"I": " "}).text()


@pytest.mark.usefixtures("_names")
@pytest.mark.parametrize("claims", [dict(zip("0123456789", "3456789012", strict=True)), {"2": "7", "7": "2"}])
def test_digits_that_their_font_names_as_others(tmp_path: Path, claims: dict[str, str]) -> None:
    assert DIGITS in read(tmp_path / "paper.pdf", DIGITS, claims).text()


@pytest.mark.parametrize(("sign", "claim"), [("µ", "m"), ("±", "6"), ("−", "2")])
def test_a_sign_that_its_font_names_as_a_letter(tmp_path: Path, sign: str, claim: str) -> None:
    assert SIGNS in read(tmp_path / "paper.pdf", SIGNS, {sign: claim}).text()


@pytest.mark.parametrize("states_encoding", [True, False])
def test_capitals_that_their_font_names_as_small_letters(tmp_path: Path, *, states_encoding: bool) -> None:
    text = "Measured in HepG2 Cells by DNA and MTT Assays, a Cell in acid at a time."
    document = pymupdf.open()
    page = document.new_page()
    for row in range(12):
        page.insert_text((72, 100 + 20 * row), text, fontname="helv", fontsize=10)
    (xref, *_), *_ = page.get_fonts()
    give_map(document, xref, {c: c.lower() if c in "ACD" else c for c in dict.fromkeys(text)})
    named = "".join(c.lower() if c in "ACD" else c for c in text)
    if not states_encoding:
        document.xref_set_key(xref, "Encoding", "null")

    assert (text if states_encoding else named) in saved(document, tmp_path / "paper.pdf").text()


@pytest.mark.parametrize("font", ["Ligature", "OFEANA+LigatureItalic"])
def test_ligatures_that_a_publishers_font_sets_by_letters(tmp_path: Path, font: str) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "  ", fontname="tiro")
    page.insert_text((72, 72), "  ", fontname="tibo")
    _, (ligatures, *_) = page.get_fonts()
    document.xref_set_key(ligatures, "BaseFont", f"/{font}")
    parts = [
        ("The di", "V"),
        ("erences of ", "X"),
        ("owers make the e", "Y"),
        ("cient ra", "Z"),
        ("esia signi", "W"),
        ("cant", ""),
    ]
    drawn = "".join(f"/tiro 10 Tf ({letters}) Tj /tibo 10 Tf ({ligature}) Tj " for letters, ligature in parts)
    rows = "".join(f"BT 1 0 0 1 72 {700 - 20 * row} Tm {drawn} ET\n" for row in range(6))
    document.update_stream(page.get_contents()[0], rows.encode())

    content = saved(document, tmp_path / "paper.pdf")

    assert "The differences of flowers make the efficient rafflesia significant" in content.text()


@pytest.mark.usefixtures("_names")
def test_ligatures_by_private_characters_in_a_font_that_has_no_letters(tmp_path: Path) -> None:
    content = read_alone(tmp_path / "paper.pdf", "ﬁﬂ", "\ue103\ue104", font="tiro", name="AdvOT999035f4+e1")

    assert "We took 2 fifl of each goblin." in content.text()


@pytest.mark.parametrize("is_mapped", [False, True])
def test_ligatures_that_their_font_knows_by_name_alone(tmp_path: Path, is_mapped: bool) -> None:
    document = pymupdf.open()
    page = document.new_page()
    for row in range(6):
        page.insert_text((72, 72 + 20 * row), '!is"ower has "ve petals', fontname="tiro")
    (font, *_), *_ = page.get_fonts()
    document.xref_set_key(font, "Encoding", "<</BaseEncoding/WinAnsiEncoding/Differences[33/T_h/f_l]>>")
    if is_mapped:  # all but the ligatures
        give_map(document, font, {c: c for c in " aehioprstvw"})

    assert "Thisflower has flve petals" in saved(document, tmp_path / "paper.pdf").text()


def test_letters_of_a_text_font_whose_publisher_names_it_as_those_of_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "June and July journals of Jiachun."
    monkeypatch.setattr(faces, "SIGN_FONT", re.compile("."))

    def best(_shapes: Shapes, _shape: Shape, characters: str = "") -> list[tuple[float, str]]:
        return [(0.7, characters)] if characters else [(0.9, "]"), (0.1, "(")]

    monkeypatch.setattr(Shapes, "best", best)

    assert text in read(tmp_path / "paper.pdf", text, {}).text()


@pytest.mark.parametrize(
    ("font", "sign", "claim"),
    [
        *(("AdvPS3F4C13", sign, claim) for sign, claim in zip("µαβδλπχΩ", "mabdlpcW", strict=True)),
        *(("AdvTT3f84ef53", sign, claim) for sign, claim in zip("αλσΦ>", "alsWN", strict=True)),
        *(("AdvPSMP10", sign, claim) for sign, claim in zip("µγδσΩΔ", "lcdrXD", strict=True)),
        *(("LknvhrAdvPSMP13", sign, claim) for sign, claim in zip("µ×", "l9", strict=True)),
        *(("AdvOT46dcae81", sign, sign) for sign in "xaliT’"),
        *(("LknvhrAdvPTimesBI", sign, sign) for sign in "xaliT’"),
    ],
)
def test_a_letter_alone_in_a_publishers_font_that_names_it_as_one_of_another_alphabet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, font: str, sign: str, claim: str
) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: "")

    content = read_alone(tmp_path / "paper.pdf", sign, claim, font="tiit" if sign == claim else "symb", name=font)

    assert f"We took 2 {sign} of each goblin." in content.text().replace("μ", "µ")


@pytest.mark.parametrize(
    ("sign", "claim"),
    [
        ("<", ","),
        (">", "."),
        (".", ":"),
        (",", ";"),
        ("/", "="),
        ("=", "~"),
        ("±", "+"),
        ("∼", "*"),
        ("≈", "<"),
        ("©", "&"),
    ],
)
@pytest.mark.parametrize("name", ["MathematicalPi-One", "AdvP7DA6"])
def test_a_sign_that_a_publishers_font_names_as_punctuation(tmp_path: Path, sign: str, claim: str, name: str) -> None:
    content = read_alone(tmp_path / "paper.pdf", sign, claim, font="symb" if sign in "±∼≈©" else "tiro", name=name)

    assert content.blocks[0].text.startswith(f"We took 2 {sign} of each goblin.")


@pytest.mark.parametrize("sign", [*",.:;=~+<>/*&%#?!"])
def test_punctuation_that_a_publishers_font_names_rightly(tmp_path: Path, sign: str) -> None:
    content = read_alone(tmp_path / "paper.pdf", sign, sign, font="tiro", name="AdvP7DA6")

    assert content.blocks[0].text.startswith(f"We took 2 {sign} of each goblin.")


def test_a_font_of_so_many_greek_letters_is_not_taken_for_one_that_sets_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: "")
    greek = "αβγδζηθλµξπστφχψω"

    content = read_alone(tmp_path / "paper.pdf", greek, "abcdfghklnprsuvwx", font="symb", name="AdvPSMP10")

    assert f"We took 2 {greek} of each goblin." in content.text().replace("μ", "µ")


@pytest.mark.parametrize("font", ["AdvP4C4E74", "TeX_CM_Maths_Symbols"])
@pytest.mark.parametrize(("name", "sign"), [("C24", "∼"), ("C14", "°"), ("C25", "≈"), ("C99", "\ufffd")])
def test_a_typesetters_font_names_signs_by_their_places_in_those_of_tex(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, font: str, name: str, sign: str
) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: name)

    content = read_alone(tmp_path / "paper.pdf", "❦", "\x02", font="zadb", name=font)

    assert f"We took 2 {sign} of each goblin." in content.text()


@pytest.mark.parametrize("font", ["MacmillanMath", "TeX_CM_Maths_Italic"])
def test_signs_that_a_font_names_by_what_usual_fonts_have_at_their_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, font: str
) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: "")

    content = read_alone(tmp_path / "paper.pdf", "/,.<+", "=;:¡+", font="tiro", name=font)

    assert "We took 2 /,.<+ of each goblin." in content.text()


@pytest.mark.parametrize(("name", "sign", "printed"), [("FF", "ﬁ", "fi"), ("FF", "β", "β"), ("DLE", "ı", "ı")])
def test_letters_that_a_font_names_by_control_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, sign: str, printed: str
) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: name)
    font = "symb" if sign == "β" else "tiro"

    content = read_alone(tmp_path / "paper.pdf", sign, "\x02", font=font, name="MacmillanRoman")

    assert f"We took 2 {printed} of each goblin." in content.text()


def test_a_sign_that_is_like_none_is_a_gap_whatever_its_name_in_the_font_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: "q")

    content = read_alone(tmp_path / "paper.pdf", "❦", "q", font="zadb", name="AdvPS.MH6")

    assert "We took 2 \ufffd of each goblin." in content.text()


@pytest.mark.usefixtures("_names")
def test_a_font_that_says_the_truth_is_believed(tmp_path: Path) -> None:
    assert LIGATURES.replace("ﬃ", "ffi") not in read(tmp_path / "one.pdf", SIGNS, {}).text()
    assert SIGNS in read(tmp_path / "two.pdf", SIGNS, {}).text()


def test_a_sign_that_nothing_tells_is_a_counted_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces.Face, "name", lambda _face, _code: "")
    content = read(
        tmp_path / "paper.pdf", "The mean of the roofs was ¤12 in spring, and is marked by ¤ here.", {"¤": "\ufffd"}
    )

    start = content.text().index("marked by \ufffd here")
    assert PageLocator.of(content).has_gap([(start, start + 20)])
    assert ground_quote("The mean of the roofs was 12 in spring", GroundingText.of_paper(content)).verdict == "altered"
    assert [(note.code, note.detail.split()[0]) for note in content.notes] == [("unknown_signs", "2")]
