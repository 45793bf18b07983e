/** Makes a text area as high as what is written in it. */
import { useEffect, type RefObject } from "react";

export function useGrowing(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const element = area.current!;
    element.style.height = "auto";
    // Its borders are part of its height.
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [area, text]);
}
