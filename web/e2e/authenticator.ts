// What an authenticator app does with the address it is told (RFC 6238, RFC 4226, RFC 4648).
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Return the code that an app shows which was told `otpauth://totp/…`. */
export function codeOf(address: string, time = Date.now()): string {
  const fields = new URL(address).searchParams;
  const period = Number(fields.get("period") ?? 30);
  const digits = Number(fields.get("digits") ?? 6);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 1000 / period)));
  const hash = createHmac(fields.get("algorithm") ?? "SHA1", fromBase32(fields.get("secret")!))
    .update(counter)
    .digest();
  const offset = hash.at(-1)! & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Tell whether a code is right now, or was or will be in the five periods around: Identity Platform's `adjacentIntervals`. */
export function fits(address: string, code: string): boolean {
  const period_ms = Number(new URL(address).searchParams.get("period") ?? 30) * 1000;
  return Array.from({ length: 11 }, (_, index) => index - 5).some(
    (away) => codeOf(address, Date.now() + away * period_ms) === code,
  );
}

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
