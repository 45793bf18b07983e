"""A client of ScholarAI's HTTP interface, with pydantic values made from the published schemas.

It needs the extra `client` (`pip install "scholarai[client]"`). A server on this machine needs no token:

    from scholarai.client import Client, Delta

    with Client("http://127.0.0.1:8080") as client:
        paper = client.upload("paper.pdf", on_progress=lambda sent, size: print(sent, "of", size))
        client.wait(paper.paper_id)
        for event in client.stream(paper.paper_id, "What data were used?"):
            if isinstance(event, Delta):
                print(event.text, end="")
"""

from __future__ import annotations

from scholarai.client.client import Client, Event
from scholarai.client.models import (
    Answered,
    Begun,
    CheckedQuoteV1,
    ContentView,
    CreatedPaper,
    Delta,
    Extraction,
    PaperView,
    Restarted,
    ReviewSummary,
    ReviewView,
    SearchResults,
    TextSectionV1,
)
from scholarai.client.transport import ApiError

__all__ = [
    "Answered",
    "ApiError",
    "Begun",
    "CheckedQuoteV1",
    "Client",
    "ContentView",
    "CreatedPaper",
    "Delta",
    "Event",
    "Extraction",
    "PaperView",
    "Restarted",
    "ReviewSummary",
    "ReviewView",
    "SearchResults",
    "TextSectionV1",
]
