// Made from docs/schemas by `npm run types`. Do not edit.

/**
 * A rectangle on a displayed page, in points.
 *
 * @minItems 4
 * @maxItems 4
 */
export type Box = [number, number, number, number];
/**
 * A printed line: its page, and its characters in its block's text.
 *
 * @minItems 3
 * @maxItems 3
 */
export type LineView = [number, number, number];
/**
 * A part of a figure: its letter as printed, and what the caption says of it.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Panel = [string, string];
/**
 * A cell over several places of a table's grid: its first row and column, from 0, and how many of each it covers.
 *
 * @minItems 4
 * @maxItems 4
 */
export type CellSpan = [number, number, number, number];
/**
 * Where the cell at a place of a table's grid is printed.
 *
 * @minItems 4
 * @maxItems 4
 */
export type CellBox = [number, number, number, Box];

/**
 * An uploaded file, its state, and what is known of it as a publication.
 *
 *     `origins` tells where the fields of `metadata` are from; a corrected one has an entry for what was read, and one for who
 *     corrected it. `metadata_read` is what was read, and null while nothing of it is corrected. With the status
 *     `record` there is no file and no text, only what is known of it. `notices` tell what was published about it since:
 *     retractions, corrections.
 *     `same_as` is the oldest paper of the library that is the same publication; null where there is none before this one.
 */
export interface PaperView {
  id: string;
  filename: string;
  media_type: string;
  size_bytes: number | null;
  sha256: string | null;
  status: "completed" | "extracting" | "failed" | "record" | "uploaded";
  progress: Progress;
  error: Failure | null;
  metadata: Metadata;
  origins: Origin[];
  metadata_read: Metadata | null;
  same_as: string | null;
  notices: WorkNotice[];
  marks: Marks;
  counts: Counts;
  created_at: string;
  updated_at: string;
}
/**
 * How far extraction is; `page` counts pages done, `percent` the whole job from 0 to 100.
 */
export interface Progress {
  stage: "done" | "embedding" | "finishing" | "reading" | "structuring" | "waiting";
  page: number;
  pages: number | null;
  percent: number;
  eta_s: number | null;
}
/**
 * Why a paper failed: a stable code, a sentence, what the user can do, whether a retry can help.
 */
export interface Failure {
  code: string;
  message: string;
  action: string;
  retryable: boolean;
}
/**
 * What is known of the paper as a publication.
 */
export interface Metadata {
  volume: string | null;
  issue: string | null;
  page_range: string | null;
  publisher: string | null;
  issn: string | null;
  title: string | null;
  authors: string[];
  doi: string | null;
  arxiv_id: string | null;
  abstract: string | null;
  year: number | null;
  venue: string | null;
  keywords: string[];
}
/**
 * Where a field of the metadata is from, and since when.
 */
export interface Origin {
  field:
    | "abstract"
    | "arxiv_id"
    | "authors"
    | "doi"
    | "issn"
    | "issue"
    | "keywords"
    | "page_range"
    | "publisher"
    | "title"
    | "venue"
    | "volume"
    | "year";
  source: "file" | "person" | "printed" | "service";
  at: string;
}
/**
 * A notice, by a publisher or in a table of retractions, that a work is retracted, withdrawn, doubted or corrected.
 *
 *     `doi` is that of the notice itself, `on` the day it was published (ISO 8601), `source` where we have it from, `at` since when.
 */
export interface WorkNotice {
  kind: "concern" | "correction" | "retraction" | "withdrawal";
  source: string;
  at: string;
  doi: string | null;
  on: string | null;
  reason: string;
}
/**
 * `tags` and `collection_ids` are in the order in which they were given; no two tags differ in case alone.
 */
export interface Marks {
  tags: string[];
  favourite: boolean;
  read_state: "read" | "reading" | "unread";
  collection_ids: string[];
}
export interface Counts {
  pages: number;
  sections: number;
  blocks: number;
  chunks: number;
  figures: number;
  tables: number;
  equations: number;
  references: number;
}
/**
 * A conversation with the messages of all its branches, in the order in which they came.
 *
 *     `head` is the last message of the current branch, -1 where there is none. `usage` sums what all answers took, by the last one's
 *     model.
 */
export interface SessionMessages {
  session: SessionView;
  messages: MessageView[];
  usage: Usage;
  head: number;
}
/**
 * A conversation over one or several papers.
 */
export interface SessionView {
  id: string;
  paper_ids: string[];
  title: string;
  created_at: string;
  updated_at: string;
  expires_at: string;
  message_count: number;
  pinned: boolean;
}
/**
 * One turn of a conversation; `n` counts from 0, and `parent` is the message that it follows, -1 for none.
 */
export interface MessageView {
  n: number;
  role: "assistant" | "user";
  state: "complete" | "failed" | "pending";
  created_at: string;
  text: string;
  answer: AnswerV1 | null;
  error_code: string | null;
  parent: number | null;
}
/**
 * An answer whose every quote was checked; `question_used` is the question as retrieval saw it.
 *
 *     `kind`: `extracts` where no model wrote it: its sections are sentences of the papers, each found for itself.
 *     `truncated`: the model reached its limit. `partial`: it says that the papers do not answer the rest. `degraded`: the
 *     code of the failure for which rules answered in the model's place, null where it answered itself. `coverage`: what
 *     became of each paper where several were asked, null for one and in answers of earlier releases. `remark` is set where
 *     a fixed sentence stands in an answer's place, without citations: a reply to a greeting or thanks (`courtesy`), or that all was
 *     shown before (`nothing_new`); earlier releases asked what was meant (`unclear`, with `readings`). `notes` say
 *     how the question was taken. `depth`: how far it looked; unless that is `quick`, `estimate` is what it could take at most and
 *     `steps` are what was done. `search`: what was found where no model was asked, else null.
 */
export interface AnswerV1 {
  kind: "answer" | "extracts";
  sections: TextSectionV1[];
  refusal: RefusalV1 | null;
  usage: Usage;
  question_used: string;
  dropped_citations: number;
  retrieval: "hybrid" | "lexical";
  truncated: boolean;
  partial: boolean;
  degraded: string | null;
  coverage: CoverageV1 | null;
  remark: ("courtesy" | "nothing_new" | "unclear") | null;
  readings: string[];
  notes: string[];
  depth: "deep" | "normal" | "quick";
  estimate: DepthEstimate | null;
  steps: Step[];
  search: SearchOutcomeV1 | null;
}
/**
 * A run of an answer with the citations that stand behind it; `uncited` where none of them supports it.
 *
 *     `part` is the title of its paper in an answer from several papers without a model; `note` says in a few words why that paper's
 *     sentence may say less than it seems. `second_opinion` is a model's, which read it beside its quotes; null where none did. Where
 *     there is one, `doubts` are the words that this model finds contradicted or nowhere (`reading`), and `silent_on` those that the quotes
 *     do not cover where they bear out the rest (`partly`); else doubts are found by rules. `verdict` does not depend on it.
 */
export interface TextSectionV1 {
  text: string;
  citations: CitationV1[];
  uncited: boolean;
  doubts: DoubtV1[];
  part: string;
  note: string;
  second_opinion: ("contradicted" | "not" | "partly" | "supported") | null;
  silent_on: string;
  section_type: "text_section_v01_20261120";
}
/**
 * A pointer from an answer to a place in a paper; `verdict` says how far its quote is true.
 *
 *     `exact`, `normalized`, `fuzzy`: the paper says this. `altered`: it says something else at this place. `spliced`: the
 *     quote was put together from several places. `quote` is what was claimed, `text` the paper's own words, `changes`
 *     what differs. `start` and `end` are the place's characters in the paper's text, null when it was not found there.
 *     `region` is where the figure or table is drawn whose caption the quote stands in. `proves` is false for a quote too
 *     short to support anything; `gap` is true where extraction lost something inside the place, such as a formula. `before`
 *     and `after` are what stands around the place in its paragraph, in an answer of the kind `extracts`. There `mark` says which
 *     of several answers `best`, or `decides` a question of yes or no. `cell` names the cell or the row of a PDF's table in which
 *     the quote stands, and `pages` has their boxes then; null elsewhere.
 */
