"""From a model's answer to grounded citations with boxes; pure."""
