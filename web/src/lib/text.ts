/** Ranges of our API count characters (code points); JavaScript's strings count UTF-16 units. */

/** Return `text` cut at code points. */
export function slice(text: string, start: number, end: number): string {
  return hasPairs(text) ? Array.from(text).slice(start, end).join("") : text.slice(start, end);
}

/** Return the UTF-16 index of a code point index. */
export function toUnits(text: string, points: number): number {
  return hasPairs(text) ? slice(text, 0, points).length : Math.min(points, text.length);
}

/** Return the code point index of a UTF-16 index. */
export function toPoints(text: string, units: number): number {
  return hasPairs(text) ? Array.from(text.slice(0, units)).length : units;
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}
