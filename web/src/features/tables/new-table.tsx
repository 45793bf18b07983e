/** The form of a new table: which papers, which columns, and what filling it is expected to cost. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listCollections } from "@/api/collections";
import { CONSTANTS } from "@/api/constants";
import { ApiError } from "@/api/http";
import { createTable, MOST_COLUMNS, MOST_PAPERS, NO_COLUMN, TEMPLATES } from "@/api/tables";
import type { NewTable } from "@/api/types";
import { navigate } from "@/lib/location";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { Button, IconButton } from "@/ui/button";
import { Expected, useExpected, type Source } from "./expected";
import { TemplateChoice } from "./template-choice";
import { TABLES_KEY } from "./use-table";

const SELECTED = "selected";
const LIBRARY = "library";
const { tableTitleCharacters: TITLE, columnQuestionCharacters: QUESTION } = CONSTANTS.limits;
const FIELD = "h-10 w-full rounded-lg border border-line bg-surface px-3";

/** `paperIds` are those that were selected in the library; empty for none. */
export function NewTableForm({ paperIds, onCancel }: { paperIds: string[]; onCancel: () => void }) {
  const client = useQueryClient();
  const [title, setTitle] = useState("");
  const [source, setSource] = useState(paperIds.length ? SELECTED : LIBRARY);
  const [templates, setTemplates] = useState<readonly string[]>([]);
  const [questions, setQuestions] = useState<readonly string[]>([]);
  const [draft, setDraft] = useState("");
  const papers = papersOf(source, paperIds);
  const asked = draft.trim() ? [...questions, draft.trim()] : questions;
  const columns = [
    ...templates.map((template) => ({ ...NO_COLUMN, template })),
    ...asked.map((question) => ({ ...NO_COLUMN, question })),
  ];
  const create = useMutation({
    mutationFn: (table: NewTable) => createTable(table),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: TABLES_KEY });
      navigate(`/tables/${id}`);
    },
  });
  const expected = useExpected(columns.length, papers);
  const count = papers.paper_ids ? papers.paper_ids.length : expected.data?.papers;
  const why = whyNot(columns.length, count, expected.error);
  return (
    <form
      aria-label={texts.make}
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          title: title.trim() || titleOf(templates, asked),
          columns,
          ...papers,
        });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <label className="text-sm font-semibold">
          {common.name}
          <input
            value={title}
            maxLength={TITLE}
            onChange={(event) => setTitle(event.target.value)}
            placeholder={titleOf(templates, asked)}
            className={`mt-1.5 font-normal ${FIELD}`}
          />
        </label>
        <SourceChoice {...{ source, paperIds }} onChange={setSource} />
      </div>
      <fieldset>
        <legend className="text-sm font-semibold">{texts.columns}</legend>
        <TemplateChoice chosen={templates} onChange={setTemplates} className="mt-2" />
        <ul aria-label={texts.ownQuestions} className="mt-3 space-y-1">
          {questions.map((question) => (
            <li key={question} className="flex items-center gap-1 rounded-lg bg-hover pl-3 text-sm">
              <bdi className="min-w-0 flex-1 py-1.5">{question}</bdi>
              <IconButton
                icon="close"
                label={texts.takeOut(question)}
                onClick={() => setQuestions(questions.filter((one) => one !== question))}
              />
            </li>
          ))}
        </ul>
        <div className="mt-2 flex gap-2">
          <input
            aria-label={texts.ownQuestion}
            value={draft}
            maxLength={QUESTION}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && draft.trim()) {
                event.preventDefault();
                setQuestions([...new Set(asked)]);
                setDraft("");
              }
            }}
            placeholder={texts.ownExample}
            className={FIELD}
          />
          <Button
            icon="plus"
            disabled={!draft.trim()}
            onClick={() => {
              setQuestions([...new Set(asked)]);
              setDraft("");
            }}
          >
            {common.add}
          </Button>
        </div>
      </fieldset>
      {create.error && (
        <p role="alert" className="text-sm text-danger">
          {create.error.message} {create.error instanceof ApiError && create.error.action}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <div className="mr-auto min-h-5">
          {why && columns.length > 0 ? (
            <p role="status" className="text-sm text-warn">
              {why}
            </p>
          ) : (
            <Expected columns={columns.length} source={papers} />
          )}
        </div>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" look="primary" disabled={why !== null || create.isPending}>
          {texts.fill}
        </Button>
      </div>
    </form>
  );
}

function SourceChoice(props: { source: string; paperIds: string[]; onChange: (source: string) => void }) {
  const { data } = useQuery({ queryKey: ["collections"], queryFn: ({ signal }) => listCollections(signal) });
  return (
    <label className="text-sm font-semibold">
      {texts.papers}
      <select
        value={props.source}
        onChange={(event) => props.onChange(event.target.value)}
        className={`mt-1.5 font-normal ${FIELD}`}
      >
        {props.paperIds.length > 0 && <option value={SELECTED}>{texts.selected(props.paperIds.length)}</option>}
        <option value={LIBRARY}>{texts.wholeLibrary}</option>
        {data?.collections.map(({ collection_id: id, name }) => (
          <option key={id} value={id}>
            {texts.collection(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

function papersOf(source: string, selected: string[]): Source {
  if (source === LIBRARY) {
    return {};
  }
  return source === SELECTED ? { paper_ids: selected } : { collection_id: source };
}

function whyNot(columns: number, papers: number | undefined, error: Error | null): string | null {
  if (error) {
    return error.message;
  }
  if (papers === 0) {
    return texts.noneRead;
  }
  if (papers !== undefined && papers > MOST_PAPERS) {
    return texts.tooManyPapers(MOST_PAPERS);
  }
  if (columns > MOST_COLUMNS) {
    return texts.tooManyColumns(MOST_COLUMNS, columns - MOST_COLUMNS);
  }
  return columns === 0 ? texts.noColumn : null;
}

function titleOf(templates: readonly string[], questions: readonly string[]): string {
  const names = templates.map((id) => texts.ready(id)?.name ?? TEMPLATES.find((one) => one.id === id)?.name ?? id);
  const all = [...names, ...questions.map((question) => question.replace(/\?$/, ""))].join(", ");
  return all.length > 60 ? `${all.slice(0, 58).trimEnd()} …` : all || texts.untitled;
}
