"""Fetches the typesetting programs and fonts that the machine lacks into one folder, and runs them.

Python packages come from PyPI into an environment of the folder's own; programs and fonts come from Debian, unpacked
below the folder without being installed. Chromium and groff are used as the machine has them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from zoo.flat_fonts import FACES
from zoo.looks import STYLES, Look
from zoo.page import Page

PYTHON_PACKAGES = ("weasyprint", "typst", "pypandoc_binary", "fonttools")
FONT_PACKAGES = (
    "fonts-texgyre",
    "fonts-liberation",
    "fonts-linuxlibertine",
    "fonts-crosextra-carlito",
    "fonts-crosextra-caladea",
)
TEX_FONTS = "texmf/fonts/opentype"
# Longest of one paper on a loaded machine; a guess.
TIMEOUT_S = 300
FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>{shared}/fonts</dir>
  <dir>{shared}/{tex}</dir>
  <cachedir>{cache}</cachedir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
"""


class EngineError(Exception):
    """An engine could not set a paper; its messages follow."""


class Engines:
    """The programs below one folder; each is fetched when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._root = self._folder / "debian"

    def print(self, look: Look, page: Page, source: Path, pdf: Path) -> None:
        """Print a page in a look by way of a source file in the folder `source`.

        Raises:
            EngineError: If the engine fails.
        """
        css = (STYLES / "base.css").read_text(encoding="utf-8") + (STYLES / look.style).read_text(encoding="utf-8")
        file = source / "paper.html"
        file.write_text(page.html((self.flat_faces if look.flat_fonts else "") + css), encoding="utf-8")
        {"chromium": self._chromium, "weasyprint": self._weasyprint}[look.engine](file, pdf)

    def _chromium(self, page: Path, pdf: Path) -> None:
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            raise FileNotFoundError("Chromium is not installed")
        options = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            "--allow-file-access-from-files",
        )
        self._run([program, *options, f"--print-to-pdf={pdf}", page.resolve().as_uri()])

    def _weasyprint(self, page: Path, pdf: Path) -> None:
        self._run([str(self._python.parent / "weasyprint"), "--quiet", str(page), str(pdf)])

    @cached_property
    def flat_faces(self) -> str:
        """Return CSS that declares the fonts whose names and flags say nothing of bold and italic."""
        fonts = self._folder / "flat"
        if not all((fonts / f"{face}.ttf").exists() for face in FACES):
            source = self._shared / "fonts" / "truetype" / "liberation"
            self._run([str(self._python), str(Path(__file__).with_name("flat_fonts.py")), str(source), str(fonts)])
        return "\n".join(
            f'@font-face {{ font-family: "{name}"; src: url("{(fonts / f"{face}.ttf").as_uri()}"); }}'
            for face, name in FACES.items()
        )

    @cached_property
    def _python(self) -> Path:
        environment = self._folder / "python"
        if not (environment / "bin" / "weasyprint").exists():
            subprocess.run([sys.executable, "-m", "venv", environment], check=True)
            subprocess.run(
                [environment / "bin" / "pip", "install", "--quiet", *PYTHON_PACKAGES],
                check=True,
                stderr=subprocess.DEVNULL,
            )
        return environment / "bin" / "python"

    @cached_property
    def _shared(self) -> Path:
        self._debian(FONT_PACKAGES)
        return self._root / "usr" / "share"

    def _debian(self, packages: Sequence[str]) -> None:
        """Unpack Debian packages, with what they need and the machine lacks, below the folder."""
        kept = self._folder / "packages"
        kept.mkdir(parents=True, exist_ok=True)
        if all(any(kept.glob(f"{name}_*.deb")) for name in packages):
            return
        for name in _missing(packages):
            if not any(kept.glob(f"{name}_*.deb")):
                subprocess.run(["apt-get", "download", name], cwd=kept, check=True, capture_output=True)
                subprocess.run(["dpkg", "-x", *kept.glob(f"{name}_*.deb"), self._root], check=True)

    def _run(self, command: Sequence[str], environment: Iterable[tuple[str, str]] = ()) -> None:
        done = subprocess.run(
            command,
            timeout=TIMEOUT_S,
            capture_output=True,
            text=True,
            env=self._environment | dict(environment),
            check=False,
        )
        if done.returncode:
            raise EngineError(f"{command[0]} ended with {done.returncode}: {done.stderr[-2000:]}")

    @cached_property
    def _environment(self) -> dict[str, str]:
        config = self._folder / "fonts.conf"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(
            FONTCONFIG.format(shared=self._shared, tex=TEX_FONTS, cache=self._folder / "fontcache"), encoding="utf-8"
        )
        return dict(os.environ) | {"FONTCONFIG_FILE": str(config), "HOME": str(self._folder)}


def _missing(packages: Sequence[str]) -> list[str]:
    """Return the packages, and those that they need, which apt would install."""
    command = ["apt-get", "--simulate", "--no-install-recommends", "--reinstall", "install", *packages]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line.split()[1] for line in listed.splitlines() if line.startswith("Inst ")]
