"""The check of whole texts over an embedded store with the bee paper in it, and a model that says what a test wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from unit.services_chat.system import ADA, BEES, System

from scholarai.domain.checked_text import CheckedSentence, CheckedText
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import ReplyModel, TypedReply
from scholarai.prompting.prompt import R, ReplyPrompt
from scholarai.services.checking.nearest import FindNearest
from scholarai.services.checking.reading import ReadClaims
from scholarai.services.checking.sources import FindSources
from scholarai.services.checking.text import CheckText
from scholarai.services.library.open_papers import EachPaper
from scholarai.services.library.passages import FindPassages
from scholarai.services.spending import Spending


class Judge:
    """Implements ReplyModel: says of every claim what `judged` holds, under its number."""

    name = "judge"

    def __init__(self, **judged: str) -> None:
        self.judged = {"opinion": "supported", "sentences": "1.1", "reason": "", **judged}
        self.prompts: list[ReplyPrompt[Any]] = []
        self.during: Callable[[], None] = lambda: None

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        self.prompts.append(prompt)
        self.during()
        claims = prompt.user.count("<claim-")
        said = [{"id": number, **self.judged} for number in range(1, claims + 1)]
        usage = ModelUsage(model=self.name, input_tokens=100, output_tokens=10)
        return TypedReply(reply=prompt.reply.model_validate({"claims": said}), usage=usage)


class Checker:
    def __init__(self, folder: Path) -> None:
        self.system = System(folder)
        self.system.add_paper()
        self.model: ReplyModel | None = None

    @property
    def service(self) -> CheckText:
        backend, open_papers = self.system.backend, self.system.open_papers
        each = EachPaper(papers=backend.papers, open_papers=open_papers)
        spending = Spending(store=backend.spending, clock=self.system.clock)
        return CheckText(
            each=each,
            sources=FindSources(each=each, search=lambda: backend.search),
            nearest=FindNearest(
                each=each, find=FindPassages(embedder=lambda: self.system.embedder), search=lambda: backend.search
            ),
            read=ReadClaims(each=each, model=lambda: self.model, spending=spending),
        )

    def check(
        self, text: str, papers: Sequence[PaperId] | None = (BEES,), *, owner: OwnerId = ADA, model: bool = False
    ) -> CheckedText:
        return self.service.check(owner, text, papers, model=model)

    def one(self, text: str, *, model: bool = False) -> CheckedSentence:
        """Return the only sentence of a text."""
        (sentence,) = self.check(text, model=model).sentences
        return sentence
