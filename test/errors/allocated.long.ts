/** How much memory an error takes that nobody may read: garbage is most of what refusing costs. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Bool, Dict, Int, List, Str, type Validator } from "../../src/index.ts";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

/**
 * Bytes that a call allocates: so few in all that no collection begins meanwhile. The least of some rounds, because V8
 * may still be compiling the code, which allocates, too, and more before it is optimized.
 */
function bytesOf(call: () => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    for (let index = 0; index < 20_000; index++) call();
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 500; index++) call();
    return (process.memoryUsage().heapUsed - before) / 500;
  });
  return Math.min(...rounds);
}

const user: Validator = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1 }), on: Bool(), tags: List(Str()) });
const bad = { id: -1, name: 5, on: true, tags: ["a"] };

test.each<[string, number, () => unknown]>([
  ["is, refused", 250, () => user.is(bad)],
  ["safe, refused, of which only ok is read", 1500, () => user.safe(bad).ok],
  ["safe, refused, two issues read", 4000, () => user.safe(bad).error?.issues],
])("%s allocates at most %d bytes a call", (_what, most, call) => {
  expect(bytesOf(call)).toBeLessThanOrEqual(most);
});
