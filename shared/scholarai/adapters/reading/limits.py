"""Limits of the time, memory and size that reading one file may take."""

from __future__ import annotations

from dataclasses import dataclass

from scholarai.adapters.reading.ocr import ANY_LANGUAGE, OcrName
from scholarai.domain.limits import MIB

# Measured: two pages of A4 at 150 dpi peak at 1.3 GiB of address space and 0.9 GiB in use, the reader included.
_RAPIDOCR_BYTES = 1_024 * MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLimits:
    """What one file may cost before its reading is ended, all of it enforced from outside the parser.

    Attributes:
        file_bytes: Size of the file itself.
        pages: Pages of a PDF.
        wall_s: Time until the reading process is ended, pictures included.
        cpu_s: Processor time of the reading process.
        memory_bytes: Address space of the reading process, rapidocr's models aside.
        result_bytes: What the reading process may hand back.
        characters: Text of one paper; twenty times a long book.
        image_bytes: Size of one picture of a figure, table or equation.
        image_pixels: Its longer side.
        images_s: Time for drawing all of them, within `wall_s`.
        ocr: Who recognises pages; not a limit, but what `ocr_pages` costs depends on it.
        ocr_languages: Tesseract's names of languages, joined by `+`; `auto` stands for all that are installed.
        ocr_pages: Pages recognised from images; at four CPU seconds each the CPU limit comes soon after.
    """

    file_bytes: int = 100 * MIB
    pages: int = 1_500
    wall_s: float = 240.0
    cpu_s: int = 200
    memory_bytes: int = 1_024 * MIB
    result_bytes: int = 256 * MIB
    characters: int = 20_000_000
    ocr: OcrName = "tesseract"
    ocr_languages: str = ANY_LANGUAGE
    ocr_pages: int = 40
    image_bytes: int = 1 * MIB
    image_pixels: int = 1_200
    images_s: float = 20.0

    @property
    def address_space_bytes(self) -> int:
        """What the process may map: its memory, and what rapidocr's models map beside it where they are chosen."""
        return self.memory_bytes + (_RAPIDOCR_BYTES if self.ocr == "rapidocr" else 0)
