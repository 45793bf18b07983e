"""Deletes everything stored for one owner: `scholarai ops forget OWNER`.

The functions' settings come from the environment, and Google's default credentials are used. If something could not be
removed, run it again; `scholarai ops leftovers` shows whether anything is left. The account itself is removed in Identity
Platform.
"""

from __future__ import annotations

import sys

from scholarai import bootstrap
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId


def main(arguments: list[str]) -> int:
    """Print what was removed; return 1 when something is left."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        gone = bootstrap.process.deletion.forget_owner().forget(OwnerId(arguments[0]))
    except TransientError as error:
        print(f"not everything could be removed ({error.code}); run it again", file=sys.stderr)
        return 1
    print(f"{gone.papers} papers, {gone.sessions} conversations, {gone.reviews} reviews removed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
