/** Keeps the place where a drag over a page's text began. */

interface Caret {
  node: Node;
  offset: number;
}

// A hand that clicks moves a little.
const MOVED_PX = 3;

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
    document.addEventListener(
      "selectionchange",
      () => {
        const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {};
        const kept = anchorNode === start.node && anchorOffset === start.offset;
        if (moved && !kept && focusNode instanceof Text && focusOffset !== undefined) {
          document.getSelection()?.setBaseAndExtent(start.node, start.offset, focusNode, focusOffset);
        }
      },
      { signal },
    );
    for (const end of ["mouseup", "dragstart", "blur"]) {
      addEventListener(end, () => released.abort(), { signal });
    }
  });
}

/** Return the place between letters that is nearest to the pointer: on its line if there is one at its height. */
function caretNear(layer: HTMLElement, { clientX, clientY, target }: MouseEvent): Caret | null {
  if (!("caretPositionFromPoint" in document)) {
    return null; // Safari before 26
  }
  if (target instanceof HTMLSpanElement) {
    const at = document.caretPositionFromPoint(clientX, clientY);
    return at && target.contains(at.offsetNode) ? { node: at.offsetNode, offset: at.offset } : null;
  }
  let nearest: { text: Text; after: boolean } | null = null;
  let least = Infinity;
  for (const word of layer.querySelectorAll("span")) {
    const text = word.firstChild;
    if (text instanceof Text) {
      const { left, right, top, bottom } = word.getBoundingClientRect();
      const [beside, above] = [distance(clientX, left, right), distance(clientY, top, bottom)];
      // Lines at the pointer's height come first, however far away.
      const far = above * innerWidth + beside;
      if (far < least) {
        [least, nearest] = [far, { text, after: clientX > right }];
      }
    }
  }
  return nearest && { node: nearest.text, offset: nearest.after ? nearest.text.length : 0 };
}

function distance(at: number, from: number, to: number): number {
  return Math.max(from - at, at - to, 0);
}
