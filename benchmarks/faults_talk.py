"""What one user asks of papers in the histories: questions and reviews, and what must hold of them afterwards."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cloud_user import CloudUser
from faults_papers import QUESTION, Entry, require, versions_in

# Failures of a review that no fault of these histories excuses: they all pass.
_LOST = frozenset({"gave_up", "delivery_exhausted"})
_TRIES = 20


@dataclass(frozen=True)
class Asked:
    """A question whose answer its user saw; `inside` is the conversation that it went on."""

    entry: Entry
    key: str
    inside: str | None
    session_id: str
    message_n: int


@dataclass
class Talk:
    """One user's conversations and reviews.

    Attributes:
        asked: Answers that came.
        reviews: Ids of reviews that were accepted, with their papers.
        statuses: How often each status answered a question or an order.
    """

    user: CloudUser
    asked: list[Asked] = field(default_factory=list)
    reviews: dict[str, list[Entry]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    keys: int = 0

    def ask(self, entry: Entry, after: Asked | None = None, *, times: int = 1) -> None:
        """Ask about a paper, in the conversation of an earlier answer about it or in one of its own."""
        self.keys += 1
        for _ in range(times):
            self._ask(entry, f"key-{self.keys}", after.session_id if after else None)

    def ask_again(self, asked: Asked) -> None:
        """Send the same request once more, as a page does whose connection broke; the answer is the one that came."""
        self._ask(asked.entry, asked.key, asked.inside)

    def order_review(self, entries: list[Entry]) -> None:
        body = {"question": "Which values do the papers state?", "paper_ids": [entry.paper_id for entry in entries]}
        status, made = self.user.call("POST", "/reviews", body)
        self.statuses[f"review answered {status}"] += 1
        if status == 202:
            self.reviews[made["id"]] = list(entries)

    def wait(self, limit_s: float, sweep: Callable[[], object]) -> None:
        """Let reviews and answers that were begun come to their end."""
        deadline = time.monotonic() + limit_s
        while in_progress := [*self._running(), *self._pending()]:
            require(time.monotonic() < deadline, f"never came to an end: {in_progress}")
            sweep()
            time.sleep(0.5)

    def check(self) -> None:
        """Check that answers and reviews are there whose papers are, and that nothing is of those that are not.

        Raises:
            ViolationError: If one does not hold.
        """
        for asked in self.asked:
            status, found = self._get(f"/chat/{asked.session_id}")
            if asked.entry.deleted:
                require(status == 404, f"a conversation outlives its paper: {status}")
            else:
                require(status == 200, f"a conversation is gone: {status}")
                _check_answer(found["messages"][asked.message_n], asked)
        for review_id, entries in self.reviews.items():
            status, found = self._get(f"/reviews/{review_id}")
            require(status == 200, f"a review is gone: {status}")
            _check_review(found, entries)

    def places(self) -> list[str]:
        """Return the paths of conversations and reviews, which are nobody else's."""
        return [*(f"/chat/{asked.session_id}" for asked in self.asked), *(f"/reviews/{one}" for one in self.reviews)]

    def _ask(self, entry: Entry, key: str, inside: str | None) -> None:
        body = {"question": QUESTION} | ({"session_id": inside} if inside else {})
        status, answer = self.user.call("POST", f"/papers/{entry.paper_id}/chat", body, key=key)
        self.statuses[f"question answered {status}"] += 1
        if status != 200:
            return
        require(not entry.deleted, "a deleted paper was asked, and it answered")
        came = Asked(entry, key, inside, answer["session_id"], answer["message_n"])
        before = next((asked for asked in self.asked if asked.key == key), came)
        require(came == before, f"one request was answered at two places: {before} and {came}")
        if before is came:
            self.asked.append(came)

    def _running(self) -> list[str]:
        states = {one: (self._get(f"/reviews/{one}")[1] or {}).get("review", {}).get("state") for one in self.reviews}
        return [one for one, state in states.items() if state in {"running", None}]

    def _pending(self) -> list[str]:
        """Return conversations with an answer that somebody seems to be making."""
        found = []
        for session in (self._get("/chat?limit=100")[1] or {}).get("sessions", ()):
            messages = (self._get(f"/chat/{session['id']}")[1] or {}).get("messages", ())
            if any(message["state"] == "pending" for message in messages):
                found.append(session["id"])
        return found

    def _get(self, path: str) -> tuple[int, Any]:
        """Read, past the end of a fault that the instance still has to notice."""
        status, found = 0, None
        for _ in range(_TRIES):
            status, found = self.user.call("GET", path)
            if status in {200, 404}:
                break
            time.sleep(0.2)
        return status, found


def _check_answer(message: Any, asked: Asked) -> None:
    require(message["state"] == "complete", f"an answer that came is {message['state']}: {message['error_code']}")
    citations = [one for section in message["answer"]["sections"] for one in section.get("citations", ())]
    require(
        all(one["paper_id"] == asked.entry.paper_id for one in citations), "an answer cites a paper that was not asked"
    )
    versions = set().union(*(versions_in(one["text"] or "") for one in citations)) if citations else set()
    require(len(versions) <= 1, f"an answer cites versions {sorted(versions)}")


def _check_review(found: Any, entries: list[Entry]) -> None:
    review, report = found["review"], found["report"]
    code = (review["error"] or {}).get("code")
    require(review["state"] in {"completed", "failed"}, f"a review is {review['state']}")
    require(code not in _LOST, f"a review was lost to its attempts: {code}")
    cited = {paper["paper_id"]: paper["deleted"] for paper in report["papers"]} if report else {}
    require(cited.keys() <= {entry.paper_id for entry in entries}, "a review cites papers that it was not about")
    for entry in entries:
        if entry.deleted and entry.paper_id in cited:
            require(cited[entry.paper_id], "a review still quotes a paper that was deleted")
