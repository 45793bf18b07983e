# Made from shared/scholarai/entrypoints/page.py by `python -m scholarai.entrypoints.openapi docs/`. Do not edit.
locals {
  pages = [
    "/papers", "/papers/", "/papers/{id=*}",
    "/chat", "/chat/", "/chat/{id=*}",
    "/reviews", "/reviews/", "/reviews/{id=*}",
    "/tables", "/tables/", "/tables/{id=*}",
    "/library", "/library/",
    "/check", "/check/",
    "/discover", "/discover/",
    "/history", "/history/",
    "/notes", "/notes/",
    "/settings", "/settings/",
  ]
}
