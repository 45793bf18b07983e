"""Serve one provider to the Terraform that started this process: `python -m doubles.terraform_schema SCHEMA.json`.

With `SCHEMA_PROVIDER_KNOWN` set, plans hold made-up values where a cloud would compute them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
import tf.provider
import tf.runner
from doubles.terraform_schema.blocks import ProviderSchema
from doubles.terraform_schema.provider import SchemaProvider


def main(arguments: list[str]) -> None:
    schema = msgspec.json.decode(Path(arguments[0]).read_bytes(), type=ProviderSchema)
    known = bool(os.environ.get("SCHEMA_PROVIDER_KNOWN"))
    # The runner wraps what it is given in its own servicer; ours speaks the protocol itself.
    tf.provider.ProviderServicer = lambda _: SchemaProvider(schema, known=known)
    tf.runner.run_provider(None, ["provider"])


if __name__ == "__main__":
    main(sys.argv[1:])