export interface CitationV1 {
  number: number;
  paper_id: string;
  chunk_id: string;
  quote: string;
  text: string;
  changes: ChangeV1[];
  verdict: "altered" | "exact" | "fuzzy" | "normalized" | "not_found" | "spliced";
  label: string;
  similarity: number;
  start: number | null;
  end: number | null;
  pages: PdfSectionV1[];
  region: PdfSectionV1 | null;
  proves: boolean;
  gap: boolean;
  before: string;
  after: string;
  mark: ("best" | "decides") | null;
  cell: CellPlaceV1 | null;
  citation_type: "extract_citation_v01_20261120";
}
/**
 * A difference between a citation's `quote` and its `text`, as character ranges in both.
 *
 *     `spelling`, `article` and `marker` leave the meaning alone; every other kind changes it.
 */
export interface ChangeV1 {
  kind:
    | "article"
    | "comparison"
    | "hedge"
    | "marker"
    | "name"
    | "negation"
    | "number"
    | "omission"
    | "order"
    | "quantifier"
    | "sign"
    | "spelling"
    | "unit"
    | "word";
  quote_start: number;
  quote_end: number;
  text_start: number;
  text_end: number;
}
/**
 * Where something stands on one page: a box per line, in points from the top left of the displayed page.
 */
export interface PdfSectionV1 {
  page_number: number;
  width_pt: number;
  height_pt: number;
  boxes: Box[];
  section_type: "pdf_section_v01_20261120";
}
/**
 * The cell or the row of a table that a quote stands in: the table's label and the headers, "" where there is none.
 */
export interface CellPlaceV1 {
  table: string;
  row: string;
  column: string;
}
/**
 * Words of an answer's sentence that differ from the quotes behind it, as characters of the section's text.
 */
export interface DoubtV1 {
  kind:
    | "comparison"
    | "hedge"
    | "name"
    | "negation"
    | "number"
    | "order"
    | "quantifier"
    | "reading"
    | "unit"
    | "unrelated"
    | "word";
  text: string;
  start: number;
  end: number;
}
/**
 * The evidence does not carry an answer; not an error.
 *
 *     `reason`: `weak_evidence` and `no_text` before a model was asked, `model_declined` where it says so itself,
 *     `unsupported` where it answered, twice, without one quote that stands (earlier releases). `by_model`: `message` is the
 *     model's own sentence; else it is one of a few fixed ones.
 */
export interface RefusalV1 {
  reason: "model_declined" | "no_text" | "unsupported" | "weak_evidence";
  message: string;
  nearest: PassageV1[];
  by_model: boolean;
}
/**
 * A passage shown as it stands: with a refusal, or behind those that an answer quotes.
 */
export interface PassageV1 {
  paper_id: string;
  chunk_id: string;
  text: string;
  label: string;
  pages: PdfSectionV1[];
}
/**
 * What an answer cost: tokens as the provider counts them, money in US dollars, times in seconds.
 *
 *     `context` is what of the papers the model that answered was shown, None where rules answered; `cached_tokens` are those of
 *     `input_tokens` that the provider read out of its cache, where it tells. `unpriced_tokens` are those of models whose price is not
 *     known, which `cost_usd` leaves out.
 */
export interface Usage {
  model: string;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  retrieval_s: number;
  model_s: number;
  context: ("passages" | "whole") | null;
  cached_tokens: number;
  unpriced_tokens: number;
}
/**
 * Every paper that was asked, in the order asked; `beyond` counts further papers of the library that were not read.
 */
export interface CoverageV1 {
  papers: CoveredPaperV1[];
  beyond: number;
}
/**
 * What became of one paper that was asked.
 *
 *     `cited`: the answer quotes it. `not_cited`: a model was shown passages of it and quotes none. `closest`: it was searched without
 *     a model, and `closest` is the sentence of it that comes closest. `left_out`: it was not read, or its passages found no room;
 *     `reason` says which. `nothing_found` stands in answers of earlier releases.
 */
export interface CoveredPaperV1 {
  paper_id: string;
  title: string;
  outcome: "cited" | "closest" | "left_out" | "not_cited" | "nothing_found";
  reason: ("deleted" | "failed" | "no_file" | "no_room" | "not_ready" | "unreachable") | null;
  closest: ClosestPassageV1 | null;
}
/**
 * The sentence of a paper that comes closest to a question; `page_number` is null in a source without pages.
 */
export interface ClosestPassageV1 {
  text: string;
  label: string;
  page_number: number | null;
}
/**
 * What an answer takes at most, stated before it starts.
 *
 *     `cost_usd` is 0 where nobody charges, null where the price of one of the models is not known.
 */
export interface DepthEstimate {
  depth: "deep" | "normal" | "quick";
  calls: number;
  tokens: number;
  cost_usd: number | null;
  seconds: number;
}
/**
 * One step of an answer that looks more than once, in the order taken.
 *
 *     Attributes:
 *         texts: The sub-questions of a plan, what was searched for, what is missing, or the titles of the papers that references
 *             led to.
 *         paper_ids: Of those papers.
 *         passages: How many new ones a search found, or how many were weighed; of a check, the sentences that were read.
 *         useful: How many of the weighed ones bear on the question; of a check, the sentences that their quotes support.
 *         stopped: Why nothing more was looked for.
 *         error: The code of the failure of a model for which the step brought less or nothing.
 *         taken: What its calls took.
 */
export interface Step {
  kind: "check" | "follow" | "missing" | "plan" | "search" | "stop" | "weigh";
  texts: string[];
  paper_ids: string[];
  passages: number;
  useful: number;
  stopped: ("asked" | "calls" | "money" | "time" | "tokens") | null;
  error: string | null;
  taken: Taken;
}
/**
 * Model calls, tokens and US dollars: used, or allowed at most.
 */
export interface Taken {
  calls: number;
  tokens: number;
  cost_usd: number;
}
/**
 * What a search without a model found; the passages are the answer's sections, best first.
 *
 *     `outcome`: `passages` may answer; `closest`: the search is not sure of them; `missing`: a rare word of the question stands in no
 *     spelling, form, compound or abbreviation anywhere in the papers. `message` says it. `missing` are those words, and `without`
 *     is the question without them, empty for the other outcomes. `also_searched` are other forms of its words that were searched.
 *     `further` are passages behind those that the sections quote, best first.
 */
export interface SearchOutcomeV1 {
  outcome: "closest" | "missing" | "passages";
  message: string;
  missing: string[];
  also_searched: string[];
  without: string;
  further: PassageV1[];
}
/**
 * A review with its report, or with the sections that are written so far; null before the first one.
 */
export interface ReviewView {
  review: ReviewSummary;
  report: ReportView | null;
}
/**
 * A review and how far it is; `model` is `extractive` where no language model writes.
 */
export interface ReviewSummary {
  id: string;
  state: "cancelled" | "completed" | "failed" | "partial" | "refused" | "running";
  request: ReviewRequest;
  title: string | null;
  model: string;
  created_at: string;
  updated_at: string;
  step: string | null;
  steps: StepRecord[];
  estimate: Estimate;
  spent: Spent;
  error: Failure | null;
  notices: Notice[];
  version: number;
  edit: Edit | null;
}
/**
 * What somebody wants reviewed; without `paper_ids` all of the owner's papers count, without `depth` it is the server's.
 *
 *     `budget_usd`: what models may cost together, None: no bound. `discover`: also look beyond; read the open PDFs of `fetch` works.
 *     `n_retrieval`: passages that the search takes, `n_rerank`: those of them that are read, `threshold`: the least share of the best
 *     passage's score that one which is read has; None: what reviewing/candidates.py says. Without `tables` no papers are compared.
 */
export interface ReviewRequest {
  question: string;
  paper_ids: string[] | null;
  filters: Filters;
  budget_usd: number | null;
  depth: ("deep" | "normal" | "quick") | null;
  discover: boolean;
  fetch: number;
  n_retrieval: number | null;
  n_rerank: number | null;
  threshold: number | null;
  tables: boolean;
}
/**
 * What papers must have to count; an empty field asks for nothing, and none passes whose own field is unknown.
 *
 *     Of several names one must fit; `text` must stand in the title, the abstract or the keywords. Case and accents do not count.
 */
export interface Filters {
  year_from: number | null;
  year_to: number | null;
  venues: string[];
  authors: string[];
  fields: string[];
  text: string | null;
}
/**
 * One step as its readers see it: `counts` by name, `texts` that it found missing, `stopped` where a bound ended it.
 */
