"""Models that run on this machine: the embedder from installed weights, the answerer that quotes."""

from scholarai.adapters.models.local.embedder import LocalEmbedder, local_embedder
from scholarai.adapters.models.local.extractive import ExtractiveAnswerer

__all__ = ["ExtractiveAnswerer", "LocalEmbedder", "local_embedder"]
