"""Random histories of a data folder: files in folders, other accounts and forged addresses, damage and backups, reading only.

`python benchmarks/library_histories.py [--histories 1000] [--events 40] [--seed 1] [--plant NAME | --plants]`

The seed and the number of a history determine its events (`library_machine.py`): files come into folders of two owners and of nobody, by hand or
announced, are read, replaced, noted, tagged, asked about and deleted; others call without the token, and with addresses that were
forged; single bytes of rows, files and archives change; the library is verified, saved, restored, started again, and served
read-only for a while. Each file must be one paper of its owner with the newest text, what is damaged must be named and never
read, nothing may be changed or seen without permission, and nothing of what was deleted may be left.

`--plant` breaks a copy of the product on purpose and looks for the error in the same histories; `--plants` does so with every error
of `library_plants.py`.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from library_plants import BEFORE, PLANTS  # noqa: E402  - after the path is set

_TOLD_EVERY = 50
EVERY = {**PLANTS, **BEFORE}


def main() -> int:
    options = _options()
    if options.plants:
        return _every_plant(options)
    if options.plant and "LIBRARY_PLANTED" not in os.environ:
        return _planted(options.plant, options)
    from library_machine import FoundError, a_history

    logging.getLogger("scholarai").setLevel(logging.CRITICAL)  # damage is logged each time
    begun, done = time.monotonic(), Counter[str]()
    verdict = "no violation"
    with tempfile.TemporaryDirectory(prefix="scholarai-histories-") as folder:
        for number in range(1, options.histories + 1):
            with a_history(Path(folder) / str(number), f"{options.seed} {number}") as history:
                try:
                    history.live(options.events)
                except FoundError as found:
                    verdict = f"VIOLATION in history {number} of seed {options.seed}: {found}"
                except Exception as error:  # noqa: BLE001  - an error that nothing of this should cause
                    verdict = f"VIOLATION in history {number} of seed {options.seed}: {error!r} in {history.told[-1:]}"
                done.update(history.done)
            if verdict != "no violation":
                break
            if number % _TOLD_EVERY == 0:
                print(f"{number} histories, {done.total()} events, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"seed {options.seed}: {number} histories, {done.total()} events, {time.monotonic() - begun:.0f} s")
    print(", ".join(f"{name} {count}" for name, count in sorted(done.items())))
    print(verdict, flush=True)
    return int((verdict == "no violation") == bool(options.plant))


def _planted(name: str, options: argparse.Namespace) -> int:
    """Live the same histories with a copy of the package in which an error is planted."""
    with tempfile.TemporaryDirectory(prefix="scholarai-planted-") as folder:
        source = Path(folder)
        shutil.copytree(
            ROOT / "shared" / "scholarai", source / "scholarai", ignore=shutil.ignore_patterns("__pycache__")
        )
        EVERY[name].make(source)
        command = [sys.executable, __file__, "--histories", str(options.histories), "--events", str(options.events)]
        return subprocess.run(
            [*command, "--seed", str(options.seed), "--plant", name],
            env={**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1", "LIBRARY_PLANTED": "1"},
            check=False,
        ).returncode


def _every_plant(options: argparse.Namespace) -> int:
    seen = {}
    for name in EVERY:
        print(f"--- {name}", flush=True)
        seen[name] = _planted(name, options) == 0
    missed = [name for name, found in seen.items() if not found]
    print(f"{sum(seen.values())} of {len(seen)} planted errors seen; missed: {missed}")
    return int(bool(missed))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--histories", type=int, default=1_000)
    parser.add_argument("--events", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", choices=sorted(EVERY), help="break the product; success is that it is seen")
    parser.add_argument("--plants", action="store_true", help="plant every error, one after the other")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
