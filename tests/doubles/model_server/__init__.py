"""A server on 127.0.0.1 that speaks the protocols of OpenAI, Ollama and Anthropic: answers by itself, and scripted faults.

with ModelServer() as server:
    server.script(Failure(429, {"retry-after": "1"}), Answer("Hello."))
    ...  # SCHOLARAI_OPENAI_BASE_URL=server.url + "/v1", OLLAMA_HOST=server.url, SCHOLARAI_ANTHROPIC_BASE_URL=server.url
"""

from doubles.model_server.dialects import DIMENSIONS, MODEL, Answer
from doubles.model_server.server import Failure, ModelServer, Raw, Scripted

__all__ = ["DIMENSIONS", "MODEL", "Answer", "Failure", "ModelServer", "Raw", "Scripted"]
