"""A model that plans, weighs, asks for more and reads again by fixed rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from scholarai.domain.errors import ScholarError
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import ReplyModel, TypedReply
from scholarai.prompting.prompt import R, ReplyPrompt
from scholarai.retrieval.terms import question_terms, terms
from scholarai.services.chat.deep_calls import DeepModels, Priced

_FENCED = re.compile(r'<(\w+)-(\w+)(?: id="(\d+)")?[^>]*>\n(.*?)\n</\1-\2>', re.DOTALL)
_IDS = re.compile(r"[\[{](\d+\.\d+)[\]}] ([^\[{]*)")
_AND = re.compile(r",? and |; ")


class RulesModel:
    """Implements ReplyModel: splits questions at "and", weighs passages by the question's words, never misses anything.

    `missing` is said once for each of its entries; `plan` takes a question apart; `weigh` gives the relevance of a passage, `summary` its
    summary; `opinion` and `words` are said of every claim; `during` is called before each reply and may raise. A token has four
    characters, and one costs `usd`.
    """

    name = "rules"

    def __init__(
        self,
        *,
        usd: float = 0.0,
        missing: Sequence[Mapping[str, Any]] = (),
        opinion: str = "supported",
        words: str = "",
        weigh: Callable[[str, str], float] | None = None,
    ) -> None:
        self.usd = usd
        self.missing = list(missing)
        self.opinion, self.words = opinion, words
        self.weigh = weigh or words_weigh
        self.plan: Callable[[str], list[str]] = _AND.split
        self.summary = _first_sentence
        self.evidence: Callable[[Sequence[tuple[str, str, str]]], list[dict[str, Any]]] = words_evidence
        self.prompts: list[ReplyPrompt[Any]] = []
        self.during: Callable[[ReplyPrompt[Any]], None] = lambda _: None

    @property
    def kinds(self) -> list[str]:
        """Return the classes of the replies that were asked for."""
        return [prompt.reply.__name__ for prompt in self.prompts]

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        self.prompts.append(prompt)
        self.during(prompt)
        parts = [(name, number, text) for name, _, number, text in _FENCED.findall(prompt.user)]
        reply = prompt.reply.model_validate(self._said(prompt.reply.__name__, parts))
        return TypedReply(reply=reply, usage=self.usage(prompt, reply.model_dump_json()))

    def usage(self, prompt: ReplyPrompt[Any], said: str) -> ModelUsage:
        read, written = (len(prompt.system) + len(prompt.user)) // 4, len(said) // 4
        return ModelUsage(
            model=self.name, input_tokens=read, output_tokens=written, cost_usd=self.usd * (read + written)
        )

    def _said(self, kind: str, parts: Sequence[tuple[str, str, str]]) -> Mapping[str, Any]:
        question = next((text for name, _, text in parts if name == "question"), "")
        match kind:
            case "SubQuestions":
                return {"questions": [part.strip(" ?.") for part in self.plan(question)][:10]}
            case "WeighedPassages":
                passages = [(int(number), text) for name, number, text in parts if name == "passage"]
                return {"passages": [self._weighed(question, number, text) for number, text in passages]}
            case "StillMissing":
                return self.missing.pop(0) if self.missing else {"missing": [], "searches": [], "references": []}
            case "SentencesEvidence":
                return {"found": self.evidence(parts)}
            case "ClaimsRead":
                claims = [int(number) for name, number, _ in parts if name == "claim"]
                return {"claims": [{"id": number, "opinion": self.opinion, "words": self.words} for number in claims]}
            case _:
                read = [int(number) for name, number, _ in parts if name == "sentence"]
                return {"sentences": [{"id": number, "opinion": self.opinion} for number in read]}

    def _weighed(self, question: str, number: int, text: str) -> dict[str, Any]:
        return {"id": number, "relevance": self.weigh(question, text), "summary": self.summary(text)}


def words_weigh(question: str, passage: str) -> float:
    """Return ten times the share of the question's words that a passage has."""
    asked = set(question_terms(question))
    return round(10 * len(asked & set(terms(passage))) / max(len(asked), 1), 1)


def words_evidence(parts: Sequence[tuple[str, str, str]]) -> list[dict[str, Any]]:
    """Name for each sentence the sentence of an excerpt that has at least half of its words, none where no one has."""
    excerpts = [_IDS.findall(text) for name, _, text in parts if name == "excerpt"]
    found = []
    for number, text in ((int(number), text) for name, number, text in parts if name == "sentence"):
        stated = set(terms(text))
        best = max(
            (pair for pairs in excerpts for pair in pairs), key=lambda pair: _shared(stated, pair[1]), default=None
        )
        if best is not None and _shared(stated, best[1]) >= len(stated) / 2:
            found.append({"id": number, "sentences": best[0]})
    return found


def _shared(stated: set[str], sentence: str) -> int:
    return len(stated & set(terms(sentence)))


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]


class PricedModel(ReplyModel, Protocol):
    """A model whose tokens cost `usd` each."""

    usd: float


def models_of(model: PricedModel) -> DeepModels:
    """Return a model in all roles, at its price."""
    priced = Priced(model=model, per_token=(model.usd, model.usd))
    return DeepModels(plans=priced, weighs=priced, judges=priced, answers=(model.usd, model.usd))


def failing(error: ScholarError, *kinds: str) -> Callable[[ReplyPrompt[Any]], None]:
    """Return what raises an error for replies of these classes."""

    def during(prompt: ReplyPrompt[Any]) -> None:
        if prompt.reply.__name__ in kinds:
            raise error

    return during
