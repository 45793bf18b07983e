"""Content parts as Firestore documents `papers/{paper_id}/content/{generation}-{nnnn}` and back.

The JSON is stored compressed: it is a sixth in size, which makes a paper quicker to read and lets parts that exceed a
document in plain text fit into one.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scholarai.domain.limits import DOCUMENT_BYTES, KIB
from scholarai.domain.parts import ContentPart

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
            {"generation": generation, "index": part.index, "slice": number, "slices": len(slices), "json_gz": data},
        )


def parts_of(documents: Iterable[Mapping[str, Any]]) -> list[ContentPart]:
    """Return the parts that documents hold, in any order; slices left over from a longer version are passed over."""
    slices: defaultdict[int, dict[int, Mapping[str, Any]]] = defaultdict(dict)
    for fields in documents:
        slices[fields["index"]][fields["slice"]] = fields
    return [
        ContentPart(index=index, json=_unpacked(found[number]["json_gz"] for number in range(found[0]["slices"])))
        for index, found in slices.items()
    ]


def _unpacked(slices: Iterable[bytes]) -> str:
    return gzip.decompress(b"".join(slices)).decode()
