"""A real Chromium as the tests of the page use it: one process of Node that plays scenarios of web/e2e."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pymupdf
from e2e.serving import Server

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SHOTS = WEB / "screenshots"
SAMPLE_QUESTION = "How many people make a shared birthday more likely than not?"
PHONE = {"viewport": {"width": 390, "height": 844}, "isMobile": True, "hasTouch": True}
SMALL_PHONE = {"viewport": {"width": 360, "height": 720}, "isMobile": True, "hasTouch": True}
# How a page is looked at: names of pictures, and Playwright's options of the window.
LOOKS: Sequence[tuple[str, dict[str, Any]]] = (
    ("light", {"colorScheme": "light"}),
    ("dark", {"colorScheme": "dark"}),
    ("phone", PHONE),
    ("phone-dark", {**PHONE, "colorScheme": "dark"}),
)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# What Chromium says by itself of calls that were meant to fail.
_EXPECTED_COMPLAINT = "Failed to load resource"


def find_chromium() -> str | None:
    """Return the browser to drive: `CHROMIUM` names one, otherwise the first on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def build_page() -> str | None:
    """Build the page and its packages, and return None, or why that could not be done."""
    done = subprocess.run(
        [sys.executable, str(WEB / "build.py"), "--must"], capture_output=True, text=True, timeout=900, check=False
    )
    return None if done.returncode == 0 else done.stderr.strip()


def url_of(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def cloud_policy() -> str:
    """Return the content security policy that Terraform gives the page in the cloud."""
    text = (ROOT / "terraform" / "site.tf").read_text()
    block = re.search(r"policy = \{\n(.+?)\n  \}", text, re.DOTALL)
    assert block is not None
    return "; ".join(f"{name} {sources}" for name, sources in re.findall(r'([\w-]+) += "(.+)"', block[1]))


def weights_of_page() -> dict[str, int]:
    """Return the bytes of each script and style sheet of the built page, as a server that compresses sends them."""
    files = [file for file in (WEB / "dist" / "assets").iterdir() if file.suffix in {".js", ".css", ".mjs"}]
    return {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in files}


def first_files_of_page() -> set[str]:
    """Return the names of the scripts and style sheets that come before the library can be used."""
    index = (WEB / "dist" / "index.html").read_text(encoding="utf-8")
    return set(re.findall(r'(?:src|href)="/assets/([^"]+\.(?:js|css))"', index))


def words_of(path: Path) -> list[str]:
    """Return the words of each page of a PDF that was printed."""
    with pymupdf.open(path) as document:
        return [" ".join(page.get_text().split()) for page in document]


def find_node() -> str:
    beside = str(Path(sys.executable).parent)
    return shutil.which("node") or shutil.which("node", path=beside) or "node"


class ScenarioFailedError(AssertionError):
    """A scenario of web/e2e did not go as it should; the words are the browser's."""


class Browser:
    """Plays scenarios one after another, each in a window of its own unless it goes on with the last one's."""

    def __init__(self, chromium: str) -> None:
        SHOTS.mkdir(exist_ok=True)
        self._process = subprocess.Popen(
            [find_node(), str(WEB / "e2e" / "driver.mjs"), chromium, str(SHOTS)],
            cwd=WEB,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.version = self._read()["ready"]

    def play(
        self,
        scenario: str,
        *,
        fresh: bool = True,
        context: Mapping[str, Any] | None = None,
        quiet: bool = True,
        **arguments: Any,
    ) -> Any:
        """Play a scenario and return what it saw.

        Args:
            scenario: A function's name in web/e2e.
            fresh: In a new window; otherwise in that of the last scenario.
            context: Playwright's options of the window.
            quiet: Fail when the console had an error or a warning, calls that were refused left aside.
            arguments: The function's own.
        """
        order = {"scenario": scenario, "fresh": fresh, "context": dict(context or {}), **arguments}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        reply = self._read()
        if "error" in reply:
            raise ScenarioFailedError(f"{scenario}: {reply['error']}\nconsole: {reply['complaints']}")
        complaints = [said for said in reply["complaints"] if _EXPECTED_COMPLAINT not in said]
        if quiet and complaints:
            raise ScenarioFailedError(f"{scenario}: the console says {complaints}")
        return reply["value"]

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, 9)
            self._process.wait(timeout=20)

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ScenarioFailedError(f"the browser's driver ended with {self._process.wait(timeout=20)}")
        return json.loads(line)
