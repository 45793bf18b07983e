/** A paper's pages as one column of text, with its figures and formulas cut out of the pages. */
import { useEffect } from "react";
import { setOpenPdf } from "./open-pdf";
import type { ReaderProps } from "./reader";
import { TextReader } from "./text-reader";
import { usePdf } from "./use-pdf";

export interface ReflowProps extends ReaderProps {
  archivedPages: number | null;
  /** Show the pages again. */
  onPages: () => void;
}

export function Reflow({ archivedPages, ...props }: ReflowProps) {
  const { id } = props.paper;
  const pdf = usePdf(id, archivedPages);
  const document = pdf.status === "ready" ? pdf.document : null;
  useEffect(() => {
    setOpenPdf(id, document);
    return () => setOpenPdf(id, null);
  }, [id, document]);
  return <TextReader {...props} />;
}
