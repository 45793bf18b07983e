import { ApiError } from "@/api/http";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Button, IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Progress } from "@/ui/progress";
import { Link } from "@/ui/link";
import type { UploadItem } from "./uploads";

export function UploadRow({
  item,
  onRetry,
  onDismiss,
}: {
  item: UploadItem;
  onRetry: () => void;
  onDismiss: () => void;
}) {
  const failed = item.state === "failed";
  if (item.state === "known") {
    return <KnownRow item={item} onDismiss={onDismiss} />;
  }
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Icon name={failed ? "warn" : "upload"} className={`size-5 ${failed ? "text-danger" : "text-soft"}`} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{item.file.name}</p>
        {failed ? (
          <p role="alert" className="text-sm text-danger">
            {item.error?.message} {item.error instanceof ApiError && item.error.action}
          </p>
        ) : (
          <div className="mt-1.5 flex items-center gap-3">
            <Progress share={item.state === "sending" ? item.share : 0} label={texts.uploading(item.file.name)} />
            <span className="w-24 shrink-0 text-right text-xs text-soft tabular-nums">
              {item.state === "sending" ? texts.sent(Math.round(100 * item.share)) : texts.waiting}
            </span>
          </div>
        )}
      </div>
      {failed && !(item.error instanceof ApiError && !item.error.retryable) && (
        <Button icon="retry" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
      <IconButton
        icon="close"
        label={(failed ? texts.dismiss : texts.stopUploading)(item.file.name)}
        onClick={onDismiss}
      />
    </li>
  );
}

function KnownRow({ item, onDismiss }: { item: UploadItem; onDismiss: () => void }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Icon name="check" className="size-5 text-soft" />
      <p role="status" className="min-w-0 flex-1 text-sm">
        <span className="font-medium wrap-anywhere">{item.file.name}</span> {texts.thereAlready}{" "}
        <Link href={`/papers/${item.paperId}`} className="text-accent underline">
          {texts.openIt}
        </Link>
      </p>
      <IconButton icon="close" label={texts.dismiss(item.file.name)} onClick={onDismiss} />
    </li>
  );
}
