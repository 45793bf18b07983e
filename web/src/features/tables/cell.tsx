/** What a cell shows: its value, or why it has none. */
import type { CellView } from "@/api/types";
import { isFalse } from "@/evidence/verdicts";
import { tables as texts } from "@/texts/tables";
import { number } from "@/texts/words";
import { Icon } from "@/ui/icons";
import { MathText } from "@/ui/math";
import { Spoken } from "@/ui/spoken";

export function CellText({ cell, isNumber, filling }: { cell: CellView; isNumber: boolean; filling: boolean }) {
  switch (cell.state) {
    case "pending":
      return filling ? (
        <>
          <span aria-hidden="true" className="block h-3.5 w-3/4 animate-pulse rounded bg-hover" />
          <Spoken>{texts.pending}</Spoken>
        </>
      ) : (
        <span className="text-soft">{texts.notFilled}</span>
      );
    case "not_found":
      return <span className="text-soft">{texts.notFound}</span>;
    case "failed":
      return cell.error === "paper_deleted" ? (
        <span className="text-soft">{texts.cellDeleted}</span>
      ) : (
        <span className="inline-flex items-center gap-1 text-danger">
          <Icon name="warn" className="size-4" /> {texts.cellFailed}
        </span>
      );
    case "candidate":
      return (
        <span title={texts.candidateHint}>
          <span className="mb-0.5 block text-sm text-soft">{texts.candidate}</span>
          {isNumber && cell.number !== null && <span className="block">{number(cell.number)}</span>}
          <span className="line-clamp-3 font-serif text-soft wrap-anywhere">
            <MathText text={cell.value} />
          </span>
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
