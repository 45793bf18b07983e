"""Writes the file of a tiny llama: half a megabyte of random weights, which say noise and count tokens truly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gguf import GGUFWriter

WINDOW_TRAINED = 8_192
DIMENSIONS = 64
_LAYERS, _HEADS, _INNER = 2, 4, 128
# A token each; the model reads everything else letter by letter.
_WORDS = "the kettle boils after ninety seconds as the table shows excerpt passage number question answer".split()
_SPECIAL, _PLAIN, _BYTE = 3, 1, 6
_TEMPLATE = "{% for m in messages %}{{ m['role'] + ': ' + m['content'] + '\\n' }}{% endfor %}assistant:"


def write_tiny_model(path: Path) -> None:
    """Write the model: it writes letters, ends where a grammar lets it, and closes what the grammar opened."""
    from gguf import GGUFWriter

    writer = GGUFWriter(path, "llama")
    tokens = _tokens()
    _describe(writer, tokens)
    _weigh(writer, tokens)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _tokens() -> list[tuple[str, int]]:
    """Return all tokens with their kinds. A word comes with all its beginnings, since it is merged from the left."""
    beginnings = dict.fromkeys(f"▁{word[:end]}" for word in _WORDS for end in range(1, len(word) + 1))
    signs = ["▁", *map(chr, range(33, 127))]
    special = [("<unk>", 2), ("<s>", _SPECIAL), ("</s>", _SPECIAL)]
    plain = [(token, _PLAIN) for token in (*beginnings, *signs)]
    return [*special, *((f"<0x{byte:02X}>", _BYTE) for byte in range(256)), *plain]


def _describe(writer: GGUFWriter, tokens: list[tuple[str, int]]) -> None:
    writer.add_context_length(WINDOW_TRAINED)
    writer.add_embedding_length(DIMENSIONS)
    writer.add_block_count(_LAYERS)
    writer.add_feed_forward_length(_INNER)
    writer.add_head_count(_HEADS)
    writer.add_head_count_kv(_HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(DIMENSIONS // _HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([token for token, _ in tokens])
    writer.add_token_types([kind for _, kind in tokens])
    writer.add_token_scores([float(len(token)) for token, _ in tokens])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(_TEMPLATE)


def _weigh(writer: GGUFWriter, tokens: list[tuple[str, int]]) -> None:
    chance = np.random.default_rng(7)

    def random(*shape: int) -> np.ndarray:
        # The first dimension carries a constant past all layers, so that each token has a bias of its own.
        weights = (chance.standard_normal(shape) * 0.05).astype(np.float32)
        if shape[0] == DIMENSIONS:
            weights[0] = 0.0
        return weights

    embedding = random(len(tokens), DIMENSIONS)
    embedding[:, 0] = 1.0
    output = random(len(tokens), DIMENSIONS)
    output[:, 0] = [_bias(token) for token, _ in tokens]
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output.weight", output)
    writer.add_tensor("output_norm.weight", np.ones(DIMENSIONS, np.float32))
    for layer in range(_LAYERS):
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", random(DIMENSIONS, DIMENSIONS))
        writer.add_tensor(f"blk.{layer}.ffn_gate.weight", random(_INNER, DIMENSIONS))
        writer.add_tensor(f"blk.{layer}.ffn_up.weight", random(_INNER, DIMENSIONS))
        writer.add_tensor(f"blk.{layer}.ffn_down.weight", random(DIMENSIONS, _INNER))
        for name in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", np.ones(DIMENSIONS, np.float32))


def _bias(token: str) -> float:
    """Return what is added to a token's score: most for the end of a value, where a grammar allows it, then for letters."""
    if token in {"}", "]", '"'}:
        return 0.5
    return 0.0 if re.fullmatch(r"▁?[a-z0-9]+", token) else -2.0
