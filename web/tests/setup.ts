import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// How long something may take to appear on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

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
