"""Questions that no paper answers: what an embedding model makes of them tells its scale."""

from __future__ import annotations

# About everyday things, as different from each other as from science. The gate was measured with exactly these.
STOCK_QUESTIONS = (
    "How long should bread dough rest before it is baked?",
    "Which team won the football final last year?",
    "What is the capital of the largest island nation?",
    "How do I change the tyre of a bicycle?",
    "Why did the orchestra replace its conductor?",
    "When does the train to the coast leave?",
    "What colour should the kitchen walls be painted?",
    "Who inherits a house when there is no will?",
    "How are violins tuned before a concert?",
    "What taxes does a small bakery pay?",
    "Which wine goes well with grilled fish?",
    "How was the old castle on the hill restored?",
    "What is the plot of the detective novel?",
    "Why do cats bring mice home?",
    "How much does a ticket to the opera cost?",
    "Which actor played the king in the film?",
)
