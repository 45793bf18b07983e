"""From evidence and a question to prompts and response schemas; pure."""