export interface StepRecord {
  name: string;
  state: "done" | "failed" | "running" | "skipped" | "waiting";
  estimate_s: number;
  started_at: string | null;
  ended_at: string | null;
  attempts: number;
  model: string;
  spent: Spent;
  counts: {
    [k: string]: number;
  };
  error: string | null;
  texts: string[];
  stopped: ("asked" | "calls" | "money" | "time" | "tokens") | null;
}
/**
 * What model calls took, as the provider counts it; `cost_usd` leaves out the `unpriced_tokens`, whose price is not known.
 */
export interface Spent {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  unpriced_tokens: number;
}
/**
 * What a review is expected to take, said before it begins.
 */
export interface Estimate {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  seconds: number;
}
/**
 * Something a reader of the report must know: a stable code, a sentence, and how often it happened.
 */
export interface Notice {
  code: string;
  detail: string;
  count: number;
}
/**
 * A change of a finished report; `add` names the new section by `title`, the others an existing one by its id.
 *
 *     `restore` takes all sections, or the one that is named, as they were in an earlier `version`.
 */
export interface Edit {
  action: "add" | "delete" | "expand" | "restore" | "rewrite" | "shorten";
  section_id: string | null;
  title: string | null;
  instruction: string;
  version: number | null;
}
/**
 * A version of a report; not `complete` while sections or tables are missing. `followed` is what quotes cite in turn.
 *
 *     `papers` are those that it cites, `silent` those in which nothing was found, `unlisted` counts further ones of these. `beyond` is
 *     what outside services know; null where they were not asked.
 */
export interface ReportView {
  title: string;
  version: number;
  complete: boolean;
  sections: ReviewSectionView[];
  papers: CitedPaperView[];
  followed: FollowedQuote[];
  silent: CitedPaperView[];
  unlisted: number;
  beyond: Beyond | null;
}
/**
 * A section of a report; a sentence that is `uncited` comes from the model's memory.
 *
 *     `summary` are the sentences of `tldr`, checked like those of `text`; `lead` are their citations.
 */
export interface ReviewSectionView {
  id: string;
  title: string;
  format: "list" | "synthesis";
  tldr: string;
  text: TextSectionV1[];
  sources: number;
  model: string;
  removed_references: number;
  table: ComparisonTableView | null;
  lead: CitationV1[];
  summary: TextSectionV1[];
}
/**
 * What several papers say about the same things.
 */
export interface ComparisonTableView {
  title: string;
  columns: TableColumn[];
  rows: TableRowView[];
}
export interface TableColumn {
  name: string;
  description: string;
}
/**
 * A paper's cells, in the order of the columns.
 */
export interface TableRowView {
  paper_id: string;
  label: string;
  cells: TableCellView[];
}
/**
 * A value with what supports it, empty where nothing does; `doubts` are words of it that its quotes do not carry.
 */
export interface TableCellView {
  value: string;
  citations: CitationV1[];
  doubts: DoubtV1[];
}
/**
 * A paper of a report; `label` names it in the text. Of one that was `deleted` since, no quote is kept.
 */
export interface CitedPaperView {
  paper_id: string;
  label: string;
  title: string;
  authors: string[];
  year: number | null;
  venue: string | null;
  doi: string | null;
  relevance: number;
  deleted: boolean;
}
/**
 * A quote of the report, by its place, that itself cites other works.
 */
export interface FollowedQuote {
  paper_id: string;
  start: number;
  end: number;
  works: CitedWork[];
}
/**
 * A work that a quote cites: the owner's own paper where the library has it, else as the reference list names it.
 */
export interface CitedWork {
  name: string;
  paper_id: string | null;
}
/**
 * What a review found beyond the library: publications, best first, of `total`, and what became of asking each service.
 */
export interface Beyond {
  works: BeyondWork[];
  services: ServiceAnswer[];
  total: number;
}
/**
 * A publication that a review found beyond the library, and whether it could be read; `warning` tells a retraction.
 */
export interface BeyondWork {
  title: string;
  state: "closed" | "open" | "record" | "reviewed" | "there";
  authors: string[];
  year: number | null;
  venue: string | null;
  add: string | null;
  services: string[];
  paper_id: string | null;
  warning: string | null;
}
/**
 * What became of asking one service: how many works it named, or why it named none.
 */
export interface ServiceAnswer {
  service: "arxiv" | "crossref" | "datacite" | "europe_pmc" | "openalex" | "semantic_scholar" | "unpaywall";
  state: "answered" | "failed" | "late" | "off";
  count: number;
  code: string;
  detail: string;
}
/**
 * A table with its rows, as far as it is filled.
 */
export interface TableView {
  table: TableSummary;
  rows: RowView[];
}
/**
 * A table and what it asks; `papers` counts its rows. `model` is `extractive` where no language model fills it.
 *
 *     `collection_id` is the collection that it was made of, which may be deleted by now.
 */
export interface TableSummary {
  id: string;
  title: string;
  state: "filling" | "ready" | "stopped";
  papers: number;
  collection_id: string | null;
  columns: AskedColumn[];
  model: string;
  created_at: string;
  updated_at: string;
  estimate: Estimate;
  spent: Spent;
  budget_usd: number | null;
  error: Failure | null;
  notices: Notice[];
}
/**
 * A column of a table; its `id` is unique in the table and never used again.
 *
 *     A `number` is asked for as a figure of its quote. What is `computed` asks no paper: its `expression` names other columns.
 */
export interface AskedColumn {
  id: string;
  name: string;
  question: string;
  kind: "computed" | "number" | "words";
  expression: string;
}
/**
 * A paper with its cells in the order of the columns; `label` is author and year.
 */
export interface RowView {
  paper_id: string;
  label: string;
  title: string;
  year: number | null;
  deleted: boolean;
  cells: CellView[];
}
/**
 * A cell of a table; `pending` ones are not filled yet, `failed` ones say in `error` why they have no value.
 *
 *     A `candidate` is a sentence of the paper that may answer, found without a model; `not_found` says that no passage was found, and
 *     nothing of the paper. `number` is the figure in its value, in a candidate beside what the column asks for. `doubts` are words of the value that its quotes do not carry. `operands` are the numbers that a
 *     computed cell used.
 */
export interface CellView {
  column_id: string;
  state: "candidate" | "failed" | "filled" | "not_found" | "pending";
  value: string;
  number: number | null;
  citations: CitationV1[];
  doubts: DoubtV1[];
  operands: OperandView[];
  error: string | null;
}
/**
 * A number that a computed cell used, with what supports it.
 */
export interface OperandView {
  column_id: string;
  value: number;
  citations: CitationV1[];
}
/**
 * A highlight, a note, a saved answer or a saved quote.
 *
 *     `version` is to be sent with a change. `text` is its owner's. A saved answer has its `question` and `sections`, a saved quote
 *     its `citation`, as they stood when they were saved.
 */
export interface NoteView {
  note_id: string;
  kind: "answer" | "highlight" | "note" | "quote";
  paper_ids: string[];
  version: number;
  text: string;
  colour: "blue" | "green" | "pink" | "purple" | "yellow";
  target: TargetView | null;
  question: string;
  sections: TextSectionV1[];
  citation: CitationV1 | null;
  session_id: string | null;
  created_at: string;
  updated_at: string;
}
/**
 * The place that a note is about, as selectors of the W3C's Web Annotation Data Model and as boxes.
 *
 *     `state`: `found` in the newest extraction of the paper; `changed` where the words there are not quite the same; `not_found`
 *     where they are not there: then `positions` is empty and `pages` are the last that were known. `quote` never changes.
 */
export interface TargetView {
  state: "changed" | "found" | "not_found";
  quote: TextQuoteSelector;
  positions: TextPositionSelector[];
  fragments: FragmentSelector[];
  pages: PdfSectionV1[];
}
export interface TextQuoteSelector {
  type: "TextQuoteSelector";
  exact: string;
  prefix: string;
  suffix: string;
}
/**
 * Characters of the paper's text, as citations count them.
 */
export interface TextPositionSelector {
  type: "TextPositionSelector";
  start: number;
  end: number;
}
/**
 * A rectangle of a page as a fragment of the PDF's address: `page=3&viewrect=x,y,width,height`, in points from the top left.
 */
export interface FragmentSelector {
  type: "FragmentSelector";
  value: string;
  conforms_to: string;
}
/**
 * A collection; `depth` counts from 0, `position` among those in the same one from 0.
 */
