/** Chooses the page to render next: the nearest to the middle of attention, and no more at once than the worker can serve. */

export interface Job {
  /** Its current distance from the reader's view; the smallest is rendered first. */
  distance: () => number;
  run: () => Promise<unknown>;
}

// While one page is painted here, the worker parses the next one.
const AT_ONCE = 2;

export class DrawingOrder {
  readonly #waiting = new Set<Job>();
  #running = 0;

  /** Queue a job; the returned function removes it, unless it has begun. */
  add(job: Job): () => void {
    this.#waiting.add(job);
    // Jobs queued in the same task are compared together.
    queueMicrotask(() => this.#next());
    return () => this.#waiting.delete(job);
  }

  #next(): void {
    while (this.#running < AT_ONCE && this.#waiting.size) {
      const job = [...this.#waiting].reduce((best, other) => (other.distance() < best.distance() ? other : best));
      this.#waiting.delete(job);
      this.#running += 1;
      void job.run().finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }
}
