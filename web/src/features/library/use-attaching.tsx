/** Asks for the file of a paper's source and uploads it. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, type ReactNode } from "react";
import { CONSTANTS } from "@/api/constants";
import type { ListedPaper } from "@/api/types";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { say } from "@/ui/toasts";
import { attachTo, hasPdf, isSource, SOURCE_ENDINGS } from "./attaching";
import { titleOf } from "./paper-row";
import { addUploads } from "./uploads";

/** Return what asks for the source of a paper, and the input that stands in the page for it. */
export function useAttaching(): { ask: (paper: ListedPaper) => void; input: ReactNode } {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef<ListedPaper | null>(null);
  const onFile = async (file: File | undefined) => {
    const paper = asked.current;
    if (file && !isSource(file)) {
      // Browsers let people choose other files than `accept` names.
      say(texts.noSource(file.name, CONSTANTS.formats.sourceKinds), { alarming: true });
    } else if (file && paper) {
      try {
        if (await hasPdf(paper)) {
          addUploads([file], { following: attachTo(paper, client) });
        } else {
          say(texts.noPdf(titleOf(paper)), { alarming: true });
        }
      } catch (error) {
        say(error instanceof Error ? error.message : common.wentWrong, { alarming: true });
      }
    }
  };
  return {
    ask: useCallback((paper) => {
      asked.current = paper;
      input.current?.click();
    }, []),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        data-source
        accept={SOURCE_ENDINGS.join(",")}
        onChange={({ target }) => {
          void onFile(target.files?.[0]);
          target.value = "";
        }}
      />
    ),
  };
}