export interface CollectionView {
  collection_id: string;
  name: string;
  parent_id: string | null;
  depth: number;
  position: number;
}
/**
 * What of Zotero belongs to what here: `ours` is the id of a paper, a note or a collection.
 */
export interface ZoteroLinkView {
  library: string;
  key: string;
  kind: "annotation" | "attachment" | "collection" | "item" | "note";
  state: "gone" | "kept" | "left_out" | "sending" | "waiting";
  ours: string;
  paper_id: string | null;
  version: number;
  updated_at: string;
}
/**
 * A page of everything that is kept of a user; `next_cursor` asks for the next page and is null on the last one.
 *
 *     What was read from a paper is at `/papers/{id}/content`, its file at `/papers/{id}/file`.
 */
export interface AccountExport {
  papers: PaperView[];
  conversations: SessionMessages[];
  reviews: ReviewView[];
  tables: TableView[];
  notes: NoteView[];
  collections: CollectionView[];
  zotero: ZoteroLinkView[];
  next_cursor: string | null;
}
/**
 * What became of one work.
 *
 *     `added`: its file is being read; `record`: there is no open file that could be had, what is known of it is kept; `there`: the
 *     owner had it; `unknown`: no service knows it; `broken`: the entry in `line` cannot be read; `failed`: nothing was added.
 *     `code` and `detail` tell what went wrong.
 */
export interface AddedWorkView {
  asked: string;
  outcome: "added" | "broken" | "failed" | "record" | "there" | "unknown";
  paper_id: string | null;
  title: string | null;
  line: number | null;
  code: string;
  detail: string;
}
/**
 * What became of the works, in the order asked.
 */
export interface AddedWorks {
  works: AddedWorkView[];
}
/**
 * The answer to a question with its place in a conversation; the data of a stream's `done` event, too.
 *
 *     `message_n` is the answer's number among the messages, from 0.
 */
export interface Answered {
  kind: "answer" | "extracts";
  sections: TextSectionV1[];
  refusal: RefusalV1 | null;
  usage: Usage;
  question_used: string;
  dropped_citations: number;
  retrieval: "hybrid" | "lexical";
  truncated: boolean;
  partial: boolean;
  degraded: string | null;
  coverage: CoverageV1 | null;
  remark: ("courtesy" | "nothing_new" | "unclear") | null;
  readings: string[];
  notes: string[];
  depth: "deep" | "normal" | "quick";
  estimate: DepthEstimate | null;
  steps: Step[];
  search: SearchOutcomeV1 | null;
  session_id: string;
  message_n: number;
}
/**
 * A question about one paper.
 */
export interface AskPaper {
  question: string;
  /**
   * The conversation to go on with; a new one begins without it.
   */
  session_id?: string | null;
  /**
   * Answer with server-sent events as the text comes.
   */
  stream?: boolean;
  /**
   * How far to look: `quick` searches once, `normal` plans searches and weighs what they find, `deep` also looks for what is missing and reads its answer a second time. The server's own without it.
   */
  depth?: ("deep" | "normal" | "quick") | null;
  /**
   * The number of the answer that this question follows, -1 for none. Where another question follows it already, a new branch of the conversation begins. The end of the current branch without it.
   */
  parent?: number | null;
}
/**
 * A question about several papers.
 */
export interface AskPapers {
  question: string;
  /**
   * The conversation to go on with; a new one begins without it.
   */
  session_id?: string | null;
  /**
   * Answer with server-sent events as the text comes.
   */
  stream?: boolean;
  /**
   * How far to look: `quick` searches once, `normal` plans searches and weighs what they find, `deep` also looks for what is missing and reads its answer a second time. The server's own without it.
   */
  depth?: ("deep" | "normal" | "quick") | null;
  /**
   * The number of the answer that this question follows, -1 for none. Where another question follows it already, a new branch of the conversation begins. The end of the current branch without it.
   */
  parent?: number | null;
  /**
   * The papers to ask; omit it when `session_id` names an existing conversation.
   *
   * @maxItems 200
   */
  paper_ids?: string[];
  /**
   * Ask all papers of yours instead; of more than 200, those that a first search finds. The conversation goes on about the papers of its first answer.
   */
  library?: boolean;
}
/**
 * The paper whose file is the source of another one.
 */
export interface AttachedSource {
  /**
   * A paper that was uploaded as Word, LaTeX, Markdown, JATS XML, HTML or plain text.
   */
  source_id: string;
}
/**
 * A stream's first event, `begun`: the question is saved, and where.
 */
export interface Begun {
  session_id: string;
  message_n: number;
}
/**
 * What a paper says to a quote; `verdict`, `text`, `changes`, `similarity`, `proves` and `gap` as in a citation.
 *
 *     `places` are in the text's order. A quote that could not be checked has an `error` and a null verdict.
 */
export interface CheckedQuoteV1 {
  quote_id: string | number;
  verdict: ("altered" | "exact" | "fuzzy" | "normalized" | "not_found" | "spliced") | null;
  text: string;
  changes: ChangeV1[];
  similarity: number;
  places: QuotePlaceV1[];
  proves: boolean;
  gap: boolean;
  error: QuoteFault | null;
}
/**
 * Characters `start` to `end` of the paper's text, on one page.
 *
 *     A box per line, in points from the top left of the displayed page, whose size stands beside them. A paper without
 *     pages (LaTeX, Markdown) has nulls and no boxes.
 */
export interface QuotePlaceV1 {
  start: number;
  end: number;
  page_number: number | null;
  width_pt: number | null;
  height_pt: number | null;
  boxes: Box[];
}
/**
 * Why a quote could not be checked: a stable code and a sentence.
 */
export interface QuoteFault {
  code: string;
  detail: string;
}
/**
 * A question that the paper can be asked first; `about` says in the paper's words what it leads to, "" where that is plain.
 */
export interface FirstQuestionView {
  question: string;
  about: string;
}
/**
 * What a paper is about: the sentences that say it best, in its order and checked, and questions to ask it first.
 */
export interface BriefView {
  sentences: CheckedQuoteV1[];
  questions: FirstQuestionView[];
}
/**
 * The changes to a collection; `parent_id` null puts it at the top, `position` counts from 0.
 */
export interface ChangedCollection {
  name?: string;
  parent_id?: string | null;
  position?: number;
}
/**
 * What was marked: a text, with what stands before and behind it; characters of the paper's text; or regions of pages.
 */
export interface MarkedBody {
  exact: string;
  prefix: string;
  suffix: string;
  start: number | null;
  end: number | null;
  /**
   * @maxItems 50
   */
  regions: RegionBody[];
}
/**
 * Rectangles on a page, in points from the top left of the displayed page.
 */
export interface RegionBody {
  page_number: number;
  /**
   * @minItems 1
   * @maxItems 1000
   */
  boxes: [Box, ...Box[]];
}
/**
 * The changes to a note; `version` is the one that was read, and another one in the store is a conflict.
 */
export interface ChangedNote {
  version: number;
  text?: string;
  colour?: "blue" | "green" | "pink" | "purple" | "yellow";
  marked?: MarkedBody;
}
/**
 * The changes to a conversation: its name, whether it is listed first, and which branch is the current one.
 */
export interface ChangedSession {
  title?: string;
  pinned?: boolean;
  /**
   * The number of a message: the latest branch through it becomes the current one.
   */
  shown?: number;
}
/**
 * A column: a ready-made one by `template`, a `question` of one's own, or with `kind` `computed` an `expression`.
 */
export interface NewColumn {
  /**
   * One of `any-field.task`, `any-field.data`, `any-field.method`, `any-field.sample`, `any-field.main-number`, `any-field.limitation`, `machine-learning.model`, `machine-learning.baselines`, `machine-learning.metric`, `machine-learning.training-data`, `machine-learning.parameters`, `machine-learning.code`, `medicine.design`, `medicine.participants`, `medicine.intervention`, `medicine.comparator`, `medicine.primary-outcome`, `medicine.adverse-events`, `social-sciences.theory`, `social-sciences.respondents`, `social-sciences.instrument`, `social-sciences.analysis`, `social-sciences.finding`, `physics-and-astronomy.instrument-used`, `physics-and-astronomy.observable`, `physics-and-astronomy.measured-value`, `physics-and-astronomy.model-compared`.
   */
  template: string | null;
  /**
   * Without it the template's name, or the question's beginning.
   */
  name: string;
  question: string;
  /**
   * `number` asks for a figure; `computed` asks no paper but uses other columns.
   */
  kind: "computed" | "number" | "words";
  /**
   * Ids of columns with `+ - * /`, brackets and `mean`, `sum`, `min`, `max`, such as `c2 / c1 * 100`.
   */
  expression: string;
}
/**
 * The changes to a table; what is left out stays. Only new cells are filled.
 */
