"""Generated papers with gold: invented studies, their printed and source forms, and what each of them truly says."""
