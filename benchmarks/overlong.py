"""Sends over-long prompts to servers that refuse, cut or tell nothing, and counts those that were cut without being noticed."""

from __future__ import annotations

import argparse
import logging
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from doubles.model_server import ModelServer
from doubles.model_server.server import Cut

from scholarai.adapters.models.registry import chosen_provider
from scholarai.config import Settings
from scholarai.domain.errors import ScholarError
from scholarai.prompting.prompt import Prompt

PROTOCOLS = ("openai", "openrouter", "lmstudio", "vllm", "llamacpp", "ollama", "anthropic")
CUTS: tuple[Cut, ...] = ("", "window", "room", "half")
WINDOWS = (2_048, 4_096, 8_192)
NOT_NOTICED = "cut, not noticed"
# Sentences, and how many characters usual tokenizers make a token of: guesses, spread around what is said of them.
KINDS = {
    "prose": ("The kettle boils after {n} seconds, as the table shows for every kind of water. ", (3.6, 5.2)),
    "numbers": ("{n}.07 & 0.{n} & 12.{n} \\\\ ", (1.6, 2.6)),
    "formulas": ("$\\alpha_{n} = \\sum_i x_i^{n}$, ", (1.7, 2.8)),
    "chinese": ("水壶在{n}秒后沸腾，如表所示。", (0.8, 1.6)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A server and how long the prompt is, as a multiple of its window."""

    protocol: str
    cut: Cut
    window: int
    tells_window: bool
    tells_read: bool
    kind: str
    over: float
    spare: bool


def main() -> int:
    """Print a table of outcomes by protocol and return 1 if a prompt was cut without being noticed."""
    options = _options()
    logging.disable(logging.CRITICAL)
    chance = random.Random(options.seed)
    found: dict[str, Counter[str]] = {name: Counter() for name in PROTOCOLS}
    with ModelServer() as server:
        for n in range(options.prompts):
            case = _case(chance)
            outcome = _outcome(server, case, chance, n)
            found[case.protocol][outcome] += 1
            if outcome == NOT_NOTICED:
                print(case)
    outcomes = sorted({outcome for counts in found.values() for outcome in counts} | {NOT_NOTICED})
    print("| protocol |", " | ".join(outcomes), "|")
    print("| --- |" + " --: |" * len(outcomes))
    for name, counts in found.items():
        print(f"| {name} |", " | ".join(str(counts[outcome]) for outcome in outcomes), "|")
    return int(any(counts[NOT_NOTICED] for counts in found.values()))


def _case(chance: random.Random) -> Case:
    return Case(
        protocol=chance.choice(PROTOCOLS),
        cut=chance.choice(CUTS),
        window=chance.choice(WINDOWS),
        tells_window=chance.random() < 0.5,
        tells_read=chance.random() < 0.9,
        kind=chance.choice(tuple(KINDS)),
        over=chance.choice((1.01, 1.05, 1.1, 1.25, 1.5, 2.0, 3.0)),
        spare=chance.random() < 0.5,
    )


def _outcome(server: ModelServer, case: Case, chance: random.Random, n: int) -> str:
    sentence, (least, most) = KINDS[case.kind]
    server.requests.clear()
    server.cuts, server.window = case.cut, case.window
    server.tells_window, server.tells_read = case.tells_window, case.tells_read
    server.characters_per_token = chance.uniform(least, most)
    prompt = _prompt(sentence, int(case.over * case.window * server.characters_per_token), chance, spare=case.spare)
    model = chosen_provider(_settings(server, case.protocol, n)).text_model()
    assert model is not None
    try:
        model.generate(prompt)
    except ScholarError as error:
        return error.code
    return NOT_NOTICED if server.was_cut else "read whole, fitted"


def _prompt(sentence: str, characters: int, chance: random.Random, *, spare: bool) -> Prompt:
    passages: list[str] = []
    while sum(map(len, passages)) < characters:
        lines = [sentence.replace("{n}", str(chance.randrange(10, 99))) for _ in range(30)]
        passages.append(f"{len(passages) + 1}. " + "".join(lines).strip())
    user = "\n\n".join([*passages, "Why?"])
    return Prompt(
        system="Be exact.",
        user=user,
        spare=tuple(passages[1:]) if spare else (),
        max_output_tokens=chance.choice((300, 1_000, 2_048)),
    )


def _settings(server: ModelServer, protocol: str, n: int) -> Settings:
    """Return settings with a model of its own for each case, since what a server told of one is remembered."""
    addresses = {
        "SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1",
        "SCHOLARAI_OPENAI_API_KEY": "key",
        "OLLAMA_HOST": server.url,
        "ANTHROPIC_API_KEY": "key",
        "SCHOLARAI_ANTHROPIC_BASE_URL": server.url,
    }
    return Settings.from_env({**addresses, "SCHOLARAI_MODEL": f"{protocol}/m{n}"})


def _options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prompts", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
