"""What was chosen on the page, in files of the data folder that only their owner may read, since they hold keys."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from scholarai.domain.connections import Connections, ModelChoice
from scholarai.domain.errors import ConflictError
from scholarai.domain.values import Value, from_json, to_json

T = TypeVar("T", bound=Value)


class ChoiceFile(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """Implements `ports.choices.ChoiceStore`; `damaged` is the code of the error where the file cannot be understood."""

    path: Path
    kind: type[T]
    damaged: str

    def read(self) -> T | None:
        try:
            return from_json(self.kind, self.path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise ConflictError(
                self.damaged, f"{self.path} cannot be read", action="Delete it, and choose again in the settings."
            ) from None

    def write(self, choice: T) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = self.path.with_name(f"{self.path.name}.{secrets.token_hex(8)}")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(to_json(choice))
                file.flush()
                os.fsync(descriptor)
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)


def model_choice_in(folder: Path) -> ChoiceFile[ModelChoice]:
    return ChoiceFile(path=folder / "model.json", kind=ModelChoice, damaged="model_choice_damaged")


def connections_in(folder: Path) -> ChoiceFile[Connections]:
    return ChoiceFile(path=folder / "connections.json", kind=Connections, damaged="connections_damaged")
