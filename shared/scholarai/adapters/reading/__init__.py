"""Reading files: the sandbox, the formats' libraries, their limits."""
