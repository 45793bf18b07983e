"""Finds the ranges that stand for a whole paper: its abstract, endings, openings of sections, and paragraphs on what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from scholarai.domain.content import Block, PaperContent, Section
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value


class Aspect(Value, frozen=True, kw_only=True):
    """What a question about a whole paper asks for, such as its limitations.

    `asked` matches questions, `sections` titles of sections about the aspect, and `signs` sentences about it. `late` aspects are
    discussed near the end of a paper, `placed` ones in sections of their own.
    """

    name: str
    asked: re.Pattern[str]
    sections: re.Pattern[str]
    signs: re.Pattern[str]
    late: bool = False
    placed: bool = False


def _aspect(
    name: str,
    asked: str,
    sections: str,
    signs: str,
    *,
    needs: Sequence[str] = (),
    late: bool = False,
    placed: bool = False,
) -> Aspect:
    asked_for = _beginning(asked, needs)
    titles, said = map(_beginning, (sections, signs))
    return Aspect(name=name, asked=asked_for, sections=titles, signs=said, late=late, placed=late or placed)


def _beginning(words: str, needs: Sequence[str] = ()) -> re.Pattern[str]:
    return lazy_pattern(rf"\b(?:{words})", re.IGNORECASE, needs=needs)


# "Of the attention layer", not of the paper.
_OF_PAPER = r"\b(?!\s+of\s+(?!(?:this|the|their|its)\b))"
_MAIN = r"(?:main|key|central|core|major|primary|most important)\s+(?:\w+\s+)?"
_PAPER = r"(?:this|the) (?:paper|work|study|article|report)"
_THEY = rf"(?:{_PAPER}|they|the authors)"

# "We empirically show", "we then analyze".
_WE = r"we (?:here |also |then |further |\w{2,20}ly )?"

# What papers share with their readers.
_SHARED = r"(?:source code|source|code|data|data ?sets?|software|scripts?|materials?|package|library|tool|supplements?)"
# What they are about.
_MADE = r"(?:package|software|library|tool|study|paper|work|review|survey|framework|trial|experiment)"
AVAILABILITY = "availability"

# The first one that matches a question counts; the last one also serves questions that match none.
ASPECTS = (
    _aspect(
        "limitations",
        rf"(?:limitations|weaknesses|shortcomings|drawbacks|caveats|threats to validity){_OF_PAPER}",
        r"limitation|shortcoming|weakness|caveat|threats",
        r"limitations?\b|shortcoming|drawback|caveat|limited (?:to|by|in)\b|restricted to|beyond the scope|unable to|not (?:yet|able|possible|"
        r"considered|addressed|supported|implemented)\b|at the (?:cost|expense) of|(?:we|our \w+|this (?:work|method|study|approach)|it) "
        r"(?:do|does|did|can|could|cannot|is|are|was|were|fails?)(?: ?not| to)\b|not support\b|should be (?:interpreted|treated) with",
        needs=("limitations", "weaknesses", "shortcomings", "drawbacks", "caveats", "threats to validity"),
        late=True,
    ),
    _aspect(
        "next",
        rf"future (?:work|research|directions?|studies|steps|plans?){_OF_PAPER}|next steps?\b|what(?: is|'s| comes)? next\b|open (?:questions?|problems?)\b"
        rf"|(?:{_THEY}|do|will|to)\b[\w ]{{0,30}}\b(?:plan|intend|propose|suggest|do)\w*\b[\w ]{{0,20}}\bnext\b|further (?:work|research)\b|remains? to be done",
        r"future|outlook|perspective|next steps|open (?:questions|problems)|roadmap",
        r"future (?:work|research|stud\w+|directions?|versions?|releases?|developments?|extensions?|plans?)|(?:in|for) (?:the )?future\b|"
        r"further (?:work|research|stud\w+|development|investigation)|next step|we (?:plan|intend|hope) to|planned\b|"
        r"remains? (?:to be|open|an open)|will be (?:added|extended|explored|investigated|implemented|supported|addressed|considered|included|improved)\b|would be (?:interesting|worth)|(?:could|can) be extended|left for|"
        r"(?:is|are) (?:also |still )?needed\b|should be possible",
        needs=("future", "next", "open", "further", "remain"),
        late=True,
    ),
    _aspect(
        AVAILABILITY,
        rf"where (?:can|could|is|are|do|did) [\w ]{{0,40}}\b{_SHARED}\b[\w ]{{0,20}}\b(?:found|available|download(?:ed)?|obtain(?:ed)?|access(?:ed)?|got"
        rf"|hosted|stored|deposited|published)\b|(?:is|are) (?:the |their |its )?{_SHARED}(?: and \w+)? (?:publicly |openly |freely )?"
        r"(?:available|open|public|shared)\b|(?:data|code) availability",
        r"availab|accession|installation",
        r"available (?:at|from|on|in|under|via|through|upon|for|as)\b|github|gitlab|bitbucket|zenodo|figshare|dryad|osf\b|cran\b|pypi|"
        r"bioconductor|accession|download(?:ed)? (?:at|from)\b|https?://|doi\.org",
        needs=("where", "availab", "open", "public", "shared"),
        late=True,
    ),
    _aspect(
        "need",
        rf"why (?:was|were|is|are|has) (?:\w+ ){{0,3}}{_MADE} (?:been )?(?:written|developed|created|built|made|needed|done|conducted|performed"
        rf"|designed)(?=\W*$)|why (?:did|do) (?:they|the authors) (?:write|develop|create|build|make|do|conduct) (?:\w+ ){{1,3}}{_MADE}(?=\W*$)"
        rf"|motivation{_OF_PAPER}",
        r"statement of need|motivation",
        r"needs?\b|needed|lacks?\b|lacking|there (?:is|are|was|were|has been|have been) (?:no|few|little)\b|no (?:existing|other|open)\b|however\b|"
        r"motivat\w+|to (?:address|fill|overcome|bridge)\b|gap\b|(?:goal|aim|objective|purpose) (?:of|is|was)\b|aims? (?:to|at)\b|"
        r"(?:was|were) (?:developed|designed|written|created)\b",
        needs=("why", "motivation"),
        placed=True,
    ),
    _aspect(
        "contributions",
        rf"{_MAIN}contributions?\b|contributions?{_OF_PAPER}|novelty{_OF_PAPER}|what(?: is|'s) new (?:in|about) ",
        r"contribution|statement of need|introduction|abstract|summary",
        rf"contribut\w+|{_WE}(?:propose|present|introduce|develop(?:ed)?|describe|provide|derive|design)\b|our (?:method|approach|main)\b|"
        r"(?:in )?this (?:paper|article|work|study)\b|in conclusion\b|novel\b|for the first time|is an? (?:\S+ ){0,4}(?:package|library|tool|framework|method)\b",
        needs=("contribution", "novelty", "new"),
    ),
    _aspect(
        "findings",
        rf"{_MAIN}(?:findings?|results?|takeaways?|claims?|messages?|conclusions?)\b|conclusions? (?:of|in|from) {_THEY}"
        rf"|what (?:does|do|did) {_THEY} (?:show|find|conclude|demonstrate)\b(?=\W*$)|(?:what|which) (?:were|are) the (?:findings|conclusions)\b(?=\W*$)",
        r"conclu|finding|abstract|summary",
        rf"{_WE}(?:show|find|found|demonstrate|conclude|observe[ds]?|have shown)\b|(?:results?|findings) (?:show|suggest|indicate|demonstrate|reveal)\b|"
        r"our (?:results?|findings)\b|in (?:conclusion|summary)\b|to (?:conclude|summari[sz]e)\b|significant(?:ly)?\b|outperform\w*|conclusions?:",
        needs=("find", "result", "takeaway", "claim", "message", "conclu", "show", "demonstrate"),
    ),
    _aspect(
        "summary",
        rf"summar(?:y|ies|i[sz]e[ds]?|i[sz]ing)\b|tl;?dr\b|overview\b|gist\b|in a nutshell\b|{_MAIN}(?:ideas?|points?|arguments?|goals?|topics?)\b"
        rf"|what (?:is|was|are|were) (?:presented|described|discussed|proposed|studied|investigated|examined|reported) in {_PAPER}(?=\W*$)"
        rf"|what (?:is|does|do) {_THEY} (?:all )?(?:about|do|propose|argue|contribute)\b|explain {_PAPER}\b",
        r"abstract|summary|conclu",
        rf"(?:in )?this (?:paper|article|work|study|report|review|thesis)\b|{_WE}(?:propose|present|introduce|show|demonstrate|find|found|"
        r"develop|developed|design|revisit|analy[sz]e|describe|study|investigate|report|conclude|argue|provide|aimed?|examine[ds]?|evaluate[ds]?)\b|"
        r"our (?:main |key )?(?:results?|findings?|contributions?|method|approach|experiments?|analysis)\b|"
        r"the (?:main|key) (?:results?|findings?|contributions?|aim|goal)\b|in (?:summary|conclusion)\b|to (?:summari[sz]e|conclude)\b|"
        r"conclusions?:|these (?:results|findings)\b",
    ),
)  # fmt: skip

# Characters; a longer question, which may mention a summary in passing, is not about the whole paper. A guess.
_LONGEST_REQUEST = 160
_ENDINGS = ("conclusion", "concluding", "limitation", "discussion", "summary", "future work")
_NO_BODY = lazy_pattern(r"references|bibliography|acknowledg|appendix|supplement|abstract", re.IGNORECASE)
# Number of paragraphs about the aspect, and of those at the beginning and the end of a paper without sections. Guesses.
_SAYING, _FIRST, _LAST = 4, 3, 3
_LEAST_CHARACTERS = 120


def aspect_of(question: str) -> Aspect | None:
    """Return what a question asks of the paper as a whole, None where it asks about something in the paper."""
    if len(question) > _LONGEST_REQUEST:
        return None
    return next((aspect for aspect in ASPECTS if aspect.asked.search(question)), None)


def asks_about_whole(question: str) -> bool:
    """Tell whether a question is about the paper as a whole: a summary, the contribution, the limitations."""
    return aspect_of(question) is not None


def overview_ranges(content: PaperContent, aspect: Aspect = ASPECTS[-1]) -> Iterator[tuple[int, int]]:
    """Yield the ranges that stand for a paper, most relevant first; a range may come twice.

    First comes the abstract, unless the aspect is a late one, and sections about the aspect if it is `placed`; then paragraphs
    about it, endings, and first paragraphs of sections. For a paper without sections, its first and last paragraphs.
    """
    abstract = abstract_range(content)
    groups = [group for group in _paragraphs(content) if abstract is None or group[1][0].start >= abstract[1]]
    own = [blocks for section, blocks in groups if aspect.sections.search(section.title)]
    if abstract is not None and not aspect.late:
        yield abstract
    if aspect.placed:
        yield from ((blocks[0].start, blocks[-1].end) for blocks in own)
    yield from islice(_saying(content, aspect), _SAYING)
    yield from _endings_and_openings(groups) if groups else _edges(content)


def _endings_and_openings(groups: Sequence[tuple[Section, list[Block]]]) -> Iterator[tuple[int, int]]:
    """Yield the sections that end a paper, then the first paragraphs of the others."""
    for section, blocks in groups:
        if _is_ending(section):
            yield blocks[0].start, blocks[-1].end
    for section, blocks in groups:
        if section.level == 1 and not _is_ending(section):
            yield blocks[0].start, blocks[0].end


def _edges(content: PaperContent) -> Iterator[tuple[int, int]]:
    """Yield the first and last paragraphs of a paper without sections."""
    running = [block for block in content.blocks if block.kind == "paragraph" and len(block.text) >= _LEAST_CHARACTERS]
    yield from ((block.start, block.end) for block in (*running[:_FIRST], *running[-_LAST:]))


def _saying(content: PaperContent, aspect: Aspect) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs about an aspect, those with most signs of it first."""
    if aspect.name == "summary":
        return
    aside = {section.id for section in content.sections if _NO_BODY.search(section.title)}
    running = (b for b in content.blocks if b.kind in {"paragraph", "list_item"} and b.section_id not in aside)
    signs = [(len(aspect.signs.findall(block.text)), block) for block in running]
    for count, block in sorted(signs, key=lambda pair: -pair[0]):
        if count:
            yield block.start, block.end


