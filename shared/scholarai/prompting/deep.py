"""The prompts of normal and deep answers: plan sub-questions, weigh passages, name what is missing, read a second time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scholarai.domain.chat import Evidence, TextSection, place_label
from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt

if TYPE_CHECKING:
    from scholarai.prompting.deep_replies import SentencesRead, StillMissing, SubQuestions, WeighedPassages

# Tokens of a summary of one sentence, a relevance and an id, in JSON. A guess.
_TOKENS_PER_PASSAGE = 90
_TOKENS_PER_SENTENCE = 25
# Excerpts that are named beside whole papers: about as many as an answer from passages is shown.
_POINTED_AT = 20
# Characters of a sentence and of each quote behind it; longer ones are rare.
_SENTENCE_CHARACTERS = 1_000


def pointing_at(prompt: Prompt, numbers: Sequence[int]) -> Prompt:
    """Return a prompt of whole papers with the numbers of the excerpts in which searches found something, best first.

    Without numbers, the prompt stays as it is: searches may find only bibliography entries, which whole papers leave out.
    """
    if not numbers:
        return prompt
    named = ", ".join(map(str, numbers[:_POINTED_AT]))
    note = (
        f"Searches found that these excerpts bear on the question, the most relevant first: {named}. Others may, too."
    )
    return replace(prompt, user=f"{note}\n\n{prompt.user}")


def sub_questions_prompt(question: str, titles: Sequence[str], *, most: int) -> ReplyPrompt[SubQuestions]:
    """Return the prompt to decompose a question into searches; `titles` are those of the papers that are asked."""
    from scholarai.prompting.deep_replies import SubQuestions

    return _prompt(
        "Plan how to look up the answer to a question in scientific papers. Each passage of a paper is searched for by words "
        f"and by meaning. `questions`: at most {most} short questions, each about one thing that the answer needs, which "
        "together cover the whole question; in the words that a paper would use for it, and each standing for itself. One is "
        "enough for a question about one thing.",
        [("question", question), *(("title", title) for title in titles)],
        SubQuestions,
        tokens=60 * most + 100,
    )


def weigh_prompt(question: str, passages: Sequence[Evidence]) -> ReplyPrompt[WeighedPassages]:
    """Return the prompt to weigh passages, numbered from 1 in their order."""
    from scholarai.prompting.deep_replies import WeighedPassages

    mark = mark_of([question, *(piece.text for piece in passages)])
    shown = [
        fenced("passage", mark, piece.text, id=number, place=place_label(piece.section_path, piece.page_numbers))
        for number, piece in enumerate(passages, start=1)
    ]
    return _fenced_prompt(
        "Weigh each passage of a paper, by itself, for how it helps to answer the question. `relevance`: 10 answers it or a "
        "part of it fully, 5 helps, 0 has nothing to do with it. `summary`: one sentence on what the passage says about the "
        "question, with nothing that does not stand in it; empty where the relevance is 0. Weigh every passage.",
        mark,
        [fenced("question", mark, question), *shown],
        WeighedPassages,
        tokens=_TOKENS_PER_PASSAGE * len(passages) + 100,
    )


def missing_prompt(
    question: str, summaries: Sequence[str], searched: Sequence[str], references: Mapping[int, str]
) -> ReplyPrompt[StillMissing]:
    """Return the prompt to name what the passages found so far leave open.

    Args:
        question: The question to answer.
        summaries: Summaries of the passages that help, best first.
        searched: The searches made so far.
        references: Titles of papers of the library that those passages cite, by number.
    """
    from scholarai.prompting.deep_replies import StillMissing

    found = [("finding", text) for text in summaries]
    cited = [("reference", f"{number}: {title}") for number, title in references.items()]
    return _prompt(
        "Say what is still missing to answer the question, given what was found in the papers. `missing`: what the findings "
        "leave open, one short phrase each; empty where they answer the question. `searches`: further searches for it in "
        "other words than those used before, such as synonyms or how a paper would put it. `references`: the numbers of "
        "cited papers that probably hold what is missing. All three are empty where nothing is missing.",
        [("question", question), *(("searched", text) for text in searched), *found, *cited],
        StillMissing,
        tokens=500,
    )


def second_reading_prompt(sections: Sequence[TextSection]) -> ReplyPrompt[SentencesRead]:
    """Return the prompt to compare each section, numbered from 1, with the papers' words at the places that it quotes."""
    from scholarai.prompting.deep_replies import SentencesRead

    parts = [
        (
            section.text.strip()[:_SENTENCE_CHARACTERS],
            [one.text[:_SENTENCE_CHARACTERS] for one in section.citations if one.text],
        )
        for section in sections
    ]
    mark = mark_of([text for sentence, quotes in parts for text in (sentence, *quotes)])
    shown = [
        "\n".join((fenced("sentence", mark, sentence, id=number), *(fenced("quote", mark, quote) for quote in quotes)))
        for number, (sentence, quotes) in enumerate(parts, start=1)
    ]
    return _fenced_prompt(
        "Compare each sentence of an answer with the quotes below it, which are what the papers say. `opinion`: `supported` "
        "where the quotes say all that the sentence states, `partly` where they say a part of it, `not` where they do not say "
        "it or say something else. Judge by the quotes alone, never by what you know. Judge every sentence.",
        mark,
        shown,
        SentencesRead,
        tokens=_TOKENS_PER_SENTENCE * len(parts) + 100,
    )


def _prompt(role: str, parts: Sequence[tuple[str, str]], reply: type[R], *, tokens: int) -> ReplyPrompt[R]:
    mark = mark_of([text for _, text in parts])
    return _fenced_prompt(role, mark, [fenced(name, mark, text) for name, text in parts], reply, tokens=tokens)


def _fenced_prompt(role: str, mark: str, shown: Sequence[str], reply: type[R], *, tokens: int) -> ReplyPrompt[R]:
    return ReplyPrompt(
        system=f"{role} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(shown),
        temperature=0.0,
        max_output_tokens=tokens,
        reply=reply,
    )
