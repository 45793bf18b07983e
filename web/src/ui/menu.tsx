/** A menu that opens from a button: groups of items, kept inside the viewport, moved through with the arrow keys. */
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Icon, type IconName } from "./icons";

const MARGIN = 8;

export interface MenuItem {
  label: string;
  icon?: IconName;
  /** Whether it is chosen; left out where an item is no choice. */
  checked?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Said behind the label, small. */
  note?: string;
  onSelect: () => void;
}

export interface MenuGroup {
  /** Shown above its items, or empty. */
  name: string;
  items: MenuItem[];
}

export function Menu({
  label,
  groups,
  className = "",
  children,
  disabled,
  tabIndex,
}: {
  label: string;
  groups: MenuGroup[];
  className?: string;
  children: ReactNode;
  disabled?: boolean;
  tabIndex?: number;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
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
        disabled={disabled}
        tabIndex={tabIndex}
        className={className}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open &&
        createPortal(
          <Items
            {...{ id, label, groups }}
            close={(back) => {
              setOpen(false);
              if (back) {
                button.current?.focus();
              }
            }}
            anchor={button.current!}
          />,
          document.body,
        )}
    </>
  );
}

type Close = (back: boolean) => void;

function Items({
  id,
  label,
  groups,
  anchor,
  close,
}: {
  id: string;
  label: string;
  groups: MenuGroup[];
  anchor: HTMLElement;
  /** `back` returns the focus to the button. */
  close: Close;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const [over, own] = [anchor.getBoundingClientRect(), menu.current!.getBoundingClientRect()];
    const fits = over.bottom + 4 + own.height <= innerHeight - MARGIN;
    setPlace({
      left: Math.max(MARGIN, Math.min(over.left, innerWidth - own.width - MARGIN)),
      top: Math.max(MARGIN, fits ? over.bottom + 4 : over.top - own.height - 4),
    });
    buttonsOf(menu.current)[0]?.focus();
  }, [anchor]);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!menu.current?.contains(target) && !anchor.contains(target)) {
        close(false);
      }
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [anchor, close]);
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      style={place}
      onKeyDown={(event) => press(event, menu.current, close)}
      className="fixed z-50 max-h-[60vh] max-w-80 min-w-48 overflow-y-auto rounded-xl border border-line bg-surface p-1 text-sm text-ink shadow-lg outline-none"
    >
      {groups.map(({ name, items }, index) => (
        <div
          key={index}
          role="group"
          aria-label={name || undefined}
          className={index ? "mt-1 border-t border-line pt-1" : ""}
        >
          {name && <p className="px-2.5 pt-1 pb-0.5 text-xs text-faint">{name}</p>}
          {items.map((item) => (
            <Item key={item.label} item={item} close={close} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Item({ item, close }: { item: MenuItem; close: Close }) {
  const choice = item.checked !== undefined;
  return (
    <button
      type="button"
      role={choice ? "menuitemcheckbox" : "menuitem"}
      aria-checked={choice ? item.checked : undefined}
      tabIndex={-1}
      disabled={item.disabled}
      onClick={() => {
        close(true);
        item.onSelect();
      }}
      className={`flex min-h-8 w-full items-center gap-2 rounded-lg px-2.5 text-left hover:bg-hover focus:bg-hover focus:outline-none disabled:opacity-50 ${item.danger ? "text-danger" : ""}`}
    >
      {item.icon && <Icon name={item.icon} className="size-4 text-soft" />}
      {choice && <Icon name="check" className={`size-4 ${item.checked ? "" : "invisible"}`} />}
      <span className="min-w-0 flex-1 truncate">
        <bdi>{item.label}</bdi>
      </span>
      {item.note && <span className="text-xs text-faint">{item.note}</span>}
    </button>
  );
}

function buttonsOf(menu: HTMLElement | null): HTMLButtonElement[] {
  return [...(menu?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
}

function press(event: KeyboardEvent, menu: HTMLElement | null, close: Close): void {
  const buttons = buttonsOf(menu);
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  } else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    event.stopPropagation();
    close(true);
  }
}
