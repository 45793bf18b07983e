"""ScholarAI: papers go in, answers with checked quotes come out.

`read`, `ask`, `search`, `check`, `review` and `table` work on files; `Library` keeps papers in a folder of your own. What stands in
`__all__`, with its documented arguments, fields and errors, is public, and so are `scholarai.testing` and
`scholarai.client`: from 1.0 on it follows semantic versioning, and before that a change that breaks it comes with a new
minor version and a line in CHANGELOG.md. Everything else is private and may change at any time.

Examples:
    >>> import scholarai
    >>> from scholarai.testing import sample_paper
    >>> scholarai.check("We used 12 data sets.", sample_paper()).verdict
    'not_found'
"""

__version__ = "0.2.0"

TYPE_CHECKING = False  # type checkers know the name; importing `typing` would take longer than all the rest

if TYPE_CHECKING:
    from scholarai.api import (
        Column,
        Library,
        ReviewFailedError,
        TableFailedError,
        ask,
        check,
        read,
        review,
        search,
        table,
    )
    from scholarai.config import SettingsError
    from scholarai.domain.chat import Answer, Citation, Evidence
    from scholarai.domain.checking import CheckedQuote
    from scholarai.domain.content import PaperContent
    from scholarai.domain.errors import (
        ConflictError,
        InvalidRequestError,
        LimitReachedError,
        ModelRefusedError,
        NotFoundError,
        NotReadyError,
        PaperFaultError,
        ScholarError,
        TransientError,
    )
    from scholarai.domain.paper import Paper
    from scholarai.domain.review import Report
    from scholarai.domain.tables import ShownTable

# Where public names are defined, the cheapest module to import first.
_HOMES = (
    "domain.errors",
    "domain.content",
    "domain.chat",
    "domain.checking",
    "domain.paper",
    "domain.review",
    "domain.tables",
    "config",
    "api",
)

__all__ = [
    "Answer",
    "CheckedQuote",
    "Citation",
    "Column",
    "ConflictError",
    "Evidence",
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
    "read",
    "review",
    "search",
    "table",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used: serving functions import this package, too."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    homes = (import_module(f"{__name__}.{home}") for home in _HOMES)
    value = globals()[name] = next(getattr(home, name) for home in homes if hasattr(home, name))
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
