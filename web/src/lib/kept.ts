/** What `keeping.ts` remembers, as state of a component. */
import { useCallback, useState } from "react";
import { keep, kept } from "./keeping";

export { forgetAll, keep, keepFor, kept } from "./keeping";

/** State that is kept under a name; `read` makes it from what was kept before, or from null. */
export function useKept<T>(name: string, read: (before: unknown) => T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(kept(name)));
  const set = useCallback(
    (next: T) => {
      setValue(next);
      keep(name, next);
    },
    [name],
  );
  return [value, set];
}
