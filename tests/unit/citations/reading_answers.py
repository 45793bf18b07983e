"""What the parser of answers yields, with neighbouring texts joined: deltas may cut a text anywhere."""

from __future__ import annotations

from scholarai.citations.parser import AnswerParser, Piece, Text
from scholarai.domain.sentences import ShownExcerpts


def pieces_of(*deltas: str, shown: ShownExcerpts | None = None) -> list[Piece]:
    parser = AnswerParser(shown=shown)
    joined: list[Piece] = []
    for piece in [piece for delta in deltas for piece in parser.feed(delta)] + parser.finish():
        if isinstance(piece, Text) and joined and isinstance(joined[-1], Text):
            joined[-1] = Text(joined[-1].text + piece.text)
        else:
            joined.append(piece)
    return joined
