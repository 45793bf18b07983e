"""Runs the tools of `make audit`, all or those named, and tells faults from tools that could not ask their service.

pip-audit calls a package "not found" where PyPI does not say what is known of it, counts it as clean, and reports "No known
vulnerabilities found" of a list of which it could check nothing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What the tools print where they had no answer, or left something out: pip-audit, npm, Checkov.
_UNREACHED = re.compile(r"could not be audited|Could not connect|ConnectionError|audit endpoint returned an error")
_UNREAD = re.compile(r"Parsing errors: [1-9]")
_LONGEST_S = 900


def outcome(code: int, printed: str) -> str:
    """Return what a run of a tool means, empty if it checked everything and found nothing."""
    if missing := _UNREACHED.findall(printed):
        return f"could not ask its service ({len(missing)} times): nothing is known of what it did not check"
    if _UNREAD.search(printed):
        return "left out a file that it cannot read"
    return "found faults" if code else ""


def main(venv: Path, names: Sequence[str] = ()) -> int:
    """Run each tool, or those named, from its environment below `venv`; return 1 if one did not check everything or found faults."""
    programs = Path(sys.executable).parent.name  # "Scripts" on Windows
    audit, checkov = venv / "audit" / programs, venv / "checkov" / programs
    pins = ("--disable-pip", "--require-hashes", "-r", "requirements/dev.txt")
    tools: Mapping[str, tuple[Sequence[str | Path], Path]] = {
        "zizmor": ((audit / "zizmor", "--offline", ".github"), ROOT),
        "checkov": ((checkov / "python", "-m", "checkov.main", "--config-file", ".checkov.yaml"), ROOT),
        "pip-audit": ((audit / "pip-audit", *pins), ROOT),
        "npm audit": (("npm", "audit", "--audit-level=high"), ROOT / "web"),
    }
    outcomes = {}
    for name in names or tools:
        command, folder = tools[name]
        print(f"{name} …", flush=True)
        done = subprocess.run(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_LONGEST_S,
            check=False,
        )
        print(done.stdout, flush=True)
        outcomes[name] = outcome(done.returncode, done.stdout)
    for name, meaning in outcomes.items():
        print(f"{name}: {meaning or 'no faults'}")
    return int(any(outcomes.values()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute(), sys.argv[2:]))
