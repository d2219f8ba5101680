/** Workers that judge lines by the TypeScript engine: threads for where there is no addon. */
import type { Worker } from "node:worker_threads";
import type { JsonLimits } from "../json/engine.ts";
import type { Checker } from "../schemas/checker.ts";
import { plainDumps } from "./portable.ts";
import type { LineThreads } from "./threads.ts";

/** What a worker is started with. */
export interface WorkerSchema {
  /** Dumps by alias, of the validators that references lead to; the schema itself is the last, and has none. */
  readonly dumps: readonly (readonly [alias: string | undefined, dump: unknown])[];
  readonly limits: JsonLimits;
}

type Verdicts = readonly (Uint32Array | undefined)[];

/** Somebody waits for the verdicts on so many blocks. */
interface Job {
  readonly blocks: number;
  readonly done: (verdicts: Verdicts) => void;
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
  readonly #schema: WorkerSchema;
  readonly #most: number;
  /** By worker: its jobs, in the order in which it does them. */
  readonly #jobs = new Map<Worker, Job[]>();
  /** A worker cannot start, or has died: whoever calls has to judge. */
  #isBroken = false;

  constructor(schema: WorkerSchema, count: number) {
    this.#schema = schema;
    this.#most = count;
  }

  judge(blocks: readonly Uint8Array[]): Promise<Verdicts> {
    const chosen = this.#choose();
    if (chosen === undefined) return Promise.resolve(blocks.map(() => undefined));
    const [worker, jobs] = chosen;
    // Copies, which are handed over: of a part of an array the whole would be copied.
    const copies = blocks.map((bytes) => new Uint8Array(bytes));
    return new Promise((done) => {
      worker.postMessage(
        copies,
        copies.map(({ buffer }) => buffer),
      );
      jobs.push({ blocks: blocks.length, done });
    });
  }

  /** The worker with the fewest jobs, and those: a new one, if all have some. Undefined where there can be none. */
  #choose(): [Worker, Job[]] | undefined {
    const fewest = () => [...this.#jobs].sort(([, some], [, others]) => some.length - others.length)[0];
    const isAnyIdle = fewest()?.[1].length === 0;
    if (!isAnyIdle && !this.#isBroken && this.#jobs.size < this.#most) this.#start();
    return this.#isBroken ? undefined : fewest();
  }

  #start(): void {
    try {
      // Of the kind of this file: a source in a clone, in the package a module or the copy in CommonJS. Bundlers would look
      // for the file if `import.meta.url` stood where it is used.
      const here = import.meta.url;
      // Not imported: with it come the streams, a tenth of the time that it takes to import the library.
      const { Worker } = process.getBuiltinModule("worker_threads");
      const worker = new Worker(new URL(`../lines/worker${/\.\w+$/.exec(here)?.[0]}`, here), {
        workerData: this.#schema,
      });
      const jobs: Job[] = [];
      this.#jobs.set(worker, jobs);
      worker.on("message", (verdicts: Verdicts) => jobs.shift()?.done(verdicts));
      worker.on("error", () => this.#break());
      worker.on("exit", () => this.#break());
    } catch {
      // A bundle without the worker's file, or a system that allows no threads.
      this.#break();
    }
  }

  #break(): void {
    this.#isBroken = true;
    for (const jobs of this.#jobs.values()) {
      for (const { blocks, done } of jobs.splice(0)) done(Array(blocks).fill(undefined));
    }
  }

  async close(): Promise<void> {
    this.#break();
    await Promise.all([...this.#jobs.keys()].map((worker) => worker.terminate()));
  }
}
