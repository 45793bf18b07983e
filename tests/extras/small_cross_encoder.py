"""A cross-encoder that a second of training makes: it prefers passages that speak of a quorum."""

from __future__ import annotations

import random
from pathlib import Path

import torch
from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

TOPICS = ("scouts", "quorum", "dance", "weather", "mites", "honey", "wax", "smoke")
FILLERS = ("the", "was", "seen", "at", "one", "site", "in", "may")
WANTED = "quorum"
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "what", "of", "?")
# Enough for a loss below .02 with this seed.
STEPS, PAIRS = 100, 64


def train_cross_encoder(folder: Path, *, labels: int = 1) -> Path:
    """Train a BERT of two layers on pairs whose passage names the wanted topic or another one, and save it.

    The wanted word stands in questions, too, and says nothing there.
    """
    words = (*SPECIAL, *TOPICS, *FILLERS)
    tokenizer = BertTokenizer(vocab={word: number for number, word in enumerate(words)})
    torch.manual_seed(1)
    model = BertForSequenceClassification(
        BertConfig(
            vocab_size=len(words), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
            max_position_embeddings=64, num_labels=labels, hidden_dropout_prob=0, attention_probs_dropout_prob=0,
        )
    )  # fmt: skip
    if labels == 1:
        _train(model, tokenizer)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder


def _train(model: BertForSequenceClassification, tokenizer: BertTokenizer) -> None:
    chance = random.Random(1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(STEPS):
        drawn = [_pair(chance) for _ in range(PAIRS)]
        batch = tokenizer([q for q, _, _ in drawn], [p for _, p, _ in drawn], padding=True, return_tensors="pt")
        wanted = torch.tensor([fits for *_, fits in drawn])
        loss = torch.nn.functional.binary_cross_entropy_with_logits(model(**batch).logits[:, 0], wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.05


def _pair(chance: random.Random) -> tuple[str, str, float]:
    fits = chance.random() < 0.5
    topic = WANTED if fits else chance.choice([topic for topic in TOPICS if topic != WANTED])
    passage = chance.choices(FILLERS, k=4)
    passage.insert(chance.randrange(5), topic)
    return f"what of {chance.choice(TOPICS)} ?", " ".join(passage), float(fits)
