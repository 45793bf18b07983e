"""What the server says in English, and the German page says in German, is known to the page."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from scholarai.answering.first_questions import first_questions
from scholarai.answering.readings import readings_of_papers
from scholarai.services.chat.reply import TextWritten

ROOT = Path(__file__).parents[2]
GERMAN = ROOT / "web" / "src" / "texts" / "de"
READING = [ROOT / "shared" / "scholarai" / name for name in ("parsing", "adapters/reading")]
# Where a question's own words stand; the page has a group of its pattern there.
_PLACE = re.compile(r"\{\w*\}")


def made_questions() -> set[str]:
    """Return the questions in the sources that make them, with their places."""
    sources = {inspect.getsource(inspect.getmodule(one) or one) for one in (first_questions, readings_of_papers)}
    return {said for source in sources for said in re.findall(r'"(W[^"\n]+\?)"', source)}


def test_each_ready_made_question_has_a_german_one() -> None:
    german = (GERMAN / "questions.ts").read_text(encoding="utf-8")
    questions = made_questions()

    stems = {question: _PLACE.split(question)[0] for question in questions}
    assert len(questions) > 7
    assert {question for question, stem in stems.items() if stem not in german} == set()


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
