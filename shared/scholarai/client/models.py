"""Values of the HTTP interface. Made from docs/openapi.json by `python tools/client_models.py`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Base of all values. Fields that a newer server adds are kept, not refused."""

    model_config = ConfigDict(frozen=True, extra="allow")


class AccountExport(Model):
    """A page of everything that is kept of a user; `next_cursor` asks for the next page and is null on the last one.

    What was read from a paper is at `/papers/{id}/content`, its file at `/papers/{id}/file`.
    """

    papers: tuple[PaperView, ...]
    conversations: tuple[SessionMessages, ...]
    reviews: tuple[ReviewView, ...]
    tables: tuple[TableView, ...]
    notes: tuple[NoteView, ...]
    collections: tuple[CollectionView, ...]
    zotero: tuple[ZoteroLinkView, ...]
    next_cursor: str | None


class AddedWorkView(Model):
    """What became of one work.

    `added`: its file is being read; `record`: there is no open file that could be had, what is known of it is kept; `there`: the
    owner had it; `unknown`: no service knows it; `broken`: the entry in `line` cannot be read; `failed`: nothing was added.
    `code` and `detail` tell what went wrong.
    """

    asked: str
    outcome: Literal["added", "broken", "failed", "record", "there", "unknown"]
    paper_id: str | None
    title: str | None
    line: int | None
    code: str
    detail: str


class AddedWorks(Model):
    """What became of the works, in the order asked."""

    works: tuple[AddedWorkView, ...]


class AnswerV1(Model):
    """An answer whose every quote was checked; `question_used` is the question as retrieval saw it.

    `kind`: `extracts` where no model wrote it: its sections are sentences of the papers, each found for itself.
    `truncated`: the model reached its limit. `partial`: it says that the papers do not answer the rest. `degraded`: the
    code of the failure for which rules answered in the model's place, null where it answered itself. `coverage`: what
    became of each paper where several were asked, null for one and in answers of earlier releases. `remark` is set where
    a fixed sentence stands in an answer's place, without citations: a reply to a greeting or thanks (`courtesy`), or that all was
    shown before (`nothing_new`); earlier releases asked what was meant (`unclear`, with `readings`). `notes` say
    how the question was taken. `depth`: how far it looked; unless that is `quick`, `estimate` is what it could take at most and
    `steps` are what was done. `search`: what was found where no model was asked, else null.
    """

    kind: Literal["answer", "extracts"]
    sections: tuple[TextSectionV1, ...]
    refusal: RefusalV1 | None
    usage: Usage
    question_used: str
    dropped_citations: int
    retrieval: Literal["hybrid", "lexical"]
    truncated: bool
    partial: bool
    degraded: str | None
    coverage: CoverageV1 | None
    remark: Literal["courtesy", "nothing_new", "unclear"] | None
    readings: tuple[str, ...]
    notes: tuple[str, ...]
    depth: Literal["deep", "normal", "quick"]
    estimate: DepthEstimate | None
    steps: tuple[Step, ...]
    search: SearchOutcomeV1 | None


class Answered(Model):
    """The answer to a question with its place in a conversation; the data of a stream's `done` event, too.

    `message_n` is the answer's number among the messages, from 0.
    """

    kind: Literal["answer", "extracts"]
    sections: tuple[TextSectionV1, ...]
    refusal: RefusalV1 | None
    usage: Usage
    question_used: str
    dropped_citations: int
    retrieval: Literal["hybrid", "lexical"]
    truncated: bool
    partial: bool
    degraded: str | None
    coverage: CoverageV1 | None
    remark: Literal["courtesy", "nothing_new", "unclear"] | None
    readings: tuple[str, ...]
    notes: tuple[str, ...]
    depth: Literal["deep", "normal", "quick"]
    estimate: DepthEstimate | None
    steps: tuple[Step, ...]
    search: SearchOutcomeV1 | None
    session_id: str
    message_n: int


class AskedColumn(Model):
    """A column of a table; its `id` is unique in the table and never used again.

    A `number` is asked for as a figure of its quote. What is `computed` asks no paper: its `expression` names other columns.
    """

    id: str
    name: str
    question: str
    kind: Literal["computed", "number", "words"]
    expression: str


class Author(Model):
    name: str
    orcid: str | None
    affiliation: str | None


class Begun(Model):
    """A stream's first event, `begun`: the question is saved, and where."""

    session_id: str
    message_n: int


class Beyond(Model):
    """What a review found beyond the library: publications, best first, of `total`, and what became of asking each service."""

    works: tuple[BeyondWork, ...]
    services: tuple[ServiceAnswer, ...]
    total: int


class BeyondWork(Model):
    """A publication that a review found beyond the library, and whether it could be read; `warning` tells a retraction."""

    title: str
    state: Literal["closed", "open", "record", "reviewed", "there"]
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    add: str | None
    services: tuple[str, ...]
    paper_id: str | None
    warning: str | None


class BlockView(Model):
    """A run of text of one kind; `start` and `end` count in the paper's text; `boxes` has one box per entry of `lines`.

    `confidence` is OCR's, from 0 to 1, null for text that was not recognised from a picture.
    """

    id: str
    kind: Literal[
        "caption", "code", "equation", "footnote", "heading", "list_item", "paragraph", "reference", "table", "theorem"
    ]
    text: str
    section_id: str | None
    page_number: int | None
    boxes: tuple[Box, ...]
    lines: tuple[LineView, ...]
    start: int
    end: int
    confidence: float | None


class BriefView(Model):
    """What a paper is about: the sentences that say it best, in its order and checked, and questions to ask it first."""

    sentences: tuple[CheckedQuoteV1, ...]
    questions: tuple[FirstQuestionView, ...]


class CellPlaceV1(Model):
    """The cell or the row of a table that a quote stands in: the table's label and the headers, "" where there is none."""

    table: str
    row: str
    column: str


