"""How surely "Which of these papers says …?" names the paper that a sentence was drawn from.

`python benchmarks/said.py [--data DIR] [--store DIR] [--papers N] [--sentences N] [--seed N] [--show]`

Draws papers of any source format from DIR (`../shared/data` unless given), and from each the same number of sentences of any kind: running
text, captions, footnotes, acknowledgements, bibliography. Each is asked of all papers at once, without a language model, in its own
words and in a light paraphrase: no stop words, British and American spelling exchanged, two words in another form. Counted are the
sentences whose paper is quoted, those whose paper is quoted first, and those for which the answer says that no sentence has all of
the words. `--store` keeps the papers that were read for the next run.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scholarai import Library
from scholarai.domain.chat import Answer
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.sentences import sentence_spans
from scholarai.retrieval.terms import STOP_WORDS, question_terms

# Content words; a shorter sentence stands in many papers.
LEAST_WORDS = 5
# Least share of letters among the characters; formulas and rows of numbers are no sentences.
LEAST_LETTERS = 0.65
SPELLINGS = (
    (r"(?<=[lnd])is(e[sd]?|ing|ation)$", r"iz\1"), (r"(?<=om)is(e[sd]?|ing|ation)$", r"iz\1"), (r"(?<=[lnd])iz(e[sd]?|ing|ation)$", r"is\1"),
    (r"(?<=om)iz(e[sd]?|ing|ation)$", r"is\1"), (r"yse(s|d)?$", r"yze\1"), (r"yze(s|d)?$", r"yse\1"),
    (r"^(col|behavi|fav|lab|neighb|tum)our", r"\1or"), (r"^(col|behavi|fav|lab|neighb|tum)or", r"\1our"), (r"aem", "em"), (r"paed", "ped"),
    (r"elling$", "eling"), (r"elled$", "eled"), (r"tre(s)?$", r"ter\1"),
)  # fmt: skip
FORMS = ((r"([^aeious])s$", r"\1"), (r"([^aeiou])ed$", r"\1ing"), (r"(tion|ment|er|et|el)$", r"\1s"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    paper: Paper
    kind: str
    text: str


def main() -> int:
    options = _options()
    chance = random.Random(options.seed)
    files = _files(options.data)
    if not files:
        print(f"no papers in {options.data}: name a data folder with --data, or write one by make_papers.py")
        return 2
    chosen = sorted(chance.sample(files, min(options.papers, len(files))))
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder, Library(options.store or folder) as library:
        kept = {paper.filename: paper for paper in library.papers()}
        papers = {paper.id: paper for file in chosen for paper in [kept.get(file.name) or library.add(file)]}
        drawn = [
            one for paper in papers.values() for one in draw(library, paper, options.sentences // len(papers), chance)
        ]
        print(f"{len(drawn)} sentences of {len(papers)} papers: {dict(Counter(one.kind for one in drawn))}")
        own = [(one, f"Which of these papers says “{one.text}”?") for one in drawn]
        others = [(one, f"Which paper says that {paraphrase(one.text, chance)}?") for one in drawn]
        failed = ask_all(library, papers, own, "own words", show=options.show)
        failed += ask_all(library, papers, others, "paraphrase", show=options.show)
    return 1 if failed else 0


def draw(library: Library, paper: Paper, count: int, chance: random.Random) -> list[Drawn]:
    """Return random sentences of a paper, any kind of block equally likely by its number of sentences."""
    found = [
        Drawn(paper=paper, kind=block.kind, text=text)
        for block in library.content(paper).blocks
        if block.kind not in {"equation", "code", "table", "heading"}
        for start, end in sentence_spans(block.text)
        if is_sentence(text := " ".join(block.text[start:end].split()))
    ]
    return chance.sample(found, min(count, len(found)))


def is_sentence(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= LEAST_LETTERS * len(text) and len(question_terms(text)) >= LEAST_WORDS


def paraphrase(text: str, chance: random.Random) -> str:
    """Return a sentence without stop words, spelt the other way, with two words in another form."""
    words = [word for word in text.rstrip(".?!").split() if word.lower() not in STOP_WORDS]
    words = [_changed(word, SPELLINGS) for word in words]
    can = [place for place, word in enumerate(words) if word != _changed(word, FORMS)]
    for place in chance.sample(can, min(2, len(can))):
        words[place] = _changed(words[place], FORMS)
    return " ".join(words)


def ask_all(
    library: Library, papers: Mapping[PaperId, Paper], asked: list[tuple[Drawn, str]], name: str, *, show: bool
) -> int:
    """Ask, print how it went, and return for how many sentences their paper was not quoted or was denied."""
    count: Counter[str] = Counter()
    began = time.process_time()
    for one, question in asked:
        answer = library.ask(list(papers.values()), question)
        cited = [citation.paper_id for section in answer.sections for citation in section.citations]
        found, denied = one.paper.id in cited, is_denied(answer)
        count.update(found=found, first=cited[:1] == [one.paper.id], denied=denied, bad=denied or not found)
        if show and (denied or cited[:1] != [one.paper.id]):
            said = answer.search.message if answer.search else answer.refusal and answer.refusal.message
            print(
                f"    {'denied' if denied else 'found' if found else 'missed'} ({one.kind}): {question}\n        {said}"
            )
    seconds = (time.process_time() - began) / len(asked)
    print(
        f"{name}: {count['found']} of {len(asked)} quoted, {count['first']} first, {count['denied']} denied,"
        f" {1000 * seconds:.0f} ms of CPU each",
        flush=True,
    )
    return count["bad"]


def is_denied(answer: Answer) -> bool:
    return answer.refusal is not None or answer.search is None or answer.search.outcome != "passages"


def _changed(word: str, rules: tuple[tuple[str, str], ...]) -> str:
    if word.isalpha() and word.islower() and len(word) > 4:
        for pattern, instead in rules:
            changed = re.sub(pattern, instead, word)
            if changed != word:
                return changed
    return word


def _files(data: Path) -> list[Path]:
    return sorted(
        file
        for pattern in ("pairs/*/*.pdf", "jats/*/*.pdf", "jats_plos/*.xml", "metadata/*/*.pdf", "markdown/*/*.md")
        for file in _matching(data, pattern)
    )


def _matching(data: Path, pattern: str) -> Iterator[Path]:
    return data.glob(pattern)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--store", type=Path)
    parser.add_argument("--papers", type=int, default=20)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