export interface ChangedTable {
  title?: string;
  /**
   * @maxItems 20
   */
  add_columns?: NewColumn[];
  /**
   * New names by the columns' ids.
   */
  rename_columns?: {
    [k: string]: string;
  };
  /**
   * @maxItems 20
   */
  remove_columns?: string[];
  /**
   * @maxItems 200
   */
  add_papers?: string[];
  /**
   * @maxItems 200
   */
  remove_papers?: string[];
  /**
   * What models may cost together for this table, in US dollars.
   */
  budget_usd?: number | null;
  /**
   * Fill the cells again that are empty because something failed, or was stopped.
   */
  retry?: boolean;
  /**
   * Add the papers that have come into the table's collection; a paper removed before stays out.
   */
  refresh?: boolean;
}
/**
 * A quote to check; its id, a string or a whole number, comes back with the result.
 */
export interface CheckQuote {
  quote_id: string | number;
  /**
   * As it was written; one that is too long has an error of its own.
   */
  quote: string;
}
/**
 * Quotes to check against one paper.
 */
export interface CheckPaper {
  /**
   * @minItems 1
   * @maxItems 200
   */
  quotes: [CheckQuote, ...CheckQuote[]];
}
/**
 * A result per quote, in their order.
 */
export interface CheckedQuotes {
  results: CheckedQuoteV1[];
}
/**
 * A model to answer from the next question on.
 */
export interface ChooseModel {
  provider: string;
  /**
   * As the provider names it.
   */
  model: string;
  /**
   * Where its server is; empty for the usual address, null for the one before.
   */
  base_url?: string | null;
  /**
   * Empty for none; null for the one that is kept for this address.
   */
  key?: string | null;
}
/**
 * A place that cites: the marker, and the sentence around it, as characters of the paper's text.
 *
 *     `pages` has the sentence's boxes; it is empty for papers without pages.
 */
export interface MentionView {
  block_id: string;
  start: number;
  end: number;
  sentence: string;
  sentence_start: number;
  sentence_end: number;
  pages: PdfSectionV1[];
}
/**
 * A passage of the cited paper; `start` and `end` count in its text, `label` names its place.
 */
export interface CitedPassageTextView {
  chunk_id: string;
  text: string;
  label: string;
  page_numbers: number[];
  start: number;
  end: number;
}
/**
 * What a cited paper says about a citing sentence: passages, best first, and a quote checked as answers' quotes are.
 *
 *     `weak` means that nothing found bears on the sentence; then there is no quote.
 */
export interface CitedPassageView {
  paper_id: string;
  mention: MentionView;
  passages: CitedPassageTextView[];
  quote: CheckedQuoteV1 | null;
  weak: boolean;
}
/**
 * All collections, each before those nested in it; `made` is the id of the one that the call made.
 */
export interface CollectionList {
  collections: CollectionView[];
  made: string | null;
}
export interface Author {
  name: string;
  orcid: string | null;
  affiliation: string | null;
}
/**
 * A page as it is displayed: turned and cropped, its origin at the top left, y downwards.
 *
 *     `to_pdf` takes such points to the coordinates of the PDF itself; None where these have their origin at the lower left of what is
 *     displayed, and differ in nothing else.
 */
export interface Page {
  page_number: number;
  width_pt: number;
  height_pt: number;
  to_pdf: [number, number, number, number, number, number] | null;
}
export interface Section {
  id: string;
  title: string;
  level: number;
  number: string | null;
  parent_id: string | null;
}
/**
 * A run of text of one kind; `start` and `end` count in the paper's text; `boxes` has one box per entry of `lines`.
 *
 *     `confidence` is OCR's, from 0 to 1, null for text that was not recognised from a picture.
 */
export interface BlockView {
  id: string;
  kind:
    | "caption"
    | "code"
    | "equation"
    | "footnote"
    | "heading"
    | "list_item"
    | "paragraph"
    | "reference"
    | "table"
    | "theorem";
  text: string;
  section_id: string | null;
  page_number: number | null;
  boxes: Box[];
  lines: LineView[];
  start: number;
  end: number;
  confidence: number | null;
}
/**
 * A figure: its label as printed ("Figure 2"), its caption and the region of the drawing, caption excluded.
 *
 *     `panels` are those that the caption describes by their letters. `files` names the files of the drawing, as a LaTeX or
 *     Markdown source does.
 */
export interface Figure {
  label: string;
  caption: string;
  page_number: number | null;
  boxes: Box[];
  block_id: string | null;
  panels: Panel[];
  files: string[];
}
/**
 * A table: label, caption, region, and its cells row by row where they could be read.
 *
 *     `rows` are equally long; a cell of `spans` stands at its first place and leaves the others empty. The first
 *     `header_rows` are the head, and `group_rows` are the indices of rows that only name the rows below them. `notes` are
 *     printed below. A table that goes on over pages is one; `boxes` are on its first page, `cell_boxes` on all of them.
 */
export interface Table {
  label: string;
  caption: string;
  page_number: number | null;
  boxes: Box[];
  block_id: string | null;
  rows: string[][];
  header_rows: number;
  group_rows: number[];
  spans: CellSpan[];
  notes: string[];
  cell_boxes: CellBox[];
}
/**
 * A displayed equation: its printed number ("3"), its LaTeX, its glyph text.
 *
 *     `latex` is what the source gives, or what a PDF's layout says with certainty; null where neither does.
 */
export interface Equation {
  text: string;
  block_id: string;
  label: string | null;
  latex: string | null;
}
/**
 * A bibliography entry as printed (`raw`) and what was read from it; `venue` is the journal, the proceedings or the book.
 */
export interface Reference {
  id: string;
  raw: string;
  label: string | null;
  title: string | null;
  authors: string[];
  year: number | null;
  doi: string | null;
  arxiv_id: string | null;
  venue: string | null;
}
/**
 * An in-text citation marker of the paper, as a range in a block's text.
 */
export interface CiteSpan {
  block_id: string;
  start: number;
  end: number;
  reference_ids: string[];
}
/**
 * A TeX command of the paper's own that its formulas use: `body` stands for it, with `#1` for its first argument.
 */
export interface FormulaCommand {
  name: string;
  arity: number;
  body: string;
}
/**
 * Something extraction left out or could not do, and why (`code` is stable, `detail` is for a person).
 */
export interface Note {
  code: string;
  detail: string;
  page_number: number | null;
}
/**
 * Everything read from a paper, blocks in reading order, joined by empty lines to the paper's text.
 */
export interface ContentView {
  source_format: "docx" | "html" | "jats" | "latex" | "markdown" | "pdf" | "text";
  title: string | null;
  authors: Author[];
  doi: string | null;
  arxiv_id: string | null;
  abstract: string | null;
  year: number | null;
  venue: string | null;
  keywords: string[];
  volume: string | null;
  issue: string | null;
  page_range: string | null;
  publisher: string | null;
  issn: string | null;
  pages: Page[];
  sections: Section[];
  blocks: BlockView[];
  figures: Figure[];
  tables: Table[];
  equations: Equation[];
  references: Reference[];
  cite_spans: CiteSpan[];
  commands: FormulaCommand[];
  notes: Note[];
}
/**
 * The request that sends the file: these headers, the file as its body, before it expires.
 */
export interface Upload {
  url: string;
  method: string;
  headers: {
    [k: string]: string;
  };
  expires_at: string;
}
/**
 * A paper that waits for its file; `upload` is null where the same file was there already, with what was made of it.
 */
export interface CreatedPaper {
  paper_id: string;
  upload: Upload | null;
}
/**
 * A stream's `delta` event: more of the answer's text, without citation tags.
 */
export interface Delta {
  text: string;
}
/**
 * Who gets questions, passages, title pages and pictures of figures, to answer and to embed.
 *
 *     `place` is the region, null where none can be chosen; `keyed` tells that an API key admits the server: with one of a
 *     free tier, the provider may use what it is sent.
 */
