"""The servers that speak OpenAI's protocol, and what differs between them."""

from __future__ import annotations

from scholarai.domain.values import Value


class Vendor(Value, frozen=True, kw_only=True):
    """The differences between servers that speak the same protocol.

    Attributes:
        title: As people call it.
        base_url: Its address unless SCHOLARAI_OPENAI_BASE_URL names another.
        is_local: Whether it runs on the machines of its user, so that nobody charges for it.
        limit_name: The request field that limits the tokens of a reply.
        takes_top_k: Whether a request may set `top_k`.
        takes_images: Whether its usual models read images.
        tells_window: Whether its list of models states their context windows.
        tells_properties: Whether it states its own at `/props`.
        models_path: The path of that list.
        pull, window: What the user can do about a missing model, and about too small a window.
    """

    title: str
    base_url: str
    is_local: bool = False
    limit_name: str = "max_tokens"
    takes_top_k: bool = True
    takes_images: bool = False
    tells_window: bool = True
    tells_properties: bool = False
    models_path: str = "/models"
    pull: str = ""
    window: str = ""


VENDORS = {
    "openai": Vendor(
        title="OpenAI",
        base_url="https://api.openai.com/v1",
        limit_name="max_completion_tokens",
        takes_top_k=False,
        takes_images=True,
        tells_window=False,
    ),
    "openrouter": Vendor(title="OpenRouter", base_url="https://openrouter.ai/api/v1"),
    "lmstudio": Vendor(
        title="LM Studio",
        base_url="http://127.0.0.1:1234/v1",
        is_local=True,
        models_path="/api/v0/models",
        pull="Load the model in LM Studio, or with `lms load`.",
        window="Load the model with a larger context length in LM Studio.",
    ),
    "vllm": Vendor(
        title="vLLM",
        base_url="http://127.0.0.1:8000/v1",
        is_local=True,
        pull="Start vLLM with `vllm serve` and the model's name.",
        window="Start vLLM with a larger `--max-model-len`.",
    ),
    "llamacpp": Vendor(
        title="llama.cpp's server",
        base_url="http://127.0.0.1:8080/v1",
        is_local=True,
        tells_properties=True,
        window="Start llama.cpp's server with a larger `--ctx-size`.",
    ),
}
