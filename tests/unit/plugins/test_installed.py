"""A format, a provider, an export and a literature service of an installed package, and packages that are broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

ROWS = """
    from scholarai.domain.plugins import Export, Format, ProviderRow, Service

    ORG = Format(
        name="org", label="Org", endings=(".org",), media_type="text/x-org", reader="org_papers.work:read",
        openings=(b"#+title:",), is_text=True,
    )
    TITLES = Export(
        name="titles", label="Titles", endings=(".titles",), media_type="text/plain",
        renderer="org_papers.work:as_titles", of="papers",
    )
    ECHO = ProviderRow(title="Echo", made_by="org_papers.work:Echo", is_local=True)
    SHELF = Service(title="The shelf", maker="org_papers.work:shelf", searches=1)
"""
WORK = """
    from dataclasses import dataclass
    from typing import Any
    from scholarai.adapters.literature.client import Host
    from scholarai.adapters.literature.rate_limiter import Limits
    from scholarai.domain.published_works import FoundWork
    from scholarai.parsing.markdown import read_markdown
    from scholarai.testing import ScriptedAnswerer

    def read(opened):
        [text] = opened.files.values()
        title, _, rest = text.decode().partition("\\n")
        return read_markdown(f"# {title.removeprefix('#+title:').strip()}\\n{rest}", bibliographies={})

    def as_titles(collected):
        yield "".join(f"{work.title}\\n" for work in collected.works).encode()

    class Echo:
        takes_images, is_free, recipient = False, True, None

        def __init__(self, settings, model):
            self.model = model

        def window(self):
            return None

        def answerer(self):
            return ScriptedAnswerer('Bees dance. <cite id="1">Bees tell each other by a dance.</cite>')

        def text_model(self):
            return None

        def embedder(self):
            return None

    @dataclass
    class Shelf:
        client: Any
        host: Host
        name: str = "shelf"

        def find(self, identifier):
            return None

        def titled(self, title):
            return []

        def search(self, words, *, limit):
            return [FoundWork(source="shelf", title="The dance of bees", doi="10.1000/bees")]

    def shelf(client, settings, clock):
        limits = Limits(requests=1, period_s=1.0, at_once=1, daily=settings.literature_daily)
        return Shelf(client=client, host=Host(name="The shelf", base_url="https://shelf.example", limits=limits))
"""
OFFERED = """
    [scholarai.formats]
    org = org_papers.rows:ORG
    [scholarai.exports]
    titles = org_papers.rows:TITLES
    [scholarai.providers]
    echo = org_papers.rows:ECHO
    [scholarai.literature]
    shelf = org_papers.rows:SHELF
"""
PAPER = "#+title: How bees talk\n\n## Introduction\n\nBees tell each other by a dance. They fly far.\n"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The folder of installed packages, with `org-papers` in it."""
    install(tmp_path / "site", "org_papers", OFFERED, {"rows": ROWS, "work": WORK})
    return tmp_path / "site"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join(filter(None, [str(tmp_path / "site"), os.environ.get("PYTHONPATH")]))
        known = {name: value for name, value in os.environ.items() if not name.startswith(("SCHOLARAI_", "GEMINI_"))}
        return subprocess.run(
            [sys.executable, "-m", "scholarai", *arguments, "--data", str(tmp_path / "data")],
            env=known | {"PYTHONPATH": path} | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run


def install(site: Path, name: str, offered: str, modules: dict[str, str]) -> None:
    """Put a package into a folder as pip would."""
    (site / name).mkdir(parents=True)
    for module, source in modules.items():
        (site / name / f"{module}.py").write_text(dedent(source))
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(dedent(offered))


@pytest.mark.usefixtures("site")
def test_a_paper_of_an_installed_format_is_read_asked_by_an_installed_model_and_exported(
    run: Run, tmp_path: Path
) -> None:
    paper = tmp_path / "bees.org"
    paper.write_text(PAPER)

    asked = run("ask", str(paper), "How do bees talk?", "--json", SCHOLARAI_MODEL="echo/any")
    exported = run("export", "--format", "titles")

    assert asked.returncode == 0, asked.stderr
    [answer] = map(json.loads, asked.stdout.splitlines())
    assert answer["sections"][0]["citations"][0]["text"] == "Bees tell each other by a dance."
    assert exported.stdout == "How bees talk\n", exported.stderr


@pytest.mark.usefixtures("site")
def test_an_installed_service_is_searched(run: Run) -> None:
    found = run("discover", "dance of bees", SCHOLARAI_LITERATURE="shelf")

    assert "The dance of bees" in found.stdout, found.stderr


def test_what_is_broken_is_named_and_stops_nothing(site: Path, run: Run, tmp_path: Path) -> None:
    offered = """
        [scholarai.formats]
        gone = gone_papers.missing:ROW
        [scholarai.exports]
        odd = gone_papers.rows:ODD
        [scholarai.providers]
        gemini = org_papers.rows:ECHO
        [scholarai.literature]
        torn = gone_papers.rows:TORN
    """
    rows = """
        from scholarai.domain.plugins import Service
        ODD = "no row"
        TORN = Service(title="Torn", maker="gone_papers.missing:torn", searches=1)
    """
    install(site, "gone_papers", offered, {"rows": rows})
    (tmp_path / "bees.org").write_text(PAPER)

    asked = run("ask", str(tmp_path / "bees.org"), "How do bees talk?")
    found = run("discover", "dance of bees", SCHOLARAI_LITERATURE="shelf,torn")

    assert asked.returncode == 0, asked.stderr
    assert "gone of the package gone-papers (scholarai.formats) is left out: ModuleNotFoundError" in asked.stderr
    assert (
        "odd of the package gone-papers (scholarai.exports) is left out: gone_papers.rows:ODD is no Export"
        in asked.stderr
    )
    assert "(scholarai.providers) is left out: the name is taken" in asked.stderr
    assert "The dance of bees" in found.stdout, found.stderr
    assert "torn of the package gone-papers (scholarai.literature) is left out: ModuleNotFoundError" in found.stderr


def test_another_version_of_a_package_with_a_format_is_another_version_of_reading(site: Path) -> None:
    command = [sys.executable, "-c", "from scholarai.versions import reading_version; print(reading_version())"]

    def version() -> str:
        path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout

    first = version()
    metadata = site / "org_papers-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("Version: 1.0\n", "Version: 1.1\n"))

    assert version() != first
