"""Takes the pictures of the page: a real Chromium over a real server, with the sample paper.

    python tools/pictures.py [folder]
    python tools/pictures.py --looks

The first writes those of the user guide as WebP into docs/pictures, or into the folder, and prints each file's size in
bytes. The second writes those that the tests compare every state of the page with (tests/web/looks). Both need Chromium,
and Node to build the page.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from doubles.gemini_server import Answer, GeminiServer  # noqa: E402  - the tests' own helpers
from e2e.serving import Server, wait_for  # noqa: E402  - after the path is set
from web import looks, papers  # noqa: E402  - after the path is set
from web.browser import SAMPLE_QUESTION, Browser, build_page, find_chromium, url_of  # noqa: E402  - after the path is set

SAMPLE = "sample-paper"
WINDOW = {"viewport": {"width": 1280, "height": 800}, "colorScheme": "light"}
REVIEW_QUESTION = "How close is the approximation to the exact probability?"
# What a model may say of the sample paper: a true sentence, one with a wrong number, and a quote that is not the paper's.
REPLY = Answer(
    "With 23 people a shared birthday is more likely than not. "
    '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite> '
    "All 366 days are equally likely. "
    '<cite id="1">We assume that all d = 365 days are equally likely and that birthdays are independent.</cite>\n\n'
    "The approximation is off by at most 0.110. "
    '<cite id="1">The approximation is never more than 0.110 away from the exact value for the sizes that we tabulate'
    "</cite>"
)


def main() -> int:
    options = _options()
    chromium, why = find_chromium(), build_page()
    if chromium is None or why is not None:
        sys.stderr.write(f"cannot take pictures: {why or 'no Chromium on the path (CHROMIUM names one)'}\n")
        return 1
    browser = Browser(chromium)
    try:
        if options.looks:
            _take_looks(browser)
        else:
            folder = options.folder.absolute()
            folder.mkdir(parents=True, exist_ok=True)
            _take(browser, folder)
            for picture in sorted(folder.glob("*.webp")):
                sys.stdout.write(f"{picture.stat().st_size:7} {picture.name}\n")
    finally:
        browser.close()
    return 0


def _take_looks(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(Path(scratch) / "data").start()
        try:
            taken = dict(looks.take_looks(browser, server, Path(scratch)))
        finally:
            server.kill()
    for left_over in {path.stem for path in looks.STORED.glob("*.png")} - set(taken):
        (looks.STORED / f"{left_over}.png").unlink()
    for name, blocks in taken.items():
        looks.store(name, blocks)
    sys.stdout.write(f"{len(taken)} states\n")


def _take(browser: Browser, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch, GeminiServer() as gemini:
        gemini.script(REPLY)
        without = Server(Path(scratch) / "without")
        with_model = Server(
            Path(scratch) / "with",
            GEMINI_API_KEY="test",
            SCHOLARAI_GEMINI_BASE_URL=gemini.url,
            SCHOLARAI_SECOND_READING="off",
        )
        try:
            _without_model(browser, without.start(), Path(scratch), folder)
            _with_model(browser, with_model.start(), folder)
        finally:
            without.kill()
            with_model.kill()


def _without_model(browser: Browser, server: Server, scratch: Path, folder: Path) -> None:
    _wait_for_sample(server)
    second = papers.two_columns(scratch / "boiling-water.pdf")
    url = url_of(server)
    browser.play(
        "pictureReading",
        context=WINDOW,
        url=url,
        file=str(second),
        text="Boiling Water in Two Columns",
        id=SAMPLE,
        question=SAMPLE_QUESTION,
        folder=str(folder),
    )
    browser.play("pictureReview", context=WINDOW, url=url, question=REVIEW_QUESTION, folder=str(folder))


def _with_model(browser: Browser, server: Server, folder: Path) -> None:
    _wait_for_sample(server)
    browser.play(
        "pictureVerdicts", context=WINDOW, url=url_of(server), id=SAMPLE, question=SAMPLE_QUESTION, folder=str(folder)
    )


def _wait_for_sample(server: Server) -> None:
    wait_for(lambda: bool(server.extraction(SAMPLE)["status"] == "completed"), 60)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "pictures")
    parser.add_argument("--looks", action="store_true", help="take the pictures of the tests instead")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
