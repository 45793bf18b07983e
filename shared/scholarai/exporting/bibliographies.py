"""Papers as a formatted bibliography: text, or a page of HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator

from scholarai.exporting.export_content import Collected
from scholarai.exporting.styles import STYLES, bibliography, style_named

PAGE_STYLE = (
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif}"
    ".bibliography p{padding-left:2rem;text-indent:-2rem}.notice{color:#555}blockquote{margin:.3rem 0 .3rem 1.5rem}"
    "table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.2rem .6rem;text-align:left;vertical-align:top}"
    "pre{overflow-x:auto;background:#f4f4f4;padding:.6rem}"
)


def as_text(collected: Collected) -> Iterator[bytes]:
    """Yield an entry per paper with an empty line between, in UTF-8."""
    style = style_named(collected.style) or STYLES[0]
    for _, entry in bibliography(collected.works, style, "text"):
        yield f"{entry}\n\n".encode()


def as_html(collected: Collected) -> Iterator[bytes]:
    """Yield a page that loads nothing and runs nothing."""
    style = style_named(collected.style) or STYLES[0]
    yield page_head("Bibliography").encode() + b'<h1>Bibliography</h1>\n<div class="bibliography">\n'
    for work, entry in bibliography(collected.works, style, "html"):
        yield f'<p id="{html.escape(work.key)}">{entry}</p>\n'.encode()
    yield b"</div>\n</body>\n</html>\n"


def page_head(title: str) -> str:
    """Return the beginning of a page of HTML, up to its body."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{html.escape(title)}</title>\n<style>{PAGE_STYLE}</style>\n</head>\n<body>\n"
    )
