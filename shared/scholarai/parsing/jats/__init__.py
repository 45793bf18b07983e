"""Journal articles in JATS XML, as PubMed Central, eLife, PLOS and bioRxiv publish them."""

from __future__ import annotations

from scholarai.parsing.jats.reader import NotAnArticleError, OtherDtdError, read_jats

__all__ = ["NotAnArticleError", "OtherDtdError", "read_jats"]
