"""A conversation as Markdown, HTML and Word: quotes with pages, a bibliography, and nothing that runs."""

from __future__ import annotations

import html.parser
import io
from typing import Any

import docx
import pytest
from markdown_it import MarkdownIt
from unit.exporting.making import answered, citation, paper, session, talk_messages, works

from scholarai.domain.chat import Doubt, Message, Refusal, TextSection
from scholarai.exporting.conversation import DELETED, FAILED, document_of
from scholarai.exporting.conversation_text import as_html, as_markdown
from scholarai.exporting.export_content import Talk
from scholarai.exporting.markdown import numbered, sign_of
from scholarai.exporting.word import conversation_as_word

HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:alert(1)) " onclick="x'
LEE = {"title": "On attention", "authors": ("Ann Lee", "Bo Diaz"), "year": 1998, "venue": "Journal of Tests"}


def talk(*messages: Message, style: str = "apa", title: str = "What is all you need?", **known: Any) -> Talk:
    found = works(paper(1, **(known or LEE)))
    return Talk(session=session(title), messages=messages, works={work.paper_id: work for work in found}, style=style)


def one_answer(text: str = "Attention is all.", **more: Any) -> tuple[Message, ...]:
    return talk_messages("What is all?", answered(TextSection(text=text, citations=(citation(**more),))))


def markdown(given: Talk) -> str:
    return b"".join(as_markdown(given)).decode()


def page(given: Talk) -> str:
    return b"".join(as_html(given)).decode()


def paragraphs(given: Talk) -> list[tuple[str, str]]:
    file: Any = docx.Document(io.BytesIO(b"".join(conversation_as_word(given))))
    return [(paragraph.style.name, paragraph.text) for paragraph in file.paragraphs]


def test_markdown_has_question_answer_quote_page_and_bibliography() -> None:
    text = markdown(talk(*one_answer()))

    assert "# What is all you need?\n" in text
    assert "## What is all?\n" in text
    assert "Attention is all. \\[1\\]\n" in text
    assert "> **\\[1\\]** “attention is all”\n> — Lee et al., 1998, p. 3, Results (exact)\n" in text
    assert "## Bibliography\n\n- Lee, A., & Diaz, B. (1998). On attention. Journal of Tests.\n" in text


def test_the_bibliography_is_in_the_chosen_style() -> None:
    assert "- \\[1\\] A. Lee and B. Diaz, “On attention,” Journal of Tests, 1998.\n" in markdown(
        talk(*one_answer(), style="ieee")
    )


def test_word_has_headings_quotes_and_the_bibliography() -> None:
    found = paragraphs(talk(*one_answer()))

    assert ("Title", "What is all you need?") in found
    assert ("Heading 1", "What is all?") in found
    assert ("Normal", "Attention is all.[1]") in found
    assert ("Quote", "[1] “attention is all”\n— Lee et al., 1998, p. 3, Results (exact)") in found
    assert found[-1] == ("Normal", "Lee, A., & Diaz, B. (1998). On attention. Journal of Tests.")


def test_quotes_are_numbered_through_the_conversation_and_each_place_once() -> None:
    twice = TextSection(text="A.", citations=(citation(), citation(), citation("other words", start=90)))
    messages = (*talk_messages("One?", answered(twice)), *talk_messages("Two?", answered(TextSection(text="B."))))

    document = document_of(talk(*messages, *one_answer()))

    def numbers_in(text: str) -> list[int]:
        found: list[int] = []
        numbered(text, lambda number: f"{found.append(number)}")  # type: ignore[func-returns-value]
        return found

    assert [numbers_in(part.text) for turn in document.turns for part in turn.parts] == [[1, 2], [], [3]]
    assert [quote.number for turn in document.turns for quote in turn.quotes] == [1, 2, 3]


def test_a_reader_is_told_what_does_not_stand() -> None:
    doubt = Doubt(kind="number", text="87", start=0, end=2)
    section = TextSection(text="87 %.", citations=(citation(verdict="altered"),), uncited=True, doubts=(doubt,))

    text = markdown(talk(*talk_messages("How many?", answered(section, truncated=True))))

    assert "*No quote of the papers stands behind this answer.*\n" in text
    assert r'- *“87 %.” \[differs: "87" (number)\]*' in text
    assert "ALTERED" in text
    assert "not complete" in text


LISTED = (
    TextSection(text="The **steps**:\n\n1. Draw $a_i * b_i$.", citations=(citation(),)),
    TextSection(text="\n2. Count:\n   - *all*", citations=(citation("other", start=90),)),
    TextSection(text="\n\n| Größe | n |\n|---|--:|\n| Süd", citations=(citation(),)),
    TextSection(text=" | `n<5` |\n\n# Code\n\n```c\n#include <stdio.h>\n```"),
)


def test_markdown_keeps_lists_tables_and_code_with_their_numbers() -> None:
    text = markdown(talk(*talk_messages("How?", answered(*LISTED))))

    assert (
        "## How?\n\nThe **steps**:\n\n1. Draw $a_i * b_i$. \\[1\\]\n2. Count:\n   - *all* \\[2\\]\n\n"
        "| Größe | n |\n|---|--:|\n| Süd \\[1\\] | `n<5` |\n\n#### Code\n\n```c\n#include <stdio.h>\n```\n"
    ) in text