class CellView(Model):
    """A cell of a table; `pending` ones are not filled yet, `failed` ones say in `error` why they have no value.

    A `candidate` is a sentence of the paper that may answer, found without a model; `not_found` says that no passage was found, and
    nothing of the paper. `number` is the figure in its value, in a candidate beside what the column asks for. `doubts` are words of the value that its quotes do not carry. `operands` are the numbers that a
    computed cell used.
    """

    column_id: str
    state: Literal["candidate", "failed", "filled", "not_found", "pending"]
    value: str
    number: float | None
    citations: tuple[CitationV1, ...]
    doubts: tuple[DoubtV1, ...]
    operands: tuple[OperandView, ...]
    error: str | None


class ChangeV1(Model):
    """A difference between a citation's `quote` and its `text`, as character ranges in both.

    `spelling`, `article` and `marker` leave the meaning alone; every other kind changes it.
    """

    kind: Literal[
        "article",
        "comparison",
        "hedge",
        "marker",
        "name",
        "negation",
        "number",
        "omission",
        "order",
        "quantifier",
        "sign",
        "spelling",
        "unit",
        "word",
    ]
    quote_start: int
    quote_end: int
    text_start: int
    text_end: int


class Check(Model):
    """Whether a dependency answers, and in which time."""

    name: str
    ok: bool
    duration_ms: int


class CheckedQuoteV1(Model):
    """What a paper says to a quote; `verdict`, `text`, `changes`, `similarity`, `proves` and `gap` as in a citation.

    `places` are in the text's order. A quote that could not be checked has an `error` and a null verdict.
    """

    quote_id: str | int
    verdict: Literal["altered", "exact", "fuzzy", "normalized", "not_found", "spliced"] | None
    text: str
    changes: tuple[ChangeV1, ...]
    similarity: float
    places: tuple[QuotePlaceV1, ...]
    proves: bool
    gap: bool
    error: QuoteFault | None


class CheckedQuotes(Model):
    """A result per quote, in their order."""

    results: tuple[CheckedQuoteV1, ...]


class CitationV1(Model):
    """A pointer from an answer to a place in a paper; `verdict` says how far its quote is true.

    `exact`, `normalized`, `fuzzy`: the paper says this. `altered`: it says something else at this place. `spliced`: the
    quote was put together from several places. `quote` is what was claimed, `text` the paper's own words, `changes`
    what differs. `start` and `end` are the place's characters in the paper's text, null when it was not found there.
    `region` is where the figure or table is drawn whose caption the quote stands in. `proves` is false for a quote too
    short to support anything; `gap` is true where extraction lost something inside the place, such as a formula. `before`
    and `after` are what stands around the place in its paragraph, in an answer of the kind `extracts`. There `mark` says which
    of several answers `best`, or `decides` a question of yes or no. `cell` names the cell or the row of a PDF's table in which
    the quote stands, and `pages` has their boxes then; null elsewhere.
    """

    number: int
    paper_id: str
    chunk_id: str
    quote: str
    text: str
    changes: tuple[ChangeV1, ...]
    verdict: Literal["altered", "exact", "fuzzy", "normalized", "not_found", "spliced"]
    label: str
    similarity: float
    start: int | None
    end: int | None
    pages: tuple[PdfSectionV1, ...]
    region: PdfSectionV1 | None
    proves: bool
    gap: bool
    before: str
    after: str
    mark: Literal["best", "decides"] | None
    cell: CellPlaceV1 | None
    citation_type: Literal["extract_citation_v01_20261120"]


class CiteSpan(Model):
    """An in-text citation marker of the paper, as a range in a block's text."""

    block_id: str
    start: int
    end: int
    reference_ids: tuple[str, ...]


class CitedPaperView(Model):
    """A paper of a report; `label` names it in the text. Of one that was `deleted` since, no quote is kept."""

    paper_id: str
    label: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    relevance: float
    deleted: bool


class CitedPassageTextView(Model):
    """A passage of the cited paper; `start` and `end` count in its text, `label` names its place."""

    chunk_id: str
    text: str
    label: str
    page_numbers: tuple[int, ...]
    start: int
    end: int


class CitedPassageView(Model):
    """What a cited paper says about a citing sentence: passages, best first, and a quote checked as answers' quotes are.

    `weak` means that nothing found bears on the sentence; then there is no quote.
    """

    paper_id: str
    mention: MentionView
    passages: tuple[CitedPassageTextView, ...]
    quote: CheckedQuoteV1 | None
    weak: bool


class CitedWork(Model):
    """A work that a quote cites: the owner's own paper where the library has it, else as the reference list names it."""

    name: str
    paper_id: str | None


class ClosestPassageV1(Model):
    """The sentence of a paper that comes closest to a question; `page_number` is null in a source without pages."""

    text: str
    label: str
    page_number: int | None


class CollectionList(Model):
    """All collections, each before those nested in it; `made` is the id of the one that the call made."""

    collections: tuple[CollectionView, ...]
    made: str | None


class CollectionOfZotero(Model):
    """A collection; `parent` is the key of the one that it is nested in."""

    key: str
    name: str
    parent: str | None


class CollectionView(Model):
    """A collection; `depth` counts from 0, `position` among those in the same one from 0."""

    collection_id: str
    name: str
    parent_id: str | None
    depth: int
    position: int


class ComparisonTableView(Model):
    """What several papers say about the same things."""

    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRowView, ...]


class ContentView(Model):
    """Everything read from a paper, blocks in reading order, joined by empty lines to the paper's text."""

    source_format: Literal["docx", "html", "jats", "latex", "markdown", "pdf", "text"]
    title: str | None
    authors: tuple[Author, ...]
    doi: str | None
    arxiv_id: str | None
    abstract: str | None
    year: int | None
    venue: str | None
    keywords: tuple[str, ...]
    volume: str | None
    issue: str | None
    page_range: str | None
    publisher: str | None
    issn: str | None
    pages: tuple[Page, ...]
    sections: tuple[Section, ...]
    blocks: tuple[BlockView, ...]
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...]
    equations: tuple[Equation, ...]
    references: tuple[Reference, ...]
    cite_spans: tuple[CiteSpan, ...]
    commands: tuple[FormulaCommand, ...]
    notes: tuple[Note, ...]


class Cost(Model):
    """US dollars, None where the model's price is not known; `free` for models that nobody charges for."""

    usd: float | None
    free: bool


