"""What somebody might try against us: hostile files, forged events and tokens, orders hidden in papers."""
