"""Which operation serves a path, and which tables are loaded to find it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scholarai.entrypoints.operations import FunctionName, all_operations, find


@pytest.mark.parametrize("function", ["status", "chat"])
def test_every_row_of_a_function_is_found_among_its_own_tables(function: FunctionName) -> None:
    rows = [row for row in all_operations() if row.function == function]

    assert [find(row.method, row.path.replace("{", "").replace("}", ""), function).operation for row in rows] == rows


def test_a_path_of_its_own_is_not_taken_for_another_paths_id() -> None:
    paths = [(row.method, row.path) for row in all_operations() if "{" not in row.path]

    assert ("GET", "/papers/export") in paths
    assert [(method, find(method, path).operation.path) for method, path in paths] == paths


@pytest.mark.parametrize(
    ("call", "tables"),
    [
        (("POST", "/papers/p1/chat", "chat"), ["chat_operations"]),
        (("GET", "/papers/p1", "status"), ["paper_operations"]),
    ],
)
def test_a_first_call_loads_the_table_of_its_own_rows_alone(call: tuple[str, str, str], tables: list[str]) -> None:
    code = f"""
import sys
from scholarai.entrypoints.operations import find
find{call}
print(*[name.rpartition(".")[2] for name in sys.modules if name.endswith("_operations")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == tables
