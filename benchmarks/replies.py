"""What the user gets for each of forty-nine replies that a model may give, most of them wrong.

`python benchmarks/replies.py [--only WORDS]` prints a table in Markdown: the reply, the status, how often the model was
asked, and what the user gets.

The replies are those of tests/doubles/model_replies.py. A server that speaks the Gemini protocol gives them; the question
goes through the chat function's own app and the real client of google-genai. `PYTHONPATH=<checkout>/shared` measures
another version of ScholarAI with the same replies.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))  # the server, the replies and the paper live there

if TYPE_CHECKING:
    from doubles.gemini_server import GeminiServer
    from doubles.model_replies import Case
    from flask.testing import FlaskClient

PAPER = "bees"
SHOWN_CHARACTERS = 110


def main() -> int:
    words = _options().only
    from doubles.gemini_server import GeminiServer
    from doubles.model_replies import CASES

    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder, GeminiServer() as server:
        _set_up(Path(folder), server)
        client = _client()
        print("| reply | status | calls | what the user gets |\n| --- | --- | --- | --- |")
        for case in CASES:
            if words in case.name:
                status, calls, body = ask(client, server, case)
                print(f"| {case.name} | {status} | {calls} | {_cell(outcome(status, body))} |", flush=True)
    return 0


def _set_up(folder: Path, server: GeminiServer) -> None:
    """Point this process at the server and a store of its own, and put the paper into that."""
    os.environ |= {
        "SCHOLARAI_DATA": str(folder),
        "SCHOLARAI_BACKEND": "embedded",
        "GEMINI_API_KEY": "any",
        "SCHOLARAI_SECOND_READING": "off",  # calls for the answer alone are counted
        "SCHOLARAI_GEMINI_BASE_URL": server.url,
    }
    from doubles.written import bee_paper

    from scholarai import bootstrap
    from scholarai.domain.ids import OwnerId, PaperId
    from scholarai.domain.paper import Engine, Paper
    from scholarai.domain.parts import to_parts
    from scholarai.ports.stores import ContentRange
    from scholarai.retrieval.vectors import EmbeddedChunk
    from scholarai.splitting import split

    content, embedder, now = bee_paper(), bootstrap.process.models.embedder(), datetime.now(UTC)
    assert embedder is not None
    chunks = split(content, generation=1)
    vectors = embedder.embed_texts([chunk.text for chunk in chunks])
    paper = Paper(
        id=PaperId(PAPER),
        owner=OwnerId(bootstrap.process.settings().default_owner),
        filename="bees.pdf",
        object_name="bees",
        created_at=now,
        updated_at=now,
        status="completed",
        generation=1,
        visible_generation=1,
        engine=Engine(version="1", settings="", space=embedder.space),
    )
    pairs = tuple(EmbeddedChunk(chunk=c, vectors=v) for c, v in zip(chunks, vectors, strict=True))
    bootstrap.process.backend().contents.write(
        paper.id, ContentRange(generation=1, parts=to_parts(content), chunks=pairs), lambda _: paper
    )


def _client() -> FlaskClient:
    import functions_framework

    import scholarai

    source = Path(scholarai.__file__).parents[2] / "functions" / "chat" / "main.py"
    logging.disable(logging.CRITICAL)  # a table has no use for them
    client: FlaskClient = functions_framework.create_app(target="chat", source=str(source)).test_client()
    return client


def ask(client: FlaskClient, server: GeminiServer, case: Case) -> tuple[int, int, dict[str, Any]]:
    """Return the status and the body of the answer, and how often the model was asked for it in between."""
    from doubles.model_replies import QUESTION, writer_of

    server.reset()
    server.writer = writer_of(case)
    reply = client.post(f"/papers/{PAPER}/chat", json={"question": QUESTION})
    calls = sum("enerateContent" in request.method for request in server.requests)
    return reply.status_code, calls, reply.get_json()


def outcome(status: int, body: Mapping[str, Any]) -> str:
    """Say in a line what an answer of the chat function is; of any version of it."""
    if status != 200:
        return f"error `{body['code']}`"
    marks = [name for name in ("truncated", "partial") if body.get(name)]
    marks += [f"degraded: `{body['degraded']}`"] if body.get("degraded") else []
    head = " ".join(f"**{mark}**" for mark in marks)
    if body["refusal"]:
        return f"{head} refusal `{body['refusal']['reason']}`: {_shortened(body['refusal']['message'])}".strip()
    text = "".join(section["text"] for section in body["sections"])
    return f"{head} answer: “{_shortened(text)}” ({'; '.join(_about(body))})".strip()


def _about(body: Mapping[str, Any]) -> Iterator[str]:
    sections = body["sections"]
    citations = [citation for section in sections for citation in section["citations"]]
    verdicts = Counter(citation["verdict"] for citation in citations)
    yield "quotes: " + (", ".join(f"{count} {verdict}" for verdict, count in verdicts.items()) or "none")
    short = sum(citation.get("proves") is False for citation in citations)
    uncited = sum(section["uncited"] for section in sections)
    doubts = [doubt["text"] for section in sections for doubt in section.get("doubts", [])]
    doubts += [number for section in sections for number in section.get("unsupported_numbers", [])]
    for count, what in ((short, "too short"), (uncited, "uncited"), (body["dropped_citations"], "dropped")):
        if count:
            yield f"{count} {what}"
    if doubts:
        yield f"doubted: {', '.join(doubts)}"
    text = sum(len(section["text"]) for section in sections)
    if text > SHOWN_CHARACTERS:
        yield f"{text:,} characters"


def _shortened(text: str) -> str:
    seen = "".join(c if c.isprintable() or c == "\n" else f"U+{ord(c):04X}" for c in text)
    line = " ".join(seen.split())
    return line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS].rstrip()} …"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="replies with these words in their names")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
