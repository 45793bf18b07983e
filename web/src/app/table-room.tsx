/** A table beside the cited paper: a click on a cell's quote opens the paper at its box. */
import { useCallback, useRef, useState } from "react";
import type { CitationV1, TableView } from "@/api/types";
import { TablePage } from "@/features/tables/table-page";
import { setQuery } from "@/lib/location";
import { citationTarget, type Target } from "@/lib/target";
import { BesidePaper } from "./cited-paper";

export default function TableRoom({ tableId }: { tableId: string }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  // "paper.column": its first quote is shown once the table is there.
  const wanted = useRef(new URLSearchParams(location.search).get("cell"));
  const show = useCallback((cell: string, citation: CitationV1) => {
    setTarget(citationTarget(citation));
    setShown(cell);
    setQuery({ cell });
  }, []);
  const showWanted = useCallback(
    ({ rows }: TableView) => {
      const [paper, column] = wanted.current?.split(".") ?? [];
      const cell = rows.find((row) => row.paper_id === paper)?.cells.find((one) => one.column_id === column);
      const citation = cell?.citations[0] ?? cell?.operands[0]?.citations[0];
      if (wanted.current && citation) {
        show(wanted.current, citation);
        wanted.current = null;
      }
    },
    [show],
  );
  function close() {
    setTarget(null);
    setShown(null);
    setQuery({ cell: null });
  }
  return (
    <BesidePaper
      page={<TablePage key={tableId} {...{ tableId, shown }} onShow={show} onTable={showWanted} />}
      target={target}
      opener='[role="gridcell"][aria-selected="true"]'
      onClose={close}
    />
  );
}
