import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Button, IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Progress } from "@/ui/progress";
import { Link } from "@/ui/link";
import { canRetry, shownName, wordsOf, type UploadItem } from "./uploads";

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
  const following = item.state === "following";
  const name = shownName(item.file.name);
  if (item.state === "known") {
    return <KnownRow item={item} onDismiss={onDismiss} />;
  }
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Icon name={failed ? "warn" : "upload"} className={`size-5 ${failed ? "text-danger" : "text-soft"}`} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-left text-sm font-medium" dir="auto">
          {name}
        </p>
        {failed ? (
          <p role="alert" className="text-sm text-danger">
            {wordsOf(item.error)}
          </p>
        ) : (
          <div className="mt-1.5 flex items-center gap-3">
            <Progress
              share={item.state === "waiting" ? 0 : item.share}
              label={(following ? texts.reading : texts.uploading)(name)}
            />
            <span
              className={`shrink-0 truncate text-right text-sm text-soft tabular-nums ${following ? "max-w-[60%]" : "w-24"}`}
            >
              {stateOf(item)}
            </span>
          </div>
        )}
      </div>
      {canRetry(item) && (
        <Button icon="retry" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
      <IconButton
        icon="close"
        label={(failed ? texts.dismiss : following ? texts.stopAttaching : texts.stopUploading)(name)}
        onClick={onDismiss}
      />
    </li>
  );
}

function stateOf({ state, share, following }: UploadItem): string | undefined {
  return state === "following"
    ? following?.says
    : state === "sending"
      ? texts.sent(Math.round(100 * share))
      : texts.waiting;
}

function KnownRow({ item, onDismiss }: { item: UploadItem; onDismiss: () => void }) {
  const name = shownName(item.file.name);
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <Icon name="check" className="size-5 text-soft" />
      <p role="status" className="min-w-0 flex-1 text-sm">
        <bdi className="font-medium wrap-anywhere">{name}</bdi> {texts.thereAlready}{" "}
        <Link href={`/papers/${item.paperId}`} className="text-accent underline">
          {texts.openIt}
        </Link>
      </p>
      <IconButton icon="close" label={texts.dismiss(name)} onClick={onDismiss} />
    </li>
  );
}
