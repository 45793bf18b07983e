"""The rules of answering without a model: which sentences of a paper answer a question. Pure."""