export interface RecipientView {
  company: string;
  service: string;
  models: string[];
  place: string | null;
  keyed: boolean;
}
/**
 * Services that may be asked about published works, by the names that people know.
 *
 *     `services` are switched on. A call that adds one work by its identifier or title asks those of `adding` that know such
 *     names, whatever is switched on. `contact` tells that requests carry the operator's e-mail address.
 */
export interface OutsideServices {
  services: string[];
  adding: string[];
  contact: boolean;
}
/**
 * An OpenID Connect or SAML provider, by its id at Identity Platform and by the name that people know.
 */
export interface SignInProvider {
  id: string;
  name: string;
}
/**
 * A null `recipient` means that no model gets texts; null days, that things are kept until they are deleted.
 */
export interface Deployment {
  recipient: RecipientView | null;
  outside: OutsideServices;
  password_sign_in: boolean;
  sign_in_providers: SignInProvider[];
  session_days: number;
  paper_days: number | null;
  review_days: number | null;
  source_url: string | null;
}
/**
 * What a person knows better about a paper; a field that is left out stays, null says that there is none.
 */
export interface DescribedPaper {
  title?: string | null;
  authors?: string[] | null;
  doi?: string | null;
  arxiv_id?: string | null;
  abstract?: string | null;
  year?: number | null;
  venue?: string | null;
  keywords?: string[] | null;
  volume?: string | null;
  issue?: string | null;
  page_range?: string | null;
  publisher?: string | null;
  issn?: string | null;
  /**
   * Fields that are to be as the paper says again.
   */
  restore?: (
    | "abstract"
    | "arxiv_id"
    | "authors"
    | "doi"
    | "issn"
    | "issue"
    | "keywords"
    | "page_range"
    | "publisher"
    | "title"
    | "venue"
    | "volume"
    | "year"
  )[];
}
/**
 * A publication that services know; `score` orders, it is no probability.
 *
 *     `services` are those that named it, `pdfs` addresses that they name as open. `paper_id` is the paper of the library that it
 *     is (`relation`: `same`) or another form of (`version`); with the `paper_status` `record` that has no file. `add` is what
 *     names it for `POST /works`. `cited_by` counts the works that cite it, as far as the first service that counts them knows.
 */
export interface DiscoveredWorkView {
  title: string | null;
  authors: string[];
  year: number | null;
  venue: string | null;
  abstract: string | null;
  doi: string | null;
  arxiv_id: string | null;
  pmid: string | null;
  pmcid: string | null;
  kind: string | null;
  pdfs: string[];
  notices: WorkNotice[];
  cited_by: number | null;
  versions: WorkVersion[];
  services: string[];
  score: number;
  paper_id: string | null;
  paper_status: ("completed" | "extracting" | "failed" | "record" | "uploaded") | null;
  relation: ("same" | "version") | null;
  add: string | null;
}
/**
 * Another form of a publication, such as its preprint; `add` is what names it for `POST /works`.
 */
export interface WorkVersion {
  year: number | null;
  venue: string | null;
  doi: string | null;
  arxiv_id: string | null;
  add: string | null;
}
/**
 * What became of asking a service: `count` works, or why it named none.
 *
 *     `late`: it did not answer in time; `off`: it is not switched on, or its key is missing.
 */
export interface ServiceAnswerView {
  service: "arxiv" | "crossref" | "datacite" | "europe_pmc" | "openalex" | "semantic_scholar" | "unpaywall";
  state: "answered" | "failed" | "late" | "off";
  count: number;
  code: string;
  detail: string;
}
/**
 * Publications, best first; `total` counts all that were found.
 *
 *     `services` tells of each service that can search what became of asking it; `retrieval` is `lexical` where words decided alone.
 */
export interface DiscoveredWorks {
  works: DiscoveredWorkView[];
  services: ServiceAnswerView[];
  total: number;
  retrieval: "hybrid" | "lexical";
}
/**
 * A change of a finished report, which makes a new version of it.
 */
export interface EditReport {
  action: "add" | "delete" | "expand" | "restore" | "rewrite" | "shorten";
  /**
   * The section to change; `add` needs none.
   */
  section_id?: string | null;
  /**
   * The title of an added section.
   */
  title?: string | null;
  /**
   * What is wanted, in one's own words.
   */
  instruction?: string;
  /**
   * The earlier version from which `restore` takes the section, or all where none is named.
   */
  version?: number | null;
}
/**
 * A passage as it is searched, with the paper that it is of; `start` and `end` count in the paper's text.
 */
export interface ChunkView {
  id: string;
  text: string;
  kind: "caption" | "equation" | "reference" | "table" | "text";
  start: number;
  end: number;
  index: number;
  total: number;
  section_path: string[];
  page_numbers: number[];
  block_ids: string[];
  cite_keys: string[];
  title: string | null;
  authors: string[];
  doi: string | null;
  source: string;
}
/**
 * What `scholarai extract` writes of a file, whose name is `source`.
 */
export interface ExtractedPaper {
  source_format: "docx" | "html" | "jats" | "latex" | "markdown" | "pdf" | "text";
  title: string | null;
  authors: Author[];
  doi: string | null;
  arxiv_id: string | null;
  abstract: string | null;
  year: number | null;
  venue: string | null;
  keywords: string[];
  volume: string | null;
  issue: string | null;
  page_range: string | null;
  publisher: string | null;
  issn: string | null;
  pages: Page[];
  sections: Section[];
  blocks: BlockView[];
  figures: Figure[];
  tables: Table[];
  equations: Equation[];
  references: Reference[];
  cite_spans: CiteSpan[];
  commands: FormulaCommand[];
  notes: Note[];
  source: string;
  chunks: ChunkView[];
}
/**
 * How far a paper's extraction is.
 */
export interface Extraction {
  paper_id: string;
  status: "completed" | "extracting" | "failed" | "record" | "uploaded";
  progress: Progress;
  error: Failure | null;
}
/**
 * A server that answers, with the names of its models.
 */
export interface FoundServerView {
  provider: string;
  service: string;
  base_url: string;
  models: string[];
}
/**
 * The servers of models that answer on this machine, and where the settings say that one is.
 */
export interface FoundServers {
  servers: FoundServerView[];
}
/**
 * Whether a dependency answers, and in which time.
 */
export interface Check {
  name: string;
  ok: boolean;
  duration_ms: number;
}
/**
 * Whether a function can do its work.
 */
export interface Health {
  status: "degraded" | "ok";
  checks: Check[];
}
/**
 * What became of an item.
 *
 *     `added`: its file is being read; `record`: it has no PDF that can be had; `there`: the paper was there; `gone`: it was deleted
 *     here; `failed`: nothing came in. `code` and `detail` tell what went wrong.
 */
export interface TakenItemView {
  key: string;
  title: string;
  outcome: "added" | "failed" | "gone" | "record" | "there";
  paper_id: string | null;
  code: string;
  detail: string;
}
/**
 * What came in; `notes` counts highlights and notes by what became of them. With `more` the same call goes on.
 */
export interface ImportedCollection {
  items: TakenItemView[];
  notes: {
    [k: string]: number;
  };
  more: boolean;
}
/**
 * What became of entries; `total` counts those of the file, `next_start` is where to go on, null at the end.
 */
export interface ImportedEntries {
  works: AddedWorkView[];
  total: number;
  next_start: number | null;
}
/**
 * A paper in the list of a library; `GET /papers/{paper_id}` has all that is known of it.
 *
 *     `progress`, `error`, `same_as` and `notices` are as there: a list shows how far papers under way are without a call for each.
 */
export interface ListedPaper {
  paper_id: string;
  filename: string;
  media_type: string;
  status: "completed" | "extracting" | "failed" | "record" | "uploaded";
  progress: Progress;
  error: Failure | null;
  same_as: string | null;
  notices: WorkNotice[];
  title: string | null;
  authors: string[];
  year: number | null;
  venue: string | null;
  doi: string | null;
  marks: Marks;
  notes: number;
  created_at: string;
  updated_at: string;
}
export interface FacetsView {
  year: FacetView;
  author: FacetView;
  venue: FacetView;
  tag: FacetView;
  state: FacetView;
  collection: FacetView;
  favourite: FacetView;
}
/**
 * The values of a facet among the papers that pass: the most frequent ones, years latest first.
 *
 *     `unknown` are those that say nothing of it. `unjudged` are papers that pass every other filter and say nothing of what this
 *     one asks for; 0 where it is not asked.
 */
