"""Another embedding model without a pause: papers stay readable and can be asked while their vectors are made again."""

from __future__ import annotations

import pytest
from contract.making import ADA
from contract.test_extract_on_emulators import CLOCK, Cloud, cloud

from scholarai.adapters.gcp.papers import papers_outside
from scholarai.domain.ids import PaperId
from scholarai.local.ops_tools import start_again
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.passages import FindPassages, SearchPaper
from scholarai.services.papers.owned_papers import RestartExtraction
from scholarai.testing import HashEmbedder

pytestmark = pytest.mark.emulator
__all__ = ["cloud"]
QUESTION = "paragraph 42"


def found(cloud: Cloud, paper_id: PaperId) -> list[str]:
    """Return what a new instance finds, which knows the new model already."""
    backend = cloud.stand.open()
    search = SearchPaper(
        papers=backend.papers,
        open_papers=OpenPapers(contents=backend.contents),
        find=FindPassages(embedder=lambda: cloud.embedder),
    )
    return [evidence.text for evidence in search.search(ADA, paper_id, QUESTION, k=5)]


def test_papers_can_be_read_and_asked_until_their_new_vectors_are_there(cloud: Cloud) -> None:
    paper_id = cloud.upload()
    cloud.deliver(cloud.take_events()[0])
    before = cloud.paper(paper_id)
    cloud.embedder = new = HashEmbedder(model="another")
    restart = RestartExtraction(papers=cloud.backend.papers, objects=cloud.backend.objects, clock=CLOCK)
    client = cloud.backend._firestore()

    assert start_again(papers_outside(client, new.space), restart.restart) == 1

    meanwhile = cloud.paper(paper_id)
    assert meanwhile.visible_generation == before.visible_generation is not None
    assert cloud.backend.contents.read_content(paper_id, before.visible_generation) == cloud.reader.content
    assert any(QUESTION in text for text in found(cloud, paper_id))
    assert list(papers_outside(client, new.space)) == []  # it is on its way, a second run leaves it alone

    assert cloud.deliver(cloud.take_events()[0]) == "completed"

    after = cloud.paper(paper_id)
    assert after.engine is not None
    assert after.engine.space == new.space
    assert any(QUESTION in text for text in found(cloud, paper_id))
    assert cloud.backend.contents.read_chunks(paper_id, before.visible_generation).chunks == ()
    hits = cloud.backend.search.nearest(
        ADA, None, list(map(float, new.embed_query(QUESTION))), space=new.space, limit=3
    )
    assert {hit.paper_id for hit in hits} == {paper_id}
    assert list(papers_outside(client, new.space)) == []
