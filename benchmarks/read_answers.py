"""Prints questions with their answers without a model, to be read: `python benchmarks/read_answers.py [--data DIR] [--round NAME]`.

Questions are those of `data/read_questions.toml`: some of each question set, drawn by a seed, and a researcher's own about sample papers.
Papers are read from `DIR` (`../shared/data` unless given) into a library of their own, or into that of `--keep`, and asked through the
public interface. The sentence that is marked as the best one has a star.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evidence import papers_of, questions_of

import scholarai
from scholarai.domain.chat import Answer

QUESTIONS = Path(__file__).parent / "data" / "read_questions.toml"
GOLD_CHARACTERS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A question, the file that it is about, and what is known of its answer."""

    file: Path
    question: str
    gold: str = ""


def main() -> int:
    options = _options()
    rounds = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))["rounds"]
    chosen = [one for one in rounds if options.round in {None, one["name"]}]
    if not chosen or not (options.data / "qa").is_dir():
        print(f"no such round, or no {options.data}/qa: name a data folder with --data")
        return 2
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scholarai-bench-")))
        library = stack.enter_context(scholarai.Library(options.keep or folder))
        for one in chosen:
            papers: dict[Path, Any] = {}
            for number, reading in enumerate(_readings(one, options.data, folder), start=1):
                paper = papers.setdefault(reading.file, None) or library.add(reading.file)
                papers[reading.file] = paper
                _print(f"{one['name']} {number}", reading, library.ask(paper, reading.question))
    return 0


def _readings(one: Mapping[str, Any], data: Path, folder: Path) -> Iterator[Reading]:
    for name, size in one["sets"].items():
        rows = random.Random(one["seed"]).sample(questions_of(data, name), size)
        papers = papers_of(data, name)
        for row in rows:
            paper = str(row["paper_id"])
            file = folder / f"{name}-{paper}.md"
            file.write_text(papers[paper], encoding="utf-8")
            gold = " / ".join(str(answer) for answer in row.get("gold_answers", []) if answer)
            yield Reading(file=file, question=row["question"], gold=gold)
    for path, questions in one["papers"].items():
        yield from (Reading(file=data / path, question=question) for question in questions)


def _print(number: str, reading: Reading, answer: Answer) -> None:
    print(f"\n[{number}] {reading.file.stem}\nQ: {reading.question}")
    if reading.gold:
        print(f"gold: {reading.gold[:GOLD_CHARACTERS]}")
    if answer.refusal is not None:
        print(f"REFUSED: {answer.refusal.message}")
    for section in answer.sections:
        for citation in section.citations:
            print(f" {'*' if citation.mark else '-'} {' '.join(citation.text.split())}   [{citation.label}]")
        if not section.citations:
            print(f" = {section.text}")
    for note in answer.notes:
        print(f" note: {note}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--round", default=None, metavar="NAME", help="of the file; all unless given")
    parser.add_argument(
        "--keep", type=Path, default=None, metavar="FOLDER", help="keep the papers read for the next run"
    )
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
