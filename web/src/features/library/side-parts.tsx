/** Parts of the left column. */
import type { ReactNode } from "react";
import { number } from "@/texts/words";
import { Icon, type IconName } from "@/ui/icons";

export function SideHeading({ id, name, children }: { id: string; name: string; children?: ReactNode }) {
  return (
    <div className="mt-5 mb-1 flex min-h-5 items-center justify-between pl-2">
      <h2 id={id} className="text-sm font-semibold text-soft">
        {name}
      </h2>
      {children}
    </div>
  );
}

interface SideItemProps {
  icon?: IconName;
  name: string;
  count?: number;
  current: boolean;
  onClick: () => void;
}

/** A filter: pressed again it ends. */
export function SideItem({ icon, name, count, current, onClick }: SideItemProps) {
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={onClick}
      className="flex min-h-8 w-full min-w-0 items-center gap-2 rounded-lg px-2 text-left text-sm text-soft hover:bg-hover hover:text-ink aria-pressed:bg-accent-tint aria-pressed:font-medium aria-pressed:text-ink"
    >
      {icon && <Icon name={icon} className="size-4" />}
      <bdi className="min-w-0 flex-1 truncate text-left">{name}</bdi>
      {count !== undefined && <span className="text-sm text-soft tabular-nums">{number(count)}</span>}
    </button>
  );
}
