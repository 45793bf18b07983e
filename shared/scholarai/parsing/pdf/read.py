"""Reads a paper from the layout of its pages, step by step."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.content import (
    Block,
    Box,
    Equation,
    Figure,
    Note,
    Page,
    PaperContent,
    Reference,
    Section,
    Table,
)
from scholarai.parsing.coordinates import tenths_box
from scholarai.parsing.layout import DocumentInfo, PageLayout
from scholarai.parsing.pdf.blocks import Piece, build_blocks
from scholarai.parsing.pdf.flow import Flow, read_flow
from scholarai.parsing.pdf.front.abstract import without_rights
from scholarai.parsing.pdf.front.cover import article_page
from scholarai.parsing.pdf.front.identifiers import read_identifiers
from scholarai.parsing.pdf.front.title_page import read_front
from scholarai.parsing.pdf.layout.columns import in_reading_order, inner_gutters, margin_of_notes
from scholarai.parsing.pdf.layout.furniture import without_furniture
from scholarai.parsing.pdf.layout.gutters import Gutter, find_gutter
from scholarai.parsing.pdf.layout.mathematics import is_math_font
from scholarai.parsing.pdf.layout.metrics import Metrics, hyphenated_words, measure
from scholarai.parsing.pdf.layout.page import PageRows, PreparedPage, displayed, prepare
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.layout.thresholds import COLUMNS
from scholarai.parsing.pdf.references.citations import cite_spans
from scholarai.parsing.pdf.references.entries import raised_number
from scholarai.parsing.pdf.references.fields import read_reference
from scholarai.parsing.pdf.structure.captions import join_continued_captions, with_caption_parts
from scholarai.parsing.pdf.structure.equations import printed_number, split_equations
from scholarai.parsing.pdf.structure.floats import Floats, find_floats
from scholarai.parsing.pdf.structure.footnotes import without_note_marks
from scholarai.parsing.pdf.structure.groups import Group, grouped
from scholarai.parsing.pdf.structure.heading_fonts import with_learnt_weight
from scholarai.parsing.pdf.structure.headings import heading_candidates, select_headings
from scholarai.parsing.pdf.structure.initials import with_small_capitals
from scholarai.parsing.pdf.tables import continued, with_cells
from scholarai.parsing.pdf.text.characters import alphanumeric
from scholarai.parsing.pdf.text.titles import split_title
from scholarai.parsing.pdf.unplaced_words import text_left_out


def read_pdf(
    layouts: Iterable[PageLayout], *, info: DocumentInfo | None = None, notes: Sequence[Note] = ()
) -> PaperContent:
    """Return the content of a paper from the layout of all its pages; see `read_pages`."""
    return read_pages([prepare(layout) for layout in layouts], info=info, notes=notes)


def read_pages(
    prepared: Sequence[PreparedPage], *, info: DocumentInfo | None = None, notes: Sequence[Note] = ()
) -> PaperContent:
    """Return the content of a paper.

    Args:
        prepared: The pages in order, at least one.
        info: The file's metadata, used where the pages lack a value.
        notes: Notes made before, such as about pages that could not be read.
    """
    info = info or DocumentInfo()
    pages, furniture = without_furniture([page.rows for page in prepared])
    rows = _ordered(pages)
    metrics = measure(rows)
    rows, metrics = _with_plain_body(rows, metrics)
    rows = [with_small_capitals(row) for row in without_note_marks(rows, metrics)]
    rows = with_learnt_weight(rows, metrics)
    groups, floats = _grouped(rows, pages, metrics)
    candidates = heading_candidates(groups, metrics)
    title_page = _layout(prepared, article_page(groups, candidates, metrics))
    front = read_front(groups, candidates, metrics, title_page, info)
    names = {alphanumeric(author.name) for author in front.authors}
    headings = select_headings(
        [
            h
            for h in candidates
            if h.group not in front.taken and alphanumeric(f"{h.number or ''}{h.title}") not in names
        ]
    )
    flow = read_flow(groups, headings, floats, front, metrics)
    by_number = {page.page_number: page for page in pages}
    blocks = build_blocks(flow.pieces, by_number, hyphenated_words(row.text for row in rows))
    of_piece = dict(zip(flow.pieces, blocks, strict=True))
    references = _references(flow, of_piece)
    figures, tables, unread = _floats(floats, flow, of_piece, by_number)
    titled = [group.text for group in groups if group.page_number <= title_page.page_number]
    cover = [group.text for group in groups if group.page_number < title_page.page_number]
    last = " ".join(row.text for row in rows if row.page_number == rows[-1].page_number)
    heads = [row.text for row in furniture]
    identifiers = read_identifiers(title_page, heads, titled, info, cover, last, front.title or "")
    return PaperContent(
        source_format="pdf",
        title=front.title,
        authors=front.authors,
        doi=identifiers.doi,
        arxiv_id=identifiers.arxiv_id,
        abstract=_abstract(front.abstract_groups, front.abstract_skip, flow, of_piece),
        year=identifiers.year,
        venue=identifiers.venue,
        keywords=front.keywords,
        pages=_sizes(prepared),
        sections=_titled(flow, blocks),
        blocks=blocks,
        figures=figures,
        tables=tables,
        equations=tuple(_equations(flow, blocks)),
        references=references,
        cite_spans=cite_spans(blocks, {b.id: p.rows for b, p in zip(blocks, flow.pieces, strict=True)}, references),
        notes=(
            *notes,
            *(note for page in prepared for note in page.notes),
            *unread,
            *text_left_out(rows, flow.pieces, floats),
        ),
    )


def _grouped(rows: Sequence[Row], pages: Sequence[PageRows], metrics: Metrics) -> tuple[list[Group], Floats]:
    """Return the groups of rows outside of figures and tables, and these."""
    groups = with_caption_parts(grouped(rows, metrics))
    floats = find_floats(groups, pages, metrics)
    captions = [item.caption for item in floats.found]
    groups = join_continued_captions(_without_floats(groups, floats), captions, metrics)
    return split_equations(groups, metrics, captions), floats


def _layout(pages: Sequence[PreparedPage], number: int) -> PageLayout:
    """Return the layout of the title page, an empty one if it was not kept."""
    kept = (page.layout for page in pages if page.page_number == number)
    return next(kept, None) or PageLayout(number, 0.0, 0.0, ())


def _sizes(pages: Sequence[PreparedPage]) -> tuple[Page, ...]:
    return tuple(
        Page(page_number=page.page_number, width_pt=page.width_pt, height_pt=page.height_pt, to_pdf=page.to_pdf)
        for page in pages
    )


def _ordered(pages: Sequence[PageRows]) -> list[Row]:
    """Return the rows of all pages in reading order."""
    found = [find_gutter(page.rows) for page in pages]
    seen: dict[int, list[tuple[int, Gutter]]] = {}
    for page, own in zip(pages, found, strict=True):
        inner = inner_gutters([row for row in page.rows if not row.vertical], own) if own is not None else ()
        for gutter in (own, *inner) if own is not None else ():
            middle = round(gutter.middle / COLUMNS.usual_gutter_pt)
            seen.setdefault(middle, []).append((page.page_number % 2, gutter))
    known: list[tuple[Gutter, set[int]]] = []
    for alike in sorted(seen.values(), key=len, reverse=True)[:2]:
        if len(alike) >= COLUMNS.usual_pages or len(pages) <= COLUMNS.short_paper_pages:
            gutter, sides = alike[0][1], {side for side, _ in alike}
            # Nearer than a column, it stands between the labels of a list and the list's text, or left and right pages differ.
            if all(abs(gutter.middle - g.middle) >= COLUMNS.least_column_pt or not sides & s for g, s in known):
                known.append((gutter, sides))
    ordered: list[Row] = []
    margin = None
    for index, (page, own) in enumerate(zip(pages, found, strict=True)):
        usual = [gutter for gutter, _ in sorted(known, key=lambda item: page.page_number % 2 not in item[1])]
        on_page = in_reading_order(page.rows, usual, (own,), margin)
        # The notes beside the text of a title page may go on beside that of the next one.
        margin = margin_of_notes(on_page) if index == 0 else None
        ordered += on_page
    return ordered


def _with_plain_body(rows: list[Row], metrics: Metrics) -> tuple[list[Row], Metrics]:
    """Return the rows with the body's font as upright text, whatever it declares or is named, and the metrics of these rows.

    A body font may declare itself bold. Where it has one width for all letters, as those of typewriters and of Chinese and
    Japanese text have, no such font marks code; and a font that sets most of a paper's letters is no mathematical one.
    """
    body = next((run.style for row in rows for run in row.runs if run.style.font == metrics.font), None)
    font = "text" if is_math_font(metrics.font) else metrics.font
    if body is None or not (body.bold or body.mono or font != metrics.font):
        return rows, metrics
    plain = {
        style: style._replace(bold=style.bold and not own, mono=False if body.mono else style.mono,
                              font=font if own else style.font)
        for style in {run.style for row in rows for run in row.runs}
        for own in (style.font == metrics.font,)
    }  # fmt: skip
    rows = [
        dataclasses.replace(row, runs=tuple(run._replace(style=plain[run.style]) for run in row.runs)) for row in rows
    ]
    return rows, dataclasses.replace(metrics, font=font)


def _without_floats(groups: Sequence[Group], floats: Floats) -> list[Group]:
    """Return the groups without the rows of figures and tables."""
    taken = floats.inside | {row for item in floats.found for row in item.rows}
    if not taken:
        return list(groups)
    left = []
    for group in groups:
        rows = [row for row in group.rows if row not in taken]
        if len(rows) == len(group.rows):
            left.append(group)
        elif rows:
            left.append(dataclasses.replace(group, rows=rows))
    return left


def _titled(flow: Flow, blocks: Sequence[Block]) -> tuple[Section, ...]:
    """Return the sections with titles that were hyphenated at a line's end joined as in their blocks."""
    printed = {b.section_id: b.text for b, piece in zip(blocks, flow.pieces, strict=True) if _is_broken(piece)}
    return tuple(
        replace(section, title=split_title(printed[section.id]).title.rstrip(".: "))
        if section.id in printed
        else section
        for section in flow.sections
    )


