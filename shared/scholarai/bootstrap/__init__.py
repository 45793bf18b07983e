"""The composition root: chooses adapters and hands them to services. The only package that knows both.

An `App` is one system with its settings, stores and models. `process` is that of this process's environment, which the
functions and the local server run; its services stand here by name.
"""

from __future__ import annotations

from scholarai.bootstrap.app import App
from scholarai.bootstrap.stores import Backend

__all__ = ["App", "Backend", "process"]

process = App()

announce_paper = process.announce_paper
answerer = process.answerer
ask_papers = process.ask_papers
backend = process.backend
cancel_review = process.cancel_review
check_quotes = process.check_quotes
figure_images = process.figure_images
delete_paper = process.delete_paper
delete_review = process.delete_review
delete_session = process.delete_session
edit_review = process.edit_review
embedder = process.embedder
end_retention = process.end_retention
extract_paper = process.extract_paper
find_in_library = process.find_in_library
find_passages = process.find_passages
finish_deletion = process.finish_deletion
finish_review_deletion = process.finish_review_deletion
forget_owner = process.forget_owner
get_content = process.get_content
get_paper = process.get_paper
get_review = process.get_review
get_session = process.get_session
link_file = process.link_file
list_papers = process.list_papers
list_reviews = process.list_reviews
list_sessions = process.list_sessions
local_reranker = process.local_reranker
open_papers = process.open_papers
sweep_papers = process.sweep_papers
sweep_reviews = process.sweep_reviews
price_per_token = process.price_per_token
push_verifier = process.push_verifier
quote_picker = process.quote_picker
read_report = process.read_report
reader = process.reader
require_models = process.require_models
reranker = process.reranker
restart_extraction = process.restart_extraction
review_shelf = process.review_shelf
review_tools = process.review_tools
run_review_step = process.run_review_step
search_library = process.search_library
search_paper = process.search_paper
settings = process.settings
settle_paper = process.settle_paper
settle_review = process.settle_review
start_review = process.start_review
store_checks = process.store_checks
sweepers = process.sweepers
text_model = process.text_model
token_verifier = process.token_verifier
trace_review = process.trace_review
