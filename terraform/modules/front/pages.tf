# Made from shared/scholarai/entrypoints/page.py by `python -m scholarai.entrypoints.openapi docs/`. Do not edit.
locals {
  pages = [
    "/papers", "/papers/", "/papers/{id=*}",
    "/chat", "/chat/", "/chat/{id=*}",
    "/reviews", "/reviews/", "/reviews/{id=*}",
    "/tables", "/tables/", "/tables/{id=*}",
    "/check", "/check/",
    "/discover", "/discover/",
    "/notes", "/notes/",
    "/settings", "/settings/",
  ]
}
