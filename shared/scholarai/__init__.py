"""ScholarAI: papers go in, answers with checked quotes come out.

`read`, `ask`, `stream`, `search`, `check`, `review` and `table` work on files; `Library` keeps papers in a folder of your own. What stands in
`__all__`, with its documented arguments, fields and errors, is public, and so is `scholarai.testing`: from 1.0 on it follows
semantic versioning, and before that a change that breaks it comes with a new minor version and a line in CHANGELOG.md.
Everything else is private and may change at any time.

Examples:
    >>> import scholarai
    >>> from scholarai.testing import sample_paper
    >>> scholarai.check(sample_paper(), "We used 12 data sets.").verdict
    'not_found'
"""

__version__ = "0.2.0"

TYPE_CHECKING = False

if TYPE_CHECKING:
    from scholarai.api import (
        Answer,
        AnswerStream,
        CheckedQuote,
        CheckedReferences,
        CheckedText,
        Citation,
        Column,
        ConflictError,
        Evidence,
        FoundSource,
        InvalidRequestError,
        Library,
        LimitReachedError,
        ModelRefusedError,
        NotFoundError,
        NotReadyError,
        Paper,
        PaperContent,
        PaperFaultError,
        Report,
        ReviewFailedError,
        ScholarError,
        SettingsError,
        ShownTable,
        TableFailedError,
        TransientError,
        ask,
        check,
        check_references,
        check_text,
        find_source,
        read,
        review,
        search,
        stream,
        table,
    )

__all__ = [
    "Answer",
    "AnswerStream",
    "CheckedQuote",
    "CheckedReferences",
    "CheckedText",
    "Citation",
    "Column",
    "ConflictError",
    "Evidence",
    "FoundSource",
    "InvalidRequestError",
    "Library",
    "LimitReachedError",
    "ModelRefusedError",
    "NotFoundError",
    "NotReadyError",
    "Paper",
    "PaperContent",
    "PaperFaultError",
    "Report",
    "ReviewFailedError",
    "ScholarError",
    "SettingsError",
    "ShownTable",
    "TableFailedError",
    "TransientError",
    "__version__",
    "ask",
    "check",
    "check_references",
    "check_text",
    "find_source",
    "read",
    "review",
    "search",
    "stream",
    "table",
]


def __getattr__(name: str) -> object:
    """Import the interface when one of its names is first used: cloud functions import this package, too, and need none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scholarai import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
