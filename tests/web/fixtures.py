"""Gives the browser tests of web/e2e what only Python can: servers, doubles of models and of Zotero, and generated papers.

    PYTHONPATH=tests python -m web.fixtures

Prints `fixtures on http://127.0.0.1:PORT` and answers `POST /OPERATION` with JSON until it is terminated; `OPERATIONS` has the
operations, whose parameters are the fields of the body. Everything that was started ends with this process.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, Literal

import pymupdf
from doubles.gemini_server import Answer, GeminiServer
from doubles.model_server import MODEL, ModelServer
from doubles.model_server import Answer as ModelAnswer
from doubles.serving import Quiet, Serving
from doubles.zotero import FakeZotero, put_highlight, put_paper
from doubles.zotero_server import ZoteroOverHttp
from e2e.serving import Server
from papers import pair
from papers.typeset import Paper

from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import Box
from scholarai.domain.ids import PaperId
from scholarai.mcp.places import Links
from web import papers

# Python runs this before anything else of the server: the double is the program on this machine.
REDIRECTED = "import scholarai.config.connections as connections\nconnections.ZOTERO_URL = {url!r}\n"
LATEX = r"""\documentclass{article}
\usepackage{graphicx}\usepackage{natbib}
\title{A Source with a Figure}\author{Ada Author}
\begin{document}\maketitle
\section{Introduction}
Kettles were studied before \citep{author1998kettles}. The water boils in some minutes, as Figure \ref{fig:k} shows.
\begin{figure}\includegraphics{figures/kettle}\caption{A kettle as we saw it.}\label{fig:k}\end{figure}
\bibliographystyle{plainnat}\bibliography{refs}
\end{document}
"""


@dataclass(frozen=True, slots=True)
class Started:
    """A server with the doubles that it calls, and what ends all of them."""

    server: Server
    end: ExitStack
    gemini: GeminiServer | None = None
    zotero: FakeZotero | None = None
    released: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True)
class Fixtures:
    """The operations; a server is named by the number under which it was started."""

    folder: Path
    started: dict[int, Started] = field(default_factory=dict)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    def start(self, *, gemini: bool = False, zotero: bool = False) -> dict[str, Any]:
        """Start a server over an empty library, with a scripted Gemini or beside a Zotero if wanted."""
        number, folder = next(self._numbers), self._new_folder()
        end = ExitStack()
        end.callback(shutil.rmtree, folder, ignore_errors=True)
        environment: dict[str, str] = {}
        model = end.enter_context(GeminiServer()) if gemini else None
        if model is not None:
            environment |= {
                "GEMINI_API_KEY": "test",
                "SCHOLARAI_GEMINI_BASE_URL": model.url,
                # Each reply is an answer: none is read a second time.
                "SCHOLARAI_SECOND_READING": "off",
            }
        fake = _zotero(folder) if zotero else None
        if fake is not None:
            program = end.enter_context(ZoteroOverHttp(fake, folder / "storage"))
            (folder / "first").mkdir()
            (folder / "first" / "sitecustomize.py").write_text(REDIRECTED.format(url=program.url))
            environment["PYTHONPATH"] = os.pathsep.join([str(folder / "first"), *sys.path])
        server = Server(folder / "data", **environment)
        end.callback(server.kill)
        self.started[number] = Started(server.start(), end, model, fake)
        return {"server": number, "url": f"http://127.0.0.1:{server.port}"}

    def end(self, *, server: int) -> None:
        started = self.started.pop(server)
        started.released.set()
        started.end.close()

    def kill(self, *, server: int) -> None:
        """Kill a server's processes (SIGKILL); `restart` starts it again with its data, on the same port."""
        self.started[server].server.kill()

    def restart(self, *, server: int) -> None:
        self.started[server].server.start()

    def script(self, *, server: int, replies: list[dict[str, Any]]) -> None:
        """Say what the server's Gemini answers next; of a reply that is `held`, all but the first piece waits for `release`."""
        started = self.started[server]
        model = self._gemini(server)
        model.reset()
        started.released.clear()
        for reply in replies:
            held = reply.pop("held", False)
            model.script(Answer(**reply, rest=started.released if held else None))

    def release(self, *, server: int) -> None:
        self.started[server].released.set()

    def requests(self, *, server: int) -> list[str]:
        """Return the methods of the calls that the server's Gemini got since it was scripted."""
        return [request.method for request in self._gemini(server).requests]

    def model(self, *, answer: str) -> dict[str, str]:
        """Start a model server that answers once with a text, and ends with this process."""
        server = ModelServer().start()
        server.script(ModelAnswer(answer))
        return {"url": server.url, "model": MODEL}

    def zotero_fault(self, *, server: int, fault: Literal["down", "lost"] | None) -> None:
        """Have Zotero be `down` for lists of its items or `lost` for everything, or well again."""
        fake = self._zotero(server)
        if fault == "down":
            fake.fault = lambda _, __: "down" if "format=versions" in fake.requests[-1][1] else None
        else:
            fake.fault = lambda _, __: fault

    def zotero_created(self, *, server: int) -> list[dict[str, Any]]:
        """Return the annotations that were written into Zotero."""
        fake = self._zotero(server)
        return [annotation for key, annotation in fake.annotations().items() if key in fake.created]

    def paper(self, *, kind: str, **options: Any) -> dict[str, Any]:
        """Write a paper of a kind; return its path and where in it things are printed, in shares of the page."""
        return PAPERS[kind](self._new_folder(), **options)

    def printed(self, *, path: str) -> list[str]:
        """Return the words of each page of a PDF that the browser printed."""
        with pymupdf.open(path) as document:
            return [" ".join(page.get_text().split()) for page in document]

    def link(self, *, paper: str, place: dict[str, Any]) -> str:
        """Return the address with which the MCP server opens a paper at a place of the API."""
        page = PageBoxes(
            page_number=place["page_number"],
            width_pt=place["width_pt"],
            height_pt=place["height_pt"],
            boxes=tuple(Box(*box) for box in place["boxes"]),
        )
        return Links("").place(PaperId(paper), [page], place["start"], place["end"])

    def close(self) -> None:
        for started in self.started.values():
            started.end.close()

    def _gemini(self, server: int) -> GeminiServer:
        model = self.started[server].gemini
        assert model is not None
        return model

    def _zotero(self, server: int) -> FakeZotero:
        fake = self.started[server].zotero
        assert fake is not None
        return fake

    def _new_folder(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.folder))


