"""Names of objects in the papers bucket: parses those of papers, and builds those of our outputs."""

from __future__ import annotations

import hashlib
import re

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.values import Value

UPLOADS = "uploads/"
FIGURE_IMAGES = "crops/"
# Behind the object name of a paper while `scholarai move` copies it: extraction leaves the copied file alone. No object of Cloud
# Storage has a line feed in its name.
MOVING = "\n.moving"

NOBODY = OwnerId("")
# The one user of a machine; no identity system gives this name to an account.
LOCAL_OWNER = OwnerId("local")
# Terraform's default for the owner of files outside of `uploads/`. Their papers stay when another owner is named.
BUCKET_OWNER = OwnerId("bucket")

# Cloud Storage's own bound, https://cloud.google.com/storage/docs/objects#naming
_NAME_BYTES = 1_024
_FILENAME_CHARACTERS = 100
# Also the subjects of ID tokens that we accept, since owners become parts of object names.
_OWNER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@:+=|-]{0,127}")
_ID = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
_PAPER_ID = re.compile(_ID)
# What our papers are called: random, or a digest behind a letter that says of what. Hardly a folder that a person made.
_OUR_PAPER_ID = re.compile("[a-z]?[0-9a-f]{31,40}|sample-paper")
_IMAGE = re.compile(rf"{FIGURE_IMAGES}({_ID})/(\d+)/\d+\.png")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class PaperAddress(Value, frozen=True, kw_only=True):
    """The paper and owner of an object; `filename` is the name that its uploader gave."""

    paper_id: PaperId
    owner: OwnerId
    filename: str
    object_name: str


def address_of(bucket: str, name: str, default_owner: OwnerId) -> PaperAddress | None:
    """Return the paper and owner of an object that was put into the bucket by hand, None for a folder or an output of ours.

    Each object is one paper, whatever its name and folders: of the owner in whose folder it is, else of `default_owner`, with an id
    derived from bucket and name.
    """
    if not _can_be_object(name) or name.endswith("/") or name.startswith(FIGURE_IMAGES):
        return None
    digest = hashlib.sha256(f"{bucket}/{name}".encode()).hexdigest()
    filename = _CONTROL.sub("_", name.rsplit("/", 1)[-1])
    return PaperAddress(
        paper_id=PaperId(f"x{digest[:32]}"),
        owner=owner_in(name) or default_owner,
        filename="paper" if filename in {".", ".."} else filename,
        object_name=name,
    )


def announced_id(name: str) -> PaperId | None:
    """Return the paper that an object was announced for by its name; a folder that a person made may have such a name, too."""
    steps = name.split("/")
    is_upload = len(steps) == 4 and bool(owner_in(name)) and _OUR_PAPER_ID.fullmatch(steps[2])
    return PaperId(steps[2]) if is_upload else None


def owner_in(name: str) -> OwnerId:
    """Return the owner in whose folder of `uploads/` an object is, NOBODY when it is in none."""
    steps = name.split("/")
    is_in_folder = len(steps) > 2 and f"{steps[0]}/" == UPLOADS and is_owner(steps[1])
    return OwnerId(steps[1]) if is_in_folder else NOBODY


def is_owner(text: str, *, accounts: bool = False) -> bool:
    """Tell whether an owner can have this id; with `accounts` whether an account of an identity system can."""
    return bool(_OWNER.fullmatch(text)) and not (accounts and text == LOCAL_OWNER)


def upload_name(owner: OwnerId, paper_id: PaperId, filename: str) -> str:
    """Return the object name of an announced paper; characters that are special in URLs or shells become `_`.

    Raises:
        ValueError: If owner or paper id is not allowed in a name (both are ours, so this is a bug).
    """
    if not (is_owner(owner) and _PAPER_ID.fullmatch(paper_id)):
        raise ValueError("owner and paper id must be plain letters, digits and a few signs")
    safe = re.sub(r"[^A-Za-z0-9._-]+", "_", filename)[-_FILENAME_CHARACTERS:].lstrip(".") or "paper"
    return f"{UPLOADS}{owner}/{paper_id}/{safe}"


def unknown_file(owner: OwnerId, paper_id: PaperId) -> str:
    """Return what stands for the name of a paper's file where its record cannot be read; no object has it."""
    return f"{UPLOADS}{owner}/{paper_id}/\n"


def is_file_of(paper_id: PaperId, bucket: str, name: str) -> bool:
    """Tell whether an object has a name that makes it the file of a paper."""
    address = address_of(bucket, name, NOBODY)
    return paper_id == announced_id(name) or (address is not None and address.paper_id == paper_id)


def images_folder(paper_id: PaperId, generation: int | None = None) -> str:
    """Return the folder of the figure images of a paper, or of one generation of it."""
    return f"{FIGURE_IMAGES}{paper_id}/" if generation is None else f"{FIGURE_IMAGES}{paper_id}/{generation}/"


def image_name(paper_id: PaperId, generation: int, index: int) -> str:
    """Return the object name of one figure image; `index` is that of `ImageRegion`."""
    return f"{images_folder(paper_id, generation)}{index}.png"


def image_owner(name: str) -> tuple[PaperId, int] | None:
    """Return the paper and generation of a figure image, None when the name is not one of `image_name`."""
    match = _IMAGE.fullmatch(name)
    return None if match is None else (PaperId(match[1]), int(match[2]))


def papers_of_object(bucket: str, name: str) -> tuple[PaperId, ...]:
    """Return the papers whose file or output an object may be; none for files outside of `uploads/`."""
    if (image := image_owner(name)) is not None:
        return (image[0],)
    address = address_of(bucket, name, NOBODY) if name.startswith(UPLOADS) else None
    announced = announced_id(name)
    return (*(() if announced is None else (announced,)), *(() if address is None else (address.paper_id,)))


def _can_be_object(name: str) -> bool:
    try:
        return 0 < len(name.encode()) <= _NAME_BYTES
    except UnicodeEncodeError:
        return False
