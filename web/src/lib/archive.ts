/** Reads files out of zip and gzipped tar archives in the browser. */

export interface Packed {
  name: string;
  bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

const ZIP_END = 0x06054b50;
const ZIP_ENTRY = 0x02014b50;
const ZIP_END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const TAR_BLOCK = 512;
const TEXT = new TextDecoder();

/** Return the files of an archive; none if it is another kind of file, or damaged. */
export async function filesIn(archive: ArrayBuffer): Promise<Packed[]> {
  const magic = archive.byteLength > ZIP_END_BYTES ? new DataView(archive).getUint16(0) : 0;
  if (magic === 0x504b) {
    return zipFiles(archive);
  }
  return magic === 0x1f8b ? tarFiles(await inflated(archive, "gzip")) : [];
}

/** Read the directory at the end of a zip archive (PKWARE's APPNOTE, 4.3.12 and 4.3.16). */
function zipFiles(archive: ArrayBuffer): Packed[] {
  const view = new DataView(archive);
  const least = Math.max(0, archive.byteLength - ZIP_END_BYTES - LONGEST_COMMENT);
  let end = archive.byteLength - ZIP_END_BYTES;
  while (end > least && view.getUint32(end, true) !== ZIP_END) {
    end -= 1;
  }
  const files: Packed[] = [];
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= archive.byteLength && view.getUint32(at, true) === ZIP_ENTRY) {
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const header = view.getUint32(at + 42, true);
    files.push({
      name: TEXT.decode(new Uint8Array(archive, at + 46, name)),
      bytes: async () => {
        // The entry's own header has an extra field of another length than the directory's.
        const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
        const packed = archive.slice(start, start + size);
        return method === 0 ? new Uint8Array(packed) : inflated(packed, "deflate-raw");
      },
    });
    at += 46 + name + extra + comment;
  }
  return files;
}

function tarFiles(archive: Uint8Array<ArrayBuffer>): Packed[] {
  const files: Packed[] = [];
  let at = 0;
  while (at + TAR_BLOCK <= archive.length && archive[at]) {
    const field = (from: number, to: number) => TEXT.decode(archive.subarray(at + from, at + to)).split("\0")[0]!;
    const size = parseInt(field(124, 136), 8) || 0;
    const start = at + TAR_BLOCK;
    const prefix = field(345, 500);
    files.push({
      name: prefix ? `${prefix}/${field(0, 100)}` : field(0, 100),
      bytes: () => Promise.resolve(archive.slice(start, start + size)),
    });
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  return files;
}

async function inflated(data: BlobPart, format: "gzip" | "deflate-raw"): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
