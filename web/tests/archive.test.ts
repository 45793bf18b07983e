/** Archives are read in the browser, so that a paper's PDF can be shown that came packed with its source. */
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { likeliestPdfs } from "@/features/reader/archived-pdf";
import { filesIn } from "@/lib/archive";

const FILES = { "paper.tex": "\\documentclass{article}", "out/paper.pdf": "%PDF-1.7 ".repeat(200) };

test.each([
  ["deflated", zip(FILES, { method: 8 })],
  ["stored", zip(FILES, { method: 0 })],
  ["with a comment at its end", zip(FILES, { method: 8, comment: "made by a script" })],
  ["as a gzipped tar", new Uint8Array(gzipSync(tar(FILES)))],
])("an archive gives its files: %s", async (_, archive) => {
  const files = await filesIn(archive.slice().buffer as ArrayBuffer);

  const texts = await Promise.all(
    files.map(async ({ name, bytes }) => [name, new TextDecoder().decode(await bytes())]),
  );
  expect(Object.fromEntries(texts)).toEqual(FILES);
});

test.each(["", "%PDF-1.7 and no archive at all", "PK\u0003\u0004 is cut off before its directory"])(
  "what is no archive has no files: %j",
  async (text) => {
    expect(await filesIn(new TextEncoder().encode(text).buffer as ArrayBuffer)).toEqual([]);
  },
);

test("the paper comes before its figures, and a PDF that was named comes first", () => {
  const pdfs = (...names: string[]) =>
    likeliestPdfs(names.map((name) => ({ name, bytes: () => Promise.reject(new Error("not read")) }))).map(
      ({ name }) => name,
    );

  expect(pdfs("fig/a.pdf", "Main.pdf", "main.tex", "__MACOSX/._main.pdf")).toEqual(["Main.pdf", "fig/a.pdf"]);
  expect(pdfs("main.tex", "main.pdf", "pages-of-the-paper.pdf")[0]).toBe("pages-of-the-paper.pdf");
});

function zip(files: Record<string, string>, { method, comment = "" }: { method: 0 | 8; comment?: string }): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = method ? deflateRawSync(text) : Buffer.from(text);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50);
    header.writeUInt16LE(method, 8);
    header.writeUInt32LE(crc32(text), 14);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt16LE(name.length, 26);
    header.writeUInt16LE(4, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(header, Buffer.from(name), Buffer.alloc(4), data);
    at += header.length + name.length + 4 + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end, Buffer.from(comment)]));
}

function tar(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name.split("/").at(-1)!, 0);
    header.write(text.length.toString(8).padStart(11, "0"), 124);
    header.write(name.includes("/") ? name.split("/")[0]! : "", 345);
    return [header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
