"""Models that run in this process: an embedder with installed weights, and an answerer that quotes."""

from scholarai.adapters.models.local.embedder import LocalEmbedder, local_embedder
from scholarai.adapters.models.local.extractive import ExtractiveAnswerer

__all__ = ["ExtractiveAnswerer", "LocalEmbedder", "local_embedder"]
