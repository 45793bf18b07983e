/** What can be done with the selected papers. */
import { CONSTANTS } from "@/api/constants";
import { naming, navigate } from "@/lib/location";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Button, IconButton } from "@/ui/button";
import { Icon, type IconName } from "@/ui/icons";
import { Menu, type MenuGroup } from "@/ui/menu";

const {
  papersPerQuestion: MOST_ASKED,
  papersPerReview: MOST_REVIEWED,
  papersPerTable: MOST_IN_TABLE,
} = CONSTANTS.limits;

interface ChosenBarProps {
  ids: readonly string[];
  /** Those that have been read: they can be asked and reviewed. */
  readable: readonly string[];
  /** A question is typed on top, which is asked there. */
  asking?: boolean;
  /** How many more are chosen that the list does not show or has not fetched. */
  elsewhere: number;
  /** Fetches the rest of the list; null where all of it is here. */
  onLoad: (() => void) | null;
  menus: { label: string; icon: IconName; groups: MenuGroup[] }[];
  /** Merge the two that are chosen; null where these are not two. */
  onMerge: (() => void) | null;
  onDelete: () => void;
  onClear: () => void;
}

export function ChosenBar({
  ids,
  readable,
  asking = false,
  elsewhere,
  onLoad,
  menus,
  onMerge,
  onDelete,
  onClear,
}: ChosenBarProps) {
  const [first, ...others] = readable;
  const unread = readable.length !== ids.length ? texts.onlyRead : undefined;
  const tooMany = (most: number, why: string) => unread ?? (ids.length > most ? why : undefined);
  const notAsked = tooMany(MOST_ASKED, texts.mostAsked(MOST_ASKED));
  const notReviewed = tooMany(MOST_REVIEWED, texts.mostReviewed(MOST_REVIEWED));
  const notInTable = tooMany(MOST_IN_TABLE, texts.mostInTable(MOST_IN_TABLE));
  return (
    <div
      data-bar="chosen"
      className="flex min-h-12 flex-wrap items-center gap-x-1 gap-y-1 border-t border-line px-3 py-1.5"
    >
      <IconButton icon="close" label={texts.clear} onClick={onClear} />
      <p className="min-w-36 flex-1 text-sm leading-tight max-md:min-w-52" role="status">
        {texts.chosen(ids.length)}
        {elsewhere > 0 && (
          <span className="block text-warn">
            {onLoad ? texts.chosenNotLoaded(elsewhere) : texts.chosenElsewhere(elsewhere)}
          </span>
        )}
        {notAsked && <span className="block text-sm text-soft">{notAsked}</span>}
      </p>
      {elsewhere > 0 && onLoad && <Button onClick={onLoad}>{texts.loadChosen}</Button>}
      {/* Each group stays in one line where the bar needs two. */}
      <div className="flex flex-wrap items-center gap-1">
        {menus.map(({ label, icon, groups }) => (
          <Menu
            key={label}
            label={label}
            groups={groups}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2.5 text-sm font-medium text-soft hover:bg-hover hover:text-ink"
          >
            <Icon name={icon} className="size-4" />
            <span className="max-lg:sr-only">{label}</span>
          </Menu>
        ))}
        {onMerge && (
          <Button look="plain" icon="merge" onClick={onMerge} aria-label={texts.merge} data-tip={texts.merge}>
            <span className="max-lg:sr-only">{texts.merge}</span>
          </Button>
        )}
        <Button look="plain" icon="trash" onClick={onDelete} aria-label={common.delete} data-tip={common.delete}>
          <span className="max-lg:sr-only">{common.delete}</span>
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <Button
          disabled={notInTable !== undefined}
          title={notInTable}
          onClick={() => navigate(naming("/tables", readable))}
        >
          {texts.table}
        </Button>
        <Button
          disabled={notReviewed !== undefined}
          title={notReviewed}
          onClick={() => navigate(naming("/reviews", readable))}
        >
          {texts.review}
        </Button>
        {!asking && (
          <Button
            look="primary"
            icon="chat"
            disabled={notAsked !== undefined}
            title={notAsked}
            onClick={() => navigate(others.length ? naming("/chat/new", readable) : `/papers/${first}`)}
          >
            {texts.ask}
          </Button>
        )}
      </div>
    </div>
  );
}
