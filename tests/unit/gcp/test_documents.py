"""Names, values and parts of documents in Firestore, and what using them loads."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from scholarai.adapters.gcp.documents import can_be_id
from scholarai.adapters.gcp.parts import SLICE_BYTES, part_documents, parts_of
from scholarai.domain.limits import DOCUMENT_BYTES, MIB
from scholarai.domain.parts import ContentPart


@pytest.mark.parametrize("text", ["", ".", "..", "a/b", "__x__", "____", "x" * 1_501, "é" * 751, "\ud800"])
def test_some_texts_can_name_no_document(text: str) -> None:
    assert not can_be_id(text)


@pytest.mark.parametrize("text", ["a", "...", "__x", "x__", "é" * 750, "a b", "\x00", "p1\n"])
def test_most_texts_can_name_a_document(text: str) -> None:
    assert can_be_id(text)


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


MAKE = (
    "from scholarai.config import Settings; from scholarai.adapters.gcp.backend import GcpBackend;"
    "backend = GcpBackend(Settings.from_env({'SCHOLARAI_BACKEND': 'gcp', 'GOOGLE_CLOUD_PROJECT': 'p',"
    " 'SCHOLARAI_PAPERS_BUCKET': 'b'}));"
)


def test_the_paper_store_loads_neither_storage_nor_pubsub_nor_numpy() -> None:
    found = _printed(
        MAKE + "backend.papers; import sys;"
        "print([name for name in ('google.cloud.storage', 'google.cloud.pubsub_v1', 'numpy') if name in sys.modules])"
    )

    assert found == "[]"


def _printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()
