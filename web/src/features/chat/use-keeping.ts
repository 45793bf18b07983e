import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { deleteNote, keepAnswer } from "@/api/notes";
import { say } from "@/ui/toasts";
import { chat as texts } from "@/texts/chat";
import { common } from "@/texts/common";
import type { Turn } from "./turns";

/** Keep answers of a conversation among one's notes; the notice says so, and takes it back. */
export function useKeeping(sessionId: string | null): (turn: Turn) => Promise<boolean> {
  const client = useQueryClient();
  return useCallback(
    async ({ n }: Turn) => {
      if (sessionId === null || n === null) {
        return false;
      }
      const refresh = () => client.invalidateQueries({ queryKey: ["notes"] });
      try {
        const { note_id: id } = await keepAnswer(sessionId, n);
        say(texts.kept, { undo: () => void deleteNote(id).then(refresh, refresh) });
        await refresh();
        return true;
      } catch (error) {
        say(texts.notKept(error instanceof Error ? error.message : `${common.retry}.`), { alarming: true });
        return false;
      }
    },
    [client, sessionId],
  );
}
