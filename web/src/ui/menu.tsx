/** A menu that opens from a button, in groups of items; what opens is loaded behind the page's first view. */
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { IconName } from "./icons";

const Dropdown = lazy(() => import("./dropdown"));

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

export interface MenuProps {
  label: string;
  groups: MenuGroup[];
  className?: string;
  children: ReactNode;
  disabled?: boolean;
  tabIndex?: number;
}

export function Menu(props: MenuProps) {
  const { label, className = "", children, disabled, tabIndex } = props;
  // A click that comes before the code opens the menu when it is there.
  const [wanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      {...{ disabled, tabIndex, className }}
    >
      {children}
    </button>
  );
  return (
    <Suspense fallback={button}>
      <Dropdown {...props} opened={wanted} />
    </Suspense>
  );
}