def _zotero(folder: Path) -> FakeZotero:
    """Return a Zotero library: a thesis whose chapter has a paper with a PDF and a highlight, and a paper outside of it."""
    fake = FakeZotero(server_id="d0a1")
    fake.collections["THES2222"] = {"name": "Thesis", "parentCollection": False}
    fake.collections["CHAP2222"] = {"name": "Chapter 2", "parentCollection": "THES2222"}
    put_paper(fake, collections=["CHAP2222"], title="Boiling Water in Two Columns")
    put_paper(fake, "ITEM3333", "PDFS3333", title="Somewhere else", DOI="10.1000/else")
    del fake.items["PDFS3333"]
    fake.files["PDFS2222"] = papers.two_columns(folder / "columns.pdf").read_bytes()
    put_highlight(fake, annotationText=papers.ANSWER[:60], annotationPosition='{"pageIndex": 0, "rects": []}')
    return fake


def _two_columns(folder: Path, name: str = "columns.pdf", **options: Any) -> dict[str, Any]:
    return {"path": str(papers.two_columns(folder / name, **options))}


def _over_two_pages(folder: Path) -> dict[str, Any]:
    path, begins, ends = papers.over_two_pages(folder / "two-pages.pdf")
    return {"path": str(path), "points": [begins, ends]}


def _turned(folder: Path) -> dict[str, Any]:
    return {"path": str(papers.turned(folder / "turned.pdf"))}


def _encrypted(folder: Path) -> dict[str, Any]:
    return {"path": str(papers.encrypted(folder / "encrypted.pdf"))}


def _picture(folder: Path) -> dict[str, Any]:
    path, lines, page = papers.picture(folder / "picture.pdf")
    return {"path": str(path), "boxes": [_shares(line, page) for line in lines]}


def _figure(folder: Path) -> dict[str, Any]:
    path, figure, page = papers.with_figure(folder / "figure.pdf")
    return {"path": str(path), "boxes": [_shares(figure, page)]}


def _long(folder: Path, pages: int) -> dict[str, Any]:
    return {"path": str(papers.long_paper(folder / "long.pdf", pages))}


def _markdown(folder: Path) -> dict[str, Any]:
    return {"path": str(papers.text_papers(folder)["markdown"])}


def _latex(folder: Path) -> dict[str, Any]:
    return {"path": str(papers.text_papers(folder)["latex"])}