class Counts(Model):
    pages: int
    sections: int
    blocks: int
    chunks: int
    figures: int
    tables: int
    equations: int
    references: int


class CoverageV1(Model):
    """Every paper that was asked, in the order asked; `beyond` counts further papers of the library that were not read."""

    papers: tuple[CoveredPaperV1, ...]
    beyond: int


class CoveredPaperV1(Model):
    """What became of one paper that was asked.

    `cited`: the answer quotes it. `not_cited`: a model was shown passages of it and quotes none. `closest`: it was searched without
    a model, and `closest` is the sentence of it that comes closest. `left_out`: it was not read, or its passages found no room;
    `reason` says which. `nothing_found` stands in answers of earlier releases.
    """

    paper_id: str
    title: str
    outcome: Literal["cited", "closest", "left_out", "not_cited", "nothing_found"]
    reason: Literal["deleted", "failed", "no_file", "no_room", "not_ready", "unreachable"] | None
    closest: ClosestPassageV1 | None


class CreatedPaper(Model):
    """A paper that waits for its file; `upload` is null where the same file was there already, with what was made of it."""

    paper_id: str
    upload: Upload | None


class DayView(Model):
    """A day in UTC."""

    day: str
    questions: int
    spent: SumView


class Delta(Model):
    """A stream's `delta` event: more of the answer's text, without citation tags."""

    text: str


class Deployment(Model):
    """A null `recipient` means that no model gets texts; null days, that things are kept until they are deleted."""

    recipient: RecipientView | None
    outside: OutsideServices
    password_sign_in: bool
    sign_in_providers: tuple[SignInProvider, ...]
    session_days: int
    paper_days: int | None
    review_days: int | None
    source_url: str | None


class DepthEstimate(Model):
    """What an answer takes at most, stated before it starts.

    `cost_usd` is 0 where nobody charges, null where the price of one of the models is not known.
    """

    depth: Literal["deep", "normal", "quick"]
    calls: int
    tokens: int
    cost_usd: float | None
    seconds: float


class DiscoveredWorkView(Model):
    """A publication that services know; `score` orders, it is no probability.

    `services` are those that named it, `pdfs` addresses that they name as open. `paper_id` is the paper of the library that it
    is (`relation`: `same`) or another form of (`version`); with the `paper_status` `record` that has no file. `add` is what
    names it for `POST /works`. `cited_by` counts the works that cite it, as far as the first service that counts them knows.
    """

    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    abstract: str | None
    doi: str | None
    arxiv_id: str | None
    pmid: str | None
    pmcid: str | None
    kind: str | None
    pdfs: tuple[str, ...]
    notices: tuple[WorkNotice, ...]
    cited_by: int | None
    versions: tuple[WorkVersion, ...]
    services: tuple[str, ...]
    score: float
    paper_id: str | None
    paper_status: Literal["completed", "extracting", "failed", "record", "uploaded"] | None
    relation: Literal["same", "version"] | None
    add: str | None


class DiscoveredWorks(Model):
    """Publications, best first; `total` counts all that were found.

    `services` tells of each service that can search what became of asking it; `retrieval` is `lexical` where words decided alone.
    """

    works: tuple[DiscoveredWorkView, ...]
    services: tuple[ServiceAnswerView, ...]
    total: int
    retrieval: Literal["hybrid", "lexical"]


class DoubtV1(Model):
    """Words of an answer's sentence that differ from the quotes behind it, as characters of the section's text."""

    kind: Literal[
        "comparison",
        "hedge",
        "name",
        "negation",
        "number",
        "order",
        "quantifier",
        "reading",
        "unit",
        "unrelated",
        "word",
    ]
    text: str
    start: int
    end: int


class Edit(Model):
    """A change of a finished report; `add` names the new section by `title`, the others an existing one by its id.

    `restore` takes all sections, or the one that is named, as they were in an earlier `version`.
    """

    action: Literal["add", "delete", "expand", "restore", "rewrite", "shorten"]
    section_id: str | None
    title: str | None
    instruction: str
    version: int | None


class Equation(Model):
    """A displayed equation: its printed number ("3"), its LaTeX, its glyph text.

    `latex` is what the source gives, or what a PDF's layout says with certainty; null where neither does.
    """

    text: str
    block_id: str
    label: str | None
    latex: str | None


class Estimate(Model):
    """What a review is expected to take, said before it begins."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    seconds: float


class Extraction(Model):
    """How far a paper's extraction is."""

    paper_id: str
    status: Literal["completed", "extracting", "failed", "record", "uploaded"]
    progress: Progress
    error: Failure | None


class FacetValue(Model):
    value: str
    count: int


class FacetView(Model):
    """The values of a facet among the papers that pass: the most frequent ones, years latest first.

    `unknown` are those that say nothing of it. `unjudged` are papers that pass every other filter and say nothing of what this
    one asks for; 0 where it is not asked.
    """

    values: tuple[FacetValue, ...]
    unknown: int
    unjudged: int


class FacetsView(Model):
    year: FacetView
    author: FacetView
    venue: FacetView
    tag: FacetView
    state: FacetView
    collection: FacetView
    favourite: FacetView


class Failure(Model):
    """Why a paper failed: a stable code, a sentence, what the user can do, whether a retry can help."""

    code: str
    message: str
    action: str
    retryable: bool


class Figure(Model):
    """A figure: its label as printed ("Figure 2"), its caption and the region of the drawing, caption excluded.

    `panels` are those that the caption describes by their letters. `files` names the files of the drawing, as a LaTeX or
    Markdown source does.
    """

    label: str
    caption: str
    page_number: int | None
    boxes: tuple[Box, ...]
    block_id: str | None
    panels: tuple[Panel, ...]
    files: tuple[str, ...]


class Filters(Model):
    """What papers must have to count; an empty field asks for nothing, and none passes whose own field is unknown.

    Of several names one must fit; `text` must stand in the title, the abstract or the keywords. Case and accents do not count.
    """

    year_from: int | None
    year_to: int | None
    venues: tuple[str, ...]
    authors: tuple[str, ...]
    fields: tuple[str, ...]
    text: str | None


