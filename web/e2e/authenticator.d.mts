export function codeOf(address: string, time?: number): string;
export function toBase32(bytes: Uint8Array): string;
