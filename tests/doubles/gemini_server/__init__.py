"""A server that speaks the Gemini REST protocol on 127.0.0.1: sensible answers by itself, scripted answers and faults.

    with GeminiServer() as server:
        server.script(Failure(429, retry_delay_s=0.1), Answer("Hello."))
        ...  # SCHOLARAI_GEMINI_BASE_URL=server.url GEMINI_API_KEY=any

`python -m doubles.gemini_server --port 8099 --latency 2` (with tests/ on PYTHONPATH) runs it for other processes.
"""

from doubles.gemini_server.replies import Answer, Blocked, Cut, Empty, Failure, Garbage, Parts, Reply, Slow, Vectors
from doubles.gemini_server.server import GeminiServer
from doubles.gemini_server.wire import Request

__all__ = [
    "Answer",
    "Blocked",
    "Cut",
    "Empty",
    "Failure",
    "Garbage",
    "GeminiServer",
    "Parts",
    "Reply",
    "Request",
    "Slow",
    "Vectors",
]