export interface FacetView {
  values: FacetValue[];
  unknown: number;
  unjudged: number;
}
export interface FacetValue {
  value: string;
  count: number;
}
/**
 * A note that holds what is searched; `excerpt` is the beginning of it.
 */
export interface FoundNote {
  note_id: string;
  kind: "answer" | "highlight" | "note" | "quote";
  paper_ids: string[];
  excerpt: string;
}
/**
 * A page of the library, and what all papers that pass the filters have in common.
 *
 *     `total` counts those that pass. `notes` are the notes and saved answers that hold the words of a search. `complete` is false
 *     where the library is larger than this server looks at: then the latest papers alone are listed and counted.
 */
export interface LibraryList {
  papers: ListedPaper[];
  total: number;
  facets: FacetsView;
  notes: FoundNote[];
  complete: boolean;
  next_cursor: string | null;
}
/**
 * The changes to the marks of papers; what is left out stays.
 */
export interface MarkPapersBody {
  /**
   * @minItems 1
   * @maxItems 200
   */
  paper_ids: [string, ...string[]];
  /**
   * @maxItems 50
   */
  add_tags?: string[];
  /**
   * @maxItems 50
   */
  remove_tags?: string[];
  favourite?: boolean | null;
  read_state?: ("read" | "reading" | "unread") | null;
  /**
   * Collections to put the papers into.
   *
   * @maxItems 100
   */
  add_to?: string[];
  /**
   * @maxItems 100
   */
  remove_from?: string[];
}
export interface MarkedPaper {
  paper_id: string;
  marks: Marks;
}
/**
 * The marks of papers after a change, in the order asked for.
 */
export interface MarkedPapers {
  papers: MarkedPaper[];
}
/**
 * A publication that papers of the library cite and that is not in it; `count` is the number of these papers.
 */
export interface MissingPaperView {
  raw: string;
  title: string | null;
  authors: string[];
  year: number | null;
  venue: string | null;
  doi: string | null;
  arxiv_id: string | null;
  count: number;
  cited_by: string[];
}
/**
 * What the library cites and lacks, those cited by most papers first.
 */
export interface MissingList {
  missing: MissingPaperView[];
}
/**
 * US dollars per million tokens, seen on a day in a source; null and empty where the settings name the price.
 */
export interface PriceView {
  input_usd: number;
  output_usd: number;
  seen: string | null;
  source: string;
  is_old: boolean;
}
/**
 * US dollars, None where the model's price is not known; `free` for models that nobody charges for.
 */
export interface Cost {
  usd: number | null;
  free: boolean;
}
/**
 * A provider that may be chosen.
 *
 *     `base_url` is where its server usually is, empty where that cannot be chosen; `address` and `has_key` say what is kept.
 *     `fixed_by` are the variables of the environment that set its address, its key or the model.
 */
export interface OfferView {
  name: string;
  title: string;
  base_url: string;
  takes_key: boolean;
  needs_key: boolean;
  is_local: boolean;
  fixed_by: string[];
  address: string;
  has_key: boolean;
}
/**
 * The model that answers, and what else may be chosen. It contains no keys.
 *
 *     A null `recipient` means that nothing leaves the server. `question` is what an answer is expected to cost, `depths`
 *     what one takes at most that looks more than once; empty where no model answers. Without `changeable` the operator's settings decide, or the environment variable `SCHOLARAI_MODEL`, which `fixed_by` then names.
 */
export interface ModelSettingsView {
  provider: string;
  model: string;
  base_url: string;
  recipient: RecipientView | null;
  price: PriceView | null;
  question: Cost;
  depths: DepthEstimate[];
  changeable: boolean;
  offers: OfferView[];
}
/**
 * A collection to make, the last one in `parent_id`, or at the top without it.
 */
export interface NewCollection {
  name: string;
  parent_id?: string | null;
}
/**
 * A highlight, which has a place, or a note, which may have one.
 */
export interface NewNoteBody {
  kind?: "highlight" | "note";
  text?: string;
  colour?: "blue" | "green" | "pink" | "purple" | "yellow";
  marked?: MarkedBody | null;
}
/**
 * A file that its owner is about to upload.
 */
export interface NewPaper {
  /**
   * The name of the file, without a path; its ending says what it is.
   */
  filename: string;
  /**
   * PDF, Word, LaTeX, Markdown, JATS XML, HTML or plain text, or a .zip or .tar.gz archive of LaTeX, Markdown or JATS XML.
   */
  media_type?:
    | (
        | "application/gzip"
        | "application/jats+xml"
        | "application/pdf"
        | "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        | "application/x-tex"
        | "application/zip"
        | "text/html"
        | "text/markdown"
        | "text/plain"
      )
    | null;
  /**
   * The file's size, so that one that is too large is refused before it is sent.
   */
  size_bytes?: number | null;
  /**
   * The file's SHA-256, so that a file that is there already is not sent again.
   */
  sha256?: string | null;
}
/**
 * A literature review to write.
 */
export interface NewReview {
  question: string;
  /**
   * The papers to review; all of the library without it.
   */
  paper_ids?: [string, ...string[]] | null;
  /**
   * What papers must have to count.
   */
  filters?: Filters;
  /**
   * What the models may cost together, in US dollars.
   */
  budget_usd?: number | null;
  /**
   * How far to look: `quick` searches once, `normal` weighs what is found, `deep` also searches again for what is missing, finds evidence for sentences without a quote or removes them, and reads each sentence a second time. The server's own without it.
   */
  depth?: ("deep" | "normal" | "quick") | null;
  /**
   * Ask the outside services that are switched on what there is beyond the library, too; the words of the question are sent to them.
   */
  discover?: boolean;
  /**
   * Before anything is searched, so many found works with an open PDF are added to the library and reviewed, too: the words of the question are sent to the outside services that are switched on, and the PDFs are fetched from where these say. More than 0 is also `discover`.
   */
  fetch?: number;
  /**
   * How many passages the search takes; 256 without it.
   */
  n_retrieval?: number | null;
  /**
   * How many of them are read, the best after ranking; without it 50, and more where more papers bear on the question.
   */
  n_rerank?: number | null;
  /**
   * The share of the best passage's score that a passage needs in order to be read; 0.2 without it.
   */
  threshold?: number | null;
  /**
   * Whether sections that compare papers get a table.
   */
  tables?: boolean;
}
/**
 * A table to fill.
 */
export interface NewTable {
  title: string;
  /**
   * @maxItems 20
   */
  columns?: NewColumn[];
  /**
   * The papers, a row each; those of the library that pass `filters` without it.
   */
  paper_ids?: string[] | null;
  /**
   * The papers in this collection and in those nested in it, where no paper is named.
   */
  collection_id?: string | null;
  /**
   * What papers must have to count.
   */
  filters?: Filters;
  /**
   * What models may cost together for this table, in US dollars.
   */
  budget_usd?: number | null;
}
/**
 * Notes, latest first; `next_cursor` asks for the next page and is null on the last one.
 */
export interface NoteList {
  notes: NoteView[];
  next_cursor: string | null;
}
/**
 * Papers, newest first or in the order asked for; `next_cursor` asks for the next page and is null on the last one.
 */
export interface PaperList {
  papers: PaperView[];
  next_cursor: string | null;
}
/**
 * Tokens and what they cost; `cost_usd` is null where tokens were taken of a model whose price is not known.
 */
export interface SumView {
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
}
/**
 * What the conversations about a paper cost; one about several papers counts in equal parts. Reading it is left out.
 */
export interface PaperSpendingView {
  conversations: number;
  answers: number;
  spent: SumView;
}
/**
 * RFC 9457: what went wrong, what to do about it, and whether trying again can help.
 *
 *     `code` is a stable name. `instance` is the id under which the log has an unexpected error, `current` the thing as it stands,
 *     where it was changed since it was read.
 */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  retryable: boolean;
  action?: string | null;
  instance?: string | null;
  current?: {} | null;
}
/**
 * An entry of a bibliography, numbered from 1 in printed order; `count` tells how often the text cites it.
 *
 *     `paper_id` is the paper of the library that the entry is (`relation`: `same`), or that is a preprint or the published form
 *     of it (`version`); null where the library has neither. `notices` tell what was published about the cited work since, such as
 *     a retraction, as far as the server knows without asking anybody.
 */
