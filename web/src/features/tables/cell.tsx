/** What a cell shows: its value, or why it has none. */
import type { CellView } from "@/api/types";
import { isFalse } from "@/evidence/verdicts";
import { Icon } from "@/ui/icons";
import { MathText } from "@/ui/math";
import { Spoken } from "@/ui/spoken";

export const FAILURES: Record<string, string> = {
  model_failed: "The model gave no usable answer.",
  paper_unread: "The paper could not be read.",
  paper_deleted: "The paper was deleted from the library.",
};

export function CellText({ cell, filling }: { cell: CellView; filling: boolean }) {
  switch (cell.state) {
    case "pending":
      return filling ? (
        <>
          <span aria-hidden="true" className="block h-3.5 w-3/4 animate-pulse rounded bg-hover" />
          <Spoken>not filled yet</Spoken>
        </>
      ) : (
        <span className="text-faint">not filled</span>
      );
    case "not_stated":
      return <span className="text-faint">not stated</span>;
    case "failed":
      return cell.error === "paper_deleted" ? (
        <span className="text-faint">deleted</span>
      ) : (
        <span className="inline-flex items-center gap-1 text-danger">
          <Icon name="warn" className="size-4" /> failed
        </span>
      );
    case "filled":
      return (
        <span className="line-clamp-3 wrap-anywhere">
          <MathText text={cell.value} />
          {(cell.doubts.length > 0 || cell.citations.some(isFalse)) && (
            <span className="ml-1 font-semibold text-warn" title="Not all of its words are in its quotes">
              <span aria-hidden="true">!</span>
              <Spoken>(not all of its words are in its quotes)</Spoken>
            </span>
          )}
        </span>
      );
  }
}
