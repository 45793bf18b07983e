/** A card that opens beside an element under the pointer, and that the pointer can go into. */
import * as Card from "@radix-ui/react-hover-card";
import { useState, type FocusEvent, type ReactElement, type ReactNode } from "react";

const MARGIN = 8;
// A pointer that only passes opens nothing, and one on its way to the card does not close it. Guesses.
const OPENS_MS = 180;
const CLOSES_MS = 220;

export interface HoverCardProps {
  /** Says what the card is about. */
  label: string;
  /** What the card says, null while there is nothing to say. */
  card: ReactNode;
  /** The element; a click on it closes the card, and a touch opens none: it goes to the place at once. */
  children: ReactElement;
}

export function HoverCard({ label, card, children }: HoverCardProps) {
  const [open, setOpen] = useState(false);
  // A jump takes the element away from under the pointer without a word: the card stays shut until the pointer comes again.
  const [clicked, setClicked] = useState(false);
  return (
    <Card.Root
      open={open && !clicked && card !== null}
      onOpenChange={setOpen}
      openDelay={OPENS_MS}
      closeDelay={CLOSES_MS}
    >
      <Card.Trigger
        asChild
        // The focus opens none: a click sets it, too.
        onFocus={(event: FocusEvent) => event.preventDefault()}
        onPointerEnter={() => setClicked(false)}
        onClick={() => setClicked(true)}
      >
        {children}
      </Card.Trigger>
      <Card.Portal>
        <Card.Content
          role="dialog"
          aria-label={label}
          align="start"
          alignOffset={-MARGIN * 2}
          sideOffset={MARGIN / 2}
          collisionPadding={MARGIN}
          hideWhenDetached
          className="z-50 max-h-[60vh] w-95 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-line bg-surface p-4 text-sm text-ink shadow-lg data-[hidden]:hidden"
        >
          {card}
        </Card.Content>
      </Card.Portal>
    </Card.Root>
  );
}
