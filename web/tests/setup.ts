import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// What happy-dom lacks and the page uses.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};

beforeEach(() => {
  history.replaceState(null, "", "/");
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
