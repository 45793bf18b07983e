/** The rooms of the page and their addresses, in few lines instead of a router: a room has one path, with one id at most. */
const ROUTES = {
  library: "/",
  paper: "/papers/:id",
  check: "/check",
  discover: "/discover",
  reviews: "/reviews",
  review: "/reviews/:id",
  tables: "/tables",
  table: "/tables/:id",
  notes: "/notes",
  history: "/chat",
  conversation: "/chat/:id",
  settings: "/settings",
} as const;

// People type these.
const OTHERS: Record<string, Room> = { "/library": "library", "/papers": "library", "/history": "history" };

export type Room = keyof typeof ROUTES;
type PathOf<Pattern> = Pattern extends `${infer Head}:id` ? `${Head}${string}` : Pattern;
type Path = PathOf<(typeof ROUTES)[Room]>;

/** An address of the page: what names another one does not compile. */
export type Address = Path | `${Path}${"?" | "#"}${string}`;

export interface Route {
  room: Room;
  /** Empty where the room has no id. */
  id: string;
}

/** Return the room that a path names, or null. */
export function routeOf(path: string): Route | null {
  const plain = path.replace(/(?<=.)\/$/, "");
  for (const [room, pattern] of Object.entries(ROUTES) as [Room, string][]) {
    const [head = "", rest] = pattern.split(":id");
    const id = plain.slice(head.length);
    if (plain === pattern || (rest === "" && plain.startsWith(head) && /^[\w-]{1,128}$/.test(id))) {
      return { room, id: rest === "" ? id : "" };
    }
  }
  const room = OTHERS[plain];
  return room ? { room, id: "" } : null;
}
