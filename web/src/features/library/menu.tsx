/** A menu of groups over everything else: arrow keys, Home and End move, Escape closes, the focus goes back to its button. */
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Icon, type IconName } from "@/ui/icons";

export interface MenuItem {
  label: string;
  icon?: IconName;
  checked?: boolean;
  danger?: boolean;
  onSelect: () => void;
}

export interface MenuGroup {
  name: string;
  items: MenuItem[];
}

interface MenuProps {
  label: string;
  /** Groups with a heading each; one without a name has none. */
  groups: MenuGroup[];
  className?: string;
  /** What the button shows. */
  children: ReactNode;
}

const EDGE = 8;

export function Menu({ label, groups, className = "", children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (back: boolean) => {
    setOpen(false);
    if (back) {
      button.current?.focus();
    }
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={className}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && createPortal(<List {...{ id, label, groups, close }} anchor={button.current!} />, document.body)}
    </>
  );
}

interface ListProps {
  id: string;
  label: string;
  groups: MenuGroup[];
  anchor: HTMLElement;
  close: (back: boolean) => void;
}

function List({ id, label, groups, anchor, close }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const [from, own] = [anchor.getBoundingClientRect(), list.current!.getBoundingClientRect()];
    const below = from.bottom + 4 + own.height <= innerHeight - EDGE;
    setPlace({
      left: Math.max(EDGE, Math.min(from.left, innerWidth - own.width - EDGE)),
      top: Math.max(EDGE, below ? from.bottom + 4 : from.top - own.height - 4),
    });
    itemsOf(list.current)[0]?.focus();
  }, [anchor]);
  useEffect(() => {
    const outside = (event: Event) => {
      const at = event.target as Node;
      if (!list.current?.contains(at) && !anchor.contains(at)) {
        close(false);
      }
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [anchor, close]);
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      style={place}
      onKeyDown={(event) => move(event, list.current, close)}
      className="fixed z-50 max-h-[60vh] max-w-80 min-w-48 overflow-y-auto rounded-xl border border-line bg-surface p-1 text-sm text-ink shadow-lg outline-none"
    >
      {groups.map(({ name, items }, n) => (
        <div key={n} role="group" aria-label={name || undefined} className={n ? "mt-1 border-t border-line pt-1" : ""}>
          {name && <p className="px-2.5 pt-1 pb-0.5 text-xs text-faint">{name}</p>}
          {items.map((item, at) => (
            <Item key={at} item={item} close={close} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Item({ item, close }: { item: MenuItem; close: ListProps["close"] }) {
  const checkable = item.checked !== undefined;
  return (
    <button
      type="button"
      role={checkable ? "menuitemcheckbox" : "menuitem"}
      aria-checked={checkable ? item.checked : undefined}
      tabIndex={-1}
      onClick={() => {
        close(true);
        item.onSelect();
      }}
      className={`flex min-h-8 w-full items-center gap-2 rounded-lg px-2.5 text-left hover:bg-hover focus:bg-hover focus:outline-none ${item.danger ? "text-danger" : ""}`}
    >
      {item.icon && <Icon name={item.icon} className="size-4" />}
      {checkable && <Icon name="check" className={`size-4 ${item.checked ? "" : "opacity-0"}`} />}
      <bdi className="min-w-0 flex-1 truncate">{item.label}</bdi>
    </button>
  );
}

function itemsOf(list: HTMLElement | null): HTMLButtonElement[] {
  return [...(list?.querySelectorAll("button") ?? [])];
}

function move(event: KeyboardEvent, list: HTMLElement | null, close: ListProps["close"]): void {
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const to: Partial<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  const next = to[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items.at(next % items.length)?.focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
    close(true);
  }
}