class FirstQuestionView(Model):
    """A question that the paper can be asked first; `about` says in the paper's words what it leads to, "" where that is plain."""

    question: str
    about: str


class FollowedQuote(Model):
    """A quote of the report, by its place, that itself cites other works."""

    paper_id: str
    start: int
    end: int
    works: tuple[CitedWork, ...]


class FormulaCommand(Model):
    """A TeX command of the paper's own that its formulas use: `body` stands for it, with `#1` for its first argument."""

    name: str
    arity: int
    body: str


class FoundNote(Model):
    """A note that holds what is searched; `excerpt` is the beginning of it."""

    note_id: str
    kind: Literal["answer", "highlight", "note", "quote"]
    paper_ids: tuple[str, ...]
    excerpt: str


class FoundPaperView(Model):
    """A paper that was found, with its best passages."""

    paper_id: str
    filename: str
    metadata: Metadata
    passages: tuple[FoundPassageView, ...]


class FoundPassageView(Model):
    """A passage of a found paper; `label` names its place."""

    chunk_id: str
    text: str
    label: str
    page_numbers: tuple[int, ...]


class FoundServerView(Model):
    """A server that answers, with the names of its models."""

    provider: str
    service: str
    base_url: str
    models: tuple[str, ...]


class FoundServers(Model):
    """The servers of models that answer on this machine, and where the settings say that one is."""

    servers: tuple[FoundServerView, ...]


class FragmentSelector(Model):
    """A rectangle of a page as a fragment of the PDF's address: `page=3&viewrect=x,y,width,height`, in points from the top left."""

    type: Literal["FragmentSelector"]
    value: str
    conforms_to: str


class Health(Model):
    """Whether a function can do its work."""

    status: Literal["degraded", "ok"]
    checks: tuple[Check, ...]


class ImportedCollection(Model):
    """What came in; `notes` counts highlights and notes by what became of them. With `more` the same call goes on."""

    items: tuple[TakenItemView, ...]
    notes: dict[str, int]
    more: bool


class ImportedEntries(Model):
    """What became of entries; `total` counts those of the file, `next_start` is where to go on, null at the end."""

    works: tuple[AddedWorkView, ...]
    total: int
    next_start: int | None


class LibraryList(Model):
    """A page of the library, and what all papers that pass the filters have in common.

    `total` counts those that pass. `notes` are the notes and saved answers that hold the words of a search. `complete` is false
    where the library is larger than this server looks at: then the latest papers alone are listed and counted.
    """

    papers: tuple[ListedPaper, ...]
    total: int
    facets: FacetsView
    notes: tuple[FoundNote, ...]
    complete: bool
    next_cursor: str | None


class LibraryOfZotero(Model):
    """A library; `writable` tells whether the key may write to it."""

    path: str
    name: str
    writable: bool
    collections: tuple[CollectionOfZotero, ...]


class ListedPaper(Model):
    """A paper in the list of a library; `GET /papers/{paper_id}` has all that is known of it.

    `progress`, `error`, `same_as` and `notices` are as there: a list shows how far papers under way are without a call for each.
    """

    paper_id: str
    filename: str
    media_type: str
    status: Literal["completed", "extracting", "failed", "record", "uploaded"]
    progress: Progress
    error: Failure | None
    same_as: str | None
    notices: tuple[WorkNotice, ...]
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    marks: Marks
    notes: int
    created_at: str
    updated_at: str


class MarkedPaper(Model):
    paper_id: str
    marks: Marks


class MarkedPapers(Model):
    """The marks of papers after a change, in the order asked for."""

    papers: tuple[MarkedPaper, ...]


class Marks(Model):
    """`tags` and `collection_ids` are in the order in which they were given; no two tags differ in case alone."""

    tags: tuple[str, ...]
    favourite: bool
    read_state: Literal["read", "reading", "unread"]
    collection_ids: tuple[str, ...]


class MentionView(Model):
    """A place that cites: the marker, and the sentence around it, as characters of the paper's text.

    `pages` has the sentence's boxes; it is empty for papers without pages.
    """

    block_id: str
    start: int
    end: int
    sentence: str
    sentence_start: int
    sentence_end: int
    pages: tuple[PdfSectionV1, ...]


class MessageView(Model):
    """One turn of a conversation; `n` counts from 0, and `parent` is the message that it follows, -1 for none."""

    n: int
    role: Literal["assistant", "user"]
    state: Literal["complete", "failed", "pending"]
    created_at: str
    text: str
    answer: AnswerV1 | None
    error_code: str | None
    parent: int | None


class Metadata(Model):
    """What is known of the paper as a publication."""

    volume: str | None
    issue: str | None
    page_range: str | None
    publisher: str | None
    issn: str | None
    title: str | None
    authors: tuple[str, ...]
    doi: str | None
    arxiv_id: str | None
    abstract: str | None
    year: int | None
    venue: str | None
    keywords: tuple[str, ...]


class MissingList(Model):
    """What the library cites and lacks, those cited by most papers first."""

    missing: tuple[MissingPaperView, ...]


class MissingPaperView(Model):
    """A publication that papers of the library cite and that is not in it; `count` is the number of these papers."""

    raw: str
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    count: int
    cited_by: tuple[str, ...]


class ModelSettingsView(Model):
    """The model that answers, and what else may be chosen. It contains no keys.

    A null `recipient` means that nothing leaves the server. `question` is what an answer is expected to cost, `depths`
    what one takes at most that looks more than once; empty where no model answers. Without `changeable` the operator's settings decide, or the environment variable `SCHOLARAI_MODEL`, which `fixed_by` then names.
    """

    provider: str
    model: str
    base_url: str
    recipient: RecipientView | None
    price: PriceView | None
    question: Cost
    depths: tuple[DepthEstimate, ...]
    changeable: bool
    offers: tuple[OfferView, ...]


class Note(Model):
    """Something extraction left out or could not do, and why (`code` is stable, `detail` is for a person)."""

    code: str
    detail: str
    page_number: int | None


