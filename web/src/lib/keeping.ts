/** What this browser remembers of its user: places in papers, conversations, drafts, the search; forgotten at sign-out. */
const KEY = "scholarai:kept";
// Some hundred papers' places; storage takes megabytes. A guess.
const MOST = 600;
const OWNER = "owner";

type Entries = Record<string, { value: unknown; at: number }>;

// What the storage did not take: it holds for this visit.
let held: Entries | null = null;

const IN_TAB = "scholarai:tab";
const heldInTab = new Map<string, unknown>();

/** Return what was kept under a name, or null. It may be of an older release: check what you use of it. */
export function kept(name: string): unknown {
  return entries()[name]?.value ?? null;
}

/** Keep a value under a name; null forgets it. Where the storage is full or shut, it is kept for this visit. */
export function keep(name: string, value: unknown): void {
  const others = Object.entries(entries()).filter(([other]) => other !== name);
  const own: typeof others = value === null ? [] : [[name, { value, at: Date.now() }]];
  const latest = [...own, ...others].sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  const all = Object.fromEntries(latest);
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    held = null;
  } catch {
    held = all;
  }
}

export function forgetAll(): void {
  held = null;
  heldInTab.clear();
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(IN_TAB);
}

/** Keep a value until the tab is closed: what is too long, or too much one's own, to be kept for longer. */
export function keepInTab(name: string, value: unknown): void {
  const all = { ...inTab(), [name]: value };
  try {
    sessionStorage.setItem(IN_TAB, JSON.stringify(all));
    heldInTab.delete(name);
  } catch {
    heldInTab.set(name, value);
  }
}

/** Return what was kept for this tab, or null. */
export function keptInTab(name: string): unknown {
  return heldInTab.get(name) ?? inTab()[name] ?? null;
}

function inTab(): Record<string, unknown> {
  try {
    const all = JSON.parse(sessionStorage.getItem(IN_TAB) ?? "{}") as unknown;
    return typeof all === "object" && all !== null ? (all as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Forget everything unless it is this account's. */
export function keepFor(account: string): void {
  if (kept(OWNER) !== account) {
    forgetAll();
  }
  keep(OWNER, account);
}

function entries(): Entries {
  if (held) {
    return held;
  }
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "{}") as unknown;
    return typeof all === "object" && all !== null && !Array.isArray(all) ? (all as Entries) : {};
  } catch {
    return {};
  }
}
