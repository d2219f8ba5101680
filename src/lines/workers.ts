/** Workers that judge lines by the TypeScript engine: threads for where there is no addon. */
import { Worker } from "node:worker_threads";
import type { JsonLimits, LineThreads } from "../json/engine.ts";
import type { Checker } from "../schemas/checker.ts";
import { plainDumps } from "./portable.ts";

/** What a worker is started with. */
export interface WorkerSchema {
  /** Dumps by alias, of the validators that references lead to; the schema itself is the last, and has none. */
  readonly dumps: readonly (readonly [alias: string | undefined, dump: unknown])[];
  readonly limits: JsonLimits;
}

/** Somebody waits for the verdicts on these bytes. */
interface Job {
  readonly bytes: Uint8Array;
  readonly done: (verdicts: Uint32Array | undefined) => void;
}

/** Opens workers; undefined for a schema that cannot be sent to them: one with code of the caller's. */
export function openWorkers(
  validator: Checker,
  count: number,
  limits: JsonLimits | undefined,
): LineThreads | undefined {
  const { maxDepth, maxBytes } = limits ?? {};
  const dumps = plainDumps(validator);
  return dumps && new Workers({ dumps, limits: { maxDepth, maxBytes } }, count);
}

class Workers implements LineThreads {
  readonly ahead: number;
  readonly #schema: WorkerSchema;
  readonly #most: number;
  readonly #all: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #waiting: Job[] = [];
  /** By worker: its job. */
  readonly #jobs = new Map<Worker, Job>();
  /** A worker cannot start, or has died: whoever calls has to judge. */
  #isBroken = false;

  constructor(schema: WorkerSchema, count: number) {
    this.#schema = schema;
    this.#most = count;
    this.ahead = 2 * count;
  }

  judge(blocks: readonly Uint8Array[]): Promise<readonly (Uint32Array | undefined)[]> {
    return Promise.all(blocks.map((bytes) => this.#judge(bytes)));
  }

  #judge(bytes: Uint8Array): Promise<Uint32Array | undefined> {
    if (this.#isBroken) return Promise.resolve(undefined);
    return new Promise((done) => {
      this.#waiting.push({ bytes, done });
      if (this.#idle.length === 0 && this.#all.length < this.#most) this.#start();
      this.#next();
    });
  }

  #start(): void {
    try {
      // Of the kind of this file: a source in a clone, in the package a module or the copy in CommonJS. Bundlers would look
      // for the file if `import.meta.url` stood where it is used.
      const here = import.meta.url;
      const worker = new Worker(new URL(`../lines/worker${/\.\w+$/.exec(here)?.[0]}`, here), {
        workerData: this.#schema,
      });
      this.#all.push(worker);
      this.#idle.push(worker);
      worker.on("message", (verdicts: Uint32Array) => this.#answer(worker, verdicts));
      worker.on("error", () => this.#break());
      worker.on("exit", () => this.#break());
    } catch {
      // A bundle without the worker's file, or a system that allows no threads.
      this.#break();
    }
  }

  #next(): void {
    const worker = this.#idle.pop();
    if (worker === undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) this.#idle.push(worker);
    else {
      this.#jobs.set(worker, job);
      // A copy, which is handed over: of a part of an array the whole would be copied.
      const bytes = new Uint8Array(job.bytes);
      worker.postMessage(bytes, [bytes.buffer]);
    }
  }

  #answer(worker: Worker, verdicts: Uint32Array): void {
    this.#jobs.get(worker)?.done(verdicts);
    this.#jobs.delete(worker);
    this.#idle.push(worker);
    this.#next();
  }

  #break(): void {
    this.#isBroken = true;
    for (const { done } of [...this.#jobs.values(), ...this.#waiting]) done(undefined);
    this.#jobs.clear();
    this.#waiting.length = 0;
  }

  async close(): Promise<void> {
    this.#break();
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}
