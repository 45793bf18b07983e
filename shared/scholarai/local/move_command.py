"""`scholarai move`: copies a whole library between a data folder and Google Cloud."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scholarai.api.progress import ProgressLine
from scholarai.config import Settings
from scholarai.domain.errors import InvalidRequestError, ScholarError, TransientError
from scholarai.domain.ids import COMMAND_LINE, OwnerId
from scholarai.domain.object_names import is_owner
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.local.data_commands import StoreHeldError, data_folder, existing, hold, open_library
from scholarai.local.terminal import DONE, SOME_FAILED, TRY_AGAIN, complain, keep_logs_quiet, show
from scholarai.services.moving.library import MoveLibrary

if TYPE_CHECKING:
    from scholarai.adapters.gcp.backend import GcpBackend

# The owners of what the page and the command line add on one machine.
_HERE = {OwnerId("local"), COMMAND_LINE}
_KINDS = ("paper", "conversation", "review", "note")


class LeftOut(Value, frozen=True, kw_only=True):
    """Something that was not copied, and why."""

    kind: str
    id: str
    code: str
    detail: str


class Moved(Value, frozen=True, kw_only=True):
    """How many papers, conversations, reviews and notes were copied, how many items were there already, and what was left out."""

    copied: Mapping[str, int]
    there: int
    left_out: tuple[LeftOut, ...]


def move(to: str, *, data: Path | None, owner: str | None, as_owner: str | None, as_json: bool = False) -> int:
    """Copy what one owner has, or all owners, print how much it was, and name what was left out on stderr."""
    keep_logs_quiet()
    folder = data_folder(data)
    if to == "gcp":
        existing(folder)
    cloud = _cloud()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        held = hold(folder)
    except StoreHeldError as error:
        return complain(f"{error}; stop it first", TRY_AGAIN)
    with held, open_library(folder) as local:
        local.check()
        moving = MoveLibrary(source=local, target=cloud) if to == "gcp" else MoveLibrary(source=cloud, target=local)
        try:
            owners = _owners(moving, owner, as_owner)
            _require_users(owners, to)
            return _run(moving, owners, as_json=as_json)
        except TransientError as error:
            again = "run the same command again: it goes on where it stopped"
            return complain(f"{error.code}: {error.detail}; {again}", TRY_AGAIN)


def _run(moving: MoveLibrary, owners: Mapping[OwnerId, OwnerId], *, as_json: bool) -> int:
    copied: Counter[str] = Counter()
    there = 0
    left: list[LeftOut] = []
    jobs = list(moving.jobs(owners, datetime.now(UTC)))
    with ProgressLine(len(jobs), sys.stderr) as progress:
        for job in jobs:
            try:
                done = job.run()
            except TransientError:
                raise
            except ScholarError as error:
                progress.say(f"{job.kind} {job.id}: {error.in_words}")
                left.append(LeftOut(kind=job.kind, id=job.id, code=error.code, detail=error.detail))
            else:
                copied[job.kind] += done
                there += not done
            progress.finish(f"{job.kind} {job.id}")
    moving.move_spending(owners)
    counts = ", ".join(counted(copied[kind], kind) for kind in _KINDS)
    moved = Moved(copied={kind: copied[kind] for kind in _KINDS}, there=there, left_out=tuple(left))
    show(moved, f"{counts} copied and compared; {there} were there; {len(left)} left out", as_json=as_json)
    return SOME_FAILED if left else DONE


def _owners(moving: MoveLibrary, owner: str | None, as_owner: str | None) -> Mapping[OwnerId, OwnerId]:
    """Return the owners whose things are copied, each with the owner who gets them."""
    owners = moving.owners() if owner is None else (OwnerId(owner),)
    return {each: OwnerId(as_owner or each) for each in owners}


def _require_users(owners: Mapping[OwnerId, OwnerId], to: str) -> None:
    for owner in owners.values():
        if not is_owner(owner):
            raise InvalidRequestError(
                "owner_unusable", f"no user can have the id {owner!r}", action="Name one with --as."
            )
    nobody = sorted(_HERE & set(owners.values())) if to == "gcp" else []
    if nobody:
        raise InvalidRequestError(
            "user_missing",
            f"nobody can sign in there as {' or '.join(nobody)}",
            action="Name the user who gets the library with --as.",
        )


def _cloud() -> GcpBackend:
    """Return the cloud that the settings name.

    Raises:
        SettingsError: If they name none.
        InvalidRequestError: If its packages or the credentials are missing.
    """
    settings = Settings.from_env({**os.environ, "SCHOLARAI_BACKEND": "gcp"})
    try:
        from google.auth.exceptions import DefaultCredentialsError

        from scholarai.adapters.gcp.backend import GcpBackend

        cloud = GcpBackend(settings)
        cloud.papers.client()
        cloud.objects.client()
    except ModuleNotFoundError as error:
        raise InvalidRequestError(
            "cloud_not_installed", f"{error.name} is not installed", action="Install the extra `cloud`."
        ) from error
    except DefaultCredentialsError as error:
        raise InvalidRequestError(
            "credentials_missing",
            "there are no credentials for Google Cloud",
            action="Run `gcloud auth application-default login`.",
        ) from error
    return cloud
