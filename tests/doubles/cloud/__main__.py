"""Run the cloud on this machine: `python -m doubles.cloud [PORT]`, or `make cloud-local`."""

from __future__ import annotations

import contextlib
import shlex
import signal
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

import pytest
from doubles.cloud.local_cloud import LocalCloud


def main(arguments: list[str]) -> int:
    """Serve until interrupted, and say how to call it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="scholarai-cloud-") as folder:
        try:
            with LocalCloud(Path(folder), port=int(arguments[0]) if arguments else 0) as cloud:
                operator = Path(folder) / "operator.sh"
                operator.write_text(_settings(cloud.operator))
                sys.stdout.write(
                    f"The API is at {cloud.url}, its logs are in {folder}; Ctrl-C ends everything.\n"
                    f'As a user: curl -H "Authorization: Bearer {cloud.token("ada")}" {cloud.url}/papers\n'
                    f"As an operator: . {operator}, then the commands of docs/operations.md\n"
                )
                sys.stdout.flush()
                with contextlib.suppress(KeyboardInterrupt):
                    threading.Event().wait()
        except pytest.skip.Exception as lacking:  # the emulators say so to the tests
            sys.stderr.write(f"{lacking.msg}\n")
            return 1
    return 0


def _settings(environment: Mapping[str, str]) -> str:
    """Return what Terraform's output `settings` is in the cloud."""
    return "".join(f"export {name}={shlex.quote(value)}\n" for name, value in sorted(environment.items()))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
