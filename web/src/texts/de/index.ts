/** The page in German: one file for each file of the English texts, with the same names. */
import type { Room } from "../language";
import { adding } from "./adding";
import { chat } from "./chat";
import { common } from "./common";
import { discover } from "./discover";
import { evidence } from "./evidence";
import { reviews } from "./reviews";
import { settings } from "./settings";
import { shell } from "./shell";

export const german: Partial<Record<Room, object>> = {
  chat,
  common,
  discover,
  adding,
  evidence,
  reviews,
  settings,
  shell,
};
