"""Runs llama.cpp's own HTTP server in a process of its own: `python -m servers.llama_server MODEL`."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

KEY = "sk-of-this-test"
MODEL = "lab/tiny:1b"
WINDOW = 4_096
STOP_S = 10.0


@contextmanager
def llama_server(model: Path, log: Path) -> Iterator[str]:
    """Serve a model file and give the server's address; it also makes vectors, and wants `KEY`."""
    command = [sys.executable, "-m", "servers.llama_server", str(model)]
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=Path(__file__).parents[1]
        )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, log.read_text(errors="replace")[-2_000:]
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=STOP_S)


def _serve(model: str) -> None:
    from xllamacpp import CommonParams, Server, llama_pooling_type

    params = CommonParams()
    params.model.path = model
    params.model_alias = {MODEL}
    params.n_ctx, params.n_parallel, params.cpuparams.n_threads = WINDOW, 1, 1
    params.port, params.warmup = 0, False
    params.embedding, params.pooling_type = True, llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.api_keys = [KEY]
    server = Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    signal.pause()


if __name__ == "__main__":
    _serve(sys.argv[1])
