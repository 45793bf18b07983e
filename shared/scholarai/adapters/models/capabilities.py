"""What models need, by their names: tokens for reasoning, and the temperatures that they accept."""

from __future__ import annotations

import re

from scholarai.domain.limits import THINKING_TOKENS
from scholarai.domain.values import Value
from scholarai.prompting.prompt import Effort, Prompt

# What more effort takes; a guess.
_MEDIUM = 4


class Needs(Value, frozen=True, kw_only=True):
    """`thinks`: it reasons before it writes, unless told not to. `least_temperature`: the lowest that it works with; None if it takes none."""

    thinks: bool = False
    least_temperature: float | None = 0.0


_THINKS_AT_WILL = Needs(thinks=True, least_temperature=None)
# Makers of open models that think warn of low temperatures, at which thoughts run in circles: the cards of Qwen3, QwQ and
# DeepSeek-R1 advise 0.6.
_OPEN = Needs(thinks=True, least_temperature=0.6)
# Families by version, the newest first; a name without a version is that of the newest. As of 2026-11-27:
# ai.google.dev/gemini-api/docs/gemini-3 (temperature stays at its default), platform.claude.com/docs/en/api/versioning and
# the notes on Claude 4.7 and 5 (no sampling; thinking is on from 5), developers.openai.com/api/docs/guides/latest-model.
_FAMILIES: tuple[tuple[str, tuple[int, int], Needs], ...] = (
    ("gemini", (3, 0), _THINKS_AT_WILL),
    ("gemini", (2, 5), Needs(thinks=True)),
    ("gemini", (0, 0), Needs()),
    ("claude", (5, 0), _THINKS_AT_WILL),
    ("claude", (4, 7), Needs(least_temperature=None)),
    ("claude", (0, 0), Needs()),
    ("gpt", (5, 0), _THINKS_AT_WILL),
    ("gpt", (0, 0), Needs()),
    ("qwen", (3, 0), _OPEN),
    ("qwen", (0, 0), Needs()),
)
_VERSIONS = {
    family: re.compile(rf"{family}[a-z-]{{0,24}}?(\d{{1,2}})(?:[.-](\d)(?!\d))?")
    for family in dict.fromkeys(family for family, _, _ in _FAMILIES)
}
_O_SERIES = re.compile(r"(?:^|[/:._-])o[1-9](?![a-z0-9])|codex")
_SAYS_SO = re.compile(r"think|reason|qwq|(?<![a-z0-9])r1(?!\d)")
_SAYS_NOT = re.compile(r"instruct|coder|(?<![a-z])chat(?![a-z])")
_OTHERS_THAT_THINK = re.compile(
    r"deepseek-v(?:3\.[1-9]|[4-9])|magistral|glm-(?:4\.[5-9]|[5-9]|z)|kimi-k[2-9]|minimax-m|grok-(?:3-mini|[4-9])|nemotron"
)


def needs_of(model: str) -> Needs:
    """Return the needs of a model by its name, with or without the names of makers, services and files around it."""
    name = model.lower()
    if _O_SERIES.search(name):
        return _THINKS_AT_WILL
    family = next((needs for family, since, needs in _FAMILIES if (version_in(name, family) or (-1, 0)) >= since), None)
    if _SAYS_SO.search(name):
        return Needs(thinks=True, least_temperature=(family or _OPEN).least_temperature)
    if _SAYS_NOT.search(name):
        return Needs()
    return family or (_OPEN if _OTHERS_THAT_THINK.search(name) else Needs())


def temperature_for(model: str, prompt: Prompt) -> float | None:
    """Return the temperature to send with a prompt, None where the model takes none."""
    least = needs_of(model).least_temperature
    return None if least is None or prompt.temperature is None else max(least, prompt.temperature)


def version_in(model: str, family: str) -> tuple[int, int] | None:
    """Return the version of a family that a name says, a high one where it says none, and None for another family."""
    name = model.lower()
    if family not in name:
        return None
    match = _VERSIONS[family].search(name)
    return (int(match[1]), int(match[2] or 0)) if match else (99, 0)


def room_for_thoughts(model: str, effort: Effort, *, is_hosted: bool) -> int:
    """Return the tokens by which the limit of a reply grows.

    A hosted model that is not known to think gets them too: unused, they cost nothing.
    """
    if needs_of(model).thinks:
        return THINKING_TOKENS * (_MEDIUM if effort == "medium" else 1)
    return THINKING_TOKENS if is_hosted else 0
