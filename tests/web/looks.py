"""Pictures of the page's states, kept as grey values of blocks of four by four pixels.

A letter more or a softer edge changes few blocks; another font, colour or place of a part changes many.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
from e2e.serving import Server, wait_for
from numpy.typing import NDArray

from web import papers
from web.browser import SAMPLE_QUESTION, Browser, url_of

STORED = Path(__file__).with_name("looks")
BLOCK_PX = 4
# Of 255: what a block changes by where another thing stands there. Edges of letters in another build of Chromium stay below.
CHANGED = 32.0
# Two runs on one machine differ by 0.002 at most, by times such as "just now" (this module, twice); a font of other width
# changes 0.03 and more.
MOST_CHANGED_SHARE = 0.01

SAMPLE = "sample-paper"
SECOND = "Boiling Water in Two Columns"
ABOUT = "How close is the approximation to the exact probability?"
WINDOWS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 800}, "colorScheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 800}, "colorScheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "colorScheme": "light"},
}


def take_looks(browser: Browser, server: Server, scratch: Path) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Yield each state's name and its blocks, from a started server whose library holds only the sample paper."""
    wait_for(lambda: bool(server.extraction(SAMPLE)["status"] == "completed"), 60)
    second = papers.two_columns(scratch / "boiling-water.pdf")
    known: dict[str, Any] = {"url": url_of(server), "id": SAMPLE, "text": SECOND, "question": SAMPLE_QUESTION}
    review = browser.play("fillForLooks", context=WINDOWS["light"], file=str(second), about=ABOUT, **known)
    for prefix, context in WINDOWS.items():
        names = browser.play(
            "takeLooks",
            context=context,
            narrow=prefix == "phone",
            review=review,
            folder=str(scratch),
            prefix=prefix,
            # An address that does not exist answers 404, and Discover without services says so.
            quiet=False,
            **known,
        )
        yield from ((name, blocks_of(scratch / f"{name}.png")) for name in names)


def blocks_of(picture: Path) -> NDArray[np.uint8]:
    """Return the mean grey value of each block of a picture; rows and columns that fill no block are left out."""
    grey = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.Pixmap(str(picture)))
    pixels = np.frombuffer(grey.samples, np.uint8).reshape(grey.height, grey.stride)[:, : grey.width * grey.n]
    high, wide = grey.height // BLOCK_PX, grey.width // BLOCK_PX
    whole = pixels[:, :: grey.n][: high * BLOCK_PX, : wide * BLOCK_PX]
    means: NDArray[np.uint8] = whole.reshape(high, BLOCK_PX, wide, BLOCK_PX).mean(axis=(1, 3)).round().astype(np.uint8)
    return means


def store(name: str, blocks: NDArray[np.uint8]) -> None:
    """Keep a state's blocks as a small grey picture."""
    high, wide = blocks.shape
    STORED.mkdir(exist_ok=True)
    pymupdf.Pixmap(pymupdf.csGRAY, wide, high, blocks.tobytes(), 0).save(str(STORED / f"{name}.png"))


def stored(name: str) -> NDArray[np.uint8]:
    """Return a state's kept blocks."""
    kept = pymupdf.Pixmap(str(STORED / f"{name}.png"))
    return np.frombuffer(kept.samples, np.uint8).reshape(kept.height, kept.stride)[:, : kept.width * kept.n : kept.n]


def changed_share(blocks: NDArray[np.uint8], before: NDArray[np.uint8]) -> float:
    """Return the share of blocks that changed; 1 where the pictures have different sizes."""
    if blocks.shape != before.shape:
        return 1.0
    return float((np.abs(blocks.astype(np.float32) - before.astype(np.float32)) > CHANGED).mean())
