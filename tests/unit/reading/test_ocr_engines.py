"""Scanned pages are recognised by the engine that was chosen, and by Tesseract where that one is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from unit.reading import sample_files

from scholarai.adapters.reading import ocr
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.config import Settings, SettingsError
from scholarai.ports.reading import PaperSource

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
