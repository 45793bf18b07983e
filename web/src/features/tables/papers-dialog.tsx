/** Adds papers of the library to a table. */
import { useState } from "react";
import { MOST_PAPERS } from "@/api/tables";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { PaperChoice } from "@/ui/paper-choice";
import { Expected } from "./expected";

interface PapersDialogProps {
  there: readonly string[];
  /** How many columns papers are asked for. */
  asked: number;
  onAdd: (paperIds: string[]) => void;
  onClose: () => void;
}

export function PapersDialog({ there, asked, onAdd, onClose }: PapersDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const full = there.length + chosen.length > MOST_PAPERS;
  return (
    <Dialog title={texts.addPapers} onClose={onClose}>
      {(close) => (
        <>
          <PaperChoice
            autoFocus
            chosen={chosen}
            without={there}
            none={texts.allThere}
            onToggle={(paper) =>
              setChosen(chosen.includes(paper) ? chosen.filter((other) => other !== paper) : [...chosen, paper])
            }
            height="h-[40vh]"
          />
          {full && (
            <p role="alert" className="mt-2 text-sm text-danger">
              {texts.papersFull(MOST_PAPERS, MOST_PAPERS - there.length)}
            </p>
          )}
          <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
            <div className="mr-auto min-h-5">
              {chosen.length > 0 && <Expected columns={asked} source={{ paper_ids: [...chosen] }} />}
            </div>
            <Button onClick={close}>{common.cancel}</Button>
            <Button
              look="primary"
              disabled={!chosen.length || full}
              onClick={() => {
                onAdd([...chosen]);
                close();
              }}
            >
              {chosen.length ? common.addPapers(chosen.length) : common.add}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
