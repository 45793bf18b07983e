"""What models need is told by their names, however these are spelled."""

from __future__ import annotations

import pytest

from scholarai.adapters.models.capabilities import needs_of, room_for_thoughts, temperature_for
from scholarai.domain.limits import THINKING_TOKENS
from scholarai.prompting.prompt import Prompt

PROMPT = Prompt(system="", user="Why?", temperature=0.1)


@pytest.mark.parametrize(
    "model",
    [
        *("o1", "o3", "o4-mini", "O4-Mini-2025-04-16", "openai/o3", "azure/o1-preview"),
        *("gpt-5", "gpt-5-mini-2025-08-07", "GPT-5.6-sol", "gpt-6.2-astra", "openai/gpt-5-nano:free", "gpt-oss:20b"),
        *("openai/gpt-oss-120b", "openai.gpt-oss-20b-1:0", "codex-mini-latest"),
        *(
            "Qwen/Qwen3-8B-GGUF",
            "qwen3:8b",
            "qwen3.5-plus",
            "accounts/fireworks/models/qwen3-235b-a22b",
            "Qwen_QwQ-32B",
        ),
        *("qwq:32b", "qwen3-30b-a3b-thinking-2507", "/models/Qwen3-4B-Q4_K_M.gguf", "qwen-max"),
        *("deepseek-reasoner", "deepseek-r1:8b", "deepseek/deepseek-r1-0528:free", "DeepSeek-R1-Distill-Llama-70B"),
        *("hf.co/unsloth/DeepSeek-R1-Distill-Qwen-7B-GGUF:Q4_K_M", "deepseek-v3.1:671b", "deepseek-v4-pro"),
        *("gemini-2.5-flash", "models/gemini-2.5-flash-preview-09-2025", "gemini-3.8-flash", "gemini-4-pro"),
        *("publishers/google/models/gemini-3.1-pro-preview", "google/gemini-2.5-pro:free", "gemini-flash-latest"),
        *("GEMINI-FLASH-LITE-LATEST", "gemini-2.0-flash-thinking-exp", "projects/p/locations/eu/models/gemini-3-flash"),
        *("claude-opus-5-5", "anthropic/claude-sonnet-5.5", "claude-haiku-5-5-20261001", "claude-mythos-preview"),
        *("claude-3.7-sonnet:thinking", "us.anthropic.claude-opus-5-20260901-v1:0"),
        *("Phi-4-mini-reasoning", "magistral-small", "z-ai/glm-5", "moonshotai/kimi-k2-thinking", "x-ai/grok-4"),
    ],
)
def test_a_model_that_thinks_is_known_by_its_name(model: str) -> None:
    assert needs_of(model).thinks
    assert room_for_thoughts(model, "low", is_hosted=False) == THINKING_TOKENS
    assert room_for_thoughts(model, "medium", is_hosted=False) > 2 * THINKING_TOKENS


@pytest.mark.parametrize(
    "model",
    [
        *(
            "gpt-4o",
            "gpt-4.1-mini",
            "gpt-4o-mini-2024-07-18",
            "gpt-3.5-turbo",
            "gpt-5-chat-latest",
            "chatgpt-4o-latest",
        ),
        *("llama3.1:8b", "meta-llama/llama-3.3-70b-instruct", "gemma3:4b", "mistral-small", "tiny:1b", "solo", "foo3"),
        *("qwen2.5:7b", "Qwen2.5-72B-Instruct", "qwen3-30b-a3b-instruct-2507", "qwen3-coder:30b", "deepseek-chat"),
        *("gemini-2.0-flash", "models/gemini-1.5-pro-002", "gemma-3-27b-it"),
        *("claude-sonnet-4-5-20250929", "claude-opus-4@20250514", "claude-3-5-haiku-20241022", "claude-opus-4.8"),
    ],
)
def test_other_models_get_room_only_where_it_costs_nothing(model: str) -> None:
    assert not needs_of(model).thinks
    assert room_for_thoughts(model, "medium", is_hosted=False) == 0
    assert room_for_thoughts(model, "medium", is_hosted=True) == THINKING_TOKENS


@pytest.mark.parametrize(
    ("model", "temperature"),
    [
        ("gemini-3.8-flash", None),
        ("models/gemini-flash-latest", None),
        ("google/gemini-4-pro", None),
        ("gpt-5-mini", None),
        ("o3", None),
        ("claude-opus-4-7", None),
        ("claude-sonnet-5", None),
        ("gemini-2.5-flash", 0.1),
        ("gemini-2.0-flash", 0.1),
        ("gpt-4.1", 0.1),
        ("llama3.1:8b", 0.1),
        ("claude-sonnet-4-5", 0.1),
        ("qwen3:8b", 0.6),
        ("deepseek-r1", 0.6),
    ],
)
def test_the_temperature_is_low_where_the_model_takes_one(model: str, temperature: float | None) -> None:
    assert temperature_for(model, PROMPT) == temperature
