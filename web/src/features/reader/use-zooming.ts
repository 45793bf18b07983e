/** Zoom by wheel and by fingers over the pages; the rest of the page keeps its size. */
import { useEffect, useEffectEvent, type RefObject } from "react";

/** Zoom with Ctrl and the wheel, or by pinching a touchpad, which browsers report alike. */
export function useWheelZoom(desk: RefObject<HTMLDivElement | null>, onZoom: (direction: 1 | -1) => void): void {
  useEffect(() => {
    const element = desk.current!;
    let turned = 0;
    function zoom(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) {
        return;
      }
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) > 40) {
        onZoom(turned < 0 ? 1 : -1);
        turned = 0;
      }
    }
    element.addEventListener("wheel", zoom, { passive: false });
    return () => element.removeEventListener("wheel", zoom);
  }, [desk, onZoom]);
}

/** Zoom by two fingers; `onPinch` gets the scale in CSS pixels per point. */
export function usePinchZoom(
  desk: RefObject<HTMLDivElement | null>,
  scale: number | null,
  onPinch: (scale: number) => void,
): void {
  const scaleNow = useEffectEvent(() => scale);
  const pinch = useEffectEvent(onPinch);
  useEffect(() => {
    const element = desk.current!;
    let start: { apart: number; scale: number } | null = null;
    let frame = 0;
    function begin({ touches }: TouchEvent) {
      const before = scaleNow();
      start = touches.length === 2 && before ? { apart: apartOf(touches), scale: before } : null;
    }
    function move(event: TouchEvent) {
      if (start && event.touches.length === 2) {
        event.preventDefault();
        const to = (start.scale * apartOf(event.touches)) / start.apart;
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => pinch(to));
      }
    }
    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchend", begin, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("touchstart", begin);
      element.removeEventListener("touchend", begin);
      element.removeEventListener("touchmove", move);
    };
  }, [desk]);
}

function apartOf(touches: TouchList): number {
  const [one, other] = [touches[0]!, touches[1]!];
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}
