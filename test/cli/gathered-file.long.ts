import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GatheredFile, type GatherHandle } from "../../src/cli/gathered-file.ts";

const LARGE = 4 * 1024;

const yieldToEventLoop = (): Promise<void> => new Promise((done) => setImmediate(done));

/** A file that accepts at most so many bytes per call, and only when `write` is called. */
class Slow {
  readonly bytes: number[] = [];
  calls = 0;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  readonly handle = {
    writev: async (pieces: readonly Uint8Array[]) => {
      this.calls++;
      await new Promise<void>((resume) => this.#waiting.push(resume));
      let bytesWritten = 0;
      for (const piece of pieces) {
        const taken = piece.subarray(0, this.#most - bytesWritten);
        for (const byte of taken) this.bytes.push(byte);
        bytesWritten += taken.length;
      }
      return { bytesWritten, buffers: pieces };
    },
  } as unknown as GatherHandle;

  /** Completes the pending writes. */
  async write(): Promise<void> {
    for (const resume of this.#waiting.splice(0)) resume();
    await yieldToEventLoop();
  }

  /** Completes writes until then. */
  async until<T>(done: Promise<T>): Promise<T> {
    let isDone = false;
    const ended = done.finally(() => {
      isDone = true;
    });
    ended.catch(() => {});
    while (!isDone) await this.write();
    return ended;
  }
}

const failing = (code: string): GatherHandle =>
  ({ writev: async () => Promise.reject(Object.assign(new Error(code), { code })) }) as unknown as GatherHandle;

describe("a gathered file", () => {
  const sizes = fc.oneof(fc.nat(40), fc.integer({ min: LARGE - 2, max: LARGE + 2 }), fc.nat(3 * LARGE));
  const steps = fc.array(fc.oneof({ weight: 5, arbitrary: sizes }, fc.constantFrom("pass", "lend", "write")), {
    maxLength: 60,
  });

  test("gets all bytes in order, from memory that is not reused meanwhile", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), fc.integer({ min: 1, max: 20_000 }), async (all, live, most) => {
        const slow = new Slow(most);
        const file = new GatheredFile(slow.handle, "out", live);
        const expected: number[] = [];
        let given: Uint8Array[] = [];
        let loans = 0;
        for (const [index, step] of all.entries()) {
          if (typeof step === "number") {
            const bytes = new Uint8Array(step).fill(1 + (index % 250));
            expected.push(...bytes);
            file.write(bytes);
            given.push(bytes);
          } else if (step === "lend") {
            const own = given;
            given = [];
            loans++;
            file.lend(() => {
              loans--;
              for (const bytes of own) bytes.fill(0);
            });
          } else if (step === "pass") file.pass();
          else await slow.write();
        }
        await slow.until(file.flush());
        expect(slow.bytes).toEqual(expected);
        expect([file.written, loans]).toEqual([expected.length, 0]);
      }),
      { numRuns: 200 },
    );
  });

  test("borrows no memory for small pieces, which are copied", () => {
    const file = new GatheredFile(new Slow().handle, "out", false);
    let isDone = false;
    file.write(new Uint8Array(LARGE - 1));
    file.lend(() => {
      isDone = true;
    });
    expect(isDone).toBe(true);
  });

  test("is not written a few bytes at a time, unless it may have a live reader", async () => {
    for (const live of [false, true]) {
      const slow = new Slow();
      const file = new GatheredFile(slow.handle, "out", live);
      for (let i = 0; i < 3; i++) {
        file.write(Uint8Array.of(i));
        file.pass();
      }
      await slow.write();
      expect(slow.bytes).toEqual(live ? [0] : []);
      // Bytes that arrived meanwhile are written at once.
      await slow.write();
      expect([slow.bytes, slow.calls]).toEqual(live ? [[0, 1, 2], 2] : [[], 0]);
    }
  });

  test("applies back-pressure", async () => {
    const slow = new Slow();
    const file = new GatheredFile(slow.handle, "out", false);
    await file.ready();
    for (const isPassed of [true, false]) {
      file.write(new Uint8Array(5 * 1024 * 1024));
      if (isPassed) file.pass();
      expect(file.full).toBe(true);
      await slow.until(file.ready());
      expect(file.full).toBe(false);
    }
  });

  test("fails if the system accepts no bytes", async () => {
    const slow = new Slow(0);
    const file = new GatheredFile(slow.handle, "out", true);
    file.write(Uint8Array.of(1));
    await expect(slow.until(file.flush())).rejects.toThrow("cannot write 'out': it takes nothing");
  });

  test("reports a failed write, and returns borrowed memory", async () => {
    const file = new GatheredFile(failing("ENOSPC"), "out.txt", false);
    let lent = 2;
    const back = (): void => void lent--;
    file.write(new Uint8Array(LARGE));
    file.lend(back);
    await expect(file.flush()).rejects.toThrow("cannot write 'out.txt': ENOSPC");
    file.write(new Uint8Array(LARGE));
    file.lend(back);
    expect([file.full, lent]).toEqual([true, 0]);
    await expect(file.ready()).rejects.toThrow("cannot write 'out.txt': ENOSPC");
    await expect(file.flush()).rejects.toThrow("cannot write 'out.txt': ENOSPC");
  });
});
