/** The rooms of the page, as the rail, the palette and the keys know them. */
import type { IconName } from "@/ui/icons";

export interface Way {
  href: string;
  name: string;
  /** Where there is little room, if the name is long. */
  short?: string;
  icon: IconName;
  at: RegExp;
  /** Pressed after "g". */
  key: string;
}

export const WAYS: readonly Way[] = [
  { href: "/", name: "Library", icon: "library", at: /^\/($|papers)/, key: "l" },
  { href: "/chat", name: "Conversations", short: "Chats", icon: "chat", at: /^\/chat/, key: "c" },
  { href: "/reviews", name: "Reviews", icon: "review", at: /^\/reviews/, key: "r" },
  { href: "/tables", name: "Tables", icon: "table", at: /^\/tables/, key: "t" },
  { href: "/notes", name: "Notes", icon: "note", at: /^\/notes/, key: "n" },
  { href: "/discover", name: "Discover", icon: "discover", at: /^\/discover/, key: "d" },
  { href: "/settings", name: "Settings", icon: "settings", at: /^\/settings/, key: "s" },
];
