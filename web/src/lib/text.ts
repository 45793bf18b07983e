/** Ranges over text: our API counts code points, JavaScript's strings UTF-16 units. */

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

export interface Span {
  /** UTF-16 units. */
  start: number;
  end: number;
}

export interface Cut<R> {
  start: number;
  words: string;
  /** The ranges over all of these words. */
  over: R[];
}

/** Cut a text whose first unit is number `offset` of what the ranges count in. */
export function cutAt<R extends Span>(text: string, offset: number, ranges: readonly R[]): Cut<R>[] {
  const borders = [...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start - offset, end - offset])])]
    .filter((at) => at >= 0 && at <= text.length)
    .sort((a, b) => a - b);
  return borders.slice(0, -1).map((start, index) => {
    const end = borders[index + 1]!;
    return {
      start: start + offset,
      words: text.slice(start, end),
      over: ranges.filter((range) => range.start - offset <= start && range.end - offset >= end),
    };
  });
}

export function overlapping<R extends Span>(ranges: readonly R[], { start, end }: Span): R[] {
  return ranges.filter((range) => range.start < end && range.end > start);
}

function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}

export function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
