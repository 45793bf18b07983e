"""From a question and indexed chunks to ranked evidence; pure, NumPy."""
