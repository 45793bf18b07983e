# ruff: noqa: INP001  - a script, not a package
"""Runs the page's tests in a real Chromium: builds the page, then plays web/e2e with Playwright.

    python web/e2e.py [arguments of `playwright test`]

`CHROMIUM` names the browser, otherwise it is the first on the path. Where there is no browser or the page cannot be built, it says
so and exits 0, or 1 if `CI` is set: there no test may be skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import build

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def main(arguments: list[str]) -> int:
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if chromium is None:
        return _skip("no Chromium on the path (CHROMIUM names one)")
    try:
        build.build()
        npm = build.find_npm()
    except build.CannotBuildError as error:
        return _skip(f"the page cannot be built here: {error}")
    # Node and npm of an environment call each other by name.
    path = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "CHROMIUM": chromium, "PYTHON": sys.executable}
    projects = [] if any(argument.startswith("--project") for argument in arguments) else ["--project=page"]
    command = [npm, "run", "--silent", "e2e", "--", *projects, *arguments]
    return subprocess.run(command, cwd=build.WEB, env=environment, check=False).returncode


def _skip(why: str) -> int:
    sys.stderr.write(f"The tests of the page in a browser were skipped: {why}\n")
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
