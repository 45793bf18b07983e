"""Doubts measured on sentences made from real PDFs: are changed ones doubted, and true ones left alone?

    python benchmarks/doubts.py [--data DIR] [--quotes 30]

A sentence of a paper stands as its own quote. Forms with a turned meaning (turned_quotes.py) must be doubted; the sentence
itself, with a neutral frame around it, with formatting or harmless damage must not. Honest paraphrases (data/paraphrases.toml)
should not be; turned ones show how much is found in free wording. Experts' sentences (`DIR/qa`) name what they rest on, and
are doubted where they say more than that.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from grounding import FORMATS, prepare
from turned_quotes import Rule, harmless, turning

from scholarai.citations.doubting.doubts import find_doubts
from scholarai.domain.sentences import sentence_spans

PARAPHRASES = Path(__file__).with_name("data") / "paraphrases.toml"
FRAMES: dict[str, Rule] = {
    "The paper says that …": lambda text, _: f"The paper says that {text}",
    "According to …": lambda text, _: f"According to the authors, {text[0].lower()}{text[1:]}",
    "in quotation marks": lambda text, _: f"They write: “{text}”",
}

# A shorter text of an expert is no sentence.
LEAST_CHARACTERS = 30

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
    of_experts(options.data / "qa")
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


def of_experts(folder: Path) -> None:
    """Print how many sentences of experts are doubted that name their sources, and how many as unrelated to them."""
    for name, sentences in (("scholarqa_multi", cited_sentences), ("pubmedqa", conclusions), ("qasper_uda", answers)):
        file = folder / f"{name}.jsonl"
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
        found = [find_doubts(text, quotes, [row["question"]]) for row in rows for text, quotes in sentences(row)]
        if found:
            print_row(f"experts, {name}", [bool(doubts) for doubts in found])
            print_row("  as unrelated", [any(doubt.kind == "unrelated" for doubt in doubts) for doubts in found])


def cited_sentences(row: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    texts = [passage["text"] for passage in row["ctxs"]]
    for cited in re.findall(r"[^.!?\[\]]+(?:\s?\[\d+\])+", row.get("gold_answers", [""])[0]):
        numbers = [int(number) for number in re.findall(r"\[(\d+)\]", cited)]
        quotes = [texts[n] for n in numbers if n < len(texts) and isinstance(texts[n], str)]
        text = re.sub(r"\[\d+\]", "", cited).strip()
        if quotes and len(text) >= LEAST_CHARACTERS:
            yield text, quotes


def conclusions(row: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    quotes = row["gold_evidence_texts"][0]
    for start, end in sentence_spans(row["gold_answers"][-1] or ""):
        text = row["gold_answers"][-1][start:end]
        if quotes and len(text) >= LEAST_CHARACTERS:
            yield text, quotes


def answers(row: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for text, quotes in zip(row["gold_answers"], row["gold_evidence_texts"], strict=False):
        if text and quotes and len(text) >= LEAST_CHARACTERS:
            yield text, quotes


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