class NoteList(Model):
    """Notes, latest first; `next_cursor` asks for the next page and is null on the last one."""

    notes: tuple[NoteView, ...]
    next_cursor: str | None


class NoteView(Model):
    """A highlight, a note, a saved answer or a saved quote.

    `version` is to be sent with a change. `text` is its owner's. A saved answer has its `question` and `sections`, a saved quote
    its `citation`, as they stood when they were saved.
    """

    note_id: str
    kind: Literal["answer", "highlight", "note", "quote"]
    paper_ids: tuple[str, ...]
    version: int
    text: str
    colour: Literal["blue", "green", "pink", "purple", "yellow"]
    target: TargetView | None
    question: str
    sections: tuple[TextSectionV1, ...]
    citation: CitationV1 | None
    session_id: str | None
    created_at: str
    updated_at: str


class Notice(Model):
    """Something a reader of the report must know: a stable code, a sentence, and how often it happened."""

    code: str
    detail: str
    count: int


class OfferView(Model):
    """A provider that may be chosen.

    `base_url` is where its server usually is, empty where that cannot be chosen; `address` and `has_key` say what is kept.
    `fixed_by` are the variables of the environment that set its address, its key or the model.
    """

    name: str
    title: str
    base_url: str
    takes_key: bool
    needs_key: bool
    is_local: bool
    fixed_by: tuple[str, ...]
    address: str
    has_key: bool


class OperandView(Model):
    """A number that a computed cell used, with what supports it."""

    column_id: str
    value: float
    citations: tuple[CitationV1, ...]


class Origin(Model):
    """Where a field of the metadata is from, and since when."""

    field: Literal[
        "abstract",
        "arxiv_id",
        "authors",
        "doi",
        "issn",
        "issue",
        "keywords",
        "page_range",
        "publisher",
        "title",
        "venue",
        "volume",
        "year",
    ]
    source: Literal["file", "person", "printed", "service"]
    at: str


class OutsideServices(Model):
    """Services that may be asked about published works, by the names that people know.

    `services` are switched on. A call that adds one work by its identifier or title asks those of `adding` that know such
    names, whatever is switched on. `contact` tells that requests carry the operator's e-mail address.
    """

    services: tuple[str, ...]
    adding: tuple[str, ...]
    contact: bool


class Page(Model):
    """A page as it is displayed: turned and cropped, its origin at the top left, y downwards.

    `to_pdf` takes such points to the coordinates of the PDF itself; None where these have their origin at the lower left of what is
    displayed, and differ in nothing else.
    """

    page_number: int
    width_pt: float
    height_pt: float
    to_pdf: tuple[float, float, float, float, float, float] | None


class PaperList(Model):
    """Papers, newest first or in the order asked for; `next_cursor` asks for the next page and is null on the last one."""

    papers: tuple[PaperView, ...]
    next_cursor: str | None


class PaperSpendingView(Model):
    """What the conversations about a paper cost; one about several papers counts in equal parts. Reading it is left out."""

    conversations: int
    answers: int
    spent: SumView


class PaperView(Model):
    """An uploaded file, its state, and what is known of it as a publication.

    `origins` tells where the fields of `metadata` are from; a corrected one has an entry for what was read, and one for who
    corrected it. `metadata_read` is what was read, and null while nothing of it is corrected. With the status
    `record` there is no file and no text, only what is known of it. `notices` tell what was published about it since:
    retractions, corrections.
    `same_as` is the oldest paper of the library that is the same publication; null where there is none before this one.
    """

    id: str
    filename: str
    media_type: str
    size_bytes: int | None
    sha256: str | None
    status: Literal["completed", "extracting", "failed", "record", "uploaded"]
    progress: Progress
    error: Failure | None
    metadata: Metadata
    origins: tuple[Origin, ...]
    metadata_read: Metadata | None
    same_as: str | None
    notices: tuple[WorkNotice, ...]
    marks: Marks
    counts: Counts
    created_at: str
    updated_at: str


class PassageV1(Model):
    """A passage shown as it stands: with a refusal, or behind those that an answer quotes."""

    paper_id: str
    chunk_id: str
    text: str
    label: str
    pages: tuple[PdfSectionV1, ...]


class PdfSectionV1(Model):
    """Where something stands on one page: a box per line, in points from the top left of the displayed page."""

    page_number: int
    width_pt: float
    height_pt: float
    boxes: tuple[Box, ...]
    section_type: Literal["pdf_section_v01_20261120"]


class PriceView(Model):
    """US dollars per million tokens, seen on a day in a source; null and empty where the settings name the price."""

    input_usd: float
    output_usd: float
    seen: str | None
    source: str
    is_old: bool