export interface ReferenceView {
  number: number;
  id: string;
  label: string | null;
  raw: string;
  title: string | null;
  authors: string[];
  year: number | null;
  venue: string | null;
  doi: string | null;
  arxiv_id: string | null;
  paper_id: string | null;
  relation: ("same" | "version") | null;
  count: number;
  mentions: MentionView[];
  notices: WorkNotice[];
}
/**
 * The bibliography of a paper in printed order.
 */
export interface ReferenceList {
  references: ReferenceView[];
}
/**
 * Another paper of the library; `reference_ids` are its entries that cite the one that was asked about.
 */
export interface RelatedPaperView {
  paper_id: string;
  title: string;
  reference_ids: string[];
}
/**
 * Papers of the library: the same publication once more, its preprint or published form, and those that cite it.
 */
export interface RelatedView {
  same: RelatedPaperView[];
  versions: RelatedPaperView[];
  cited_by: RelatedPaperView[];
}
/**
 * A stream's `restarted` event: every `delta` and `section` before it is void.
 *
 *     The answer starts again after it, or `done` brings a refusal. It has no data.
 */
export interface Restarted {}
/**
 * How many papers filters leave out only because what they ask for is not known of them, and what is not known of how many.
 */
export interface Unjudged {
  papers: number;
  year: number;
  venue: number;
  authors: number;
  keywords: number;
}
/**
 * What a review of `papers` is expected to take; of `cost`, `usd` is null where the model's price is not known.
 *
 *     `unjudged` are the papers that the filters leave out because what they ask for is not known of them. `note` says what a review is
 *     without a model, and how to connect one; empty with one.
 */
export interface ReviewEstimateView {
  model: string;
  papers: number;
  estimate: Estimate;
  cost: Cost;
  unjudged: Unjudged;
  note: string;
}
/**
 * Reviews, newest first; `next_cursor` asks for the next page and is null on the last one.
 */
export interface ReviewList {
  reviews: ReviewSummary[];
  next_cursor: string | null;
}
/**
 * The papers of a review that is thought of.
 */
export interface ReviewPapers {
  /**
   * The papers to review; all of the library without it.
   */
  paper_ids?: [string, ...string[]] | null;
  /**
   * What papers must have to count.
   */
  filters?: Filters;
  /**
   * How far to look: `quick` searches once, `normal` weighs what is found, `deep` also searches again for what is missing, finds evidence for sentences without a quote or removes them, and reads each sentence a second time. The server's own without it.
   */
  depth?: ("deep" | "normal" | "quick") | null;
  /**
   * Before anything is searched, so many found works with an open PDF are added to the library and reviewed, too: the words of the question are sent to the outside services that are switched on, and the PDFs are fetched from where these say. More than 0 is also `discover`.
   */
  fetch?: number;
}
/**
 * The form that a SAML provider sends; its other fields are left out.
 */
export interface SamlReturn {
  SAMLResponse: string;
  RelayState?: string;
}
/**
 * An answer of a conversation to keep, or with `citation` one of its quotes alone.
 */
export interface SavedAnswerBody {
  session_id: string;
  message_n: number;
  citation?: number | null;
  text?: string;
}
/**
 * A paper that was found, with its best passages.
 */
export interface FoundPaperView {
  paper_id: string;
  filename: string;
  metadata: Metadata;
  passages: FoundPassageView[];
}
/**
 * A passage of a found paper; `label` names its place.
 */
export interface FoundPassageView {
  chunk_id: string;
  text: string;
  label: string;
  page_numbers: number[];
}
/**
 * Papers of the library, best first; `lexical` where words decided alone.
 *
 *     `unjudged` are the papers that the filters left out because what they ask for is not known of them.
 */
export interface SearchResults {
  papers: FoundPaperView[];
  retrieval: "hybrid" | "lexical";
  unjudged: Unjudged;
}
/**
 * How many items were created, how many were changed, and in how many both sides had changed.
 *
 *     `refused` says why Zotero refuses items, `left_out` names papers of which Zotero has another PDF. With `more` the same call
 *     goes on.
 */
export interface SentView {
  written: number;
  changed: number;
  conflicts: number;
  refused: string[];
  left_out: string[];
  more: boolean;
}
/**
 * Conversations, latest first; `next_cursor` asks for the next page and is null on the last one.
 */
export interface SessionList {
  sessions: SessionView[];
  next_cursor: string | null;
}
/**
 * A day in UTC.
 */
export interface DayView {
  day: string;
  questions: number;
  spent: SumView;
}
/**
 * What models cost a user on the latest days that have anything, latest first.
 */
export interface SpendingView {
  days: DayView[];
}
/**
 * What filling cells is expected to take; of `cost`, `usd` is null where the model's price is not known.
 *
 *     `note` says what cells are without a model, and how to connect one; empty with one.
 */
export interface TableEstimateView {
  model: string;
  papers: number;
  estimate: Estimate;
  cost: Cost;
  note: string;
}
/**
 * Tables, newest first; `next_cursor` asks for the next page and is null on the last one.
 */
export interface TableList {
  tables: TableSummary[];
  next_cursor: string | null;
}
/**
 * The cells of a table that is thought of: so many columns of some papers.
 */
export interface TablePapers {
  columns: number;
  /**
   * All of the library that pass `filters` without it.
   */
  paper_ids?: string[] | null;
  /**
   * The papers in this collection and in those nested in it, where no paper is named.
   */
  collection_id?: string | null;
  filters?: Filters;
}
/**
 * What failed, and what to do about it.
 */
export interface TrialProblem {
  code: string;
  detail: string;
  action: string;
}
/**
 * A sentence that the model wrote and how long it took; `keeps_shape` tells whether it replies with JSON as asked.
 */
export interface TrialView {
  text: string;
  seconds: number;
  output_tokens: number;
  keeps_shape: boolean;
  problem: TrialProblem | null;
}
/**
 * What is taken of something, and how much there is of it; null: as much as one likes.
 */
export interface TakenView {
  taken: number;
  limit: number | null;
}
/**
 * What a user took today and stores now, each beside its limit; all but `stored_bytes` return to 0 at `resets_at`.
 */
export interface UsageView {
  /**
   * The next midnight in UTC.
   */
  resets_at: string;
  questions: TakenView;
  tokens: TakenView;
  cost_usd: TakenView;
  uploads: TakenView;
  pages: TakenView;
  reading_s: TakenView;
  stored_bytes: TakenView;
}
/**
 * What is to be imported.
 */
export interface WantedCollection {
  /**
   * The path of a library of `GET /zotero`.
   */
  library: string;
  /**
   * The key of a collection, imported with those nested in it; null: all.
   */
  collection?: string | null;
}
/**
 * A file of references.
 */
export interface WantedEntries {
  /**
   * The file's content.
   */
  text: string;
  /**
   * null: what its first characters say.
   */
  format?: ("bibtex" | "csl-json" | "ris") | null;
  /**
   * The index of the entry to go on from: `next_start` of an answer.
   */
  start?: number;
  /**
   * Fetch PDFs that a service names as open.
   */
  fetch?: boolean;
}
/**
 * Of which papers highlights, notes and quotes are written; null: all that came from Zotero.
 */
export interface WantedSend {
  paper_ids?: string[] | null;
}
/**
 * Works by what names them.
 */
export interface WantedWorks {
  /**
   * DOIs, arXiv ids, PMIDs (`PMID:123`), PMCIDs, links to one of these, or titles.
   *
   * @minItems 1
   * @maxItems 10
   */
  works: [string, ...string[]];
  /**
   * Fetch PDFs that a service names as open.
   */
  fetch?: boolean;
}
/**
 * A library; `writable` tells whether the key may write to it.
 */
export interface LibraryOfZotero {
  path: string;
  name: string;
  writable: boolean;
  collections: CollectionOfZotero[];
}
/**
 * A collection; `parent` is the key of the one that it is nested in.
 */
export interface CollectionOfZotero {
  key: string;
  name: string;
  parent: string | null;
}
/**
 * One's own library, then those of groups.
 */
export interface ZoteroLibraries {
  libraries: LibraryOfZotero[];
}
