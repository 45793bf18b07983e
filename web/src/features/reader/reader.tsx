/** The reader: a paper's pages or text, with outline, find and a citation's highlights. */
import type { ReactNode } from "react";
import type { PaperView } from "@/api/types";
import type { Target } from "@/lib/target";
import { PdfReader } from "./pdf-reader";
import { PublicationNotices } from "./publication-notices";
import { TextReader } from "./text-reader";

export interface ReaderProps {
  paper: PaperView;
  target: Target | null;
  /** The page to open at. */
  startPage: number | null;
  onPage: (pageNumber: number) => void;
  /** Put words of the paper into a question; absent where nothing can be asked. */
  onAsk?: (words: string) => void;
  /** Ask at once what words of the paper mean; absent where nothing can be asked. */
  onExplain?: (words: string) => void;
  /** Further buttons at the end of the toolbar. */
  actions?: ReactNode;
}

const PDF = "application/pdf";

export default function Reader(props: ReaderProps) {
  const { media_type, counts } = props.paper;
  const paged = media_type === PDF || counts.pages > 0;
  return (
    <div className="flex h-full flex-col">
      <PublicationNotices notices={props.paper.notices} />
      <div className="min-h-0 flex-1">
        {paged ? (
          <PdfReader {...props} archivedPages={media_type === PDF ? null : counts.pages} />
        ) : (
          <TextReader {...props} />
        )}
      </div>
    </div>
  );
}
