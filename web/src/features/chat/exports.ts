/** The files that a conversation is exported as. */
import { CONVERSATION_FORMATS, exportSession, type ConversationFormat } from "@/api/chat";
import type { ExportedFile } from "@/ui/export-menu";

export function conversationFiles(id: string): ExportedFile[] {
  return (Object.keys(CONVERSATION_FORMATS) as ConversationFormat[]).map((format) => ({
    label: CONVERSATION_FORMATS[format].label,
    name: `conversation${CONVERSATION_FORMATS[format].ending}`,
    make: () => exportSession(id, format),
  }));
}