def test_html_has_lists_tables_and_code_with_links_to_their_quotes() -> None:
    text = page(talk(*talk_messages("How?", answered(*LISTED))))

    first = '<sup><a href="#q1">[1]</a></sup>'
    assert "<strong>steps</strong>" in text
    assert f'<li>Draw <span class="math">$a_i * b_i$</span>.{first}</li>' in text
    assert '<li><em>all</em><sup><a href="#q2">[2]</a></sup></li>' in text
    assert f"<td>Süd{first}</td>\n<td><code>n&lt;5</code></td>" in text
    assert "<h4>Code</h4>" in text
    assert "#include &lt;stdio.h&gt;" in text


def test_word_has_lists_tables_and_code() -> None:
    file: Any = docx.Document(
        io.BytesIO(b"".join(conversation_as_word(talk(*talk_messages("How?", answered(*LISTED))))))
    )
    found = [paragraph.text for paragraph in file.paragraphs]

    assert found[3:7] == ["The steps:", "1.\tDraw $a_i * b_i$.[1]", "2.\tCount:", "•\tall[2]"]
    assert file.paragraphs[4].paragraph_format.first_line_indent < 0
    assert file.paragraphs[6].paragraph_format.left_indent > file.paragraphs[5].paragraph_format.left_indent
    assert [[cell.text for cell in row.cells] for row in file.tables[0].rows] == [["Größe", "n"], ["Süd[1]", "n<5"]]
    assert "#include <stdio.h>\n" in found


def test_the_papers_own_sentences_are_no_markdown() -> None:
    found = (TextSection(text="“a *b* c”", citations=(citation(),)), TextSection(text="“5 < n”"))
    text = page(talk(*talk_messages("How?", answered(*found, kind="extracts"))))

    assert '<p>“a *b* c”<sup><a href="#q1">[1]</a></sup></p>\n<p>“5 &lt; n”</p>' in text


def test_a_sign_of_our_own_in_a_reply_is_no_number() -> None:
    given = talk(*talk_messages("How?", answered(TextSection(text=f"So {sign_of(7)}."))))

    assert "#q7" not in page(given)


def test_a_decline_is_said_to_be_the_model_s() -> None:
    refused = answered(refusal=Refusal(reason="model_declined", message="It was simulated.", by_model=True))

    assert "*The model declined: “It was simulated.”*" in markdown(talk(*talk_messages("How fast?", refused)))


@pytest.mark.parametrize(
    "text",
    [
        "\\<script>alert(1)</script>",
        "`a\n- b ` <img src=x> ` c",
        "[a]\\\\(javascript:x) [a](javascript:x) ![i](http://x)",
        "[a]\n\n[a]: javascript:x",
        "<https://evil.test>",
        "```\n</code>\n```\n<script>1</script>\n\n    code\n<img src=x>",
    ],
)
def test_no_escape_and_no_code_lets_markup_through(text: str) -> None:
    given = talk(*talk_messages("How?", answered(TextSection(text=text))))

    for found in (Tags(MarkdownIt("commonmark").render(markdown(given))), Tags(page(given))):
        assert not found.tags & {"script", "img", "a"}


def test_a_refusal_a_failure_and_a_deleted_paper_are_said() -> None:
    refused = answered(refusal=Refusal(reason="weak_evidence", message="The papers do not say this."))
    failed = Message(n=1, role="assistant", state="failed", created_at=session().created_at, error_code="model_down")
    gone = TextSection(text="A.", citations=(citation(paper_id="p9"),))

    text = markdown(talk(*talk_messages("One?", refused), failed, *talk_messages("Two?", answered(gone))))

    assert "The papers do not say this." in text
    assert FAILED in text
    assert DELETED in text


class Tags(html.parser.HTMLParser):
    """Collects elements and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in {"href", "src"}}


def hostile() -> Talk:
    section = TextSection(
        text=HOSTILE,
        citations=(citation(HOSTILE, label=HOSTILE),),
        part=HOSTILE,
        note=HOSTILE,
        doubts=(Doubt(kind="word", text=HOSTILE, start=0, end=3),),
    )
    messages = talk_messages(HOSTILE, answered(section, notes=(HOSTILE,)))
    return talk(*messages, title=HOSTILE, authors=(HOSTILE,), venue=HOSTILE, doi='10.1/"onclick=x>javascript:')


def test_nothing_in_a_conversation_becomes_markup_of_the_page() -> None:
    found = Tags(page(hostile()))

    assert not found.tags & {"script", "img", "iframe", "object"}
    assert found.attributes <= {"lang", "charset", "class", "id", "href", "rel"}
    assert all(link.startswith(("#q", "https://doi.org/")) for link in found.links)


def test_nothing_in_a_conversation_becomes_markup_of_markdown() -> None:
    found = Tags(MarkdownIt("commonmark").render(markdown(hostile())))

    assert not found.tags & {"script", "img", "a"}


def test_the_note_on_a_paper_stands_beside_its_title() -> None:
    section = TextSection(text="Most.", citations=(citation("Most."),), part="On Kettles", note="cites other work")

    assert "On Kettles (cites other work)" in markdown(talk(*talk_messages("Which?", answered(section))))


def test_word_takes_characters_that_xml_forbids() -> None:
    section = TextSection(text="a\x00b\ufffec\ud800d\x1f", citations=(citation("q\x0b\uffff"),))

    found = paragraphs(talk(*talk_messages("x\x08y", answered(section))))

    assert ("Heading 1", "xy") in found
    assert any(text.startswith("abcd") for _, text in found)


def test_a_conversation_without_answers_and_papers_leaves_as_well() -> None:
    empty = Talk(session=session(""), messages=(), works={}, style="apa")

    assert markdown(empty).startswith("# Conversation\n")
    assert "<h1>Conversation</h1>" in page(empty)
    assert paragraphs(empty)[0] == ("Title", "Conversation")
