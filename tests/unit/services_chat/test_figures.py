"""Pictures beside a question: few, in order, and never a reason to fail."""

from __future__ import annotations

from doubles.answerers import Call, CallsAnswerer
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.services_chat.system import BEES, GOOD, System

from scholarai.domain.content import Box, PaperContent
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import image_name
from scholarai.services.chat.figures import PICTURES, ShowFigures
from scholarai.services.papers.figure_images import FigureImages
from scholarai.testing import ScriptedAnswerer

PLACE = (Box(100, 100, 300, 200),)
NAMED = "What does Figure 1 show about scouts?"


def drawn() -> PaperContent:
    content = bee_paper()
    return replace(content, figures=tuple(replace(figure, boxes=PLACE) for figure in content.figures))


def showing(images: FigureImages, *, sees: bool = True) -> ShowFigures:
    return ShowFigures(images=lambda: images, sees=lambda: sees)


def shown(system: System, text: str, *, papers: tuple[PaperId, ...] = (BEES,), sees: bool = True) -> tuple[bytes, ...]:
    """Ask and return the pictures that the model saw."""
    model = ScriptedAnswerer(GOOD)
    system.model = model
    chat = replace(system.chat, figures=lambda: showing(FigureImages(objects=system.backend.objects), sees=sees))
    list(chat.ask(system.question(text, paper_ids=papers)))
    return model.requests[-1].prompt.images


def test_a_named_figure_is_shown(system: System) -> None:
    system.add_paper(BEES, drawn())
    system.backend.objects.put(image_name(BEES, 1, 0), b"scouts", content_type="image/png")

    assert shown(system, NAMED) == (b"scouts",)
    assert shown(system, "How many scouts make the quorum?") == ()


def test_a_named_equation_is_shown_by_the_name_that_a_reader_gives_it(system: System) -> None:
    system.add_paper(BEES, drawn())
    system.backend.objects.put(image_name(BEES, 1, 1), b"formula", content_type="image/png")
    paper = system.backend.papers.get(BEES)
    assert paper
    opened = system.open_papers.open(paper)

    (picture,) = showing(FigureImages(objects=system.backend.objects)).show([opened], "What does Eq. (1) say?")

    assert (picture.label, picture.page_number, picture.png) == ("Equation (1)", 2, b"formula")


def test_a_model_that_reads_no_images_is_shown_none(system: System) -> None:
    system.add_paper(BEES, drawn())
    system.backend.objects.put(image_name(BEES, 1, 0), b"scouts", content_type="image/png")

    assert shown(system, NAMED, sees=False) == ()


def test_a_question_to_many_papers_shows_the_pictures_of_a_few(system: System) -> None:
    papers = tuple(PaperId(f"p{n}") for n in range(PICTURES + 2))
    for paper_id in papers:
        system.add_paper(paper_id, drawn())
        system.backend.objects.put(image_name(paper_id, 1, 0), paper_id.encode(), content_type="image/png")

    assert len(shown(system, NAMED, papers=papers)) == PICTURES


def test_a_store_that_is_away_costs_the_picture_alone(system: System) -> None:
    class Away:
        def read(self, name: str) -> bytes:
            raise TransientError("store_unavailable", f"no {name} now")

    system.add_paper(BEES, drawn())
    model = ScriptedAnswerer(GOOD)
    system.model = model
    chat = replace(system.chat, figures=lambda: showing(FigureImages(objects=Away())))  # type: ignore[arg-type]  # a double of the port

    list(chat.ask(system.question(NAMED)))

    assert model.requests[-1].prompt.images == ()


def test_a_question_that_names_no_figure_opens_no_store(system: System) -> None:
    def never() -> FigureImages:
        raise AssertionError("the store was opened")

    chat = replace(system.chat, figures=lambda: ShowFigures(images=never, sees=lambda: True))

    assert list(chat.ask(system.question("How many scouts make the quorum?")))


def test_rules_are_asked_without_a_prompt_or_pictures(system: System) -> None:
    def never() -> FigureImages:
        raise AssertionError("the store was opened for an answerer that reads no prompt")

    system.add_paper(BEES, drawn())
    rules = CallsAnswerer(Call(text="<not_in_paper/>"), verbatim=True)
    chat = replace(system.chat, answerer=lambda: rules, figures=lambda: ShowFigures(images=never, sees=lambda: True))

    list(chat.ask(system.question(NAMED)))

    (asked,) = rules.requests
    assert (asked.prompt.system, asked.prompt.user, asked.prompt.prefix) == ("", NAMED, "")
