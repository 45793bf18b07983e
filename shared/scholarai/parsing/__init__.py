"""From a page's layout, LaTeX or Markdown to PaperContent; pure."""