def _citing(folder: Path) -> dict[str, Any]:
    """Write a paper that cites by numbers, without links, over several pages."""
    paper = Paper(columns=1)
    paper.title("Boiling Water with References", "Ada Author", "A University")
    paper.heading("1 Introduction")
    paper.paragraph(
        "Kettles were studied before [1]. Their lids were surveyed later [3], and cups were studied too [2]."
    )
    for _ in range(30):
        paper.paragraph(papers.FILLER)
    paper.paragraph("As was said before, kettles have water [1].")
    paper.references(
        (
            "A. Author and B. Writer. Kettles and their water. Journal of Tea, 12(3):45-67, 1998.",
            "C. Reader. On the boiling of water in cups. Proceedings of Tea, pages 1-9, 2004.",
            "D. Third and E. Fourth. A survey of lids. Tea Letters, 7:11-19, 2011.",
        )
    )
    paper.save(folder / "cited.pdf")
    return {"path": str(folder / "cited.pdf")}


def _linked(folder: Path) -> dict[str, Any]:
    """Write a paper whose first page has a link to words further down on the second."""
    document = pymupdf.open()
    document.new_page()
    document.new_page()
    document[0].insert_text((72, 90), "The kettle is described in detail further down.", fontsize=11, fontname="tiro")
    document[1].insert_text((72, 500), "Details of the kettle", fontsize=14, fontname="tibo")
    # PyMuPDF counts the place of a destination from the top.
    document[0].insert_link(
        {"kind": pymupdf.LINK_GOTO, "from": pymupdf.Rect(72, 78, 200, 94), "page": 1, "to": pymupdf.Point(72, 490)}
    )
    document.save(folder / "linked.pdf")
    return {"path": str(folder / "linked.pdf")}


def _source(folder: Path) -> dict[str, Any]:
    """Pack LaTeX with a figure and a bibliography."""
    inside = folder / "inside"
    (inside / "figures").mkdir(parents=True)
    (inside / "main.tex").write_text(LATEX)
    (inside / "refs.bib").write_text(
        "@article{author1998kettles, author = {Author, Ann and Writer, Bo}, title = {Kettles and their water},\n"
        "journal = {Journal of Tea}, year = {1998}, doi = {10.1000/kettles}}\n"
    )
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 40))
    picture.clear_with(120)
    picture.save(inside / "figures" / "kettle.png")
    return {"path": shutil.make_archive(str(folder / "source"), "zip", inside)}


def _pair(folder: Path) -> dict[str, Any]:
    pdf, source = pair.make_pdf(folder / "tides.pdf"), pair.make_source(folder / "tides.tex")
    return {"path": str(pdf), "source": str(source), "title": pair.TITLE}


def _shares(box: pymupdf.Rect, page: pymupdf.Rect) -> dict[str, float]:
    """Return a rectangle in shares of the page's size."""
    return {
        "left": box.x0 / page.width,
        "top": box.y0 / page.height,
        "right": box.x1 / page.width,
        "bottom": box.y1 / page.height,
    }


PAPERS: dict[str, Callable[..., dict[str, Any]]] = {
    "two-columns": _two_columns,
    "over-two-pages": _over_two_pages,
    "turned": _turned,
    "encrypted": _encrypted,
    "picture": _picture,
    "figure": _figure,
    "long": _long,
    "markdown": _markdown,
    "latex": _latex,
    "citing": _citing,
    "linked": _linked,
    "source": _source,
    "pair": _pair,
}
OPERATIONS: dict[str, Callable[..., Any]] = {
    operation.__name__: operation
    for operation in (
        Fixtures.start,
        Fixtures.end,
        Fixtures.kill,
        Fixtures.restart,
        Fixtures.script,
        Fixtures.release,
        Fixtures.requests,
        Fixtures.model,
        Fixtures.zotero_fault,
        Fixtures.zotero_created,
        Fixtures.paper,
        Fixtures.printed,
        Fixtures.link,
    )
}


class Calls(Serving):
    """The operations over HTTP."""

    def __init__(self, fixtures: Fixtures) -> None:
        self.fixtures = fixtures
        super().__init__(_Handler)


class _Handler(Quiet):
    double: Calls

    def do_POST(self) -> None:  # noqa: N802  - the name that http.server calls
        try:
            given = json.loads(self.sent() or b"{}")
            value, status = OPERATIONS[self.path.removeprefix("/")](self.double.fixtures, **given), 200
        except Exception:  # noqa: BLE001  - the test that called says what went wrong here
            value, status = traceback.format_exc(), 500
        self.send(status, json.dumps(value).encode(), {"content-type": "application/json"})


def main() -> int:
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory(prefix="scholarai-e2e-", ignore_cleanup_errors=True) as folder:
        fixtures = Fixtures(Path(folder))
        try:
            with Calls(fixtures) as calls:
                sys.stdout.write(f"fixtures on {calls.url}\n")
                sys.stdout.flush()
                Event().wait()
        finally:
            fixtures.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
