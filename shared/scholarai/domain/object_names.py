"""Names of objects in the papers bucket: parses those of papers, and builds those of our outputs."""

from __future__ import annotations

import hashlib
import re

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.values import Value

UPLOADS = "uploads/"
CONTENTS = "content/"
FIGURE_IMAGES = "crops/"

NOBODY = OwnerId("")
# The one user of a machine; no identity system gives this name to an account.
LOCAL_OWNER = OwnerId("local")

# Cloud Storage's own bound, https://cloud.google.com/storage/docs/objects#naming
_NAME_BYTES = 1_024
_FILENAME_CHARACTERS = 100
# Also the subjects of ID tokens that we accept, since owners become parts of object names.
_OWNER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@:+=|-]{0,127}")
_ID = "[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
_PAPER_ID = re.compile(_ID)
# What our papers are called: random, or a digest behind a letter that says of what. A folder that a person made has another name.
_OUR_PAPER_ID = re.compile("[a-z]?[0-9a-f]{31,40}|sample-paper")
_IMAGE = re.compile(rf"{FIGURE_IMAGES}({_ID})/(\d+)/\d+\.png")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class PaperAddress(Value, frozen=True, kw_only=True):
    """The paper and owner of an object; `filename` is the name that its uploader gave."""

    paper_id: PaperId
    owner: OwnerId
    filename: str
    object_name: str


def address_of(bucket: str, name: str, default_owner: OwnerId) -> PaperAddress | None:
    """Return the paper and owner of an object, None if it is no paper: a folder, one of our outputs, a hostile name.

    `uploads/{owner}/{paper_id}/{filename}` states both where the id is one that this program makes. An object with any other name, in
    whatever folders, is a paper of its own: of the owner in whose folder it is, else of `default_owner`, with an id derived from bucket
    and name.
    """
    if not _is_plain(name) or name.startswith((CONTENTS, FIGURE_IMAGES)):
        return None
    announced = _announced_address(name)
    if announced is not None:
        return announced
    digest = hashlib.sha256(f"{bucket}/{name}".encode()).hexdigest()
    return PaperAddress(
        paper_id=PaperId(f"x{digest[:32]}"),
        owner=owner_in(name) or default_owner,
        filename=name.rsplit("/", 1)[-1],
        object_name=name,
    )


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


def paper_objects(paper_id: PaperId, object_name: str) -> tuple[str, ...]:
    """Return the objects and folders to delete with a paper: its own file or upload folder, and those of our outputs."""
    announced = _announced_address(object_name)
    own = object_name if announced is None else object_name.rsplit("/", 1)[0] + "/"
    return own, f"{CONTENTS}{paper_id}/", f"{FIGURE_IMAGES}{paper_id}/"


def images_folder(paper_id: PaperId, generation: int | None = None) -> str:
    """Return the folder of the figure images of a paper, or of one generation of it."""
    return f"{FIGURE_IMAGES}{paper_id}/" if generation is None else f"{FIGURE_IMAGES}{paper_id}/{generation}/"


def image_name(paper_id: PaperId, generation: int, index: int) -> str:
    """Return the object name of one figure image; `index` is that of `ImageRegion`."""
    return f"{images_folder(paper_id, generation)}{index}.png"


def image_owner(name: str) -> tuple[PaperId, int] | None:
    """Return the paper and generation of a figure image, None when the name is not one of `image_name`."""
    found = _IMAGE.fullmatch(name)
    return None if found is None else (PaperId(found[1]), int(found[2]))


def paper_of_object(bucket: str, name: str) -> PaperId | None:
    """Return the paper that an object belongs to, as its file or an output; None when it is neither."""
    if (image := image_owner(name)) is not None:
        return image[0]
    if name.startswith(CONTENTS):
        return PaperId(name.split("/")[1])
    address = address_of(bucket, name, NOBODY) if name.startswith(UPLOADS) else None
    return None if address is None else address.paper_id


def _announced_address(name: str) -> PaperAddress | None:
    steps = name.split("/")
    if len(steps) != 4 or f"{steps[0]}/" != UPLOADS:
        return None
    _, owner, paper_id, filename = steps
    if not (is_owner(owner) and _OUR_PAPER_ID.fullmatch(paper_id)):
        return None
    return PaperAddress(paper_id=PaperId(paper_id), owner=OwnerId(owner), filename=filename, object_name=name)


def _is_plain(name: str) -> bool:
    steps = name.split("/")
    return (
        not _CONTROL.search(name)
        and len(name.encode()) <= _NAME_BYTES
        and all(step not in {"", ".", ".."} for step in steps)
    )
