/** Ways in besides dropping files: a folder, identifiers and titles, and files of references. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getDeployment } from "@/api/account";
import { CONSTANTS } from "@/api/constants";
import { common } from "@/texts/common";
import { libraryAdding as texts } from "@/texts/library-adding";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Link } from "@/ui/link";
import { AddReport } from "./add-report";
import { REFERENCE_ENDINGS } from "./reference-files";
import { useAdding } from "./use-adding";

interface AddDialogProps {
  /** A file of references to begin with, such as one that was dropped on the library. */
  references: File | null;
  onFiles: (files: File[]) => void;
  onAdded: () => void;
  onClose: () => void;
}

export function AddDialog({ references, onFiles, onAdded, onClose }: AddDialogProps) {
  const [text, setText] = useState("");
  const adding = useAdding(onAdded);
  const { addFile } = adding;
  useEffect(() => {
    if (references) {
      void addFile(references);
    }
  }, [references, addFile]);
  return (
    <Dialog
      title={texts.title}
      closable
      onClose={() => {
        adding.stop();
        onClose();
      }}
    >
      {(close) => {
        const send = (files: File[]) => {
          if (files.length) {
            onFiles(files);
            close();
          }
        };
        return (
          <div className="flex flex-col gap-6">
            <section aria-labelledby="add-files" className="flex flex-col gap-2">
              <h3 id="add-files" className="text-sm font-semibold">
                {texts.files}
              </h3>
              <div className="flex flex-wrap gap-2">
                <Picker
                  label={texts.chooseFiles}
                  accept={CONSTANTS.formats.endings.join(",")}
                  onFiles={send}
                  multiple
                />
                <Picker label={texts.chooseFolder} folder onFiles={(files) => send(files.filter(isPaper))} />
              </div>
              <p className="text-sm text-soft">
                {texts.filesHint(CONSTANTS.formats.kinds, CONSTANTS.formats.archiveEndings)}
              </p>
            </section>
            <form
              className="flex flex-col gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                void adding.addNamed(text.split("\n")).then((done) => done && setText(""));
              }}
            >
              <label htmlFor="add-named" className="text-sm font-semibold">
                {texts.named}
              </label>
              <textarea
                id="add-named"
                rows={3}
                value={text}
                onChange={(event) => setText(event.target.value)}
                placeholder={"10.1038/s41586-021-03819-2\narXiv:1706.03762"}
                className="rounded-lg border border-line bg-surface px-3 py-2"
              />
              <div className="flex items-center justify-between gap-3">
                <Outside />
                <Button type="submit" look="primary" disabled={!text.trim() || adding.busy}>
                  {common.add}
                </Button>
              </div>
            </form>
            <section aria-labelledby="add-references" className="flex flex-col gap-2">
              <h3 id="add-references" className="text-sm font-semibold">
                {texts.references}
              </h3>
              <div>
                <Picker
                  label={texts.chooseReferences}
                  accept={REFERENCE_ENDINGS.join(",")}
                  disabled={adding.busy}
                  onFiles={([file]) => file && void adding.addFile(file)}
                />
              </div>
              <p className="text-sm text-soft">{texts.referencesHint}</p>
            </section>
            <AddReport adding={adding} onOpen={close} />
          </div>
        );
      }}
    </Dialog>
  );
}

/** What leaves the machine, and how services are switched on. */
function Outside() {
  const { data } = useQuery({ queryKey: ["deployment"], queryFn: ({ signal }) => getDeployment(signal) });
  const outside = data?.outside;
  return (
    <p className="text-sm text-soft">
      {outside && outside.adding.length > 0 && texts.sentTo(outside.adding)}
      {outside && (
        <>
          {" "}
          {outside.services.length ? "" : texts.noService}{" "}
          <Link href="/discover" className="text-accent underline">
            {outside.services.length ? texts.discover : texts.howService}
          </Link>
        </>
      )}
    </p>
  );
}

function isPaper({ name }: File): boolean {
  return CONSTANTS.formats.endings.some((ending) => name.toLowerCase().endsWith(ending));
}

interface PickerProps {
  label: string;
  accept?: string;
  folder?: boolean;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

function Picker({ label, accept, folder = false, multiple = false, disabled, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={folder ? "collection" : "upload"} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        // React hands it on, and its types do not know it.
        {...(folder ? { webkitdirectory: "" } : {})}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}
