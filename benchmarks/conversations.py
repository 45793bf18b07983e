"""What follow-ups bring: conversations of three turns, counted for repeated sentences, refusals and topics carried over.

`python benchmarks/conversations.py [--data DIR] [--conversations 40] [--half {0,1}] [--keep FOLDER] [--show N]`

Papers and questions come from `DIR/qa` (DIR: `../shared/data` unless given; make_papers.py writes one). Each conversation
begins with a question of the set and goes on with two turns of `PLANS`, asked without a language model through the service
that the API calls. A topic is what another question about the same paper has beside the first ("And the mortality?"); it is found when a
sentence of that question's evidence is quoted, and `asked whole` is how often that question finds it by itself. Topics whose
evidence was quoted before are left out.
A sentence is repeated when an earlier turn of its conversation quoted it, and again when its surroundings show it.
Every other paper belongs to half 0, where the rules were made, the rest to half 1.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evidence import Row, papers_of, questions_of, sets_in
from extractive import WITHOUT_ANSWERS

from scholarai.domain.ids import COMMAND_LINE, PaperId, SessionId
from scholarai.domain.sentences import sentence_spans
from scholarai.local.gold import squash
from scholarai.retrieval.words import QUESTION_WORDS, STOP_WORDS

if TYPE_CHECKING:
    from scholarai.domain.chat import Answer
    from scholarai.services.chat.asking import AskPapers

Reader = Callable[[str, str], PaperId]
TOPIC = "And {topic}?"
# The second and the third turn.
PLANS = (
    ("Explain more", "Why is that?"),
    (TOPIC, "Tell me more"),
    ("Can you elaborate on that?", "What about {topic}?"),
    ("Why?", "What else?"),
    ("thanks", TOPIC),
    ("Tell me more about it", "Go on"),
    ("What about {topic}?", "Can you explain that further?"),
    ("More details please", "And why?"),
)
# Sentences shorter than this, in letters and digits, are in many texts by chance.
SHORTEST = 20
PAPERS_PER_SET = 8
_SAYS_LITTLE = STOP_WORDS | QUESTION_WORDS | {"difference", "patients"}
COLUMNS = (
    "conversations",
    "turns",
    "repeated",
    "around",
    "refused",
    "silent",
    "sentences",
    "topics",
    "found",
    "asked whole",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation to be had: its first question, two turns, and the question whose topic they name."""

    paper: str
    first: Row
    other: Row
    turns: tuple[str, str]


def main() -> int:
    options = _options()
    names = [name for name in sets_in(options.data) if name not in WITHOUT_ANSWERS]
    if not names:
        print(f"no question sets in {options.data}/qa: name a data folder with --data, or write one by make_papers.py")
        return 2
    print(f"{'':20}" + "".join(f"{column:>14}" for column in COLUMNS))
    total: Counter[str] = Counter()
    with _asking(options.keep) as (asking, add):
        for name in names:
            talks = _talks(name, options)
            papers = papers_of(options.data, name)
            ids = {paper: add(paper, papers[paper]) for paper in dict.fromkeys(talk.paper for talk in talks)}
            counts: Counter[str] = Counter()
            for place, talk in enumerate(talks):
                counts += _hold(asking, ids[talk.paper], talk, show=place < options.show)
            total += counts
            print(_row(name, counts), flush=True)
    print(_row("all", total))
    return 0


@contextmanager
def _asking(keep: Path | None) -> Iterator[tuple[AskPapers, Reader]]:
    """Set this process up for a store of its own; yield the service that answers and what reads a paper."""
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        os.environ |= {"SCHOLARAI_DATA": str(keep or folder), "SCHOLARAI_BACKEND": "embedded", "GEMINI_API_KEY": ""}
        from scholarai import Library, bootstrap

        with Library(keep or folder) as library:

            def add(name: str, text: str) -> PaperId:
                file = Path(folder) / f"{name}.md"
                file.write_text(text, encoding="utf-8")
                return library.add(file).id

            yield bootstrap.process.ask_papers(), add


