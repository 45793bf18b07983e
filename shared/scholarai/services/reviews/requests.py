"""Starts, shows, lists, cancels and deletes an owner's reviews."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from scholarai.domain.depth import Depth, require_depth
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.limits import PAPERS_PER_REVIEW, PASSAGES_READ, PASSAGES_RETRIEVED, WORKS_PER_CALL
from scholarai.domain.review import Review, ReviewRequest, StepMessage
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.reviews import LibraryCatalog, ReviewPage, ReviewStore
from scholarai.ports.stores import PaperStore
from scholarai.reviewing import schedule
from scholarai.reviewing.chain import ended
from scholarai.services.literature.discovering import SWITCH_ON, Discover
from scholarai.services.papers.owned import require_owned
from scholarai.services.reviews.reading_list import WITHOUT_MODEL
from scholarai.services.reviews.settling import FinishReviewDeletion, SettleReview
from scholarai.services.spending import Spending, require_papers, require_question

# Pages that are read for one of a single kind, since reviews and tables are kept together. A guess.
_PAGES = 50


class StartReview(Value, frozen=True, kw_only=True):
    """Stores a request and orders its first step.

    `price_per_token` is that of a token read and one written, None where no model is asked; `model` names who writes.
    `depth` is that of requests that name none, `role_prices` are the prices of models of other roles.
    """

    reviews: ReviewStore
    papers: PaperStore
    catalog: LibraryCatalog
    settle: SettleReview
    clock: Clock
    ids: IdSource
    model: Callable[[], str]
    price_per_token: Callable[[], tuple[float, float] | None]
    spending: Spending | None = None
    depth: Depth = "quick"
    role_prices: Callable[[], Mapping[str, tuple[float, float]]] = dict
    discover: Callable[[], Discover] | None = None

    def run(self, owner: OwnerId, request: ReviewRequest, *, idempotency_key: str | None = None) -> Review:
        """Return the review as it waits for its first step; the same request with the same key is the same review.

        Raises:
            InvalidRequestError: If the question is empty or too long, the budget negative, the depth unknown, passages or the threshold
                out of bounds, or no paper or too many are named or to be fetched.
            NotFoundError: If a named paper is unknown or another owner's.
            ConflictError: If it is to look beyond the library, and no service is switched on.
            LimitReachedError: If the owner has taken a day's worth of tokens or money, and the request is a new one.
        """
        request = _checked(request)
        if request.discover:
            self._require_services(request.question)
        for paper_id in request.paper_ids or ():
            require_owned(self.papers.get(paper_id), owner)
        review_id = self._id(owner, request, idempotency_key)
        request = replace(request, depth=request.depth or self.depth)
        papers = request.paper_ids if request.paper_ids is not None else self.catalog.select(owner, request.filters)
        price = self.price_per_token()
        made = _new(review_id, owner, request, self.model(), self.clock.now(), price is not None)
        count = len(papers) + request.fetch
        count = count if request.n_rerank is None else min(count, request.n_rerank)
        depth, others = request.depth or "quick", self.role_prices()
        estimate = schedule.estimate(count, price, depth, others, tables=request.tables)
        estimated = replace(made, estimate=estimate)
        require_room = self.spending.room_of(owner, "review") if self.spending and price is not None else None

        def rule(found: Review | None) -> Review:
            if found is None and require_room is not None:
                require_room()
            return found or estimated

        stored = self.reviews.change(review_id, rule)
        assert stored is not None  # noqa: S101  - the rule above never returns None
        self.settle.run(stored)
        return stored

    def _require_services(self, question: str) -> None:
        if self.discover is None:
            raise ConflictError("services_off", "no outside service is switched on", action=SWITCH_ON)
        self.discover().require(question)

    def _id(self, owner: OwnerId, request: ReviewRequest, key: str | None) -> ReviewId:
        if key is None:
            return ReviewId(self.ids.new())
        seed = f"{owner}\n{key}\n{request}".encode()
        return ReviewId(hashlib.blake2b(seed, digest_size=16).hexdigest())


class GetReview(Value, frozen=True, kw_only=True):
    reviews: ReviewStore

    def run(self, owner: OwnerId, review_id: ReviewId) -> Review:
        """Return the owner's review.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
        """
        return require_review(self.reviews.get(review_id), owner)


class ListReviews(Value, frozen=True, kw_only=True):
    """Lists the reviews of an owner, or with `tables` the tables, which are kept among them."""

    reviews: ReviewStore
    tables: bool = False

    def run(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> ReviewPage:
        """Return a page of the owner's reviews, newest first; a page may be short though others follow it.

        Raises:
            InvalidRequestError: If the cursor is malformed.
        """
        found: list[Review] = []
        for _ in range(_PAGES):
            page = self.reviews.list(owner, limit=limit - len(found), cursor=cursor)
            found += [one for one in page.reviews if (one.table is not None) == self.tables]
            cursor = page.next_cursor
            if cursor is None or len(found) == limit:
                break
        return ReviewPage(reviews=tuple(found), next_cursor=cursor)


class CancelReview(Value, frozen=True, kw_only=True):
    reviews: ReviewStore
    clock: Clock

    def run(self, owner: OwnerId, review_id: ReviewId) -> Review:
        """End a running review and return it; finished steps stay, and its worker can write nothing more.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
            ConflictError: If it has ended already.
        """
        now = self.clock.now()

        def rule(found: Review | None) -> Review:
            review = require_review(found, owner)
            if review.step is None:
                if review.state == "cancelled":
                    return review
                raise ConflictError("review_ended", "the review has ended already")
            state = review.state if review.edit is not None else "cancelled"
            return replace(ended(review, state, None, now), outbox=())

        return require_review(self.reviews.change(review_id, rule), owner)


class DeleteReview(Value, frozen=True, kw_only=True):
    reviews: ReviewStore
    finish: FinishReviewDeletion
    clock: Clock

    def run(self, owner: OwnerId, review_id: ReviewId) -> None:
        """Mark the review as deleting, then remove everything; a repeated call goes on with what is left.

        Raises:
            NotFoundError: If it is unknown or another owner's.
        """
        now = self.clock.now()
        marked = self.reviews.change(review_id, lambda found: _marked(require_review(found, owner, deleting=True), now))
        if marked is not None:
            self.finish.run(marked)


def require_review(review: Review | None, owner: OwnerId, *, deleting: bool = False) -> Review:
    """Return the review if it is this owner's; one that is being deleted, or a table, only where `deleting` asks for it.

    Raises:
        NotFoundError: If not; another owner's review is as unknown as a missing one.
    """
    if review is None or review.owner != owner or ((review.deleting or review.table is not None) and not deleting):
        raise NotFoundError("review_unknown", "there is no such review")
    return review


def _checked(request: ReviewRequest) -> ReviewRequest:
    question = request.question.strip()
    require_question(question)
    if request.depth is not None:
        require_depth(request.depth)
    if request.budget_usd is not None and not 0 <= request.budget_usd < float("inf"):
        raise InvalidRequestError("budget_invalid", "a budget is 0 or more US dollars")
    if not 0 <= request.fetch <= WORKS_PER_CALL:
        raise InvalidRequestError("limit_invalid", f"a review fetches 0 to {WORKS_PER_CALL} works, got {request.fetch}")
    for name, most in (("n_retrieval", PASSAGES_RETRIEVED), ("n_rerank", PASSAGES_READ)):
        number = getattr(request, name)
        if number is not None and not 1 <= number <= most:
            raise InvalidRequestError("limit_invalid", f"{name} is 1 to {most} passages, got {number}")
    if request.threshold is not None and not 0 <= request.threshold <= 1:
        raise InvalidRequestError("limit_invalid", f"threshold is a share from 0 to 1, got {request.threshold}")
    discover = request.discover or request.fetch > 0
    return replace(request, question=question, paper_ids=papers_named(request.paper_ids), discover=discover)


def papers_named(paper_ids: Sequence[str] | None) -> tuple[PaperId, ...] | None:
    """Return the papers that a review names, each once; None for the whole library.

    Raises:
        InvalidRequestError: If there are none or too many.
    """
    if paper_ids is None:
        return None
    papers = tuple(dict.fromkeys(map(PaperId, paper_ids)))
    require_papers(papers, PAPERS_PER_REVIEW, "a review", "name none to review the whole library")
    return papers


def _new(
    review_id: ReviewId, owner: OwnerId, request: ReviewRequest, model: str, now: datetime, asks_model: bool
) -> Review:
    course = schedule.Course(asks_model=asks_model, depth=request.depth or "quick", tables=request.tables)
    steps = schedule.first_steps(course, fetches=request.fetch > 0)
    return Review(
        id=review_id,
        owner=owner,
        request=request,
        created_at=now,
        updated_at=now,
        # A late message recreates a deleted review; start from the clock so that its epochs never repeat.
        epoch=int(now.timestamp() * 1_000_000),
        steps=steps,
        step=steps[0].name,
        model=model,
        notices=() if asks_model else (WITHOUT_MODEL,),
        outbox=(StepMessage(review_id=review_id, n=1, step=steps[0].name),),
    )


def _marked(review: Review, now: datetime) -> Review:
    return (
        review
        if review.deleting
        else replace(review, deleting=True, epoch=review.epoch + 1, claim=None, updated_at=now)
    )
