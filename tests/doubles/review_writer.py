"""What a model says at every stage of a review, for the scripted Gemini server: sound answers that follow from the prompt."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from doubles.gemini_server.replies import Answer, Reply

_EXCERPT = re.compile(r'<excerpt-(\w+) id="(\d+)"[^>]*>\n(.*?)\n</excerpt-\1>', re.DOTALL)
_QUOTE = re.compile(r'<quote-(\w+) number="(\d+)"[^>]*>\n(.*?)\n</quote-\1>', re.DOTALL)
_COLUMN = re.compile(r'<column-\w+ number="(\d+)"')
_SENTENCE = re.compile(r"[\[{](\d+\.\d+)[\]}] (.*?)\s*(?=[\[{]\d+\.\d+[\]}] |\Z)", re.DOTALL)

Says = Callable[[str], Any]


class ReviewWriter:
    """Answers by the wanted schema. `asked` counts the stages; `says` replaces what is said at a stage.

    A replacement gets the prompt and returns JSON, a `Reply`, or None for the usual answer.
    """

    def __init__(self, *, sections: int = 3, lists: int = 1) -> None:
        self.sections = sections
        self.lists = lists
        self.asked: Counter[str] = Counter()
        self.prompts: list[tuple[str, str]] = []
        self.says: dict[str, Says] = {}
        self._lock = threading.Lock()

    def __call__(self, body: dict[str, Any]) -> Reply | None:
        config = body.get("generationConfig", {})
        schema = config.get("responseJsonSchema") or {}
        stage = _stage(schema.get("properties", {}))
        if stage is None:
            return None
        prompt = "\n".join(part.get("text", "") for turn in body["contents"] for part in turn["parts"])
        with self._lock:
            self.asked[stage] += 1
            self.prompts.append((stage, prompt))
        said = self.says[stage](prompt) if stage in self.says else None
        if said is None:
            said = getattr(self, f"_{stage}")(prompt)
        return Answer(json.dumps(said)) if isinstance(said, dict) else said

    def _decompose(self, prompt: str) -> dict[str, Any]:
        question = _question(prompt)
        fine: dict[str, Any] = {"verdict": "fine", "reason": ""}
        open_filters: dict[str, Any] = {"year_from": None, "year_to": None, "venues": [], "authors": [], "fields": []}
        return fine | open_filters | {"rewritten": question, "keywords": question}

    def _quotes(self, prompt: str) -> dict[str, Any]:
        longest = [max(_SENTENCE.findall(text), key=lambda one: len(one[1])) for _, _, text in _EXCERPT.findall(prompt)]
        return {"quotes": [{"sentences": named, "part": None} for named, text in longest if len(text) > 20][:3]}

    def _plan(self, prompt: str) -> dict[str, Any]:
        numbers = [int(number) for _, number, _ in _QUOTE.findall(prompt)]
        sections = [{"name": "Introduction", "about": "Why.", "format": "synthesis", "quotes": numbers[:2]}]
        for place in range(1, self.sections):
            kind = "list" if place <= self.lists else "synthesis"
            own = numbers if kind == "list" else numbers[place :: self.sections]
            sections.append({"name": f"Aspect {place}", "about": f"Of {place}.", "format": kind, "quotes": own})
        return {"title": "What the papers say", "reasoning": "by aspect", "sections": sections}

    def _section(self, prompt: str) -> dict[str, Any]:
        quotes = [(int(number), text) for _, number, text in _QUOTE.findall(prompt)]
        sentences = [
            {"text": f"It is said that {text[:30].rstrip('.')}.", "quotes": [number]} for number, text in quotes
        ]
        return {"tldr": sentences[:1], "sentences": sentences or [{"text": "Nothing is quoted.", "quotes": []}]}

    def _columns(self, _: str) -> dict[str, Any]:
        return {"columns": [{"name": name, "description": f"Its {name}."} for name in ("method", "finding", "size")]}

    def _row(self, prompt: str) -> dict[str, Any]:
        _, _, text = _EXCERPT.findall(prompt)[0]
        named, _ = max(_SENTENCE.findall(text), key=lambda one: len(one[1]))
        said = {"value": "as said", "sentences": named, "part": None}
        return {"cells": [said | {"column": int(column)} for column in _COLUMN.findall(prompt)]}


def _stage(properties: dict[str, Any]) -> str | None:
    marks = {
        "rewritten": "decompose",
        "reasoning": "plan",
        "sentences": "section",
        "columns": "columns",
        "cells": "row",
        "quotes": "quotes",
    }
    return next((stage for mark, stage in marks.items() if mark in properties), None)


def _question(prompt: str) -> str:
    found = re.search(r"<question-(\w+)>\n(.*?)\n</question-\1>", prompt, re.DOTALL)
    return found[2] if found else ""
