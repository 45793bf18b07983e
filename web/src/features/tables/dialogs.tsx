/** The dialogs in which a table is changed. */
import { CONSTANTS } from "@/api/constants";
import type { AskedColumn, TableView } from "@/api/types";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { TextDialog } from "@/ui/text-dialog";
import { ColumnDialog } from "./column-dialog";
import { PapersDialog } from "./papers-dialog";
import { sayFailure, type Made } from "./use-table";
import { shownColumn } from "./view";

const { columnNameCharacters: NAME, tableTitleCharacters: TITLE } = CONSTANTS.limits;

export type Dialog =
  { kind: "column" } | { kind: "papers" } | { kind: "title" } | { kind: "name"; column: AskedColumn } | null;

export function Dialogs({
  table: { table, rows },
  made: { change },
  dialog,
  onClose,
}: {
  table: TableView;
  made: Made;
  dialog: NonNullable<Dialog>;
  onClose: () => void;
}) {
  const paperIds = rows.filter(({ deleted }) => !deleted).map(({ paper_id: id }) => id);
  const save = (changes: Parameters<typeof change.mutate>[0]) => change.mutate(changes, { onError: sayFailure });
  switch (dialog.kind) {
    case "column":
      return (
        <ColumnDialog
          columns={table.columns}
          paperIds={paperIds}
          onAdd={(columns) => change.mutateAsync({ add_columns: columns })}
          onClose={onClose}
        />
      );
    case "papers":
      return (
        <PapersDialog
          there={rows.map(({ paper_id: id }) => id)}
          asked={table.columns.filter(({ kind }) => kind !== "computed").length}
          onAdd={(ids) => save({ add_papers: ids })}
          onClose={onClose}
        />
      );
    case "title":
      return (
        <TextDialog
          {...{ title: texts.rename, label: common.name, action: common.rename, value: table.title, maxLength: TITLE }}
          onSave={(text) => save({ title: text })}
          onClose={onClose}
        />
      );
    case "name":
      return (
        <TextDialog
          {...{
            title: texts.renameColumn,
            label: common.name,
            action: common.rename,
            value: shownColumn(dialog.column).name,
            maxLength: NAME,
          }}
          onSave={(text) => save({ rename_columns: { [dialog.column.id]: text } })}
          onClose={onClose}
        />
      );
  }
}
