/** Keeps the place where a drag over a page's text began. */

interface Caret {
  node: Node;
  offset: number;
}

// A hand that clicks moves a little.
const MOVED_PX = 3;
// What is beside a line is meant for it rather than what stands above or below; between two lines, the other column is farther.
const LINE_WEIGHT = 4;

/**
 * Have a drag select from the letter at which it began, or from the nearest one if it began beside the text.
 *
 * Words of a layer stand free on it, so that Chromium takes a start beside a line for the start of the page; and pdf.js moves a part of its
 * layer while one drags, with which a start before the first letter of some lines is lost. Nothing was selected then.
 */
export function keepDragStart(layer: HTMLElement): void {
  layer.addEventListener("mousedown", (press) => {
    // Further clicks select a word and a paragraph, and Shift goes on with what is selected.
    const start = press.button === 0 && press.detail === 1 && !press.shiftKey ? caretNear(layer, press) : null;
    if (!start) {
      return;
    }
    const released = new AbortController();
    const { signal } = released;
    let moved = false;
    addEventListener(
      "mousemove",
      ({ clientX, clientY }) => {
        moved ||= Math.hypot(clientX - press.clientX, clientY - press.clientY) > MOVED_PX;
      },
      { signal },
    );
    function keep() {
      const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {};
      const kept = anchorNode === start!.node && anchorOffset === start!.offset;
      if (moved && !kept && focusNode instanceof Text && focusOffset !== undefined) {
        document.getSelection()?.setBaseAndExtent(start!.node, start!.offset, focusNode, focusOffset);
      }
    }
    document.addEventListener("selectionchange", keep, { signal });
    // The last change is told after the button is released.
    addEventListener("mouseup", keep, { signal });
    for (const end of ["mouseup", "dragstart", "blur"]) {
      addEventListener(end, () => released.abort(), { signal });
    }
  });
}

/** Return the place between letters that is nearest to the pointer: mostly on the line at its height, however far that is. */
function caretNear(layer: HTMLElement, { clientX, clientY, target }: MouseEvent): Caret | null {
  if (!("caretPositionFromPoint" in document)) {
    return null; // Safari before 26
  }
  let nearest: Element | null = null;
  let least = Infinity;
  for (const word of target instanceof HTMLSpanElement ? [target] : layer.querySelectorAll("span")) {
    const { left, right, top, bottom } = word.getBoundingClientRect();
    const far = distance(clientX, left, right) + LINE_WEIGHT * distance(clientY, top, bottom);
    if (far < least && word.firstChild instanceof Text) {
      [least, nearest] = [far, word];
    }
  }
  if (!nearest) {
    return null;
  }
  const { left, right, top, bottom } = nearest.getBoundingClientRect();
  const within = Math.min(Math.max(clientX, left + 1), right - 1);
  const at = document.caretPositionFromPoint(within, (top + bottom) / 2);
  return at && nearest.contains(at.offsetNode) ? { node: at.offsetNode, offset: at.offset } : null;
}

function distance(at: number, from: number, to: number): number {
  return Math.max(from - at, at - to, 0);
}
