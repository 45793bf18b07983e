"""Our own share of a question: everything but the model's answer, warm, on a paper of 60 chunks.

`python benchmarks/chat.py [--questions 200] [--chunks 60] [--backend embedded|emulators]`

The paper is written by this script. The share counts from the question's arrival at the service to the saved answer:
the question's embedding, retrieval, prompt, parsing, grounding with boxes, and both writes of the conversation. The
model is a double that answers at once with three quotes of the excerpts; its time is taken off. `to the first text` counts
until the first words of the answer are there. `over HTTP` is the
whole call through the chat function's own app, model included.
"""

from __future__ import annotations

import argparse
import itertools
import logging
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scholarai.domain.content import PaperContent
    from scholarai.ports.models import AnswerDelta, AnswerRequest

ROOT = Path(__file__).resolve().parents[1]
WARM_UP = 5
QUERY = "How does {a} change {b} in the {c} condition?"
WORDS = (
    "attention encoder gradient sampling corpus enzyme receptor galaxy lattice polymer neuron catalyst orbit antigen "
    "sediment plasma kernel graph protein quantum tensor cohort placebo dosage spectrum magnet wavelet membrane glacier"
).split()


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder, _stores(options.backend, Path(folder)):
        paper_id, chunks = store_paper(options.chunks)
        asked = questions(options.questions + WARM_UP)
        whole = {f"whole paper: {name}": values for name, values in _ask_all(paper_id, asked, whole=True).items()}
        rows = {**_ask_all(paper_id, asked), **whole, "over HTTP": _over_http(paper_id, asked)}
        print(f"{options.backend}, {chunks} chunks, {options.questions} questions, times in ms")
        for label, values in rows.items():
            print(
                f"{label:40} median {statistics.median(values):6.1f}   p95 {_p95(values):6.1f}   max {max(values):6.1f}"
            )
    return 0


@contextmanager
def _stores(backend: str, folder: Path) -> Iterator[None]:
    """Set this process up for a store of its own: a folder, or Google's Firestore emulator."""
    os.environ |= {"SCHOLARAI_DATA": str(folder), "SCHOLARAI_BACKEND": "embedded", "GEMINI_API_KEY": ""}
    if backend == "embedded":
        yield
        return
    sys.path.insert(0, str(ROOT / "tests"))
    from emulators import firestore

    place = folder / "firestore"
    place.mkdir()
    with firestore(place) as host:
        os.environ |= {
            "SCHOLARAI_BACKEND": "gcp",
            "SCHOLARAI_IDENTITY": "local",
            "SCHOLARAI_PAPERS_BUCKET": "bench-papers",
            "GOOGLE_CLOUD_PROJECT": "bench",
            "FIRESTORE_EMULATOR_HOST": host,
        }
        yield


def store_paper(wanted: int) -> tuple[str, int]:
    """Write, split, embed and store a paper of about `wanted` chunks, with lines and boxes like one from a PDF."""
    from scholarai import bootstrap
    from scholarai.domain.ids import OwnerId, PaperId
    from scholarai.domain.paper import Engine, Paper
    from scholarai.domain.parts import to_parts
    from scholarai.ports.stores import ContentRange
    from scholarai.retrieval.vectors import EmbeddedChunk
    from scholarai.splitting import split

    content = _paper(wanted)
    chunks = split(content, generation=1)
    embedder = bootstrap.process.models.embedder()
    vectors = embedder.embed_texts([chunk.text for chunk in chunks]) if embedder else [None] * len(chunks)
    now = datetime.now(UTC)
    paper = Paper(
        id=PaperId("bench"),
        owner=OwnerId(bootstrap.process.settings().default_owner),
        filename="bench.pdf",
        object_name="bench",
        created_at=now,
        updated_at=now,
        status="completed",
        generation=1,
        visible_generation=1,
        engine=Engine(version="1", settings="", space=embedder.space if embedder else None),
    )
    pairs = [EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True)]
    parts = to_parts(content)
    for start in range(0, len(pairs), 40):
        piece = ContentRange(generation=1, parts=parts if start == 0 else (), chunks=tuple(pairs[start : start + 40]))
        bootstrap.process.backend().contents.write(paper.id, piece, lambda _: paper)
    return paper.id, len(chunks)


