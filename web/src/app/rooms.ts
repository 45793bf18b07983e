/** All views but the library in one chunk: four small chunks would be larger than what they save. */
export { ReviewList } from "@/features/review/review-list";
export { ConversationsRoom } from "@/features/chat/conversations-room";
export { DiscoverRoom } from "@/features/discover/discover-room";
export { TablesRoom } from "@/features/tables/tables-room";
export { SettingsRoom } from "@/features/settings/settings-room";
export { NotesRoom } from "./notes-room";
export { CheckRoom } from "./check-room";
export { AnswerRoom } from "./answer-room";
export { default as ReviewRoom } from "./review-room";
export { default as TableRoom } from "./table-room";
export { default as Workspace } from "./workspace";
