import { library as texts } from "@/texts/library";
import { UploadRow } from "./upload-row";
import type { Uploads as All } from "./uploads";

export function Uploads({ uploads }: { uploads: All }) {
  return uploads.items.length ? (
    <ul aria-label={texts.uploads} className="max-h-[40vh] divide-y divide-line overflow-y-auto border-t border-line">
      {uploads.items.map((item) => (
        <UploadRow
          key={item.id}
          item={item}
          onRetry={() => uploads.retry(item.id)}
          onDismiss={() => uploads.dismiss(item.id)}
        />
      ))}
    </ul>
  ) : null;
}
