"""Doubts measured on sentences made from real PDFs: are changed ones doubted, and true ones left alone?

    python benchmarks/doubts.py [--data DIR] [--quotes 30]

A sentence of a paper stands as its own quote. Forms with a turned meaning (turned_quotes.py) must be doubted; the sentence
itself, with a neutral frame around it, with formatting or harmless damage must not. Honest paraphrases (data/paraphrases.toml)
should not be; turned ones show how much is found in free wording.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from grounding import FORMATS, prepare
from turned_quotes import Rule, harmless, turning

from scholarai.citations.doubting.doubts import find_doubts

PARAPHRASES = Path(__file__).with_name("data") / "paraphrases.toml"
FRAMES: dict[str, Rule] = {
    "The paper says that …": lambda text, _: f"The paper says that {text}",
    "According to …": lambda text, _: f"According to the authors, {text[0].lower()}{text[1:]}",
    "in quotation marks": lambda text, _: f"They write: “{text}”",
}

Pair = tuple[str, str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--quotes", type=int, default=30, help="quotes per paper")
    options = parser.parse_args()
    paraphrases = tomllib.loads(PARAPHRASES.read_text(encoding="utf-8"))
    files = sorted(file for folder in ("pairs", "jats", "metadata") for file in (options.data / folder).glob("*/*.pdf"))
    chance = random.Random(2026)
    times: list[float] = []
    if files:
        of_papers([quote for file in files for quote in prepare(file, options.quotes, chance).quotes], chance, times)
    else:
        print(f"no papers below {options.data}, paraphrases alone: name a folder with --data", file=sys.stderr)
    of_paraphrases(paraphrases, chance, times)
    times.sort()
    print(
        f"time per sentence: median {statistics.median(times) * 1e3:.2f} ms, p95 {times[int(len(times) * 0.95)] * 1e3:.2f} ms"
    )
    return 0 if files else 1


def of_papers(quotes: Sequence[str], chance: random.Random, times: list[float]) -> None:
    pairs = [(quote, quote) for quote in quotes]
    print(f"{len(quotes)} sentences of papers, share doubted")
    for title, rules in (("true", {**FORMATS, **FRAMES, **harmless()}), ("turned", turning())):
        by_rule(title, pairs, rules, chance, times)
    others = chance.sample(quotes, len(quotes))
    unrelated = [is_doubted(quote, other, times) for quote, other in zip(quotes, others, strict=True) if quote != other]
    print_row("any other sentence", unrelated)


def of_paraphrases(
    paraphrases: Mapping[str, Sequence[Mapping[str, str]]], chance: random.Random, times: list[float]
) -> None:
    pairs = {name: [(one["quote"], one["sentence"]) for one in some] for name, some in paraphrases.items()}
    for name, some in pairs.items():
        print_row(f"honest paraphrases: {name}", [is_doubted(*pair, times) for pair in some])
    by_rule("turned paraphrases", [pair for some in pairs.values() for pair in some], turning(), chance, times)


def by_rule(
    title: str, pairs: Iterable[Pair], rules: Mapping[str, Rule], chance: random.Random, times: list[float]
) -> None:
    """Print the share of doubted sentences for each rule, and for all of them together."""
    doubted: dict[str, list[bool]] = defaultdict(list)
    for quote, sentence in pairs:
        for name, rule in rules.items():
            changed = rule(sentence, chance)
            if changed is not None and (changed != sentence or name == "untouched"):
                doubted[name].append(is_doubted(quote, changed, times))
    print_row(title, [one for found in doubted.values() for one in found])
    for name in rules:
        if doubted[name]:
            print_row(f"  {name}", doubted[name])


def is_doubted(quote: str, sentence: str, times: list[float]) -> bool:
    began = time.perf_counter()
    doubts = find_doubts(sentence, [quote])
    times.append(time.perf_counter() - began)
    return bool(doubts)


def print_row(name: str, doubted: Sequence[bool]) -> None:
    print(f"{name:42} {sum(doubted) / len(doubted):.3f} of {len(doubted)}")


if __name__ == "__main__":
    sys.exit(main())
