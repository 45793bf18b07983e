/** Which page is drawn next: what is nearest to the reader's eyes, and never more at once than the worker can feed. */

export interface Job {
  /** How far from the reader's eyes it is now; the smallest goes first. */
  distance: () => number;
  run: () => Promise<unknown>;
}

// While one page is painted here, the worker reads the next one.
const AT_ONCE = 2;

export class DrawingOrder {
  readonly #waiting = new Set<Job>();
  #running = 0;

  /** Put a job into the queue; the function that comes back takes it out again, if it has not begun. */
  add(job: Job): () => void {
    this.#waiting.add(job);
    // Jobs of one moment are looked at together.
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
