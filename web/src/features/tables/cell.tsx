/** What a cell shows: its value, or why it has none. */
import type { CellView } from "@/api/types";
import { isFalse } from "@/evidence/verdicts";
import { tables as texts } from "@/texts/tables";
import { Icon } from "@/ui/icons";
import { MathText } from "@/ui/math";
import { Spoken } from "@/ui/spoken";

export function CellText({ cell, filling }: { cell: CellView; filling: boolean }) {
  switch (cell.state) {
    case "pending":
      return filling ? (
        <>
          <span aria-hidden="true" className="block h-3.5 w-3/4 animate-pulse rounded bg-hover" />
          <Spoken>{texts.pending}</Spoken>
        </>
      ) : (
        <span className="text-faint">{texts.notFilled}</span>
      );
    case "not_stated":
      return <span className="text-faint">{texts.notStated}</span>;
    case "failed":
      return cell.error === "paper_deleted" ? (
        <span className="text-faint">{texts.cellDeleted}</span>
      ) : (
        <span className="inline-flex items-center gap-1 text-danger">
          <Icon name="warn" className="size-4" /> {texts.cellFailed}
        </span>
      );
    case "filled":
      return (
        <span className="line-clamp-3 wrap-anywhere">
          <MathText text={cell.value} />
          {(cell.doubts.length > 0 || cell.citations.some(isFalse)) && (
            <span className="ml-1 font-semibold text-warn" title={texts.doubted}>
              <span aria-hidden="true">!</span>
              <Spoken>{texts.doubtedAloud}</Spoken>
            </span>
          )}
        </span>
      );
  }
}
