"""`make audit` does not call clean what a tool could not check. The texts are those that the tools printed without a network."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

outcome = runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "audit.py"))["outcome"]

# pip-audit 2.10.1 with an index that does not answer for single releases: exit code 0.
SKIPPED = """No known vulnerabilities found
Name          Skip Reason
------------- -------------------------------------------------------------------------
anthropic     Dependency not found on PyPI and could not be audited: anthropic (2.12.0)
"""
REFUSED = "npm warn audit 405 Method Not Allowed - POST\n\nnpm error audit endpoint returned an error\n"
OFFLINE = "requests.exceptions.ConnectionError: HTTPSConnectionPool: Failed to resolve"


@pytest.mark.parametrize(("code", "printed"), [(0, SKIPPED), (1, REFUSED), (1, OFFLINE)])
def test_a_tool_without_its_service_has_checked_nothing(code: int, printed: str) -> None:
    assert outcome(code, printed).startswith("could not ask its service")


@pytest.mark.parametrize(
    ("code", "printed", "meaning"),
    [
        (0, "No known vulnerabilities found", ""),
        (0, "found 0 vulnerabilities", ""),
        (1, "Found 1 known vulnerability in 1 package", "found faults"),
        (0, "Passed checks: 79, Failed checks: 0, Skipped checks: 0", ""),
        (
            0,
            "Passed checks: 3, Failed checks: 0, Skipped checks: 0, Parsing errors: 1",
            "left out a file that it cannot read",
        ),
    ],
)
def test_what_was_checked_is_clean_or_has_faults(code: int, printed: str, meaning: str) -> None:
    assert outcome(code, printed) == meaning
