"""What an instance holds of objects that nobody uses any more."""

from __future__ import annotations

import subprocess
import sys

from scholarai.entrypoints.instance import NEW_OBJECTS

# Serves calls that each leave a cycle of objects behind, as clients of Google's do, and prints the most that were held.
CALLS = """
import gc
from scholarai.entrypoints import instance

class Left:
    held = most = 0
    def __init__(self):
        self.itself = self
        Left.held += 1
    def __del__(self):
        Left.held -= 1

instance.begin("")
gc.collect()  # what is loaded first is loaded
for _ in range(200_000):
    Left()
    Left.most = max(Left.most, Left.held)
print(Left.most)
"""


def test_what_calls_leave_behind_is_cleared_up_before_it_is_much() -> None:
    done = subprocess.run([sys.executable, "-c", CALLS], capture_output=True, text=True, check=True)

    assert 0 < int(done.stdout) <= NEW_OBJECTS
