"""One system: every service, over the settings, stores and models that it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scholarai.bootstrap.chat import Chat
from scholarai.domain.dotted import load

if TYPE_CHECKING:
    from scholarai.bootstrap.choosing import Choosing
    from scholarai.bootstrap.reviewing import Reviewing
    from scholarai.bootstrap.sweeping import Sweeping
    from scholarai.bootstrap.zotero import Zotero

    class _Parts(Reviewing, Zotero, Sweeping, Choosing, Chat): ...

else:
    _Parts = Chat  # a question needs no other part

# The other parts. Each is imported when one of its methods is first asked for; they are searched in this order, and no method
# is in two of them.
LATER = (
    "papers:Papers",
    "library:Library",
    "reviewing:Reviewing",
    "zotero:Zotero",
    "sweeping:Sweeping",
    "choosing:Choosing",
)


class App(_Parts):
    """Makes services; each part is made on first use, and models and stores are kept for the life of the object.

    Two systems in one process share nothing but the processor.
    """

    if not TYPE_CHECKING:  # type checkers see all parts as bases

        def __getattr__(self, name: str) -> Any:
            """Return a method of a part that is not loaded yet, bound to this system."""
            for part in () if name.startswith("__") else LATER:
                method = getattr(load(f"scholarai.bootstrap.{part}"), name, None)
                if method is not None:
                    return method.__get__(self, type(self))
            raise AttributeError(f"an App has no {name}")