class ProblemDetails(Model):
    """RFC 9457: what went wrong, what to do about it, and whether trying again can help.

    `code` is a stable name. `instance` is the id under which the log has an unexpected error, `current` the thing as it stands,
    where it was changed since it was read.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    retryable: bool
    action: str | None = None
    instance: str | None = None
    current: dict[str, Any] | None = None


class Progress(Model):
    """How far extraction is; `page` counts pages done, `percent` the whole job from 0 to 100."""

    stage: Literal["done", "embedding", "finishing", "reading", "structuring", "waiting"]
    page: int
    pages: int | None
    percent: int
    eta_s: int | None


class QuoteFault(Model):
    """Why a quote could not be checked: a stable code and a sentence."""

    code: str
    detail: str


class QuotePlaceV1(Model):
    """Characters `start` to `end` of the paper's text, on one page.

    A box per line, in points from the top left of the displayed page, whose size stands beside them. A paper without
    pages (LaTeX, Markdown) has nulls and no boxes.
    """

    start: int
    end: int
    page_number: int | None
    width_pt: float | None
    height_pt: float | None
    boxes: tuple[Box, ...]


class RecipientView(Model):
    """Who gets questions, passages, title pages and pictures of figures, to answer and to embed.

    `place` is the region, null where none can be chosen; `keyed` tells that an API key admits the server: with one of a
    free tier, the provider may use what it is sent.
    """

    company: str
    service: str
    models: tuple[str, ...]
    place: str | None
    keyed: bool


class Reference(Model):
    """A bibliography entry as printed (`raw`) and what was read from it; `venue` is the journal, the proceedings or the book."""

    id: str
    raw: str
    label: str | None
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    doi: str | None
    arxiv_id: str | None
    venue: str | None


class ReferenceList(Model):
    """The bibliography of a paper in printed order."""

    references: tuple[ReferenceView, ...]


class ReferenceView(Model):
    """An entry of a bibliography, numbered from 1 in printed order; `count` tells how often the text cites it.

    `paper_id` is the paper of the library that the entry is (`relation`: `same`), or that is a preprint or the published form
    of it (`version`); null where the library has neither. `notices` tell what was published about the cited work since, such as
    a retraction, as far as the server knows without asking anybody.
    """

    number: int
    id: str
    label: str | None
    raw: str
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    paper_id: str | None
    relation: Literal["same", "version"] | None
    count: int
    mentions: tuple[MentionView, ...]
    notices: tuple[WorkNotice, ...]


class RefusalV1(Model):
    """The evidence does not carry an answer; not an error.

    `reason`: `weak_evidence` and `no_text` before a model was asked, `model_declined` where it says so itself,
    `unsupported` where it answered, twice, without one quote that stands (earlier releases). `by_model`: `message` is the
    model's own sentence; else it is one of a few fixed ones.
    """

    reason: Literal["model_declined", "no_text", "unsupported", "weak_evidence"]
    message: str
    nearest: tuple[PassageV1, ...]
    by_model: bool


class RelatedPaperView(Model):
    """Another paper of the library; `reference_ids` are its entries that cite the one that was asked about."""

    paper_id: str
    title: str
    reference_ids: tuple[str, ...]


class RelatedView(Model):
    """Papers of the library: the same publication once more, its preprint or published form, and those that cite it."""

    same: tuple[RelatedPaperView, ...]
    versions: tuple[RelatedPaperView, ...]
    cited_by: tuple[RelatedPaperView, ...]


class ReportView(Model):
    """A version of a report; not `complete` while sections or tables are missing. `followed` is what quotes cite in turn.

    `papers` are those that it cites, `silent` those in which nothing was found, `unlisted` counts further ones of these. `beyond` is
    what outside services know; null where they were not asked.
    """

    title: str
    version: int
    complete: bool
    sections: tuple[ReviewSectionView, ...]
    papers: tuple[CitedPaperView, ...]
    followed: tuple[FollowedQuote, ...]
    silent: tuple[CitedPaperView, ...]
    unlisted: int
    beyond: Beyond | None


class Restarted(Model):
    """A stream's `restarted` event: every `delta` and `section` before it is void.

    The answer starts again after it, or `done` brings a refusal. It has no data.
    """


class ReviewEstimateView(Model):
    """What a review of `papers` is expected to take; of `cost`, `usd` is null where the model's price is not known.

    `unjudged` are the papers that the filters leave out because what they ask for is not known of them. `note` says what a review is
    without a model, and how to connect one; empty with one.
    """

    model: str
    papers: int
    estimate: Estimate
    cost: Cost
    unjudged: Unjudged
    note: str


class ReviewList(Model):
    """Reviews, newest first; `next_cursor` asks for the next page and is null on the last one."""

    reviews: tuple[ReviewSummary, ...]
    next_cursor: str | None


class ReviewRequest(Model):
    """What somebody wants reviewed; without `paper_ids` all of the owner's papers count, without `depth` it is the server's.

    `budget_usd`: what models may cost together, None: no bound. `discover`: also look beyond; read the open PDFs of `fetch` works.
    `n_retrieval`: passages that the search takes, `n_rerank`: those of them that are read, `threshold`: the least share of the best
    passage's score that one which is read has; None: what reviewing/candidates.py says. Without `tables` no papers are compared.
    """

    question: str
    paper_ids: tuple[str, ...] | None
    filters: Filters
    budget_usd: float | None
    depth: Literal["deep", "normal", "quick"] | None
    discover: bool
    fetch: int
    n_retrieval: int | None
    n_rerank: int | None
    threshold: float | None
    tables: bool


class ReviewSectionView(Model):
    """A section of a report; a sentence that is `uncited` comes from the model's memory.

    `summary` are the sentences of `tldr`, checked like those of `text`; `lead` are their citations.
    """

    id: str
    title: str
    format: Literal["list", "synthesis"]
    tldr: str
    text: tuple[TextSectionV1, ...]
    sources: int
    model: str
    removed_references: int
    table: ComparisonTableView | None
    lead: tuple[CitationV1, ...]
    summary: tuple[TextSectionV1, ...]


class ReviewSummary(Model):
    """A review and how far it is; `model` is `extractive` where no language model writes."""

    id: str
    state: Literal["cancelled", "completed", "failed", "partial", "refused", "running"]
    request: ReviewRequest
    title: str | None
    model: str
    created_at: str
    updated_at: str
    step: str | None
    steps: tuple[StepRecord, ...]
    estimate: Estimate
    spent: Spent
    error: Failure | None
    notices: tuple[Notice, ...]
    version: int
    edit: Edit | None


class ReviewView(Model):
    """A review with its report, or with the sections that are written so far; null before the first one."""

    review: ReviewSummary
    report: ReportView | None


class RowView(Model):
    """A paper with its cells in the order of the columns; `label` is author and year."""

    paper_id: str
    label: str
    title: str
    year: int | None
    deleted: bool
    cells: tuple[CellView, ...]


class SearchOutcomeV1(Model):
    """What a search without a model found; the passages are the answer's sections, best first.

    `outcome`: `passages` may answer; `closest`: the search is not sure of them; `missing`: a rare word of the question stands in no
    spelling, form, compound or abbreviation anywhere in the papers. `message` says it. `missing` are those words, and `without`
    is the question without them, empty for the other outcomes. `also_searched` are other forms of its words that were searched.
    `further` are passages behind those that the sections quote, best first.
    """

    outcome: Literal["closest", "missing", "passages"]
    message: str
    missing: tuple[str, ...]
    also_searched: tuple[str, ...]
    without: str
    further: tuple[PassageV1, ...]


class SearchResults(Model):
    """Papers of the library, best first; `lexical` where words decided alone.

    `unjudged` are the papers that the filters left out because what they ask for is not known of them.
    """

    papers: tuple[FoundPaperView, ...]
    retrieval: Literal["hybrid", "lexical"]
    unjudged: Unjudged


class Section(Model):
    id: str
    title: str
    level: int
    number: str | None
    parent_id: str | None


class SentView(Model):
    """How many items were created, how many were changed, and in how many both sides had changed.

    `refused` says why Zotero refuses items, `left_out` names papers of which Zotero has another PDF. With `more` the same call
    goes on.
    """

    written: int
    changed: int
    conflicts: int
    refused: tuple[str, ...]
    left_out: tuple[str, ...]
    more: bool


class ServiceAnswer(Model):
    """What became of asking one service: how many works it named, or why it named none."""

    service: Literal["arxiv", "crossref", "datacite", "europe_pmc", "openalex", "semantic_scholar", "unpaywall"]
    state: Literal["answered", "failed", "late", "off"]
    count: int
    code: str
    detail: str


class ServiceAnswerView(Model):
    """What became of asking a service: `count` works, or why it named none.

    `late`: it did not answer in time; `off`: it is not switched on, or its key is missing.
    """

    service: Literal["arxiv", "crossref", "datacite", "europe_pmc", "openalex", "semantic_scholar", "unpaywall"]
    state: Literal["answered", "failed", "late", "off"]
    count: int
    code: str
    detail: str


class SessionList(Model):
    """Conversations, latest first; `next_cursor` asks for the next page and is null on the last one."""

    sessions: tuple[SessionView, ...]
    next_cursor: str | None


class SessionMessages(Model):
    """A conversation with the messages of all its branches, in the order in which they came.

    `head` is the last message of the current branch, -1 where there is none. `usage` sums what all answers took, by the last one's
    model.
    """

    session: SessionView
    messages: tuple[MessageView, ...]
    usage: Usage
    head: int


class SessionView(Model):
    """A conversation over one or several papers."""

    id: str
    paper_ids: tuple[str, ...]
    title: str
    created_at: str
    updated_at: str
    expires_at: str
    message_count: int
    pinned: bool


class SignInProvider(Model):
    """An OpenID Connect or SAML provider, by its id at Identity Platform and by the name that people know."""

    id: str
    name: str


class SpendingView(Model):
    """What models cost a user on the latest days that have anything, latest first."""

    days: tuple[DayView, ...]


class Spent(Model):
    """What model calls took, as the provider counts it; `cost_usd` leaves out the `unpriced_tokens`, whose price is not known."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    unpriced_tokens: int


