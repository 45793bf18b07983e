"""Content parts as Firestore documents `papers/{paper_id}/content/{generation}-{nnnn}` and back.

The JSON is stored compressed: it is a sixth in size, which makes a paper quicker to read and lets parts that exceed a
document in plain text fit into one. Its sum stands beside it; parts that earlier releases wrote have gzip's own alone.
"""

from __future__ import annotations

import gzip
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scholarai.domain.limits import DOCUMENT_BYTES, KIB
from scholarai.domain.parts import ContentPart
from scholarai.domain.sums import sum_of

CONTENT = "content"
# A document's limit counts its name and fields too.
SLICE_BYTES = DOCUMENT_BYTES - 16 * KIB
# Fast, and within some percent of the best.
_LEVEL = 6


def part_documents(generation: int, part: ContentPart) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the names and fields of the documents that hold a part: one, or a few slices of a very large part."""
    packed = gzip.compress(part.json.encode(), compresslevel=_LEVEL, mtime=0)
    slices = [packed[at : at + SLICE_BYTES] for at in range(0, len(packed), SLICE_BYTES)]
    for number, data in enumerate(slices):
        name = f"{generation}-{part.index:04d}" + (f".{number}" if number else "")
        yield (
            name,
            {
                "generation": generation,
                "index": part.index,
                "slice": number,
                "slices": len(slices),
                "json_gz": data,
                "sum": sum_of(generation, part.index, part.json),
            },
        )


def parts_of(documents: Iterable[Mapping[str, Any]]) -> list[ContentPart]:
    """Return the parts that documents hold, in any order; slices left over from a longer version are passed over.

    Raises:
        ValueError: If a part is not what was stored.
    """
    slices: defaultdict[int, dict[int, Mapping[str, Any]]] = defaultdict(dict)
    for fields in documents:
        slices[fields["index"]][fields["slice"]] = fields
    return [_part(index, found) for index, found in slices.items()]


def _part(index: int, slices: Mapping[int, Mapping[str, Any]]) -> ContentPart:
    first = slices[0]
    try:
        text = gzip.decompress(b"".join(slices[number]["json_gz"] for number in range(first["slices"]))).decode()
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"part {index} cannot be unpacked") from error
    if "sum" in first and first["sum"] != sum_of(first["generation"], index, text):
        raise ValueError(f"part {index} does not fit its sum")
    return ContentPart(index=index, json=text)