def _paper(chunks: int) -> PaperContent:
    sys.path.insert(0, str(ROOT / "tests"))  # the writer of test papers lives there
    from doubles.written import Writer

    from scholarai.domain.content import Page, PaperContent

    chance = random.Random(7)
    write = Writer()
    pages = max(1, chunks // 5)
    for page in range(1, pages + 1):
        write.page = page
        write.section(str(page), f"{chance.choice(WORDS).title()} part {page}")
        while write.blocks and sum(len(b.text) for b in write.blocks if b.page_number == page) < 6_800:
            write.add("paragraph", " ".join(_sentence(chance) for _ in range(6)))
    return PaperContent(
        source_format="pdf",
        title="A paper to measure with",
        pages=tuple(Page(page_number=n, width_pt=612, height_pt=792) for n in range(1, pages + 1)),
        sections=tuple(write.sections),
        blocks=tuple(write.blocks),
    )


def _sentence(chance: random.Random) -> str:
    a, b, c = chance.sample(WORDS, 3)
    return (
        f"In run {chance.randint(1, 999)} the {a} reduced the {b} by {chance.randint(1, 99)} percent while the {c} "
        f"condition stayed within {chance.random():.2f} of its baseline, which the {chance.choice(WORDS)} explains."
    )


def questions(count: int) -> list[str]:
    """Return different questions in the paper's words."""
    trios = list(itertools.permutations(WORDS, 3))
    return [QUERY.format(a=a, b=b, c=c) for a, b, c in random.Random(3).sample(trios, count)]


class _Quoter:
    """Answers at once with three verbatim quotes of the excerpts, and keeps the time that it took itself."""

    name = "quoter"
    verbatim = False

    def __init__(self) -> None:
        self.spent_s = 0.0

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        from scholarai.domain.chat import ModelUsage
        from scholarai.ports.models import AnswerDelta

        for item in request.evidence[:3]:
            begun = time.perf_counter()
            quote = re.split(r"(?<=\.)\s", item.text)[1]
            text = f'The paper reports this finding in one of its runs. <cite id="{item.number}">{quote}</cite> '
            self.spent_s += time.perf_counter() - begun
            for start in range(0, len(text), 24):
                yield AnswerDelta(text=text[start : start + 24])
        yield AnswerDelta(usage=ModelUsage(model=self.name), finish="stop")


def _ask_all(paper_id: str, asked: list[str], *, whole: bool = False) -> dict[str, list[float]]:
    from msgspec.structs import replace

    from scholarai import bootstrap
    from scholarai.domain.ids import OwnerId, PaperId
    from scholarai.services.chat.asking import AnswerSaved
    from scholarai.services.chat.record import Question
    from scholarai.services.chat.reply import TextWritten

    model = _Quoter()
    ask = bootstrap.process.ask_papers()
    limits = replace(ask.rules.limits, whole_tokens=1_000_000 if whole else 0)
    ask = replace(ask, answerer=lambda: model, rules=replace(ask.rules, limits=limits))
    firsts: list[float] = []
    firsts_cpu: list[float] = []
    shares: list[float] = []
    found: list[float] = []
    processor: list[float] = []
    for text in asked:
        question = Question(
            owner=OwnerId(bootstrap.process.settings().default_owner), text=text, paper_ids=(PaperId(paper_id),)
        )
        model.spent_s = 0.0
        begun, begun_cpu = time.perf_counter(), time.process_time()
        events = ask.run(question)
        if not any(isinstance(event, TextWritten) for event in events):
            continue  # a refusal would make the figures too good
        firsts.append(1_000 * (time.perf_counter() - begun - model.spent_s))
        firsts_cpu.append(1_000 * (time.process_time() - begun_cpu))
        last = list(events)[-1]
        share, share_cpu = time.perf_counter() - begun - model.spent_s, time.process_time() - begun_cpu
        assert isinstance(last, AnswerSaved)
        if len(firsts) > WARM_UP:
            shares.append(1_000 * share)
            found.append(1_000 * last.answer.usage.retrieval_s)
            processor.append(1_000 * share_cpu)
    return {
        "to the first text": firsts[WARM_UP:],
        "to the first text, CPU time": firsts_cpu[WARM_UP:],
        "own share": shares,
        "of which embed and search": found,
        "own share, CPU time": processor,
    }


def _over_http(paper_id: str, asked: list[str]) -> list[float]:
    import functions_framework

    app = functions_framework.create_app(target="chat", source=str(ROOT / "functions" / "chat" / "main.py"))
    client = app.test_client()
    client.get("/chat/none")  # sets up the function's logging, which a table has no use for
    logging.disable(logging.INFO)
    times: list[float] = []
    for number, text in enumerate(asked):
        begun = time.perf_counter()
        reply = client.post(f"/papers/{paper_id}/chat", json={"question": text})
        if number >= WARM_UP:
            times.append(1_000 * (time.perf_counter() - begun))
        assert reply.status_code == 200, reply.get_data(as_text=True)
    return times


def _p95(values: list[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--chunks", type=int, default=60)
    parser.add_argument("--backend", choices=("embedded", "emulators"), default="embedded")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
