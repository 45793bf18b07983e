"""`python -m scholarai`."""

from __future__ import annotations

import sys

from scholarai.local.cli import main

if __name__ == "__main__":  # spawned children import this module too
    sys.exit(main())