def _talks(name: str, options: argparse.Namespace) -> list[Talk]:
    """Return the conversations of a set, paper by paper in turns, the plans in theirs."""
    chance = random.Random(name)
    by_paper = itertools.groupby(questions_of(options.data, name), key=lambda row: str(row["paper_id"]))
    asked = [(paper, rows) for paper, group in by_paper if len(rows := list(group)) > 1]
    half = [one for place, one in enumerate(asked) if options.half is None or place % 2 == options.half]
    talks = []
    plans = itertools.cycle(PLANS)
    for paper, rows in itertools.islice(itertools.cycle(half[:PAPERS_PER_SET]), options.conversations):
        first, other = chance.sample(rows, 2)
        topic = _topic(other["question"], first["question"])
        second, third = next(plans)
        talks.append(
            Talk(paper=paper, first=first, other=other, turns=(second.format(topic=topic), third.format(topic=topic)))
        )
    return talks


def _topic(question: str, before: str) -> str:
    """Return what a question asks about in its own words, else the longest run of words that it has beside another."""
    named = re.match(r"With respect to (.+?),? what is ", question)
    if named:
        return named[1]
    known = {word.lower() for word in re.findall(r"[\w-]+", before)} | _SAYS_LITTLE
    runs: list[list[str]] = [[]]
    for word in re.findall(r"[\w.%-]+|[,;:?()]", question):
        if word.lower() in known or not word[0].isalnum():
            runs.append([])
        else:
            runs[-1].append(word)
    return "the " + " ".join(max(runs, key=len)[:5])


def _hold(ask: AskPapers, paper: PaperId, talk: Talk, *, show: bool) -> Counter[str]:
    """Have a conversation and count what its follow-ups brought."""
    counts: Counter[str] = Counter(conversations=1)
    said: list[str] = []
    session: SessionId | None = None
    for text in (talk.first["question"], *talk.turns):
        session, answer = _ask(ask, paper, text, session)
        own = _quoted(answer)
        if show:
            print("\n".join([f"\n> {text}   [{answer.question_used}]", *(f"  {one}" for one in own or _words(answer))]))
        if said:
            counts += _counted(answer, own, said)
            if not _holds(said, talk.other):
                counts += _topic_found(text, talk, own, ask, paper)
        said += own or [""]
    return counts


def _ask(ask: AskPapers, paper: PaperId, text: str, session: SessionId | None) -> tuple[SessionId, Answer]:
    from scholarai.services.chat.asking import AnswerSaved
    from scholarai.services.chat.record import Question

    about = () if session else (paper,)
    *_, last = ask.run(Question(owner=COMMAND_LINE, text=text, paper_ids=about, session_id=session))
    assert isinstance(last, AnswerSaved)
    return last.session_id, last.answer


def _counted(answer: Answer, own: Sequence[str], said: Sequence[str]) -> Counter[str]:
    before = [letters for one in said if len(letters := squash(one)) >= SHORTEST]
    around = squash(" ".join(f"{c.before} {c.after}" for section in answer.sections for c in section.citations))
    return Counter(
        turns=1,
        repeated=sum(any(squash(one) in was or was in squash(one) for was in before) for one in own),
        around=sum(was in around for was in before),
        refused=answer.refusal is not None,
        silent=answer.refusal is None and not own,
        sentences=len(own),
    )


def _topic_found(text: str, talk: Talk, own: Sequence[str], ask: AskPapers, paper: PaperId) -> Counter[str]:
    if _topic(talk.other["question"], talk.first["question"]) not in text:
        return Counter()
    whole = _quoted(_ask(ask, paper, talk.other["question"], None)[1])
    return Counter({"topics": 1, "found": _holds(own, talk.other), "asked whole": _holds(whole, talk.other)})


def _holds(quotes: Sequence[str], row: Row) -> bool:
    evidence = [squash(text) for texts in row["gold_evidence_texts"] for text in texts if text]
    return any(squash(quote) in text or text in squash(quote) for quote in quotes for text in evidence)


def _quoted(answer: Answer) -> list[str]:
    """Return the sentences that an answer quotes, in the paper's words."""
    texts = [citation.text for section in answer.sections for citation in section.citations]
    return [
        text[start:end]
        for text in texts
        for start, end in sentence_spans(text)
        if len(squash(text[start:end])) >= SHORTEST
    ]


def _words(answer: Answer) -> list[str]:
    return [answer.refusal.message] if answer.refusal else [section.text for section in answer.sections]


def _row(name: str, counts: Counter[str]) -> str:
    return f"{name:20}" + "".join(f"{counts[column]:>14}" for column in COLUMNS)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--conversations", type=int, default=40, help="of each set")
    parser.add_argument("--half", type=int, choices=(0, 1), default=None, help="every other paper; all unless given")
    parser.add_argument(
        "--keep", type=Path, default=None, metavar="FOLDER", help="keep the papers read for the next run"
    )
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N conversations of each set")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
