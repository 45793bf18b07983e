"""Histories of calls, each using what others answered, against a served library: `python benchmarks/fuzz_http.py [--seconds 600]`.

schemathesis makes them from docs/openapi.json, as a state machine of hypothesis: what one call answers (a paper, a conversation, a
review) goes into the next. No answer may be a 5xx, take 20 s or differ from its schema; a finding is printed with the call that
shows it, and its round's seed repeats it (`--seed N --seconds 1`). Ends with 1 where there is one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the client of a served library and the machine live there

from e2e.api_histories import live  # noqa: E402  - after the path is set
from e2e.serving import Server  # noqa: E402  - after the path is set


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-fuzz-") as folder:
        server = Server(Path(folder) / "data").start()
        begun = time.monotonic()
        try:
            server.wait_until_ended("sample-paper")
            lived = live(f"http://127.0.0.1:{server.port}", options.seconds, options.seed)
            died = not server.is_up()
        finally:
            server.kill()
        uncaught = server.log.read_text().count("Traceback")
    print(
        f"{sum(lived.calls.values())} calls in {lived.rounds} rounds, {lived.uploads} uploads, {time.monotonic() - begun:.0f} s"
    )
    print(", ".join(f"{label} {count}" for label, count in sorted(lived.calls.items())))
    print("answers: " + ", ".join(f"{status} {count}" for status, count in sorted(lived.statuses.items())))
    print(
        f"5xx, hangs and broken contracts: 0; tracebacks in the log: {uncaught}; server {'DIED' if died else 'lives'}"
    )
    return int(died or uncaught > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
