/** A menu that opens from a button, in groups of items. */
import * as Dropdown from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
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
  tip = label,
  groups,
  className = "",
  children,
  disabled,
  tabIndex,
}: {
  label: string;
  /** Shown as its tooltip where the label is long. */
  tip?: string;
  groups: MenuGroup[];
  className?: string;
  children: ReactNode;
  disabled?: boolean;
  tabIndex?: number;
}) {
  return (
    // A modal one would add a style sheet of its own, which the page's policy refuses.
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger aria-label={label} data-tip={tip} {...{ disabled, tabIndex, className }}>
        {children}
      </Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={MARGIN}
          loop
          className="z-50 max-h-[min(60vh,var(--radix-dropdown-menu-content-available-height))] max-w-80 min-w-48 overflow-y-auto rounded-xl border border-line bg-surface p-1 text-sm text-ink shadow-lg outline-none"
        >
          {groups.map(({ name, items }, index) => (
            <Dropdown.Group
              key={index}
              aria-label={name || undefined}
              className={index ? "mt-1 border-t border-line pt-1" : ""}
            >
              {name && <Dropdown.Label className="px-2.5 pt-1 pb-0.5 text-sm text-soft">{name}</Dropdown.Label>}
              {items.map((item) => (
                <Item key={item.label} {...item} />
              ))}
            </Dropdown.Group>
          ))}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

function Item({ label, icon, checked, danger, disabled, note, onSelect }: MenuItem) {
  const common = {
    disabled,
    onSelect,
    className: `flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-lg px-2.5 outline-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-hover ${danger ? "text-danger" : ""}`,
  };
  const content = (
    <>
      {icon && <Icon name={icon} className={`size-4 ${danger ? "" : "text-soft"}`} />}
      {checked !== undefined && !icon && <Icon name="check" className={`size-4 ${checked ? "" : "invisible"}`} />}
      <span className="min-w-0 flex-1 truncate">
        <bdi>{label}</bdi>
      </span>
      {note && <span className="text-sm text-soft">{note}</span>}
      {icon && checked && <Icon name="check" className="size-4" />}
    </>
  );
  return checked === undefined ? (
    <Dropdown.Item {...common}>{content}</Dropdown.Item>
  ) : (
    <Dropdown.CheckboxItem {...common} checked={checked}>
      {content}
    </Dropdown.CheckboxItem>
  );
}
