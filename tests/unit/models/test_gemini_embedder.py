"""Gemini's embeddings: one unit vector per text, each model family asked as it wants to be, spaces kept apart."""

from __future__ import annotations

import numpy as np
import pytest
from doubles.gemini_server import Failure, GeminiServer, Reply, Vectors
from google.oauth2.credentials import Credentials

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.embedder import GeminiEmbedder, gemini_embedder
from scholarai.config import Settings
from scholarai.domain.errors import TransientError

TEXTS = ["Stars burn hydrogen into helium.", "Rain falls on hills.", "Ribosomes make proteins."]


def embedder(server: GeminiServer, *, vertex: bool = False, **env: str) -> GeminiEmbedder:
    account = (
        {"SCHOLARAI_VERTEX_LOCATION": "global", "GOOGLE_CLOUD_PROJECT": "lab"} if vertex else {"GEMINI_API_KEY": "key"}
    )
    settings = Settings.from_env({"SCHOLARAI_GEMINI_BASE_URL": server.url, **account, **env})
    calls = Calls(timeout_s=10, sleep=lambda _: None)
    return gemini_embedder(settings, credentials=Credentials(token="t") if vertex else None, calls=calls)


@pytest.mark.parametrize("vertex", [False, True], ids=["key", "vertex"])
@pytest.mark.parametrize("model", ["gemini-embedding-2", "gemini-embedding-001"])
def test_every_text_gets_its_own_unit_vector(server: GeminiServer, vertex: bool, model: str) -> None:
    found = embedder(server, vertex=vertex, SCHOLARAI_EMBEDDING_MODEL=model)

    rows = np.concatenate([vectors.matrix for vectors in found.embed_texts(TEXTS)])
    question = found.embed_query("What burns hydrogen?")

    assert rows.shape == (3, 768)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert np.linalg.norm(question) == pytest.approx(1.0, abs=1e-5)
    assert (rows @ question).argmax() == 0


def test_what_vectors_cost_is_logged_for_the_alert_on_spending(
    server: GeminiServer, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", logger="scholarai"):
        embedder(server, SCHOLARAI_MODEL_PRICES="gemini-embedding-2=1000:0").embed_texts(["word " * 800] * 3)

    (line,) = [record for record in caplog.records if record.msg == "model called"]
    assert vars(line)["model"] == "gemini-embedding-2"
    assert vars(line)["cost_usd"] == pytest.approx(3.0, rel=0.01)
    assert "word" not in str(vars(line))


def test_many_texts_go_in_batches_with_a_key(server: GeminiServer) -> None:
    embedder(server).embed_texts([f"Text number {n}." for n in range(120)])

    assert [(asked.method, len(asked.body["requests"])) for asked in server.requests] == [
        ("batchEmbedContents", 100),
        ("batchEmbedContents", 20),
    ]


def test_vertex_gets_one_text_a_call_for_the_models_that_take_one(server: GeminiServer) -> None:
    embedder(server, vertex=True).embed_texts(TEXTS)

    assert [asked.method for asked in server.requests] == ["embedContent"] * 3


def test_vertex_gets_batches_for_the_model_that_takes_them(server: GeminiServer) -> None:
    embedder(server, vertex=True, SCHOLARAI_EMBEDDING_MODEL="gemini-embedding-001").embed_texts(TEXTS)

    assert [(asked.method, len(asked.body["instances"])) for asked in server.requests] == [("predict", 3)]


def test_the_task_is_told_in_words_to_models_that_want_it_so(server: GeminiServer) -> None:
    found = embedder(server)

    found.embed_texts(["A text."])
    found.embed_query("A question?")

    (text,), (question,) = (asked.body["requests"] for asked in server.requests)
    assert text["content"]["parts"] == [{"text": "title: none | text: A text."}]
    assert question["content"]["parts"] == [{"text": "task: search result | query: A question?"}]
    assert "taskType" not in text
    assert text["outputDimensionality"] == 768


def test_the_task_is_told_as_a_type_to_the_older_model(server: GeminiServer) -> None:
    found = embedder(server, SCHOLARAI_EMBEDDING_MODEL="gemini-embedding-001")

    found.embed_texts(["A text."])
    found.embed_query("A question?")

    (text,), (question,) = (asked.body["requests"] for asked in server.requests)
    assert (text["taskType"], question["taskType"]) == ("RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY")
    assert text["content"]["parts"] == [{"text": "A text."}]


def test_spaces_of_different_models_sizes_and_prefixes_differ(server: GeminiServer) -> None:
    spaces = {
        embedder(server).space,
        embedder(server, SCHOLARAI_EMBEDDING_DIMENSIONS="1536").space,
        embedder(server, SCHOLARAI_EMBEDDING_MODEL="gemini-embedding-001").space,
    }

    assert len(spaces) == 3
    assert len({space.prefix_version for space in spaces}) == 2


def test_a_text_longer_than_the_model_reads_gets_several_vectors(server: GeminiServer) -> None:
    text = "A sentence of an appendix that nobody thought would be this long. " * 300

    [short, long] = embedder(server, SCHOLARAI_EMBEDDING_MODEL="gemini-embedding-001").embed_texts(["Short.", text])

    assert len(short.windows) == len(short.matrix) == 1
    assert len(long.windows) == len(long.matrix) > 1
    assert (long.windows[0].start, long.windows[-1].end) == (0, len(text))


@pytest.mark.parametrize(
    "fault",
    [
        Vectors(count=-1),
        Vectors(count=1),
        Vectors(dimensions=512),
        Vectors(value=0.0),
        Failure(429, retry_delay_s=0.1),
        Failure(503),
    ],
    ids=["one too few", "one too many", "another size", "no direction", "busy", "down"],
)
def test_a_bad_answer_is_asked_for_again(server: GeminiServer, fault: Reply) -> None:
    server.script_embeddings(fault)

    vectors = embedder(server).embed_texts(TEXTS)

    assert len(vectors) == 3
    assert len(server.requests) == 2


def test_vectors_that_stay_wrong_are_never_used(server: GeminiServer) -> None:
    server.script_embeddings(*[Vectors(count=-1)] * 3)

    with pytest.raises(TransientError, match="embedding_mismatch"):
        embedder(server).embed_texts(TEXTS)


def test_nothing_to_embed_asks_nothing(server: GeminiServer) -> None:
    assert embedder(server).embed_texts([]) == []
    assert server.requests == []
