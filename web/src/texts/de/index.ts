/** The page in German: one file for each file of the English texts, with the same names. */
import type { Room } from "../language";
import { common } from "./common";
import { discover } from "./discover";
import { settings } from "./settings";

export const german: Partial<Record<Room, object>> = { common, discover, settings };
