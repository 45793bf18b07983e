/** The library's dialogs, in a file of their own: each is opened seldom. */
export { AddDialog } from "./add-dialog";
export { Describe } from "./describe";
export { Merge } from "./merging";
export { MissingDialog } from "./missing-dialog";
