"""The chosen model in a file of the data folder that only its owner may read, since it holds keys."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import msgspec

from scholarai.domain.errors import ConflictError
from scholarai.domain.model_choice import ModelChoice
from scholarai.domain.values import from_json, to_json

FILE = "model.json"


class FileModelChoice(msgspec.Struct, frozen=True):
    """Implements `ports.model_choice.ModelChoiceStore`."""

    folder: Path

    def read(self) -> ModelChoice | None:
        path = self.folder / FILE
        try:
            return from_json(ModelChoice, path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise ConflictError(
                "model_choice_damaged", f"{path} cannot be read", action="Delete it, and choose the model again."
            ) from None

    def write(self, choice: ModelChoice) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = self.folder / f"{FILE}.{secrets.token_hex(8)}"
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(to_json(choice))
                file.flush()
                os.fsync(descriptor)
            draft.replace(self.folder / FILE)
        finally:
            draft.unlink(missing_ok=True)
