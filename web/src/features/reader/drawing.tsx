/** The drawing of a figure in a paper without pages, out of the archive that holds its source. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getFile } from "@/api/http";
import type { Figure } from "@/api/types";
import { filesIn, type Packed } from "@/lib/archive";
import { reader as texts } from "@/texts/reader";
import { drawPage, release } from "./canvas";
import { openBytes } from "./pdf";

const PICTURES: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
};
// LaTeX leaves endings out and takes the first of these that is there.
const ENDINGS = ["", ".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp", ".eps", ".ps"];
// A larger drawing would hold up the page. A guess.
const MOST_BYTES = 32 * 2 ** 20;
// CSS pixels at which a drawing of one page is rendered.
const WIDTH = 640;

/** The files of a paper's archive; none where its file is no archive. */
export function usePackedFiles(paperId: string, wanted: boolean) {
  return useQuery({
    queryKey: ["archive", paperId],
    queryFn: async ({ signal }) => {
      const archive = await getFile(`/papers/${paperId}/file`, signal);
      return filesIn(await archive.arrayBuffer());
    },
    enabled: wanted,
    staleTime: Infinity,
  });
}

export function Drawings({ figure, packed }: { figure: Figure; packed: readonly Packed[] }) {
  return figure.files.map((name) => {
    const file = fileNamed(name, packed);
    return file ? (
      <Drawing key={name} file={file} label={figure.label || name} />
    ) : (
      <Missing key={name}>{texts.drawingMissing(name)}</Missing>
    );
  });
}

/** Find a file by the name that a source gives it: from its own folder, with or without its ending. */
export function fileNamed(name: string, packed: readonly Packed[]): Packed | null {
  const wanted = name.replace(/^(\.?\/)+/, "").toLowerCase();
  for (const ending of ENDINGS) {
    const path = wanted + ending;
    const found = packed.find((file) => {
      const own = file.name.toLowerCase();
      return own === path || own.endsWith(`/${path}`);
    });
    if (found) {
      return found;
    }
  }
  return null;
}

function Drawing({ file, label }: { file: Packed; label: string }) {
  const ending = file.name.split(".").at(-1)!.toLowerCase();
  const type = PICTURES[ending];
  if (ending === "pdf") {
    return <PdfDrawing file={file} label={label} />;
  }
  return type ? <PictureDrawing {...{ file, label, type }} /> : <Missing>{texts.drawingUnknown(file.name)}</Missing>;
}

function PictureDrawing({ file, label, type }: { file: Packed; label: string; type: string }) {
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let made = "";
    let left = false;
    bytesOf(file)
      .then((bytes) => {
        if (!left) {
          made = URL.createObjectURL(new Blob([bytes], { type }));
          setUrl(made);
        }
      })
      .catch(() => setFailed(true));
    return () => {
      left = true;
      URL.revokeObjectURL(made);
    };
  }, [file, type]);
  if (failed) {
    return <Missing>{texts.drawingFailed(file.name)}</Missing>;
  }
  return url ? (
    <img
      src={url}
      alt={label}
      onError={() => setFailed(true)}
      className="mx-auto max-h-[70vh] max-w-full rounded bg-white"
    />
  ) : (
    <div className="h-40 animate-pulse rounded bg-hover" />
  );
}

function PdfDrawing({ file, label }: { file: Packed; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    let end = () => {};
    async function draw() {
      const task = openBytes(await bytesOf(file));
      end = () => void task.destroy();
      const document = await task.promise;
      const canvas = left ? null : await drawPage(document, 1, WIDTH, 0).done;
      if (canvas && !left && host.current) {
        canvas.className = "mx-auto h-auto max-w-full";
        host.current.replaceChildren(canvas);
        end = () => {
          release(canvas);
          void task.destroy();
        };
      }
    }
    draw().catch(() => !left && setFailed(true));
    return () => {
      left = true;
      end();
    };
  }, [file]);
  return failed ? (
    <Missing>{texts.drawingFailed(file.name)}</Missing>
  ) : (
    <div ref={host} role="img" aria-label={label} className="min-h-40 rounded bg-white p-2" />
  );
}

function Missing({ children }: { children: React.ReactNode }) {
  return <p className="rounded-lg bg-hover px-4 py-6 text-center font-sans text-sm text-soft">{children}</p>;
}

async function bytesOf(file: Packed): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await file.bytes();
  if (bytes.length > MOST_BYTES) {
    throw new Error(texts.drawingLarge);
  }
  return bytes;
}
