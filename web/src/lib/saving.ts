// A guess.
const TAKEN_MS = 60_000;

/** Save a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // Browsers other than Chromium may not have taken a large file by the end of the click.
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}

/** Return a title as the name of a file, without its ending. */
export function fileNameOf(title: string, otherwise: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return name.slice(0, 60) || otherwise;
}
