"""Doubts measured: how many false sentences the rules mark and how many true ones, and what leaving a rule out costs.

    python benchmarks/doubts.py [--data DIR]

The sentences are ours (data/marked_sentences.toml, data/paraphrases.toml). Experts' sentences (`DIR/qa`) name what they rest on; they
are counted as true ones, though some say more than that.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from scholarai.citations.doubting import doubts
from scholarai.domain.sentences import sentence_spans

HERE = Path(__file__).with_name("data")
RULES = (
    "changed_numbers",
    "turned_negations",
    "turned_limits",
    "turned_comparisons",
    "other_cells",
)
# A shorter text of an expert is no sentence.
LEAST_CHARACTERS = 30


class Sentence(NamedTuple):
    text: str
    quotes: Sequence[str]
    question: str = ""
    false: str = ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    options = parser.parse_args()
    sets = dict(_ours())
    for name, read in (("scholarqa_multi", cited_sentences), ("pubmedqa", conclusions), ("qasper_uda", answers)):
        file = options.data / "qa" / f"{name}.jsonl"
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
        sets[f"experts, {name}"] = [
            Sentence(text, quotes, row["question"]) for row in rows for text, quotes in read(row)
        ]
    for name, sentences in sets.items():
        show(name, sentences)
    for rule in RULES:
        with patch.object(doubts, rule, lambda *_: ()):
            print(f"without {rule:20} {_shares(sets['unseen'])}")
    times = sorted(_cost(one) for one in sets["seen"] + sets["unseen"])
    print(
        f"time per sentence: median {times[len(times) // 2] * 1e3:.2f} ms, p95 {times[int(len(times) * 0.95)] * 1e3:.2f} ms"
    )
    return 0


def _ours() -> Iterator[tuple[str, list[Sentence]]]:
    for name, blocks in tomllib.loads((HERE / "marked_sentences.toml").read_text(encoding="utf-8")).items():
        true = [Sentence(text, [block["quote"]]) for block in blocks for text in block["true"]]
        false = [
            Sentence(text, [block["quote"]], false=kind)
            for block in blocks
            for kind, texts in block["false"].items()
            for text in texts
        ]
        yield name, true + false
    for name, pairs in tomllib.loads((HERE / "paraphrases.toml").read_text(encoding="utf-8")).items():
        yield f"paraphrases, {name}", [Sentence(pair["sentence"], [pair["quote"]]) for pair in pairs]


def show(name: str, sentences: Sequence[Sentence]) -> None:
    if not sentences:
        return
    print(f"{name:28} {_shares(sentences)}")
    for kind in sorted({one.false for one in sentences} - {""}):
        found = [_is_marked(one) for one in sentences if one.false == kind]
        print(f"  {kind:26} {sum(found)} of {len(found)}")


def _shares(sentences: Sequence[Sentence]) -> str:
    true, false = ([_is_marked(one) for one in sentences if bool(one.false) == wrong] for wrong in (False, True))
    caught = f", {sum(false)} of {len(false)} false" if false else ""
    return f"marked: {sum(true)} of {len(true)} true ({sum(true) / len(true):.3f}){caught}"


def _is_marked(one: Sentence) -> bool:
    return bool(doubts.find_doubts(one.text, one.quotes, [one.question]))


def _cost(one: Sentence) -> float:
    began = time.process_time()
    _is_marked(one)
    return time.process_time() - began


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


if __name__ == "__main__":
    sys.exit(main())
