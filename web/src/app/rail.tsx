/** The rooms of the page: a rail at the left that can be narrowed, or bars at the top and the foot of a phone. */
import type { Account } from "@/api/identity";
import { useRemovedPapers } from "@/features/library/removing";
import { useKept } from "@/lib/kept";
import { useRecent } from "@/lib/recent";
import type { Room, Route } from "@/lib/routes";
import { useRoomy } from "@/lib/use-wide";
import { shell as texts } from "@/texts/shell";
import { IconButton } from "@/ui/button";
import { Icon, type IconName } from "@/ui/icons";
import { Link } from "@/ui/link";
import type { Tipped } from "@/ui/tooltip";
import { RailCollections } from "./rail-collections";
import { RAIL, SETTINGS, type Way } from "./ways";

export interface FrameProps {
  route: Route | null;
  account: Account | null;
  shut: boolean;
  onAbout: () => void;
  onPalette: () => void;
  onLeave: () => void;
}

// Lists have room for the names; a paper and a review need it themselves.
const NARROW: readonly Room[] = ["paper", "review", "table"];
const ROW =
  "flex h-9 w-full shrink-0 items-center gap-2.5 rounded-lg px-2 text-sm text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink";

export function Rail(props: FrameProps) {
  const { route, account, onAbout, onPalette, onLeave } = props;
  const roomy = useRoomy();
  const [chosen, setChosen] = useKept("rail", (before) => (before === "wide" || before === "narrow" ? before : null));
  const wide = (chosen ?? (isIn(NARROW, route) || !roomy ? "narrow" : "wide")) === "wide";
  // What is written out needs no tooltip.
  const tip = (label: string, keys?: string): Tipped =>
    wide ? {} : { "data-tip": label, "data-tip-keys": keys, "data-tip-side": "right" };
  const act = (icon: IconName, label: string, onClick: () => void) => (
    <button
      type="button"
      aria-label={label}
      title={wide ? label : undefined}
      {...tip(label)}
      onClick={onClick}
      className={ROW}
    >
      <Icon name={icon} />
      {wide && <span className="truncate">{label}</span>}
    </button>
  );
  const link = ({ href, room, icon, to, key }: Way) => (
    <Link
      key={href}
      href={href}
      aria-label={texts.rooms[room]}
      {...tip(texts.rooms[room], `G ${key.toUpperCase()}`)}
      aria-current={isIn(to, route) ? "page" : undefined}
      className={ROW}
    >
      <Icon name={icon} />
      {wide && <span className="truncate">{texts.rooms[room]}</span>}
    </Link>
  );
  return (
    <header
      data-rail={wide ? "wide" : "narrow"}
      className={`flex shrink-0 flex-col gap-0.5 overflow-y-auto p-2 ${wide ? "w-52" : "w-[3.25rem]"}`}
    >
      <div className={`flex gap-0.5 ${wide ? "items-center justify-between" : "flex-col"}`}>
        <Brand named={wide} />
        <IconButton
          icon={wide ? "narrower" : "wider"}
          label={wide ? texts.narrow : texts.widen}
          data-tip-side="right"
          onClick={() => setChosen(wide ? "narrow" : "wide")}
          className="[&_svg]:size-4"
        />
      </div>
      <button
        type="button"
        aria-label={wide ? undefined : texts.searchAndCommands}
        {...tip(texts.searchAndCommands, `${texts.ctrl} K`)}
        onClick={onPalette}
        className={`${ROW} mb-1.5 ${wide ? "border border-line bg-surface" : ""}`}
      >
        <Icon name="search" />
        {wide && <span className="mr-auto">{texts.search}</span>}
        {wide && (
          <kbd aria-hidden="true" className="font-sans text-sm text-soft">
            {texts.ctrl} K
          </kbd>
        )}
      </button>
      <nav aria-label={texts.main} className="flex flex-col gap-0.5">
        {RAIL.map(link)}
      </nav>
      {/* The library's own column has them, too, with what can be done to them. */}
      {wide && route?.room !== "library" && <RailCollections />}
      {wide && <Recent route={route} />}
      <div className="mt-auto flex flex-col gap-0.5 pt-3">
        {account && act("leave", texts.signOut(account.email), onLeave)}
        {link(SETTINGS)}
        {act("info", texts.aboutSite, onAbout)}
      </div>
    </header>
  );
}

function Recent({ route }: Pick<FrameProps, "route">) {
  const removed = useRemovedPapers();
  const papers = useRecent().filter(({ id }) => !removed.has(id));
  return (
    papers.length > 0 && (
      <nav aria-label={texts.recent} className="mt-4 flex flex-col">
        <h2 aria-hidden="true" className="px-2 pb-1 text-sm font-medium text-soft">
          {texts.recent}
        </h2>
        {papers.map(({ id, title }) => (
          <Link
            key={id}
            href={`/papers/${id}`}
            title={title}
            aria-current={route?.room === "paper" && route.id === id ? "page" : undefined}
            className="flex h-8 shrink-0 items-center gap-2.5 rounded-lg px-2 text-sm text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
          >
            <Icon name="file" className="size-4 text-soft" />
            <bdi className="truncate">{title}</bdi>
          </Link>
        ))}
      </nav>
    )
  );
}

export function TopBar({ route, account, shut, onAbout, onPalette, onLeave }: FrameProps) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line bg-surface px-2">
      <Brand named />
      <span className="mr-auto" />
      {!shut && <IconButton icon="search" label={texts.searchAndCommands} onClick={onPalette} />}
      {!shut && (
        <Link
          href={SETTINGS.href}
          aria-label={texts.rooms.settings}
          data-tip={texts.rooms.settings}
          aria-current={isIn(SETTINGS.to, route) ? "page" : undefined}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-accent"
        >
          <Icon name={SETTINGS.icon} />
        </Link>
      )}
      <IconButton icon="info" label={texts.aboutSite} onClick={onAbout} />
      {account && <IconButton icon="leave" label={texts.signOut(account.email)} onClick={onLeave} />}
    </header>
  );
}

export function BottomBar({ route }: Pick<FrameProps, "route">) {
  return (
    <nav
      aria-label={texts.main}
      className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {RAIL.map(({ href, room, icon, to }) => (
        // Each is as wide as its name; with equal widths, long names would be cut off.
        <Link
          key={href}
          href={href}
          aria-current={isIn(to, route) ? "page" : undefined}
          className="flex h-12 min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-[min(0.75rem,3.2vw)] tracking-tighter text-soft aria-[current]:font-medium aria-[current]:text-accent"
        >
          <Icon name={icon} />
          <span className="max-w-full truncate">{texts.rooms[room]}</span>
        </Link>
      ))}
    </nav>
  );
}

function isIn(rooms: readonly Room[], route: Route | null): boolean {
  return route !== null && rooms.includes(route.room);
}

function Brand({ named }: { named: boolean }) {
  return (
    <Link
      href="/"
      aria-label="ScholarAI"
      className="flex h-9 shrink-0 items-center gap-2 rounded-lg px-1.5 text-base font-semibold tracking-tight"
    >
      <img src="/icon.svg" alt="" width="24" height="24" />
      {named && "ScholarAI"}
    </Link>
  );
}
