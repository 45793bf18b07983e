"""Starts, estimates, shows, lists, edits, cancels and deletes an owner's reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from scholarai.domain.depth import Depth, require_depth
from scholarai.domain.errors import ConflictError, InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.limits import PAPERS_PER_REVIEW, PASSAGES_READ, PASSAGES_RETRIEVED, WORKS_PER_CALL
from scholarai.domain.repeats import Repeatable
from scholarai.domain.review import (
    Edit,
    Estimate,
    Filters,
    Notice,
    Report,
    Review,
    ReviewRequest,
    StepMessage,
    Unjudged,
)
from scholarai.domain.spending import FREE, Cost, sum_of
from scholarai.domain.values import Value, from_json
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.reviews import LibraryCatalog, ReviewPage, ReviewStore
from scholarai.ports.stores import PaperStore
from scholarai.reviewing import chain
from scholarai.reviewing.chain import ended
from scholarai.services.literature.discovering import SWITCH_ON, Discover
from scholarai.services.outbox import SettleReview
from scholarai.services.papers.owned_papers import require_owned
from scholarai.services.reviews.forgetting import FinishReviewDeletion
from scholarai.services.spending import Spending, require_papers, require_question

# Pages that are read for one of a single kind, since reviews and tables are kept together. A guess.
_PAGES = 50
WITHOUT_MODEL = Notice(
    code="without_model",
    detail="No language model is connected: the review is a reading list, the best passages of each paper, and nothing is written.",
)
NOTE = f"{WITHOUT_MODEL.detail} One that SCHOLARAI_MODEL names writes a review."


class ReviewEstimate(Value, frozen=True, kw_only=True):
    """Papers that count, what their review is expected to take, and its cost: `estimate.cost_usd` is 0 for unknown prices.

    `unjudged` are the papers that the filters leave out because too little is known of them. `note` says what a review is without a
    model, and how to connect one; empty with one.
    """

    model: str
    papers: int
    estimate: Estimate
    cost: Cost
    unjudged: Unjudged = Unjudged()
    note: str = ""


class StartReview(Value, frozen=True, kw_only=True):
    """Stores a request and orders its first step, or estimates the time and cost of its review.

    Attributes:
        model: Returns the name of the model that writes, empty without one.
        price_per_token: Returns what a token read and one written cost, None where no model is asked.
        cost: Returns the price of tokens read and written by the model of a role.
        depth: How far a review looks whose request does not say it.
        role_prices: Returns what tokens of the models of other roles cost, by role.
    """

    reviews: ReviewStore
    papers: PaperStore
    catalog: LibraryCatalog
    settle: SettleReview
    clock: Clock
    ids: IdSource
    model: Callable[[], str]
    price_per_token: Callable[[], tuple[float, float] | None]
    cost: Callable[[int, int, chain.ReviewRole], Cost]
    spending: Spending | None = None
    depth: Depth = "quick"
    role_prices: Callable[[], Mapping[str, tuple[float, float]]] = dict
    discover: Callable[[], Discover] | None = None

    def start(self, owner: OwnerId, request: ReviewRequest, *, idempotency_key: str | None = None) -> Review:
        """Return the review as it waits for its first step; the same request with the same key is the same review.

        Raises:
            InvalidRequestError: If the question is empty or too long, the budget negative, the depth unknown, passages or the threshold
                out of bounds, no paper or too many are named or to be fetched, or another request had this key.
            NotFoundError: If a named paper is unknown or another owner's.
            ConflictError: If it is to look beyond the library, and no service is switched on.
            LimitReachedError: If the owner has taken a day's worth of tokens or money, and the request is a new one.
        """
        request, now = _checked(request), self.clock.now()
        repeatable = Repeatable.of(owner, "review", idempotency_key, request)
        if (made := made_before(self.reviews, self.settle, repeatable, now)) is not None:
            return require_review(made, owner)
        if request.discover:
            self._require_services(request.question)
        for paper_id in request.paper_ids or ():
            require_owned(self.papers.get(paper_id), owner)
        review_id = ReviewId(repeatable.ids(now)[-1] if repeatable else self.ids.new())
        request = replace(request, depth=request.depth or self.depth)
        papers = request.paper_ids if request.paper_ids is not None else self.catalog.select(owner, request.filters)
        price = self.price_per_token()
        made = _new(review_id, owner, request, self.model(), now, price is not None)
        count = len(papers) + request.fetch
        count = count if request.n_rerank is None else min(count, request.n_rerank)
        depth, others = request.depth or "quick", self.role_prices()
        estimate = chain.estimate(count, price, depth, others, tables=request.tables)
        estimated = replace(made, estimate=estimate, request_digest=repeatable.digest if repeatable else None)
        require_room = self.spending.room_of(owner, "review") if self.spending and price is not None else None

        def rule(known: Review | None) -> Review:
            if known is None and require_room is not None:
                require_room()
            return estimated if known is None or repeatable is None else repeatable.require_same(known)

        stored = self.reviews.change(review_id, rule)
        assert stored is not None  # noqa: S101  - the rule above never returns None
        self.settle.settle(stored)
        return stored

    def estimate(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None = None,
        filters: Filters | None = None,
        depth: Depth | None = None,
        fetch: int = 0,
    ) -> ReviewEstimate:
        """Return the estimate of a review of some papers, or of all that pass the filters, and of `fetch` found works; no model is asked.

        Raises:
            InvalidRequestError: If no paper, too many papers or an unknown depth is named.
            NotFoundError: If a named paper is unknown or another owner's.
        """
        looked = depth or self.depth
        require_depth(looked)
        paper_ids = papers_named(paper_ids)
        for paper_id in paper_ids or ():
            require_owned(self.papers.get(paper_id), owner)
        judged = None if paper_ids is not None else self.catalog.judged(owner, filters or Filters())
        count = len(judged.ids if judged is not None else paper_ids or ()) + fetch
        price = self.price_per_token()
        expected = chain.estimate(count, price, looked, self.role_prices())
        tokens = chain.expected_tokens(chain.papers_expected(count), looked)
        cost = FREE if price is None else sum_of([self.cost(*taken, role) for role, taken in tokens.items()])
        unjudged = Unjudged() if judged is None else judged.unjudged
        return ReviewEstimate(
            model=self.model(),
            papers=count,
            estimate=expected,
            cost=cost,
            unjudged=unjudged,
            note=NOTE if price is None else "",
        )

    def _require_services(self, question: str) -> None:
        if self.discover is None:
            raise ConflictError("services_off", "no outside service is switched on", action=SWITCH_ON)
        self.discover().require(question)


class Reviews(Value, frozen=True, kw_only=True):
    """What becomes of reviews that were started; `asks_model` tells whether a model writes."""

    reviews: ReviewStore
    settle: SettleReview
    finish: FinishReviewDeletion
    clock: Clock
    asks_model: Callable[[], bool]

    def page(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> ReviewPage:
        """Return a page of the owner's reviews, newest first; a page may be short though others follow it.

        Raises:
            InvalidRequestError: If the cursor is malformed.
        """
        return page_of(self.reviews, owner, limit=limit, cursor=cursor, tables=False)

    def edit(self, owner: OwnerId, review_id: ReviewId, edit: Edit) -> Review:
        """Order the step that makes the next version, and return the review as it waits for it; earlier versions are kept.

        Raises:
            NotFoundError: If the review, or the section, is unknown; of what is restored, in the earlier version.
            ConflictError: If the review has no finished report, or is being changed already.
            InvalidRequestError: If the edit lacks what its action needs.
        """
        review = require_review(self.reviews.get(review_id), owner)
        if not review.version:
            raise ConflictError("review_unfinished", "only a finished report can be changed")
        self._check(review, edit)
        now = self.clock.now()
        step = chain.edit_step(review.version + 1, asks_model=self.asks_model())

        def rule(known: Review | None) -> Review:
            current = require_review(known, owner)
            if current.step is not None:
                raise ConflictError("review_busy", "the review is being changed already", retry_after_s=2.0)
            kept = tuple(other for other in current.steps if other.name != step.name)
            changed = replace(current, state="running", edit=edit, failure=None, steps=(*kept, step))
            return chain.ordered(changed, step.name, now)

        stored = require_review(self.reviews.change(review_id, rule), owner)
        self.settle.settle(stored)
        return stored

    def cancel(self, owner: OwnerId, review_id: ReviewId) -> Review:
        """End a running review and return it; finished steps stay, and its worker can write nothing more.

        Raises:
            NotFoundError: If it is unknown, being deleted, or another owner's.
            ConflictError: If it has ended already.
        """
        now = self.clock.now()

        def rule(known: Review | None) -> Review:
            review = require_review(known, owner)
            if review.step is None:
                if review.state == "cancelled":
                    return review
                raise ConflictError("review_ended", "the review has ended already")
            state = review.state if review.edit is not None else "cancelled"
            return replace(ended(review, state, None, now), outbox=())

        return require_review(self.reviews.change(review_id, rule), owner)

    def delete(self, owner: OwnerId, review_id: ReviewId) -> None:
        """Mark the review as deleting, then remove everything; a repeated call goes on with what is left.

        Raises:
            NotFoundError: If it is unknown or another owner's.
        """
        now = self.clock.now()
        marked = self.reviews.change(review_id, lambda known: _marked(require_review(known, owner, deleting=True), now))
        if marked is not None:
            self.finish.finish(marked)

    def _check(self, review: Review, edit: Edit) -> None:
        if edit.action == "add":
            if not (edit.title or "").strip():
                raise InvalidRequestError("edit_invalid", "a section that is added needs a title")
            return
        version = review.version
        if edit.action == "restore":
            if edit.version is None or not 1 <= edit.version < review.version:
                raise InvalidRequestError(
                    "edit_invalid", f"an earlier version is restored, 1 to {review.version - 1}, got {edit.version}"
                )
            if edit.section_id is None:
                return
            version = edit.version
        name = f"report-{version}"
        report = from_json(Report, self.reviews.read_outputs(review.id, [name])[name])
        if edit.section_id not in {section.id for section in report.sections}:
            raise NotFoundError("section_unknown", "the report has no such section")


def page_of(reviews: ReviewStore, owner: OwnerId, *, limit: int, cursor: str | None, tables: bool) -> ReviewPage:
    """Return a page of the owner's reviews, or of their tables, which are kept among them."""
    found: list[Review] = []
    for _ in range(_PAGES):
        page = reviews.list(owner, limit=limit - len(found), cursor=cursor)
        found += [review for review in page.reviews if (review.table is not None) == tables]
        cursor = page.next_cursor
        if cursor is None or len(found) == limit:
            break
    return ReviewPage(reviews=tuple(found), next_cursor=cursor)


def made_before(
    reviews: ReviewStore, settle: SettleReview, repeatable: Repeatable | None, now: datetime
) -> Review | None:
    """Return the review or table that the same request started before, its step ordered if that was missed; None without a key.

    Raises:
        InvalidRequestError: If another request had this key.
    """
    made = repeatable.find(lambda one: reviews.get(ReviewId(one)), now) if repeatable else None
    if made is not None:
        settle.settle(made)
    return made


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
    course = chain.Course(asks_model=asks_model, depth=request.depth or "quick", tables=request.tables)
    steps = chain.first_steps(course, fetches=request.fetch > 0)
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
    return review if review.deleting else replace(review, deleting=True, claim=None, updated_at=now)
