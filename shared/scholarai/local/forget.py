"""`scholarai ops forget`: deletes everything stored for one owner."""

from __future__ import annotations

import argparse

from scholarai import bootstrap
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId
from scholarai.local.terminal import DONE, TRY_AGAIN, complain, show


def run(options: argparse.Namespace) -> int:
    """Print what was removed; a further call goes on where something is left."""
    try:
        gone = bootstrap.process.deletion.forget_owner().forget(OwnerId(options.owner))
    except TransientError as error:
        return complain(f"not everything could be removed ({error.code}); run it again", TRY_AGAIN)
    text = f"{gone.papers} papers, {gone.sessions} conversations, {gone.reviews} reviews removed"
    show(gone, text, as_json=options.json)
    return DONE
