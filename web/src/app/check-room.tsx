/** A text that is checked beside the paper of a sentence; files that are added here come into the library. */
import { useCallback, useState } from "react";
import { CheckPage } from "@/features/check/check-page";
import { choosePaper, useDraft } from "@/features/check/draft";
import { DropZone } from "@/features/library/drop-zone";
import { addUploads, isOpen, useUploads } from "@/features/library/uploads";
import type { Target } from "@/lib/target";
import { BesidePaper } from "./cited-paper";

export function CheckRoom() {
  const [draft, change] = useDraft();
  const [target, setTarget] = useState<Target | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const { items } = useUploads();
  const show = useCallback((number: number, to: Target) => {
    setTarget(to);
    setShown(number);
  }, []);
  const hide = useCallback(() => {
    setTarget(null);
    setShown(null);
  }, []);
  const page = (
    <CheckPage
      {...{ draft, shown }}
      onChange={change}
      sending={items.some((item) => isOpen(item) && item.onSent === choosePaper)}
      onFiles={addFiles}
      onShow={show}
      onRun={hide}
    />
  );
  return (
    <>
      <BesidePaper {...{ page, target }} opener={`[data-sentence="${shown}"] button`} onClose={hide} />
      <DropZone onFiles={addFiles} />
    </>
  );
}

function addFiles(files: File[]): void {
  addUploads(files, { onSent: choosePaper });
}
