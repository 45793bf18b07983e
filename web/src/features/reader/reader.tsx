/** The reader: a paper's pages or text, with outline, find and a citation's highlights. */
import type { ReactNode } from "react";
import type { PaperView } from "@/api/types";
import type { Target } from "@/lib/target";
import { useKept } from "@/lib/kept";
import { PdfReader } from "./pdf-reader";
import { PublicationNotices } from "./publication-notices";
import { Reflow } from "./reflow";
import { TextReader } from "./text-reader";

export interface ReaderProps {
  paper: PaperView;
  target: Target | null;
  /** What the answer that is read cites in this paper, and what is called when one of it is chosen. */
  citations?: readonly Target[];
  onCitation?: (index: number) => void;
  /** The page to open at. */
  startPage: number | null;
  onPage: (pageNumber: number) => void;
  /** Put words of the paper into a question; absent where nothing can be asked. */
  onAsk?: (words: string) => void;
  /** Ask at once what words of the paper mean; absent where nothing can be asked. */
  onExplain?: (words: string) => void;
  /** Whether a conversation stands beside the paper; opening it does not change the zoom. */
  chatOpen?: boolean;
  /** Whether another paper stands beside it: its panel lies over the pages then. */
  narrow?: boolean;
  /** Whether a line above the toolbar names the paper already. */
  named?: boolean;
  /** Further buttons at the end of the toolbar. */
  actions?: ReactNode;
}

const PDF = "application/pdf";

export default function Reader(props: ReaderProps) {
  const { media_type, counts } = props.paper;
  const paged = media_type === PDF || counts.pages > 0;
  const archivedPages = media_type === PDF ? null : counts.pages;
  // Pages are too wide for phones to be read; only some targets have a place in the text.
  const placed = !props.target || props.target.range !== null || props.target.text !== "";
  const [asText, setAsText] = useKept(`text:${props.paper.id}`, (before) =>
    typeof before === "boolean" ? before : placed && matchMedia("(max-width: 39.99rem)").matches,
  );
  return (
    <div className="flex h-full flex-col">
      <PublicationNotices notices={props.paper.notices} />
      <div className="min-h-0 flex-1">
        {paged && asText && props.paper.status === "completed" ? (
          <Reflow {...props} archivedPages={archivedPages} onPages={() => setAsText(false)} />
        ) : paged ? (
          <PdfReader {...props} archivedPages={archivedPages} onText={() => setAsText(true)} />
        ) : (
          <TextReader {...props} />
        )}
      </div>
    </div>
  );
}
