"""A question about a figure: its picture goes to the model, and the citation of its caption says where it is drawn."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pymupdf
import pytest
from doubles.gemini_server import Answer, GeminiServer
from flask.testing import FlaskClient
from functions.answers import check
from functions.system import SAMPLE, System

from scholarai import bootstrap
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import image_name

pytestmark = pytest.mark.usefixtures("gemini")

CAPTION = "The dashed line marks one half, which is passed at 23 people."


def ask(system: System, paper_id: PaperId, question: str) -> Any:
    return check(system.chat.post(f"/papers/{paper_id}/chat", json={"question": question}), "answered")


def shown(gemini: GeminiServer) -> tuple[list[bytes], str]:
    """Return the pictures and the text of the last question that the model was asked; what reads it again does not stream."""
    asked = [request for request in gemini.requests if "streamGenerateContent" in request.method][-1]
    *pictures, text = asked.body["contents"][-1]["parts"]
    assert all(part["inlineData"]["mime_type"] == "image/png" for part in pictures)
    # The client writes base64 with the letters of URLs.
    return [base64.urlsafe_b64decode(part["inlineData"]["data"]) for part in pictures], text["text"]


def test_the_figure_that_a_question_names_is_shown_to_the_model(
    system: System, gemini: GeminiServer, paper_id: PaperId
) -> None:
    gemini.script(Answer(f'The curve passes one half at 23 people. <cite id="1">{CAPTION}</cite>'))

    answer = ask(system, paper_id, "What does the dashed line in Figure 1 mark?")

    ((picture,), text) = shown(gemini)
    assert max(pymupdf.Pixmap(picture).width, pymupdf.Pixmap(picture).height) > 300
    assert "Picture 1: Figure 1, page 1." in text
    (citation,) = answer["sections"][0]["citations"]
    assert (citation["verdict"], citation["region"]["page_number"]) == ("exact", 1)
    (drawing,) = citation["region"]["boxes"]
    assert drawing[3] <= citation["pages"][0]["boxes"][0][1]  # it stands above its caption


def test_several_pictures_come_in_the_order_in_which_they_are_named_beside_them(
    system: System, gemini: GeminiServer, paper_id: PaperId
) -> None:
    ask(system, paper_id, "Do Table 1 and Figure 1 agree?")

    pictures, text = shown(gemini)
    table = bootstrap.process.backend().objects.read(_name(paper_id, 1))
    assert [line for line in text.splitlines() if line.startswith("Picture ")] == [
        "Picture 1: Figure 1, page 1.",
        "Picture 2: Table 1, page 1.",
    ]
    assert pictures[1] == table


def test_a_question_about_no_figure_shows_none_and_its_citations_have_no_region(
    system: System, gemini: GeminiServer, paper_id: PaperId
) -> None:
    quote = "We ignore leap days, twins and the seasons."
    gemini.script(Answer(f'It ignores leap days. <cite id="1">{quote}</cite>'))

    answer = ask(system, paper_id, "Which leap days and twins does the paper ignore?")

    pictures, text = shown(gemini)
    assert (pictures, "Picture" in text) == ([], False)
    assert answer["sections"][0]["citations"][0]["region"] is None


def test_a_picture_that_is_missing_is_no_reason_not_to_answer(
    system: System, gemini: GeminiServer, paper_id: PaperId
) -> None:
    bootstrap.process.backend().objects.delete(_name(paper_id, 0))

    ask(system, paper_id, "What does the dashed line in Figure 1 mark?")

    assert shown(gemini)[0] == []


def test_where_pictures_are_switched_off_none_are_made(load: Callable[..., FlaskClient], gemini: GeminiServer) -> None:
    system = System(lambda name: load(name, SCHOLARAI_FIGURE_IMAGES="0"))
    _, event = system.upload(SAMPLE.read_bytes())

    assert system.send(event).status_code == 200
    assert bootstrap.process.backend().objects.names("crops/") == []


def _name(paper_id: PaperId, index: int) -> str:
    paper = bootstrap.process.backend().papers.get(paper_id)
    assert paper is not None
    return image_name(paper_id, paper.generation, index)
