"""From evidence and a question to prompts, and what models reply to them; pure."""
