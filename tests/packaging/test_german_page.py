"""What the server says in English, and the German page says in German, is known to the page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from pathlib import Path

from scholarai.answering.first_questions import first_questions
from scholarai.services.chat.reply import TextWritten

ROOT = Path(__file__).parents[2]
GERMAN = ROOT / "web" / "src" / "texts" / "de"
READING = [ROOT / "shared" / "scholarai" / name for name in ("parsing", "adapters/reading")]
# Where a paper's own words stand in a question, and what stands there of some paper.
_PLACE = re.compile(r"\{\w*\}")
_OWN_WORDS = ("Table 2", "CNN", "“Bees”")
_LETTER = r"[^\W\d_]"


def made_questions() -> set[str]:
    """Return the questions in the sources that make them, with their places."""
    sources = {inspect.getsource(inspect.getmodule(one) or one) for one in (first_questions,)}
    return {said for source in sources for said in re.findall(r'"(W[^"\n]+\?)"', source)}


def test_each_ready_made_question_has_a_german_one() -> None:
    german = (GERMAN / "questions.ts").read_text(encoding="utf-8")
    forms = [form.replace(r"\p{L}", _LETTER) for form in re.findall(r"^  \[/\^(.+?)\$/u?,", german, re.MULTILINE)]
    whole = re.findall(r'^  "(.+?)":', german, re.MULTILINE)
    known = [re.compile(form) for form in (*forms, *map(re.escape, whole))]
    questions = made_questions()

    assert len(questions) > 7
    assert {question for question in questions if not _is_known(question, known)} == set()


def _is_known(question: str, known: Sequence[re.Pattern[str]]) -> bool:
    asked = {_PLACE.sub(words, question) for words in _OWN_WORDS}
    return any(form.fullmatch(one) for one in asked for form in known)


def test_a_question_in_another_language_is_told_in_german() -> None:
    german = (GERMAN / "answers.ts").read_text(encoding="utf-8")
    source = inspect.getsource(inspect.getmodule(TextWritten) or TextWritten)

    (opening,) = re.findall(r'OTHER_LANGUAGE = "(.+)"', german)
    assert f'"{opening}{{papers}}' in source


def test_each_note_on_a_papers_reading_has_a_german_one() -> None:
    german = set(re.findall(r"^  ([a-z_]+): ", (GERMAN / "extraction.ts").read_text(encoding="utf-8"), re.MULTILINE))
    sources = "\n".join(path.read_text(encoding="utf-8") for folder in READING for path in folder.rglob("*.py"))
    named = set(re.findall(r'(?:\bNote\(\s*code=|\bnote\(\s*)"([a-z_]+)"', sources))
    hidden = {f"{reason}_text" for reason in ("invisible", "unseen", "tiny", "off_page")} | {"hidden_characters"}

    assert len(named) > 12
    assert named - german == set()
    assert german - named - hidden == set(), "no code is left that the server does not know"
