"""Content parts as documents."""

from __future__ import annotations

import random

from scholarai.adapters.gcp.parts import SLICE_BYTES, part_documents, parts_of
from scholarai.domain.limits import DOCUMENT_BYTES, MIB
from scholarai.domain.parts import ContentPart


def noise(size: int) -> str:
    return random.Random(7).randbytes(size // 2).hex()


def test_a_part_is_one_document_named_by_generation_and_index() -> None:
    ((name, fields),) = part_documents(17, ContentPart(index=3, json='{"α": 1}'))

    assert name == "17-0003"
    assert (fields["generation"], fields["index"]) == (17, 3)


def test_the_same_part_makes_the_same_bytes() -> None:
    part = ContentPart(index=0, json=noise(10_000))

    assert list(part_documents(1, part)) == list(part_documents(1, part))


def test_a_part_beyond_a_document_is_cut_and_joined_in_whatever_order() -> None:
    part = ContentPart(index=0, json=noise(5 * MIB))
    documents = [fields for _, fields in part_documents(1, part)]

    assert len(documents) > 2
    assert all(len(fields["json_gz"]) <= SLICE_BYTES < DOCUMENT_BYTES for fields in documents)
    assert parts_of(reversed(documents)) == [part]


def test_slices_left_over_from_a_longer_version_do_not_count() -> None:
    long = dict(part_documents(1, ContentPart(index=0, json=noise(5 * MIB))))
    short = ContentPart(index=0, json="{}")

    assert parts_of((long | dict(part_documents(1, short))).values()) == [short]
