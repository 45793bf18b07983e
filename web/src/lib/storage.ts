/** Settings of this browser, whoever uses it. Where its storage is full they hold for this tab, where it is shut for this visit. */

const held = new Map<string, string>();

export function stored(key: string): string | null {
  return held.get(key) ?? read(() => sessionStorage, key) ?? read(() => localStorage, key);
}

/** Keep a value; return whether it will be there after a reload. */
export function store(key: string, value: string): boolean {
  held.set(key, value);
  if (written(() => localStorage.setItem(key, value))) {
    // An older one of this tab would be read first.
    written(() => sessionStorage.removeItem(key));
    return true;
  }
  return written(() => sessionStorage.setItem(key, value));
}

// A browser that keeps nothing throws where its storage is merely named.
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function written(write: () => void): boolean {
  try {
    write();
    return true;
  } catch {
    return false;
  }
}