def _paragraphs(content: PaperContent) -> Iterator[tuple[Section, list[Block]]]:
    """Yield the sections that have text of their own, in reading order, with that text."""
    by_section: dict[str, list[Block]] = {}
    for block in content.blocks:
        if block.section_id is not None and block.kind in {"paragraph", "list_item", "theorem"}:
            by_section.setdefault(block.section_id, []).append(block)
    for section in content.sections:
        if section.id in by_section:
            yield section, by_section[section.id]


def _is_ending(section: Section) -> bool:
    return any(word in section.title.lower() for word in _ENDINGS)


# Characters by which a part of the abstract is recognized in the text. A guess.
_LEAST_OF_ABSTRACT = 60
# Length of the abstract's range against that of the abstract: headings and spaces add little. A guess.
_LONGEST_RANGE = 1.5


def abstract_range(content: PaperContent) -> tuple[int, int] | None:
    """Return the range of the abstract in the paper's text, None where the text does not contain it."""
    inside = _blocks_of_abstract(content) or _section_of_abstract(content)
    return (inside[0].start, inside[-1].end) if inside else None


def _blocks_of_abstract(content: PaperContent) -> list[Block]:
    """Return the paragraphs of the abstract (a structured one has several), or the block that contains all of it."""
    abstract = " ".join((content.abstract or "").split())
    if not abstract:
        return []
    texts = [(block, " ".join(block.text.split())) for block in content.blocks if block.kind != "heading"]
    told = [block for block, text in texts if len(text) >= _LEAST_OF_ABSTRACT and text in abstract]
    told = told or [block for block, text in texts if abstract[:_LEAST_OF_ABSTRACT] in text][:1]
    # Text far behind that repeats it, as a conclusion may, is no part of it.
    return [block for block in told if block.end - told[0].start <= _LONGEST_RANGE * len(abstract)] or told[:1]


def _section_of_abstract(content: PaperContent) -> list[Block]:
    named = {section.id for section in content.sections if section.title.strip().lower() == "abstract"}
    return [block for block in content.blocks if block.section_id in named and block.kind != "heading"]
