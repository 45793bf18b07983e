"""The bodies of calls about papers, checked as they are parsed."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from scholarai.domain.formats import ARCHIVE_ENDINGS, IN_ARCHIVES, KINDS, SOURCE_KINDS, MediaType
from scholarai.domain.paper import MetadataField
from scholarai.entrypoints.chat_requests import Id

# Longer names do not fit common file systems, which count bytes.
FILENAME_CHARACTERS = 255


class NewPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file that its owner is about to upload."""

    filename: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=FILENAME_CHARACTERS,
            description="The name of the file, without a path; its ending says what it is.",
        ),
    ]
    media_type: Annotated[
        MediaType | None, Meta(description=f"{KINDS}, or a {ARCHIVE_ENDINGS} archive of {IN_ARCHIVES}.")
    ] = None
    size_bytes: Annotated[
        Annotated[int, Meta(gt=0)] | None,
        Meta(description="The file's size, so that one that is too large is refused before it is sent."),
    ] = None
    sha256: Annotated[
        Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")] | None,
        Meta(description="The file's SHA-256, so that a file that is there already is not sent again."),
    ] = None


class AttachedSource(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The paper whose file is the source of another one."""

    source_id: Annotated[Id, Meta(description=f"A paper that was uploaded as {SOURCE_KINDS}.")]


_Text = Annotated[str, Meta(max_length=2_000)]
_Short = Annotated[str, Meta(max_length=100)]
_Names = Annotated[tuple[Annotated[str, Meta(max_length=300)], ...], Meta(max_length=5_000)]


class DescribedPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person knows better about a paper; a field that is left out stays, null says that there is none."""

    title: _Text | UnsetType | None = UNSET
    authors: _Names | UnsetType | None = UNSET
    doi: _Text | UnsetType | None = UNSET
    arxiv_id: _Text | UnsetType | None = UNSET
    abstract: Annotated[str, Meta(max_length=20_000)] | UnsetType | None = UNSET
    year: Annotated[int, Meta(ge=1000, le=2200)] | UnsetType | None = UNSET
    venue: _Text | UnsetType | None = UNSET
    keywords: _Names | UnsetType | None = UNSET
    volume: _Short | UnsetType | None = UNSET
    issue: _Short | UnsetType | None = UNSET
    page_range: _Short | UnsetType | None = UNSET
    publisher: _Text | UnsetType | None = UNSET
    issn: _Short | UnsetType | None = UNSET
    restore: Annotated[
        tuple[MetadataField, ...], Meta(description="Fields that are to be as the paper says again.")
    ] = ()
