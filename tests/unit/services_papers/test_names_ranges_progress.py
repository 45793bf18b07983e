"""Object names, ranges and progress: rules without a store."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholarai.domain import extraction_progress
from scholarai.domain.content import Chunk
from scholarai.domain.extraction_progress import plan_ranges
from scholarai.domain.ids import OwnerId, PaperId, chunk_id
from scholarai.domain.limits import RANGE_CHUNKS, RANGE_PART_BYTES
from scholarai.domain.object_names import address_of, announced_id, is_owner, papers_of_object, upload_name
from scholarai.domain.parts import ContentPart

DEFAULT = OwnerId("default")
ANNOUNCED = PaperId("0f" * 16)
# Folders and files as people name them, of any depth; the same names occur again and again.
PATHS = st.lists(st.sampled_from(["thesis", "new", "2024", "p1", "Köhler", "a.pdf"]), max_size=4).map(
    lambda folders: "/".join([*folders, "paper.pdf"])
)


class TestNames:
    @pytest.mark.parametrize(
        ("name", "paper_id"),
        [
            (f"uploads/ada/{ANNOUNCED}/a.pdf", ANNOUNCED),
            ("uploads/ada/thesis/a.pdf", None),
            (f"uploads/ada/{ANNOUNCED}/part/a.pdf", None),
            (f"uploads/a b/{ANNOUNCED}/a.pdf", None),
            (f"inbox/ada/{ANNOUNCED}/a.pdf", None),
        ],
    )
    def test_the_folder_of_an_upload_may_be_a_paper(self, name: str, paper_id: str | None) -> None:
        assert announced_id(name) == paper_id

    @pytest.mark.parametrize(
        "name",
        [
            "a.pdf",
            "uploads/a.pdf",
            "uploads/a b/p1/a.pdf",
            "uploads/.ada/a.pdf",
            f"uploads/{'a' * 129}/a.pdf",
            "inbox/ada/p1/a.pdf",
            "/a.pdf",
            "a//b.pdf",
            "uploads//a.pdf",
            "a/../b.pdf",
            "a\nb.pdf",
            "content/report.pdf",
            "content/p1/report.pdf",
        ],
    )
    def test_every_other_name_belongs_to_the_default_owner(self, name: str) -> None:
        address = address_of("b", name, DEFAULT)

        assert address is not None
        assert address.owner == DEFAULT
        assert address.object_name == name

    @pytest.mark.parametrize("path", ["a.pdf", "thesis/a.pdf", "thesis/x/a.pdf", "th%31/a.pdf"])
    @pytest.mark.parametrize("owner", ["ada", "auth0|5f7c", "_x", "ada@example.org"])
    def test_a_file_in_an_owners_folder_belongs_to_that_owner(self, owner: str, path: str) -> None:
        address = address_of("b", f"uploads/{owner}/{path}", DEFAULT)

        assert address is not None
        assert (address.owner, address.paper_id[0]) == (owner, "x")

    @pytest.mark.parametrize(
        ("text", "anywhere", "account"),
        [
            ("ada", True, True),
            ("local", True, False),
            ("", False, False),
            ("../x", False, False),
            ("a/b", False, False),
        ],
    )
    def test_an_owner_is_plain_and_no_account_is_called_like_the_user_of_a_machine(
        self, text: str, anywhere: bool, account: bool
    ) -> None:
        assert (is_owner(text), is_owner(text, accounts=True)) == (anywhere, account)

    @given(st.lists(st.tuples(st.sampled_from(["ada", "bob"]), PATHS), min_size=2, unique=True))
    def test_every_object_in_whatever_folders_is_one_paper_of_its_owner(self, objects: list[tuple[str, str]]) -> None:
        addresses = [address_of("b", f"uploads/{owner}/{path}", DEFAULT) for owner, path in objects]

        assert [address and address.owner for address in addresses] == [owner for owner, _ in objects]
        assert len({address.paper_id for address in addresses if address}) == len(objects)

    def test_the_id_of_such_a_name_depends_on_bucket_and_name_alone(self) -> None:
        ids = [
            address_of(bucket, name, DEFAULT)
            for bucket, name in [("b", "x/y"), ("b", "x/y"), ("b2", "x/y"), ("b", "y")]
        ]

        assert ids[0] == ids[1]
        assert len({address.paper_id for address in ids if address}) == 3

    @pytest.mark.parametrize(
        "name",
        [
            "",
            "/",
            "a/",
            "a\ud800",
            "crops/p1/1/0.png",
            "crops/x",
            "x" * 1025,
        ],
    )
    def test_folders_impossible_names_and_our_own_outputs_are_no_papers(self, name: str) -> None:
        assert address_of("b", name, DEFAULT) is None

    @given(st.text())
    def test_whatever_the_file_is_called_the_object_name_says_whose_it_is(self, filename: str) -> None:
        name = upload_name(OwnerId("ada"), ANNOUNCED, filename)
        address = address_of("b", name, DEFAULT)

        assert address is not None
        assert (address.owner, announced_id(name)) == ("ada", ANNOUNCED)

    @pytest.mark.parametrize(
        ("name", "filename"), [("a/b\nc.pdf", "b_c.pdf"), ("a/..", "paper"), ("a/\u202eb", "\u202eb")]
    )
    def test_a_name_that_ends_lines_or_climbs_is_no_filename(self, name: str, filename: str) -> None:
        address = address_of("b", name, DEFAULT)

        assert address is not None
        assert address.filename == filename

    @given(st.text())
    def test_any_name_is_read_without_a_fault(self, name: str) -> None:
        address_of("b", name, DEFAULT)

    @pytest.mark.parametrize("owner", ["", "a/b", "..", "a b", "a" * 129])
    def test_an_owner_that_could_leave_its_folder_gets_no_upload(self, owner: str) -> None:
        with pytest.raises(ValueError, match="owner"):
            upload_name(OwnerId(owner), PaperId("p1"), "a.pdf")

    @pytest.mark.parametrize(
        ("name", "paper_id"),
        [
            (f"uploads/ada/{ANNOUNCED}/a.pdf", ANNOUNCED),
            ("crops/p1/7/0.png", "p1"),
            ("crops/p1/7/0.svg", None),
            ("inbox/a.pdf", None),
        ],
    )
    def test_an_object_of_ours_says_which_paper_it_may_belong_to(self, name: str, paper_id: str | None) -> None:
        assert next(iter(papers_of_object("b", name)), None) == paper_id

    def test_a_file_in_a_folder_may_be_a_paper_of_its_own(self) -> None:
        name = f"uploads/ada/{ANNOUNCED}/a.pdf"
        address = address_of("b", name, DEFAULT)

        assert address is not None
        assert papers_of_object("b", name) == (ANNOUNCED, address.paper_id)


def _chunks(count: int) -> list[Chunk]:
    return [
        Chunk(id=chunk_id(1, n), text="t", kind="text", start=n, end=n + 1, index=n, total=count) for n in range(count)
    ]


class TestRanges:
    @given(
        st.lists(st.integers(1, 3 * RANGE_PART_BYTES // 2), max_size=6),
        st.integers(0, 3 * RANGE_CHUNKS),
    )
    def test_all_parts_and_chunks_are_stored_once_within_the_limits(self, sizes: list[int], count: int) -> None:
        parts = [ContentPart(index=n, json="x" * size) for n, size in enumerate(sizes)]
        ranges = plan_ranges(parts, _chunks(count))

        assert sorted(part.index for piece in ranges for part in piece.parts) == list(range(len(parts)))
        assert [chunk.index for piece in ranges for chunk in piece.chunks] == list(range(count))
        for piece in ranges:
            assert len(piece.chunks) <= RANGE_CHUNKS
            too_large = sum(len(part.json) for part in piece.parts) > RANGE_PART_BYTES
            assert not too_large or (len(piece.parts) == 1 and not piece.chunks)

    def test_the_same_paper_always_gives_the_same_ranges(self) -> None:
        parts = [ContentPart(index=n, json="x" * RANGE_PART_BYTES) for n in range(3)]

        assert plan_ranges(parts, _chunks(90)) == plan_ranges(parts, _chunks(90))


class TestProgress:
    def test_percent_grows_from_the_first_page_to_the_last_range(self) -> None:
        steps = [extraction_progress.reading(page, 12, page * 1.0) for page in range(13)]
        steps.append(extraction_progress.structuring(12))
        steps += [extraction_progress.embedding(12, done, 3, measured=done, elapsed_s=done * 2.0) for done in range(4)]
        percents = [step.percent for step in steps]

        assert percents == sorted(percents)
        assert (percents[0], percents[-1]) == (0, 98)

    def test_a_paper_without_pages_has_no_percentage_of_them(self) -> None:
        assert extraction_progress.reading(0, None, 1.0).percent == 0
        assert extraction_progress.reading(0, 0, 1.0).percent == 0

    def test_the_time_left_follows_the_measured_ranges(self) -> None:
        assert extraction_progress.embedding(12, 2, 5, measured=2, elapsed_s=8.0).eta_s == 12
        assert extraction_progress.embedding(12, 2, 5).eta_s is None
