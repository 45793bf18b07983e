"""Runs the server for other processes until interrupted; prints its address."""

from __future__ import annotations

import argparse

from doubles.gemini_server import GeminiServer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before every answer")
    arguments = parser.parse_args()
    server = GeminiServer(port=arguments.port, latency_s=arguments.latency)
    print(server.url, flush=True)  # noqa: T201  - its one line of output
    server.serve()


if __name__ == "__main__":
    main()
