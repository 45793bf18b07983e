/** Makes a file a supplement of a paper, or a paper of its own again; either can be undone. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { describePaper } from "@/api/papers";
import type { ListedPaper } from "@/api/types";
import { library as texts } from "@/texts/library";
import { say } from "@/ui/toasts";
import { PAPERS } from "./use-papers";

type Place = Pick<ListedPaper, "paper_id" | "supplement_of">;
export type MakeSupplement = (file: Place, of: string | null) => void;

export function useSupplements(): MakeSupplement {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ file, of }: { file: Place; of: string | null }) =>
      describePaper(file.paper_id, { supplement_of: of }),
    onSuccess: (_, { file, of }) =>
      say(of === null ? texts.madeOwn : texts.madeSupplement, {
        undo: () => mutate({ file: { ...file, supplement_of: of }, of: file.supplement_of }),
      }),
    onError: (error) => say(error.message, { alarming: true }),
    onSettled: (_, __, { file }) => {
      for (const queryKey of [PAPERS, ["paper"], ["content", file.paper_id]]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return (file, of) => mutate({ file, of });
}
