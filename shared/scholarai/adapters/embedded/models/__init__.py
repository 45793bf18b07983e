"""Models that run on this machine: the embedder from installed weights, the answerer that quotes."""

from scholarai.adapters.embedded.models.embedder import LocalEmbedder, local_embedder

__all__ = ["LocalEmbedder", "local_embedder"]
