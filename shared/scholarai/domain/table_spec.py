"""The specification of a table of papers by questions, and the ready-made columns of several fields."""

from __future__ import annotations

from typing import Literal

from scholarai.domain.ids import PaperId
from scholarai.domain.marks import CollectionId
from scholarai.domain.values import Value

ColumnKind = Literal["words", "number", "computed"]

# At most 4,000 cells: what a person can compare, and a response of the API can hold. Guesses.
PAPERS_PER_TABLE = 200
COLUMNS_PER_TABLE = 20
TITLE_CHARACTERS = 200
NAME_CHARACTERS = 60
COLUMN_QUESTION_CHARACTERS = 500
EXPRESSION_CHARACTERS = 200


class AskedColumn(Value, frozen=True, kw_only=True):
    """A column of a table; its `id` is unique in the table and never used again.

    A `number` is asked for as a figure of its quote. What is `computed` asks no paper: its `expression` names other columns.
    """

    id: str
    name: str
    question: str = ""
    kind: ColumnKind = "words"
    expression: str = ""


class TableSpec(Value, frozen=True, kw_only=True):
    """The papers and columns of a table in their order; `made` counts all columns that it ever had.

    `collection_id` names the collection that its papers came from; papers that come into that one later join when it is refreshed.
    """

    paper_ids: tuple[PaperId, ...]
    columns: tuple[AskedColumn, ...]
    made: int = 0
    collection_id: CollectionId | None = None

    @property
    def asked(self) -> tuple[AskedColumn, ...]:
        """Return the columns that papers are asked for."""
        return tuple(column for column in self.columns if column.kind != "computed")


class ColumnTemplate(Value, frozen=True, kw_only=True):
    """A ready-made column of a field; `id` names it in the API."""

    id: str
    field: str
    name: str
    question: str
    kind: ColumnKind = "words"


def _of(field: str, *columns: tuple[str, str, ColumnKind]) -> tuple[ColumnTemplate, ...]:
    return tuple(
        ColumnTemplate(
            id=f"{field}.{name}".casefold().replace(" ", "-"),
            field=field,
            name=name,
            question=question,
            kind=kind,
        )
        for name, question, kind in columns
    )


TEMPLATES: tuple[ColumnTemplate, ...] = (
    *_of(
        "Any field",
        ("Task", "What is the aim of the paper?", "words"),
        ("Data", "What data were used?", "words"),
        ("Method", "Which method is used?", "words"),
        ("Sample", "How large was the sample?", "words"),
        ("Main number", "What is the main result, in numbers?", "words"),
        ("Limitation", "What are the limitations of the paper?", "words"),
    ),
    *_of(
        "Machine learning",
        ("Model", "Which model or architecture is proposed?", "words"),
        ("Baselines", "Which baselines or earlier systems is it compared with?", "words"),
        ("Metric", "Which evaluation metric is used?", "words"),
        ("Training data", "Which data set is the model trained on?", "words"),
        ("Parameters", "How many parameters does the model have?", "number"),
        ("Code", "Where is the source code available?", "words"),
    ),
    *_of(
        "Medicine",
        ("Design", "What is the study design?", "words"),
        ("Participants", "How many participants were included?", "number"),
        ("Intervention", "What were the patients or participants given, or randomly assigned to receive?", "words"),
        ("Comparator", "What was the intervention compared with?", "words"),
        ("Primary outcome", "What was the primary outcome?", "words"),
        ("Adverse events", "Which adverse events were reported?", "words"),
    ),
    *_of(
        "Social sciences",
        ("Theory", "Which theory or hypothesis does the study rest on?", "words"),
        ("Respondents", "How many respondents or participants took part?", "number"),
        ("Instrument", "Which questionnaire, scale or interview was used?", "words"),
        ("Analysis", "Which statistical analysis was performed?", "words"),
        ("Finding", "What is the main finding?", "words"),
    ),
    *_of(
        "Physics and astronomy",
        ("Instrument used", "Which instrument, telescope or detector was used?", "words"),
        ("Observable", "Which quantity is measured?", "words"),
        ("Measured value", "What value with which uncertainty was measured?", "words"),
        ("Model compared", "Which model or theory is the measurement compared with?", "words"),
    ),
)


def template(template_id: str) -> ColumnTemplate | None:
    """Return the ready-made column of this id, None where there is none."""
    return next((one for one in TEMPLATES if one.id == template_id), None)
