/** Settings of this browser, whoever uses it. Where the storage is full or shut, they hold for this visit alone. */

const held = new Map<string, string>();

export function stored(key: string): string | null {
  try {
    return held.get(key) ?? localStorage.getItem(key);
  } catch {
    return held.get(key) ?? null;
  }
}

export function store(key: string, value: string): void {
  held.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Held above.
  }
}
