/** What stands behind a cell, in a panel beside it: the value whole, its quotes, or the numbers it was computed from. */
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import type { AskedColumn, CellView, CitationV1, RowView } from "@/api/types";
import { CitationCard } from "@/evidence/citation-card";
import { DoubtedText, doubtsOf } from "@/evidence/doubts";
import { isFound } from "@/evidence/verdicts";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { Button, IconButton } from "@/ui/button";
import { canBeFilledAgain, columnName, shownColumn } from "./view";

const MARGIN = 8;
const WIDTH = 400;
// A phone shows it as a sheet at the foot (sm of Tailwind).
export const PHONE = 640;

export interface EvidenceProps {
  row: RowView;
  column: AskedColumn;
  columns: readonly AskedColumn[];
  cell: CellView;
  anchor: HTMLElement;
  onShow: (citation: CitationV1) => void;
  onRetry: () => void;
  /** `back` returns the focus to the cell. */
  onClose: (back: boolean) => void;
}

export function Evidence({ row, column, columns, cell, anchor, onShow, onRetry, onClose }: EvidenceProps) {
  const id = useId();
  // A question of one's own without a name is named by its beginning.
  const { name, question } = shownColumn(column);
  const begun = question.startsWith(name.replace(/ …$/, ""));
  return (
    <Beside anchor={anchor} labelledBy={id} onClose={onClose}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="truncate text-sm font-medium text-soft">
            <bdi>{row.label || row.title}</bdi>
            {!begun && " · "}
            {!begun && <bdi>{name}</bdi>}
          </h2>
          {question && <p className="mt-0.5 text-sm text-pretty text-soft">{question}</p>}
        </div>
        <IconButton icon="close" label={common.close} className="-mt-2 -mr-2" onClick={() => onClose(true)} />
      </div>
      {cell.state === "filled" && (
        <p dir="auto" className="mt-1 font-medium wrap-anywhere">
          <DoubtedText text={cell.value} doubts={doubtsOf({ ...cell, text: cell.value })} />
        </p>
      )}
      <Why {...{ cell, column, onRetry }} />
      <Quotes citations={cell.citations} onShow={onShow} />
      {column.kind === "computed" && (
        <p className="mt-2 text-sm text-soft">
          {texts.computedAs} <code>{named(column.expression, columns)}</code>
        </p>
      )}
      {cell.operands.map((operand) => (
        <section key={operand.column_id} className="mt-3 border-t border-line pt-2">
          <h3 className="text-sm">
            {columnName(columns, operand.column_id)} = <span className="tabular-nums">{operand.value}</span>
          </h3>
          <Quotes citations={operand.citations} onShow={onShow} />
        </section>
      ))}
    </Beside>
  );
}

function Why({ cell, column, onRetry }: Pick<EvidenceProps, "cell" | "column" | "onRetry">) {
  if (cell.state === "candidate") {
    return <p className="mt-1 text-sm text-soft">{texts.candidateHint}</p>;
  }
  if (cell.state === "not_found") {
    const said = column.kind === "computed" ? texts.numberMissing : texts.noPassage;
    return <p className="mt-1 text-sm text-soft">{said}</p>;
  }
  if (cell.state === "pending") {
    return <p className="mt-1 text-sm text-soft">{texts.pendingHint}</p>;
  }
  if (cell.state === "failed") {
    return (
      <div className="mt-1 text-sm">
        <p className="text-danger">{texts.failures[cell.error ?? ""] ?? texts.wentWrong}</p>
        {canBeFilledAgain(cell) && (
          <Button icon="retry" className="mt-2" onClick={onRetry}>
            {texts.fillCell}
          </Button>
        )}
      </div>
    );
  }
  return null;
}

function Quotes({ citations, onShow }: { citations: readonly CitationV1[]; onShow: (citation: CitationV1) => void }) {
  return (
    <ul className="mt-2 space-y-2">
      {citations.map((citation) => (
        <li key={citation.number}>
          <button
            type="button"
            data-quote
            disabled={!isFound(citation)}
            title={isFound(citation) ? texts.showInPaper : undefined}
            onClick={() => onShow(citation)}
            className="w-full rounded-lg border border-line p-2.5 text-left text-sm enabled:hover:bg-hover"
          >
            <CitationCard citation={citation} paperTitle={null} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A panel beside an element that takes the focus, and gives it back on Escape. */
function Beside({
  anchor,
  labelledBy,
  onClose,
  children,
}: {
  anchor: HTMLElement;
  labelledBy: string;
  onClose: (back: boolean) => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const [over, own] = [anchor.getBoundingClientRect(), panel.current!.getBoundingClientRect()];
    const fits = over.bottom + 4 + own.height <= innerHeight - MARGIN;
    setPlace({
      left: Math.max(MARGIN, Math.min(over.left, innerWidth - own.width - MARGIN)),
      top: Math.max(MARGIN, fits ? over.bottom + 4 : over.top - own.height - 4),
    });
  }, [anchor]);
  const placed = place !== null;
  useEffect(() => {
    // What is hidden takes no focus.
    if (placed) {
      (panel.current?.querySelector<HTMLElement>("[data-quote]:enabled") ?? panel.current)?.focus();
    }
  }, [placed]);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!panel.current?.contains(event.target as Node) && !anchor.contains(event.target as Node)) {
        onClose(false);
      }
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [anchor, onClose]);
  const phone = innerWidth < PHONE;
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={labelledBy}
      tabIndex={-1}
      data-evidence
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          onClose(true);
        }
      }}
      style={
        phone
          ? undefined
          : { left: place?.left ?? 0, top: place?.top ?? 0, width: WIDTH, visibility: place ? "visible" : "hidden" }
      }
      className={`fixed z-40 overflow-y-auto border-line bg-surface p-3.5 text-ink shadow-lg outline-none ${
        phone ? "inset-x-0 bottom-0 max-h-[65dvh] rounded-t-xl border-t pb-8" : "max-h-[60vh] rounded-xl border"
      }`}
    >
      {children}
    </div>,
    document.body,
  );
}

/** Return an expression with the names of its columns. */
function named(expression: string, columns: readonly AskedColumn[]): string {
  return expression.replace(/\bc\d+\b/g, (id) => columnName(columns, id));
}
