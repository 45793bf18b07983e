/** Makes a list one stop of the Tab key: arrows go on inside it, so that what stands behind a hundred papers is a key away. */

const STOPS = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary";

/** A ref of a list. Up and down go from row to row, left and right to what can be done with a row, Home and End to the ends. */
export function oneStop(list: HTMLElement | null): (() => void) | undefined {
  if (!list) {
    return undefined;
  }
  let current: HTMLElement | null = null;
  function settle() {
    const all = stopsOf(list!);
    if (!current || !all.includes(current)) {
      current = all.find((one) => one.matches("[aria-current], a[href]")) ?? all[0] ?? null;
    }
    for (const one of all) {
      one.tabIndex = one === current ? 0 : -1;
    }
  }
  function onFocus({ target }: FocusEvent) {
    if (target instanceof HTMLElement && target.matches(STOPS)) {
      current = target;
      settle();
    }
  }
  function onKey(event: KeyboardEvent) {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (!(target instanceof HTMLElement) || ctrlKey || altKey || metaKey || shiftKey || isWriting(target)) {
      return;
    }
    const to = nextOf(rowsOf(stopsOf(list!)), target, key);
    if (to) {
      event.preventDefault();
      to.focus();
    }
  }
  settle();
  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true });
  list.addEventListener("focusin", onFocus);
  list.addEventListener("keydown", onKey);
  return () => {
    observer.disconnect();
    list.removeEventListener("focusin", onFocus);
    list.removeEventListener("keydown", onKey);
  };
}

/** Return what of a list, or of one of its rows, can take the focus. */
export function stopsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(STOPS)].filter((one) => one.checkVisibility());
}

export function isWriting(target: HTMLElement): boolean {
  return target.matches("textarea, select, input:not([type=checkbox], [type=radio])");
}

function rowsOf(stops: readonly HTMLElement[]): HTMLElement[][] {
  const rows = new Map<Element, HTMLElement[]>();
  for (const one of stops) {
    const row = one.closest("li") ?? one;
    rows.set(row, [...(rows.get(row) ?? []), one]);
  }
  return [...rows.values()];
}

function nextOf(rows: readonly HTMLElement[][], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = rows.findIndex((row) => row.includes(from));
  const place = rows[at]?.indexOf(from) ?? -1;
  const inRow = (row: HTMLElement[] | undefined) => row?.[Math.min(place, row.length - 1)];
  switch (key) {
    case "ArrowDown":
      return inRow(rows[at + 1]);
    case "ArrowUp":
      return inRow(rows[at - 1]);
    case "ArrowRight":
      return rows[at]?.[place + 1];
    case "ArrowLeft":
      return rows[at]?.[place - 1];
    case "Home":
      return inRow(rows[0]);
    case "End":
      return inRow(rows.at(-1));
    default:
      return undefined;
  }
}
