/** A progress bar on the standard error, drawn only on a terminal and for large inputs. */
import { amount } from "./amounts.ts";
import { fitEnd, fitStart } from "./display.ts";
import { printable } from "./printable.ts";

/** Bytes from which a bar is drawn. Smaller inputs are done before you could read it. */
const LARGE = 16 * 1024 * 1024;
/** Milliseconds between two updates. */
const INTERVAL = 100;
const BAR = 24;

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class Progress {
  readonly #screen: Screen;
  readonly #label: string;
  readonly #total: number | undefined;
  readonly #now: () => number;
  readonly #start: number;
  #drawn: number;
  #visible = false;

  /**
   * @param total bytes of the input; undefined if unknown.
   * @param now a clock, in milliseconds.
   */
  constructor(screen: Screen, label: string, total: number | undefined, now: () => number = () => performance.now()) {
    this.#screen = screen;
    this.#label = printable(label);
    this.#total = total;
    this.#now = now;
    this.#start = now();
    this.#drawn = this.#start;
  }

  /** @param done bytes so far. */
  show(done: number, note: string): void {
    if (!this.#screen.isTTY || Math.max(this.#total ?? 0, done) < LARGE) return;
    const now = this.#now();
    if (now - this.#drawn < INTERVAL) return;
    this.#drawn = now;
    this.#visible = true;
    const rate = `${amount(done / ((now - this.#start) / 1000))}/s`;
    const columns = this.#screen.columns || 80;
    const parts = [fitEnd(this.#label, columns / 3), ...this.#bar(done), amount(done), rate, note];
    this.#screen.write(`\r\x1b[K${fitStart(parts.join("  "), columns - 1)}`);
  }

  #bar(done: number): string[] {
    if (this.#total === undefined) return [];
    const part = Math.min(done / this.#total, 1);
    const full = Math.round(part * BAR);
    return [`${"\u2588".repeat(full)}${"\u2591".repeat(BAR - full)} ${String(Math.floor(part * 100)).padStart(3)}%`];
  }

  /** Clears the line for other output. The next `show` draws it again. */
  hide(): void {
    if (!this.#visible) return;
    this.#screen.write("\r\x1b[K");
    this.#visible = false;
    this.#drawn = Number.NEGATIVE_INFINITY;
  }
}
