"""Models behind HTTP that need no library of their maker: OpenAI-compatible servers, Ollama and Anthropic."""
