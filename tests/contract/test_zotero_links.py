"""What every store of links to Zotero promises."""

from __future__ import annotations

import pytest
from contract.making import ADA, BOB, a_link
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import PaperId
from scholarai.domain.zotero import LinkId, ZoteroAnnotation, ZoteroItem, ZoteroKey, ZoteroLink


def keep(backend: Backend, link: ZoteroLink) -> ZoteroLink:
    backend.zotero_links.change(link.id, lambda _: link)
    return link


def test_a_link_comes_back_as_it_was_stored(backend: Backend, reopened: Backend) -> None:
    place = ZoteroAnnotation(type="highlight", text="α decays", rects=((1.5, 2.0, 3.25, 4.0),))
    draft = ZoteroItem(key=ZoteroKey("ABCD2345"), version=3, kind="annotation", annotation=place)
    link = keep(backend, a_link(state="waiting", draft=draft, sha256="ab", tags=("a",), collections=("c",)))

    assert reopened.zotero_links.get(link.id) == link


@pytest.mark.parametrize("link_id", ["", "a/b", "..", "\ud800", "x" * 2_000])
def test_an_id_that_no_link_can_have_is_unknown(backend: Backend, link_id: str) -> None:
    assert backend.zotero_links.get(LinkId(link_id)) is None


def test_links_are_listed_latest_first_for_their_owner_by_state_and_by_paper(backend: Backend) -> None:
    for age in range(4):
        keep(backend, a_link(f"KEY{age}2345", age_s=age))
    keep(backend, a_link("WAIT2345", age_s=8, state="waiting"))
    keep(backend, a_link("ANTHER22", age_s=9, paper_id=PaperId("p2")))
    keep(backend, a_link("BXBS2345", owner=BOB))

    first = backend.zotero_links.list(ADA, limit=4)
    second = backend.zotero_links.list(ADA, limit=4, cursor=first.next_cursor)

    keys = [link.key for link in (*first.links, *second.links)]
    assert keys == ["KEY02345", "KEY12345", "KEY22345", "KEY32345", "WAIT2345", "ANTHER22"]
    assert second.next_cursor is None
    waiting = backend.zotero_links.list(ADA, state="waiting", limit=9).links
    assert [link.key for link in waiting] == ["WAIT2345"]
    of_p2 = backend.zotero_links.list(ADA, paper_id=PaperId("p2"), limit=9).links
    assert [link.key for link in of_p2] == ["ANTHER22"]
    with pytest.raises(InvalidRequestError):
        backend.zotero_links.list(ADA, limit=9, cursor="nonsense")


def test_a_change_of_state_moves_a_link_to_another_list(backend: Backend) -> None:
    link = keep(backend, a_link(state="sending"))

    backend.zotero_links.change(link.id, lambda found: found and replace(found, state="kept"))

    assert backend.zotero_links.list(ADA, state="sending", limit=9).links == ()
    assert len(backend.zotero_links.list(ADA, state="kept", limit=9).links) == 1


def test_a_link_that_goes_is_in_no_list(backend: Backend) -> None:
    link = keep(backend, a_link())

    backend.zotero_links.change(link.id, lambda _: None)

    assert backend.zotero_links.get(link.id) is None
    assert backend.zotero_links.list(ADA, limit=9).links == ()