def _is_broken(piece: Piece) -> bool:
    return piece.kind == "heading" and any(row.text.endswith("-") for row in piece.rows[:-1])


def _abstract(groups: Sequence[Group], skip: int, flow: Flow, of_piece: dict[Piece, Block]) -> str | None:
    rows = {row for group in groups for row in group.rows}
    texts = [
        of_piece[piece].text
        for piece in flow.pieces
        if piece.kind in {"paragraph", "list_item"} and piece.rows and piece.rows[0] in rows
    ]
    return without_rights("\n\n".join(texts)[skip:].strip()) or None


def _floats(
    floats: Floats, flow: Flow, of_piece: dict[Piece, Block], pages: Mapping[int, PageRows]
) -> tuple[tuple[Figure, ...], tuple[Table, ...], tuple[Note, ...]]:
    figures: list[Figure] = []
    tables: list[Table] = []
    unread: list[Note] = []
    for item in floats.found:
        piece = flow.captions.get(item)
        if piece is None:
            continue
        block = of_piece[piece]
        boxes = _on_page(item.boxes, pages[item.caption.page_number])
        if item.table:
            table = Table(
                label=item.label, caption=block.text, page_number=block.page_number, boxes=boxes, block_id=block.id
            )
            table, note = with_cells(table, item.rows, pages)
            tables.append(table)
            unread += [note] if note else []
        else:
            figures.append(
                Figure(
                    label=item.label, caption=block.text, page_number=block.page_number, boxes=boxes, block_id=block.id
                )
            )
    return tuple(figures), continued(tables), tuple(unread)


def _on_page(boxes: Sequence[Box], page: PageRows) -> tuple[Box, ...]:
    """Return the boxes as the page is displayed, cut to the page; a box that lies outside is left out."""
    sideways = page.turned[1] != 0
    width, height = (page.height_pt, page.width_pt) if sideways else (page.width_pt, page.height_pt)
    shown = (displayed(box, page) for box in boxes)
    within = (Box(max(0.0, b.x0), max(0.0, b.y0), min(width, b.x1), min(height, b.y1)) for b in shown)
    return tuple(tenths_box(box) for box in within if box.x0 < box.x1 and box.y0 < box.y1)


def _references(flow: Flow, of_piece: dict[Piece, Block]) -> tuple[Reference, ...]:
    return tuple(
        read_reference(of_piece[piece].text, index, raised_number(piece.rows[0]))
        for index, piece in enumerate(flow.bibliography, 1)
    )


def _equations(flow: Flow, blocks: Sequence[Block]) -> Iterable[Equation]:
    for piece, block in zip(flow.pieces, blocks, strict=True):
        if piece.kind == "equation":
            numbers = [number for row in piece.rows if (number := printed_number(row))]
            yield Equation(text=block.text, block_id=block.id, label=", ".join(numbers) or None)
