/** Whether the library of the server can only be read, as the server said last. */
let readOnly = false;

export function isReadOnly(): boolean {
  return readOnly;
}

export function noteReadOnly(now: boolean): void {
  readOnly = now;
}
