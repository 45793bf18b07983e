/** Asks for the file of a paper's source and uploads it. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, type ReactNode } from "react";
import type { ListedPaper } from "@/api/types";
import { library as texts } from "@/texts/library";
import { say } from "@/ui/toasts";
import { attachTo, isSource, SOURCE_ENDINGS } from "./attaching";
import type { Uploads } from "./uploads";

/** Return what asks for the source of a paper, and the input that stands in the page for it. */
export function useAttaching(add: Uploads["add"]): { ask: (paper: ListedPaper) => void; input: ReactNode } {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef<ListedPaper | null>(null);
  const onFile = (file: File | undefined) => {
    if (file && !isSource(file)) {
      // Browsers let people choose other files than `accept` names.
      say(texts.noSource(file.name), { alarming: true });
    } else if (file && asked.current) {
      add([file], attachTo(asked.current, client));
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
          onFile(target.files?.[0]);
          target.value = "";
        }}
      />
    ),
  };
}