class Step(Model):
    """One step of an answer that looks more than once, in the order taken.

    Attributes:
        texts: The sub-questions of a plan, what was searched for, what is missing, or the titles of the papers that references
            led to.
        paper_ids: Of those papers.
        passages: How many new ones a search found, or how many were weighed; of a check, the sentences that were read.
        useful: How many of the weighed ones bear on the question; of a check, the sentences that their quotes support.
        stopped: Why nothing more was looked for.
        error: The code of the failure of a model for which the step brought less or nothing.
        taken: What its calls took.
    """

    kind: Literal["check", "follow", "missing", "plan", "search", "stop", "weigh"]
    texts: tuple[str, ...]
    paper_ids: tuple[str, ...]
    passages: int
    useful: int
    stopped: Literal["asked", "calls", "money", "time", "tokens"] | None
    error: str | None
    taken: Taken


class StepRecord(Model):
    """One step as its readers see it: `counts` by name, `texts` that it found missing, `stopped` where a bound ended it."""

    name: str
    state: Literal["done", "failed", "running", "skipped", "waiting"]
    estimate_s: float
    started_at: str | None
    ended_at: str | None
    attempts: int
    model: str
    spent: Spent
    counts: dict[str, int]
    error: str | None
    texts: tuple[str, ...]
    stopped: Literal["asked", "calls", "money", "time", "tokens"] | None


class SumView(Model):
    """Tokens and what they cost; `cost_usd` is null where tokens were taken of a model whose price is not known."""

    input_tokens: int
    output_tokens: int
    cost_usd: float | None


class Table(Model):
    """A table: label, caption, region, and its cells row by row where they could be read.

    `rows` are equally long; a cell of `spans` stands at its first place and leaves the others empty. The first
    `header_rows` are the head, and `group_rows` are the indices of rows that only name the rows below them. `notes` are
    printed below. A table that goes on over pages is one; `boxes` are on its first page, `cell_boxes` on all of them.
    """

    label: str
    caption: str
    page_number: int | None
    boxes: tuple[Box, ...]
    block_id: str | None
    rows: tuple[tuple[str, ...], ...]
    header_rows: int
    group_rows: tuple[int, ...]
    spans: tuple[CellSpan, ...]
    notes: tuple[str, ...]
    cell_boxes: tuple[CellBox, ...]


class TableCellView(Model):
    """A value with what supports it, empty where nothing does; `doubts` are words of it that its quotes do not carry."""

    value: str
    citations: tuple[CitationV1, ...]
    doubts: tuple[DoubtV1, ...]


class TableColumn(Model):
    name: str
    description: str


class TableEstimateView(Model):
    """What filling cells is expected to take; of `cost`, `usd` is null where the model's price is not known.

    `note` says what cells are without a model, and how to connect one; empty with one.
    """

    model: str
    papers: int
    estimate: Estimate
    cost: Cost
    note: str


class TableList(Model):
    """Tables, newest first; `next_cursor` asks for the next page and is null on the last one."""

    tables: tuple[TableSummary, ...]
    next_cursor: str | None


class TableRowView(Model):
    """A paper's cells, in the order of the columns."""

    paper_id: str
    label: str
    cells: tuple[TableCellView, ...]


