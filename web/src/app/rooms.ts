/** All parts of the page but the library, in one piece: four small ones would weigh more than they save. */
export { ReviewList } from "@/features/review/review-list";
export { default as ReviewRoom } from "./review-room";
export { default as Workspace } from "./workspace";
