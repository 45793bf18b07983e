"""Models that run on this machine: the embedder from installed weights, the answerer that quotes."""

from scholarai.adapters.embedded.models.embedder import LocalEmbedder, local_embedder
from scholarai.adapters.embedded.models.extractive import ExtractiveAnswerer

__all__ = ["ExtractiveAnswerer", "LocalEmbedder", "local_embedder"]
