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


# The same, without the first collection: it comes by itself.
def test_the_first_calls_load_modules_without_a_look_for_garbage() -> None:
    calls = CALLS.replace("gc.collect()", "pass").replace("200_000", "50_000")

    done = subprocess.run([sys.executable, "-c", calls], capture_output=True, text=True, check=True)

    assert int(done.stdout) == 50_000


def test_a_function_loads_its_own_modules_without_a_look_for_garbage() -> None:
    calls = CALLS.replace('instance.begin("")', "exec('with instance.loading(): pass')").replace("gc.collect()", "pass")

    done = subprocess.run(
        [sys.executable, "-c", calls.replace("200_000", "50_000")], capture_output=True, text=True, check=True
    )

    assert int(done.stdout) == 50_000
