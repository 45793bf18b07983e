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

import pymupdf
from pylatexenc.latexencode import unicode_to_latex

from zoo.flat_fonts import FACES
from zoo.looks import STYLES, Look
from zoo.page import Page
from zoo.word import front_section, reference_document

PYTHON_PACKAGES = ("weasyprint", "typst", "pypandoc_binary", "fonttools")
FONT_PACKAGES = (
    "fonts-texgyre",
    "fonts-liberation",
    "fonts-linuxlibertine",
    "fonts-crosextra-carlito",
    "fonts-crosextra-caladea",
)
TEX_FONTS = "texmf/fonts/opentype"
OFFICE_PACKAGES = ("libreoffice-writer-nogui",)
LATEX_PACKAGES = (
    "texlive-latex-base",
    "texlive-latex-recommended",
    "texlive-publishers",
    "texlive-fonts-recommended",
    "lmodern",
)
# A picture of 320 points is then 3.2 inches wide, as a column is.
PICTURE_DPI, SHOWN_DPI = 200, 278
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
        if look.engine in {"chromium", "weasyprint"}:
            css = "".join((STYLES / name).read_text(encoding="utf-8") for name in ("base.css", look.style))
            file = source / "paper.html"
            file.write_text(page.html((self.flat_faces if look.flat_fonts else "") + css), encoding="utf-8")
            {"chromium": self._chromium, "weasyprint": self._weasyprint}[look.engine](file, pdf)
            return
        _draw(source)
        # pandoc reads nothing but <main> where there is one
        text = page.html("", pictures="figure-{}.png").replace("<main>", "").replace("</main>", "")
        (source / "paper.html").write_text(text, encoding="utf-8")
        {"docx": self._docx, "odt": self._odt, "typst": self._typst, "latex": self._latex}[look.engine](
            source, pdf, STYLES / look.style
        )

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

    def _docx(self, source: Path, pdf: Path, style: Path) -> None:
        default = subprocess.run(
            [self._pandoc, "--print-default-data-file", "reference.docx"], check=True, capture_output=True
        )
        (source / "reference.docx").write_bytes(reference_document(default.stdout, style))
        self._from_html(source, "paper.docx", "--reference-doc=reference.docx", front=front_section(style))
        self._office(source / "paper.docx", pdf)

    def _odt(self, source: Path, pdf: Path, _style: Path) -> None:
        self._from_html(source, "paper.odt")
        self._office(source / "paper.odt", pdf)

    def _typst(self, source: Path, pdf: Path, style: Path) -> None:
        self._from_html(source, "body.typ")
        text = style.read_text(encoding="utf-8") + (source / "body.typ").read_text(encoding="utf-8")
        (source / "paper.typ").write_text(text, encoding="utf-8")
        code = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=sys.argv[3:])"
        fonts = [str(self._shared / "fonts"), str(self._shared / TEX_FONTS)]
        self._run([str(self._python), "-c", code, str(source / "paper.typ"), str(pdf), *fonts])

    def _latex(self, source: Path, pdf: Path, style: Path) -> None:
        self._from_html(source, "body.tex")
        body = (source / "body.tex").read_text(encoding="utf-8")
        signs = sorted({sign for sign in body if not sign.isascii()})
        known = "\n".join(rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{_in_tex(sign)}}}" for sign in signs)
        text = "\n".join([style.read_text(encoding="utf-8"), known, r"\begin{document}", body, r"\end{document}"])
        self.latex(text, source, pdf)

    def latex(self, text: str, source: Path, pdf: Path) -> None:
        r"""Set a document in LaTeX in the folder `source`; it may `\input{common}`, which tells where fonts are.

        Raises:
            EngineError: If TeX makes no PDF.
        """
        self._debian(LATEX_PACKAGES)
        (source / "paper.tex").write_text(text, encoding="utf-8")
        shutil.copy(STYLES / "common.tex", source)
        form = self._folder / "pdflatex.fmt"
        if not form.exists():
            self._tex(
                ["-ini", "-etex", f"-output-directory={self._folder}", "-jobname=pdflatex", "*pdflatex.ini"], source
            )
        for _ in range(2):  # a table knows its widths the second time
            self._tex([f"-fmt={form}", "-interaction=nonstopmode", "paper.tex"], source)
        (source / "paper.pdf").rename(pdf)

    def _tex(self, options: Sequence[str], source: Path) -> None:
        """Run TeX; it ends with 1 after any complaint, and has set the paper nevertheless."""
        trees = "TEXMF={/usr/share/texmf,/usr/share/texlive/texmf-dist}"
        command = ["env", trees, "TEXMFDBS=", "pdftex", "-progname=pdflatex", *options]
        self._run_laid_over(["sh", "-c", '"$@" || [ $? = 1 ]', "sh", *command], source)

    def _from_html(self, source: Path, file: str, *options: str, front: str = "") -> None:
        filters = f"--lua-filter={STYLES / 'pandoc.lua'}"
        self._run(
            [self._pandoc, "paper.html", filters, *options, "-o", file],
            [("FRONT_SECTION", front)],
            source,
        )

    def _office(self, file: Path, pdf: Path) -> None:
        self._debian(OFFICE_PACKAGES)
        for part in self._root.glob("usr/lib/libreoffice/share/.registry/*.xcd"):  # as its installation would
            link = self._root / "etc" / "libreoffice" / "registry" / part.name
            if not link.is_symlink():
                link.symlink_to(f"/usr/lib/libreoffice/share/.registry/{part.name}")
        program = "/usr/lib/libreoffice/program/soffice.bin"
        profile = f"-env:UserInstallation={(self._folder / f'office-{os.getpid()}').as_uri()}"
        command = [program, profile, "--headless", "--convert-to", "pdf", "--outdir", str(pdf.parent), str(file)]
        # the first start makes the profile, and fails
        self._run_laid_over(["sh", "-c", '"$@" || "$@"', "sh", *command])
        (pdf.parent / "paper.pdf").rename(pdf)

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
    def _pandoc(self) -> str:
        return str(next(self._python.parents[1].glob("lib/python3*/site-packages/pypandoc/files/pandoc")))

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

    def _run_laid_over(self, command: Sequence[str], folder: Path | None = None) -> None:
        """Run a program of Debian's that knows its files by their absolute paths: where ours lie over the system's."""
        mounts = " && ".join(
            f'mount -t overlay overlay -o "lowerdir={self._root / name}:/{name}" /{name}'
            for name in ("usr", "etc", "var")
        )
        self._run(
            ["unshare", "--map-root-user", "--mount", "sh", "-c", f'{mounts} && exec "$@"', "sh", *command], (), folder
        )

    def _run(
        self, command: Sequence[str], environment: Iterable[tuple[str, str]] = (), folder: Path | None = None
    ) -> None:
        done = subprocess.run(
            command,
            cwd=folder,
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


def _in_tex(sign: str) -> str:
    """Return what prints a sign in LaTeX; rare letters of formulas become a question mark."""
    return str(unicode_to_latex(sign, unknown_char_policy="replace", unknown_char_warning=False))


def _draw(source: Path) -> None:
    """Turn the drawings of a paper into pictures, which every word processor reads."""
    for drawing in source.glob("*.svg"):
        with pymupdf.open(drawing) as document:
            picture = document[0].get_pixmap(dpi=PICTURE_DPI)
            picture.set_dpi(SHOWN_DPI, SHOWN_DPI)
            picture.save(drawing.with_suffix(".png"))
