"""Finds the paper that an object of the bucket is the file of."""

from __future__ import annotations

from msgspec.structs import replace

from scholarai.domain.ids import OwnerId
from scholarai.domain.object_names import MOVING, PaperAddress, address_of, announced_id
from scholarai.ports.stores import PaperStore


def find_address(papers: PaperStore, bucket: str, name: str, default_owner: OwnerId) -> PaperAddress | None:
    """Return paper and owner of an object, None if it is no paper.

    It is the file of the paper in its name where that paper names it, or is gone: then its late event must find what was deleted.
    Any other object in such a folder is a paper of its own, and so is the file of a paper whose record no longer names it.

    Raises:
        TransientError: If the store failed.
    """
    address = address_of(bucket, name, default_owner)
    paper_id = None if address is None else announced_id(name)
    if address is None or paper_id is None:
        return address
    paper = papers.get(paper_id)
    if paper is None:
        is_its_own = papers.get(address.paper_id) is not None
    else:
        is_its_own = paper.object_name.removesuffix(MOVING) != name
    return address if is_its_own else replace(address, paper_id=paper_id)
