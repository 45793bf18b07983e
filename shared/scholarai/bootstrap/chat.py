"""What answers questions and keeps conversations."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from scholarai.bootstrap.extracting import crop_shelf
from scholarai.bootstrap.models import answerer, embedder, reranker, stand_in, text_model
from scholarai.bootstrap.stores import backend, settings

if TYPE_CHECKING:
    from scholarai.services.chat import AskPapers
    from scholarai.services.checking import CheckQuotes
    from scholarai.services.open_papers import OpenPapers
    from scholarai.services.passages import FindPassages, SearchPaper
    from scholarai.services.sessions import DeleteSession, GetSession, ListSessions
    from scholarai.services.yardsticks import Yardsticks


def ask_papers() -> AskPapers:
    """Return what answers questions."""
    from datetime import timedelta

    from scholarai.adapters.system import RandomIds, SystemClock
    from scholarai.domain.spending import DailyLimits
    from scholarai.prompting.chat import ChatLimits
    from scholarai.services.chat import AskPapers, ChatRules
    from scholarai.services.choosing import ChoosePapers
    from scholarai.services.figures import ShowFigures
    from scholarai.services.spending import Spending

    daily = DailyLimits(
        questions=settings().daily_questions, tokens=settings().daily_tokens, cost_usd=settings().daily_cost_usd
    )
    limits = ChatLimits(temperature=settings().temperature, max_output_tokens=settings().max_output_tokens)
    return AskPapers(
        papers=backend().papers,
        sessions=backend().sessions,
        open_papers=open_papers(),
        find=find_passages(),
        answerer=answerer,
        stand_in=stand_in,
        clock=SystemClock(),
        ids=RandomIds(),
        rules=ChatRules(
            kept=timedelta(days=settings().session_days), limits=limits, model_s=settings().model_timeout_s
        ),
        rewriter=text_model,
        choose=ChoosePapers(search=lambda: backend().search, embedder=embedder),
        figures=ShowFigures(crops=crop_shelf) if settings().uses_gemini else None,
        spending=Spending(store=backend().spending, clock=SystemClock(), limits=daily),
    )


@functools.cache
def open_papers() -> OpenPapers:
    """Return the papers that this process keeps ready for questions."""
    from scholarai.services.open_papers import OpenPapers

    return OpenPapers(contents=backend().contents)


def find_passages() -> FindPassages:
    from scholarai.services.passages import FindPassages

    return FindPassages(embedder=embedder, reranker=reranker, yardsticks=yardsticks())


@functools.cache
def yardsticks() -> Yardsticks:
    """Return what knows the scale of this process's embedding model, once it was found."""
    from scholarai.services.yardsticks import Yardsticks

    return Yardsticks()


def search_paper() -> SearchPaper:
    from scholarai.services.passages import SearchPaper

    return SearchPaper(papers=backend().papers, open_papers=open_papers(), find=find_passages())


def check_quotes() -> CheckQuotes:
    from scholarai.services.checking import CheckQuotes

    return CheckQuotes(papers=backend().papers, open_papers=open_papers())


def list_sessions() -> ListSessions:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.sessions import ListSessions

    return ListSessions(sessions=backend().sessions, papers=backend().papers, clock=SystemClock())


def get_session() -> GetSession:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.sessions import GetSession

    return GetSession(sessions=backend().sessions, clock=SystemClock())


def delete_session() -> DeleteSession:
    from scholarai.adapters.system import SystemClock
    from scholarai.services.sessions import DeleteSession

    return DeleteSession(sessions=backend().sessions, clock=SystemClock())
