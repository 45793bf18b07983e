"""Scans give the text that is recognised with confidence, and nothing in its place where it is not."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pymupdf
import pytest
from unit.reading import sample_files

from scholarai.adapters.reading import ocr
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.ocr_lines import RecognizedLine, RecognizedWord, joined, mean_confidence, raw_lines
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.adapters.reading.tesseract import DPI, Tesseract
from scholarai.config import Settings, SettingsError
from scholarai.domain.content import Box, PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.ports.reading import PaperSource

CHINESE = "我们在三年中测量了四十二个样地的恢复速度。处理样地与对照样地之间的平均差异随深度而减小。" * 6
GERMAN = (
    "Für größere Böden führten wir weitere Messungen über zwölf Jahre durch. Die Abhängigkeit der Erträge von der Höhe "
    "überraschte uns: sie ließ sich später bestätigen. "
) * 3
ENGLISH = " ".join(sample_files.SENTENCES) + " " + " ".join(sample_files.SENTENCES)


def scan(path: Path, *texts: str) -> Path:
    """Write each text as a page that is a picture."""
    scans = pymupdf.open()
    for text in texts:
        printed = pymupdf.open()
        page = printed.new_page()
        page.insert_htmlbox(pymupdf.Rect(72, 72, 523, 770), f'<p style="font-size:13pt">{text}</p>')
        scanned = scans.new_page()
        scanned.insert_image(scanned.rect, stream=page.get_pixmap(dpi=150).tobytes("png"))
    scans.save(path)
    return path


def read(path: Path, languages: str = "eng+deu") -> PaperContent:
    limits = ReadLimits(ocr_languages=languages)
    return SandboxedReader(limits).read(PaperSource(path=path, filename="", media_type=""), lambda *_: None)


def picture(path: Path) -> pymupdf.Pixmap:
    return pymupdf.open(path)[0].get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)


def test_a_scan_in_a_script_without_data_has_no_usable_text(tmp_path: Path) -> None:
    with pytest.raises(PaperFaultError) as error:
        read(scan(tmp_path / "scan.pdf", CHINESE))

    assert error.value.code == "no_usable_text"
    assert "could not be recognised with confidence" in error.value.detail


def test_a_page_that_is_not_credible_is_a_note_among_pages_that_are(tmp_path: Path) -> None:
    content = read(scan(tmp_path / "scan.pdf", ENGLISH, CHINESE))

    assert {(note.code, note.page_number) for note in content.notes} == {("recognized", 1), ("not_recognized", 2)}
    assert {block.page_number for block in content.blocks} == {1}


def test_each_block_of_a_scan_has_its_confidence(tmp_path: Path) -> None:
    content = read(scan(tmp_path / "scan.pdf", ENGLISH))

    assert content.blocks
    assert all(block.confidence is not None and 0.8 < block.confidence <= 1 for block in content.blocks)


def test_text_of_a_text_layer_has_no_confidence(tmp_path: Path) -> None:
    content = read(sample_files.text_pdf(tmp_path / "text.pdf", [ENGLISH]))

    assert {block.confidence for block in content.blocks} == {None}


def test_the_language_of_a_scan_is_the_one_that_is_surest(tmp_path: Path) -> None:
    content = read(scan(tmp_path / "scan.pdf", GERMAN))

    assert "größere Böden" in content.text()
    assert "Abhängigkeit der Erträge" in content.text()


def test_languages_of_the_setting_are_the_only_ones_tried(tmp_path: Path) -> None:
    assert "größere" not in read(scan(tmp_path / "scan.pdf", GERMAN), languages="eng").text()
    assert ocr.languages_to_try("deu+xyz") == ("deu",)
    assert ocr.usable_engine("tesseract", "xyz") is None


def test_all_languages_of_the_machine_are_tried_english_first() -> None:
    found = ocr.languages_to_try(ocr.ANY_LANGUAGE)

    assert found[0] == "eng"
    assert set(found) >= {"eng", "deu"}
    assert ocr.SCRIPT_DATA not in found


def test_a_language_belongs_to_its_script() -> None:
    installed = ("eng", "deu", "rus", "chi_sim", "jpn", "jpn_vert")

    assert ocr.in_script(installed, "Latin") == ("eng", "deu")
    assert ocr.in_script(installed, "Cyrillic") == ("rus",)
    assert ocr.in_script(installed, "Katakana") == ("jpn", "jpn_vert")
    assert ocr.in_script(installed, "Thai") == ()


def test_the_language_that_was_chosen_serves_the_pages_that_follow(tmp_path: Path) -> None:
    engine = Tesseract(("eng", "deu"))
    engine.lines(picture(scan(tmp_path / "german.pdf", GERMAN)), least=0.5)

    later = engine.lines(picture(scan(tmp_path / "short.pdf", "Größe über Böden")), least=0.5)

    assert [word.text for line in later for word in line.words] == ["Größe", "über", "Böden"]


def word(text: str, x0: float, confidence: float = 1.0) -> RecognizedWord:
    return RecognizedWord(text, Box(x0, 10, x0 + 10, 20), confidence)


def test_words_that_no_space_parts_are_one() -> None:
    assert [found.text for found in joined([word("我们", 0), word("在", 10), word("DNA", 20), word("中", 30)])] == [
        "我们在",
        "DNA",
        "中",
    ]


def test_long_words_weigh_more_in_a_confidence() -> None:
    assert mean_confidence([word("a", 0, 0.0), word("abc", 10, 1.0)]) == 0.75
    assert mean_confidence([]) == 0.0


def test_lines_of_nearly_one_height_are_one_size_of_type() -> None:
    sizes = (9.0, 8.6, 9.4, 9.0, 14.0)

    lines = raw_lines([RecognizedLine((word("text", 0),), size, 18.0) for size in sizes])

    assert [line.spans[0].style.size_pt for line in lines] == [9.0, 9.0, 9.0, 9.0, 14.0]


INSTALLED = all(map(find_spec, ("rapidocr", "onnxruntime")))


def test_tesseract_is_the_engine_unless_another_is_chosen() -> None:
    assert Settings.from_env({}).ocr == ReadLimits().ocr == "tesseract"
    assert ocr.usable_engine("tesseract", ocr.ANY_LANGUAGE) == "tesseract"


def test_rapidocr_is_used_where_it_is_chosen_and_installed() -> None:
    chosen = Settings.from_env({"SCHOLARAI_OCR": "rapidocr"}).ocr

    assert ocr.usable_engine(chosen, ocr.ANY_LANGUAGE) == ("rapidocr" if INSTALLED else "tesseract")


def test_an_engine_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SettingsError, match="SCHOLARAI_OCR"):
        Settings.from_env({"SCHOLARAI_OCR": "eyes"})


@pytest.mark.slow
def test_a_scan_is_read_with_the_boxes_of_its_words_whoever_recognises_it(tmp_path: Path) -> None:
    # Where rapidocr is not installed this is Tesseract's way once more: the same promise.
    path = sample_files.scan_pdf(tmp_path / "scan.pdf", sample_files.picture_of_text(" ".join(sample_files.SENTENCES)))
    limits = ReadLimits(ocr="rapidocr")

    content = SandboxedReader(limits).read(PaperSource(path=path, filename="", media_type=""), lambda *_: None)

    assert "columns, headings and captions" in content.text()
    assert "recognized" in [note.code for note in content.notes]
    assert all(len(block.boxes) == len(block.lines) for block in content.blocks)
    assert {block.kind for block in content.blocks} <= {"paragraph", "heading"}
    words = content.blocks[0].lines[0].words
    assert words
    assert all(word.high_pt > word.low_pt for word in words)


def with_layer(path: Path, shown: str, *layers: str) -> Path:
    """Write pages that are pictures of one text, and have other ones as their invisible text layers."""
    document = pymupdf.open(scan(path, *[shown] * len(layers)))
    for number, layer in enumerate(layers):
        page = document[number]
        words = layer.split()
        for place, start in enumerate(range(0, len(words), 10)):
            page.insert_text((72, 90 + 16 * place), " ".join(words[start : start + 10]), fontsize=10, render_mode=3)
    document.saveIncr()
    return path


def broken(text: str) -> str:
    """Return a text as poor recognition has it: every eighth word with a comma or a tilde between its letters."""
    words = text.split()
    for place in range(0, len(words), 8):
        words[place] = words[place].replace("e", "~,", 1) + ",a.t"
    return " ".join(words)


def test_a_poor_text_layer_of_a_scan_is_recognised_anew(tmp_path: Path) -> None:
    content = read(with_layer(tmp_path / "scan.pdf", ENGLISH, broken(ENGLISH)))

    assert [(note.code, note.page_number) for note in content.notes] == [("recognized", 1)]
    assert " ".join(sample_files.SENTENCES)[:80] in content.text().replace("\n", " ")


@pytest.mark.parametrize(
    ("shown", "languages", "code"),
    [
        (CHINESE, "eng", "poor_text_layer"),
        (broken(ENGLISH), "eng", "poor_text_layer"),
        (ENGLISH, "xyz", "ocr_unavailable"),
    ],
    ids=["not credible", "no better", "no engine"],
)
def test_a_poor_text_layer_stays_with_a_note_where_recognition_gives_nothing_better(
    tmp_path: Path, shown: str, languages: str, code: str
) -> None:
    content = read(with_layer(tmp_path / "scan.pdf", shown, broken(ENGLISH)), languages)

    assert [note.code for note in content.notes] == [code]
    assert broken(ENGLISH)[:60] in content.text().replace("\n", " ")


def test_a_good_text_layer_of_a_scan_stays_in_whatever_language(tmp_path: Path) -> None:
    polish = (
        "Wyniki pokazuja, ze wzrost zalezy silnie od ilosci swiatla, lecz bardzo slabo od zasolenia (por. tab. 2). " * 5
    )

    content = read(with_layer(tmp_path / "scan.pdf", CHINESE, polish), "eng")

    assert not content.notes
    assert polish[:60] in content.text().replace("\n", " ")


def test_of_a_paper_with_false_letters_short_pages_are_recognised_too(tmp_path: Path) -> None:
    false = "Wkh urriv ri wkh wrzq duh rog dqg vwhhs. "

    content = read(with_layer(tmp_path / "scan.pdf", ENGLISH * 2, false * 20, false * 5, false * 20))

    assert [(note.code, note.page_number) for note in content.notes] == [("recognized", page) for page in (1, 2, 3)]
    assert "Wkh" not in content.text()