class TableSummary(Model):
    """A table and what it asks; `papers` counts its rows. `model` is `extractive` where no language model fills it.

    `collection_id` is the collection that it was made of, which may be deleted by now.
    """

    id: str
    title: str
    state: Literal["filling", "ready", "stopped"]
    papers: int
    collection_id: str | None
    columns: tuple[AskedColumn, ...]
    model: str
    created_at: str
    updated_at: str
    estimate: Estimate
    spent: Spent
    budget_usd: float | None
    error: Failure | None
    notices: tuple[Notice, ...]


class TableView(Model):
    """A table with its rows, as far as it is filled."""

    table: TableSummary
    rows: tuple[RowView, ...]


class Taken(Model):
    """Model calls, tokens and US dollars: used, or allowed at most."""

    calls: int
    tokens: int
    cost_usd: float


class TakenItemView(Model):
    """What became of an item.

    `added`: its file is being read; `record`: it has no PDF that can be had; `there`: the paper was there; `gone`: it was deleted
    here; `failed`: nothing came in. `code` and `detail` tell what went wrong.
    """

    key: str
    title: str
    outcome: Literal["added", "failed", "gone", "record", "there"]
    paper_id: str | None
    code: str
    detail: str


class TakenView(Model):
    """What is taken of something, and how much there is of it; null: as much as one likes."""

    taken: float
    limit: float | None


class TargetView(Model):
    """The place that a note is about, as selectors of the W3C's Web Annotation Data Model and as boxes.

    `state`: `found` in the newest extraction of the paper; `changed` where the words there are not quite the same; `not_found`
    where they are not there: then `positions` is empty and `pages` are the last that were known. `quote` never changes.
    """

    state: Literal["changed", "found", "not_found"]
    quote: TextQuoteSelector
    positions: tuple[TextPositionSelector, ...]
    fragments: tuple[FragmentSelector, ...]
    pages: tuple[PdfSectionV1, ...]


class TextPositionSelector(Model):
    """Characters of the paper's text, as citations count them."""

    type: Literal["TextPositionSelector"]
    start: int
    end: int


class TextQuoteSelector(Model):
    type: Literal["TextQuoteSelector"]
    exact: str
    prefix: str
    suffix: str


class TextSectionV1(Model):
    """A run of an answer with the citations that stand behind it; `uncited` where none of them supports it.

    `part` is the title of its paper in an answer from several papers without a model; `note` says in a few words why that paper's
    sentence may say less than it seems. `second_opinion` is a model's, which read it beside its quotes; null where none did. Where
    there is one, `doubts` are the words that this model finds contradicted or nowhere (`reading`), and `silent_on` those that the quotes
    do not cover where they bear out the rest (`partly`); else doubts are found by rules. `verdict` does not depend on it.
    """

    text: str
    citations: tuple[CitationV1, ...]
    uncited: bool
    doubts: tuple[DoubtV1, ...]
    part: str
    note: str
    second_opinion: Literal["contradicted", "not", "partly", "supported"] | None
    silent_on: str
    section_type: Literal["text_section_v01_20261120"]


class TrialProblem(Model):
    """What failed, and what to do about it."""

    code: str
    detail: str
    action: str


class TrialView(Model):
    """A sentence that the model wrote and how long it took; `keeps_shape` tells whether it replies with JSON as asked."""

    text: str
    seconds: float
    output_tokens: int
    keeps_shape: bool
    problem: TrialProblem | None


class Unjudged(Model):
    """How many papers filters leave out only because what they ask for is not known of them, and what is not known of how many."""

    papers: int
    year: int
    venue: int
    authors: int
    keywords: int


class Upload(Model):
    """The request that sends the file: these headers, the file as its body, before it expires."""

    url: str
    method: str
    headers: dict[str, str]
    expires_at: str


class Usage(Model):
    """What an answer cost: tokens as the provider counts them, money in US dollars, times in seconds.

    `context` is what of the papers the model that answered was shown, None where rules answered; `cached_tokens` are those of
    `input_tokens` that the provider read out of its cache, where it tells. `unpriced_tokens` are those of models whose price is not
    known, which `cost_usd` leaves out.
    """

    model: str
    input_tokens: int
    output_tokens: int
    cost_usd: float
    retrieval_s: float
    model_s: float
    context: Literal["passages", "whole"] | None
    cached_tokens: int
    unpriced_tokens: int


class UsageView(Model):
    """What a user took today and stores now, each beside its limit; all but `stored_bytes` return to 0 at `resets_at`."""

    resets_at: str
    questions: TakenView
    tokens: TakenView
    cost_usd: TakenView
    uploads: TakenView
    pages: TakenView
    reading_s: TakenView
    stored_bytes: TakenView


class WorkNotice(Model):
    """A notice, by a publisher or in a table of retractions, that a work is retracted, withdrawn, doubted or corrected.

    `doi` is that of the notice itself, `on` the day it was published (ISO 8601), `source` where we have it from, `at` since when.
    """

    kind: Literal["concern", "correction", "retraction", "withdrawal"]
    source: str
    at: str
    doi: str | None
    on: str | None
    reason: str


class WorkVersion(Model):
    """Another form of a publication, such as its preprint; `add` is what names it for `POST /works`."""

    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    add: str | None


class ZoteroLibraries(Model):
    """One's own library, then those of groups."""

    libraries: tuple[LibraryOfZotero, ...]


class ZoteroLinkView(Model):
    """What of Zotero belongs to what here: `ours` is the id of a paper, a note or a collection."""

    library: str
    key: str
    kind: Literal["annotation", "attachment", "collection", "item", "note"]
    state: Literal["gone", "kept", "left_out", "sending", "waiting"]
    ours: str
    paper_id: str | None
    version: int
    updated_at: str


Box: TypeAlias = tuple[float, float, float, float]
"""A rectangle on a displayed page, in points."""

CellBox: TypeAlias = tuple[int, int, int, Box]
"""Where the cell at a place of a table's grid is printed."""

CellSpan: TypeAlias = tuple[int, int, int, int]
"""A cell over several places of a table's grid: its first row and column, from 0, and how many of each it covers."""

LineView: TypeAlias = tuple[int, int, int]
"""A printed line: its page, and its characters in its block's text."""

Panel: TypeAlias = tuple[str, str]
"""A part of a figure: its letter as printed, and what the caption says of it."""
