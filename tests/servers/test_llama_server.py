"""llama.cpp's own server, asked in OpenAI's and in Anthropic's protocol: all that does not depend on what a model says."""

from __future__ import annotations

import numpy as np
import pytest
from servers.llama_server import KEY, MODEL, WINDOW
from servers.tiny_model import DIMENSIONS
from unit.models.gemini_calls import text

from scholarai.adapters.models.chat_models import StreamingAnswerer, WritingModel
from scholarai.adapters.models.http.provider import ServedModels
from scholarai.adapters.models.registry import chosen_embedder, chosen_provider
from scholarai.config import Settings
from scholarai.domain.errors import ScholarError
from scholarai.local.models_command import models
from scholarai.local.terminal import DONE
from scholarai.ports.models import AnswerRequest, Embedder
from scholarai.prompting.prompt import Prompt
from scholarai.prompting.reranking import rerank_prompt

SENTENCE = "the kettle boils after ninety seconds as the table shows "
# A token a letter, which no estimate foresees.
UNKNOWN = "zqxjvkw" * 900


def environment(llama: str, protocol: str = "llamacpp") -> dict[str, str]:
    return {
        "SCHOLARAI_OPENAI_BASE_URL": f"{llama}/v1",
        "SCHOLARAI_OPENAI_API_KEY": KEY,
        "SCHOLARAI_ANTHROPIC_BASE_URL": llama,
        "ANTHROPIC_API_KEY": KEY,
        "SCHOLARAI_MODEL": f"{protocol}/{MODEL}",
    }


def provider(llama: str, protocol: str = "llamacpp", **env: str) -> ServedModels:
    made = chosen_provider(Settings.from_env({**environment(llama, protocol), **env}))
    assert isinstance(made, ServedModels)
    return made


def answerer(llama: str, protocol: str = "llamacpp", **env: str) -> StreamingAnswerer:
    made = provider(llama, protocol, **env).answerer()
    assert isinstance(made, StreamingAnswerer)
    return made


def writer(llama: str, protocol: str = "llamacpp") -> WritingModel:
    made = provider(llama, protocol).text_model()
    assert isinstance(made, WritingModel)
    return made


def embedder(llama: str, **env: str) -> Embedder:
    settings = Settings.from_env({**environment(llama), "SCHOLARAI_EMBEDDER": f"llamacpp/{MODEL}", **env})
    made = chosen_embedder(settings, chosen_provider(settings))
    assert made is not None
    return made


def asked(user: str, most: int = 12) -> AnswerRequest:
    return AnswerRequest(question="?", evidence=(), prompt=Prompt(system="", user=user, max_output_tokens=most))


def failing(model: StreamingAnswerer, user: str) -> ScholarError:
    with pytest.raises(ScholarError) as caught:
        list(model.answer(asked(user)))
    return caught.value


@pytest.mark.parametrize("protocol", ["llamacpp", "anthropic"])
def test_an_answer_streams_and_its_tokens_are_counted(llama: str, protocol: str) -> None:
    # Twice: the second time the server has the prompt in its cache.
    for _ in range(2):
        deltas = list(answerer(llama, protocol).answer(asked(SENTENCE * 20)))

        assert text(deltas)
        assert len(deltas) > 3
        assert deltas[-1].finish == "length"
        assert deltas[-1].usage is not None
        assert deltas[-1].usage.model == MODEL
        assert deltas[-1].usage.output_tokens == 12
        assert 200 < deltas[-1].usage.input_tokens < 260
        assert deltas[-1].usage.cost_usd == 0


def test_a_server_without_eyes_says_so(llama: str) -> None:
    assert provider(llama).endpoint().takes_images(MODEL) is False


def test_a_listener_who_leaves_does_not_block_the_next_question(llama: str) -> None:
    stream = answerer(llama).answer(asked(SENTENCE, most=1_500))
    next(stream)
    stream.close()  # type: ignore[attr-defined]  # a generator

    assert text(list(answerer(llama).answer(asked(SENTENCE))))


def test_the_window_is_asked_for_and_passages_are_left_out_to_fit_it(llama: str) -> None:
    passages = [f"passage number {n} {SENTENCE * 15}" for n in range(60)]
    prompt = Prompt(
        system="", user="\n\n".join([*passages, "Why?"]), spare=tuple(passages[1:]), max_output_tokens=9_999
    )

    usage = writer(llama).generate(prompt).usage

    assert provider(llama).endpoint().window(MODEL) == WINDOW
    assert WINDOW / 4 < usage.input_tokens < WINDOW / 2
    assert usage.output_tokens == WINDOW / 2


@pytest.mark.parametrize("protocol", ["llamacpp", "anthropic"])
def test_a_prompt_that_the_server_refuses_is_too_long(llama: str, protocol: str) -> None:
    assert failing(answerer(llama, protocol), UNKNOWN).code == "prompt_too_long"


def test_a_reply_keeps_the_schema_since_the_server_makes_a_grammar_of_it(llama: str) -> None:
    reply = writer(llama).reply(rerank_prompt("Why?", ["the kettle boils", "the table shows"]))

    assert reply.reply.scores == []
    assert reply.usage.output_tokens > 0


def test_vectors_are_made_at_unit_length(llama: str) -> None:
    made = embedder(llama, SCHOLARAI_EMBEDDING_DIMENSIONS=str(DIMENSIONS))
    [near, far] = (row.matrix[0] for row in made.embed_texts(["the kettle boils", "seconds number"]))

    assert np.linalg.norm(near) == pytest.approx(1, abs=1e-5)
    assert made.embed_query("the kettle boils") @ near > far @ near


def test_vectors_of_another_dimension_are_refused_with_the_setting_to_change(llama: str) -> None:
    with pytest.raises(ScholarError, match="embedding_mismatch") as caught:
        embedder(llama).embed_query("Why?")

    assert f"SCHOLARAI_EMBEDDING_DIMENSIONS to {DIMENSIONS}" in caught.value.action


@pytest.mark.parametrize(
    ("env", "says"),
    [
        ({"SCHOLARAI_OPENAI_API_KEY": "wrong"}, "SCHOLARAI_OPENAI_API_KEY"),
        ({"SCHOLARAI_OPENAI_API_KEY": ""}, "SCHOLARAI_OPENAI_API_KEY"),
        ({"SCHOLARAI_OPENAI_BASE_URL": "{}/nowhere"}, "SCHOLARAI_OPENAI_BASE_URL"),
    ],
)
def test_a_wrong_setting_is_named(llama: str, env: dict[str, str], says: str) -> None:
    given = {name: value.format(llama) for name, value in env.items()}

    error = failing(answerer(llama, **given), SENTENCE)

    assert error.code == "model_misconfigured"
    assert says in error.action


def test_the_command_lists_the_server_and_tries_it(llama: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert models(environment(llama)) == DONE

    said = capsys.readouterr().out
    assert f"llama.cpp's server answers at {llama}/v1: {MODEL}" in said
    assert f"{WINDOW:,} tokens" in said
    assert "It wrote 100 tokens" in said
    assert "It keeps to the shape of replies." in said
