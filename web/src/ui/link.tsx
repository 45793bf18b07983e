import type { ComponentProps, MouseEvent } from "react";
import { navigate } from "@/lib/location";
import type { Address } from "@/lib/routes";

/** A link that changes the page without loading it; modifier keys and the middle button work as everywhere. */
export function Link({ href, onClick, ...rest }: ComponentProps<"a"> & { href: Address }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (plain && !event.defaultPrevented) {
      event.preventDefault();
      navigate(href);
    }
  }
  return <a href={href} onClick={follow} {...rest} />;
}
