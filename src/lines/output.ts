/** Writes bytes to streams of Node and of the web. */
import type { NodeWritable, WebWritable, WritableOutput } from "../core/lines.ts";
import { isError, typeName } from "../values/input.ts";
import type { Stop } from "../values/stop.ts";
import { concatenated } from "./source.ts";

/** An open stream. Its errors stop the call. */
interface Target {
  /** Returns undefined if the stream accepts more without waiting. */
  write(bytes: Uint8Array): Promise<unknown> | undefined;
  /** Waits until everything is written, then ends the stream if `close` is true. */
  end(close: boolean): Promise<unknown>;
  /** Called if the call has failed. */
  abandon(reason: unknown, close: boolean): void;
}

/** Runs of at least LARGE bytes are written without a copy. Shorter ones are joined to blocks of about BLOCK bytes. */
const LARGE = 16 * 1024;
const BLOCK = 64 * 1024;

/** Joins small writes to a stream. */
export class Output {
  readonly #target: Target;
  #parts: Uint8Array[] = [];
  #size = 0;
  #full: Promise<unknown> | undefined;

  /** @throws TypeError if `stream` is not a writable stream, or is locked. */
  constructor(stream: WritableOutput, name: string, stop: Stop) {
    this.#target = open(stream, name, stop);
  }

  /** Never waits: call `flush` after a chunk. The bytes are not copied and must not change. */
  write(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (bytes.length >= LARGE || this.#size >= BLOCK) this.#send();
  }

  #send(): void {
    const parts = this.#parts;
    if (parts.length === 0) return;
    const last = parts.at(-1) as Uint8Array;
    const isLarge = parts.length > 1 && last.length >= LARGE;
    if (isLarge) this.#full = this.#target.write(concatenated(parts.slice(0, -1))) ?? this.#full;
    this.#full = this.#target.write(isLarge ? last : concatenated(parts)) ?? this.#full;
    this.#parts = [];
    this.#size = 0;
  }

  /** True if the stream applies back-pressure. */
  get isFull(): boolean {
    return this.#full !== undefined;
  }

  /**
   * Writes the joined bytes. Returns undefined, or under back-pressure a promise that resolves when the stream accepts
   * more.
   */
  flush(): Promise<unknown> | undefined {
    this.#send();
    const full = this.#full;
    this.#full = undefined;
    return full;
  }

  end(close: boolean): Promise<unknown> {
    this.#send();
    return this.#target.end(close);
  }

  abandon(reason: unknown, close: boolean): void {
    this.#target.abandon(reason, close);
  }
}

function open(stream: WritableOutput, name: string, stop: Stop): Target {
  const { getWriter, write, end, on } = Object(stream);
  if (typeof getWriter === "function") return openWeb(stream as WebWritable, stop);
  if ([write, end, on].every((one) => typeof one === "function")) return openNode(stream as NodeWritable, name, stop);
  throw new TypeError(`${name} should be a writable stream, not ${typeName(stream)}`);
}

function openWeb(stream: WebWritable, stop: Stop): Target {
  const writer = stream.getWriter();
  let released = false;
  const fail = (reason: unknown): void => {
    if (!released) stop.stop(reason);
  };
  const release = (): void => {
    released = true;
    writer.releaseLock();
  };
  // Covers errors that occur while nothing is written.
  writer.closed.catch(fail);
  let last: Promise<void> | undefined;
  return {
    write(bytes) {
      last = writer.write(bytes).catch(fail);
      return writer.ready;
    },
    async end(close) {
      await last;
      if (close) await writer.close();
      else release();
    },
    abandon(reason, close) {
      if (close) writer.abort(reason).catch(() => {});
      else release();
    },
  };
}

/** True for the standard output and error of the process, which are never ended. */
const isStandard = (stream: unknown): boolean => {
  const { stdout, stderr } = (globalThis as { process?: { stdout?: unknown; stderr?: unknown } }).process ?? {};
  return stream === stdout || stream === stderr;
};

function openNode(stream: NodeWritable, name: string, stop: Stop): Target {
  let pending = 0;
  /** Resolves the promise of `woken`. */
  let wake = (): void => {};
  const woken = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const drained = (): void => wake();
  let hasFailed = false;
  const fail = (error: unknown): void => {
    hasFailed = true;
    stop.stop(error);
  };
  const closed = (): void => fail(new Error(`${name} was closed before all was written`));
  const listeners = [
    ["drain", drained],
    ["error", fail],
    ["close", closed],
  ] as const;
  for (const [event, listener] of listeners) stream.on(event, listener);
  const written = (error?: Error | null): void => {
    if (error) fail(error);
    if (--pending === 0) wake();
  };
  const release = (): void => {
    for (const [event, listener] of listeners) stream.removeListener(event, listener);
  };
  const ended = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // A stream that is already closed does not emit `close` again, and may never call back.
      if (stream.destroyed) closed();
      stream.end((error) => {
        stream.removeListener("close", closed);
        if (error) reject(error);
        else resolve();
      });
    });
  return {
    write(bytes) {
      pending++;
      return stream.write(bytes, written) ? undefined : woken();
    },
    async end(close) {
      if (pending > 0) await woken();
      if (close && !isStandard(stream)) await ended();
      release();
    },
    abandon(reason, close) {
      if (!close || isStandard(stream)) {
        release();
        // A stream emits the error of a failed write again when it has closed its file. Unhandled, it ends the process.
        if (hasFailed) stream.on("error", () => {});
        return;
      }
      // The error listener stays, because the stream may emit this error again.
      stream.destroy(isError(reason) ? reason : undefined);
    },
  };
}
