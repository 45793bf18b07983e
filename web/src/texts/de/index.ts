/** The page in German: one file for each file of the English texts, with the same names. */
import type { Room } from "../language";
import { account } from "./account";
import { adding } from "./adding";
import { calls } from "./calls";
import { chat } from "./chat";
import { check } from "./check";
import { common } from "./common";
import { discover } from "./discover";
import { evidence } from "./evidence";
import { reviews } from "./reviews";
import { notes } from "./notes";
import { problems } from "./problems";
import { reader } from "./reader";
import { library } from "./library";
import { libraryAdding } from "./library-adding";
import { settings } from "./settings";
import { shell } from "./shell";
import { tables } from "./tables";

export const german: Partial<Record<Room, object>> = {
  account,
  calls,
  chat,
  check,
  common,
  discover,
  adding,
  evidence,
  reviews,
  notes,
  problems,
  reader,
  library,
  "library-adding": libraryAdding,
  settings,
  shell,
  tables,
};
