"""A reader of papers that says what the test wants it to say."""

from __future__ import annotations

from collections.abc import Callable

from scholarai.domain.content import BLOCK_SEPARATOR, Author, Block, Page, PaperContent, Section
from scholarai.domain.ids import BlockId, SectionId
from scholarai.ports.reading import PageListener, PaperSource


class ScriptedReader:
    """Reads `content` from whatever file, page by page; `during` is called with each page, and may raise.

    `images` are the pictures that it makes when they are wanted.
    """

    version = "scripted-1"

    def __init__(self, content: PaperContent) -> None:
        self.content = content
        self.during: Callable[[int], None] = lambda _: None
        self.images: dict[int, bytes] = {}
        self.read_files: list[bytes] = []
        self.images_wanted: list[bool] = []

    def read(self, source: PaperSource, on_page: PageListener) -> PaperContent:
        self.read_files.append(source.path.read_bytes())
        for page in self.content.pages:
            self.during(page.page_number)
            on_page(page.page_number, len(self.content.pages))
        self.images_wanted.append(source.images is not None)
        if source.images is not None:
            for index, picture in self.images.items():
                (source.images / f"{index}.png").write_bytes(picture)
        return self.content


def a_content(paragraphs: int, *, pages: int = 12) -> PaperContent:
    """Return a paper with `paragraphs` chunks: each of its paragraphs is a section and fills one."""
    blocks: list[Block] = []
    at = 0
    for index in range(paragraphs):
        text = " ".join(f"Sentence {line} of paragraph {index} says nothing new." for line in range(3))
        blocks.append(
            Block(
                id=BlockId(f"b{index}"),
                kind="paragraph",
                text=text,
                start=at,
                end=at + len(text),
                section_id=SectionId(f"s{index}"),
                page_number=1 + index * pages // paragraphs,
            )
        )
        at += len(text) + len(BLOCK_SEPARATOR)
    return PaperContent(
        source_format="pdf",
        title="On Nothing New",
        authors=(Author(name="Ada Author"),),
        year=2026,
        pages=tuple(Page(page_number=n, width_pt=612, height_pt=792) for n in range(1, pages + 1)),
        sections=tuple(Section(id=SectionId(f"s{n}"), title=f"Part {n}", level=1) for n in range(paragraphs)),
        blocks=tuple(blocks),
    )
