"""Values are decoded by many threads at once."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own, since what it guards against ends the process. Types that nobody looked at yet have to be made
# for each round.
ROUNDS = """
import sys
from threading import Barrier, Thread

from msgspec import defstruct

from scholarai.domain.values import from_json, from_plain

EMPTY = {"inner": {}, "leaf": {}}


def read(kind, barrier):
    barrier.wait()
    from_json(kind, b'{"inner": {}, "leaf": {}}')
    from_plain(kind, EMPTY)


sys.setswitchinterval(1e-6)
for _ in range(50):
    leaf = defstruct("Leaf", [(f"field{n}", int | str | None, None) for n in range(20)])
    inner = defstruct("Inner", [(f"leaves{n}", tuple[leaf, ...], ()) for n in range(10)])
    outer = [defstruct("Outer", [("inner", inner), ("leaf", leaf)]) for _ in range(2)]
    barrier = Barrier(8)
    threads = [Thread(target=read, args=(kind, barrier)) for kind in outer * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_read_values_of_a_new_type_at_once() -> None:
    ended = subprocess.run([sys.executable, "-c", ROUNDS], check=False, capture_output=True, text=True)

    assert (ended.returncode, ended.stderr) == (0, "")
