/** Worker threads run what is compiled: Node 20 starts none from TypeScript. */
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";

const dist = join(import.meta.dirname, "../../dist");
const library: typeof import("../../src/index.ts") = await import(join(dist, "index.js"));
const { openWorkers }: typeof import("../../src/lines/workers.ts") = await import(join(dist, "lines/workers.js"));
const { judgeEachLine }: typeof import("../../src/lines/each-line.ts") = await import(join(dist, "lines/each-line.js"));

const { AllOf, Check, Const, Dict, Int, instances, LazyRef, List, Str, functions } = library;
type Validator = import("../../src/index.ts").Validator;

afterEach(() => instances.clear());

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = (count: number): Uint8Array =>
  encode(Array.from({ length: count }, (_, id) => (id % 5 === 0 ? `{"id":-${id}}` : `{"id":${id}}`)).join("\n"));

const record = Dict({ id: Int({ min: 1 }) });
const limits = { maxBytes: 1000 };
const onThisThread = (validator: Validator, bytes: Uint8Array): Uint32Array => judgeEachLine(validator, bytes, limits);

describe("workers", () => {
  test("judge as this thread does, each chunk when its turn comes", async () => {
    const workers = openWorkers(record, 2, limits);
    const chunks = [3, 500, 0, 20].map(lines);
    const verdicts = await Promise.all(chunks.map(async (chunk) => (await workers?.judge([chunk]))?.[0]));
    expect(verdicts).toEqual(chunks.map((chunk) => onThisThread(record, chunk)));
    expect(verdicts[1]?.length).toBeGreaterThan(500);
    await workers?.close();
  });

  test("leave the bytes to whoever gave them", async () => {
    const workers = openWorkers(record, 1, limits);
    const whole = lines(10);
    await workers?.judge([whole.subarray(5, 30)]);
    expect(whole).toEqual(lines(10));
    await workers?.close();
  });

  test("know what references lead to", async () => {
    instances.add("name", Str({ maxlen: 3 }));
    type Tree = { name: string; children: Tree[] };
    const tree: Validator = Dict({ name: LazyRef("name"), children: List(LazyRef<Tree>((): never => tree as never)) });
    const bytes = encode('{"name":"a","children":[{"name":"b","children":[]}]}\n{"name":"long","children":[]}');
    const workers = openWorkers(tree, 1, limits);
    expect(await workers?.judge([bytes, bytes])).toEqual(Array(2).fill(onThisThread(tree, bytes)));
    await workers?.close();
  });

  test("are none for a schema with code of the caller's", () => {
    class Custom extends library.Validator<unknown> {
      override check(input: unknown) {
        return input;
      }
    }
    const condition = () => true;
    functions.add("condition", condition);
    const schemas = [
      List(new Custom()),
      Dict({ a: Check(() => true) }),
      Dict({ a: AllOf(Int(), Check(condition)) }),
      Dict({ a: Int() }, { defaults: { a: () => 1 } }),
      Const(new (class Point {})()),
      LazyRef("nobody"),
    ];
    for (const schema of schemas) expect(openWorkers(schema, 2, limits), String(schema)).toBe(undefined);
  });

  test("that are ended leave the rest to whoever asks", async () => {
    const workers = openWorkers(record, 1, limits);
    const open = workers?.judge([lines(1000)]);
    await workers?.close();
    expect(await open).toEqual([undefined]);
    expect(await workers?.judge([lines(1)])).toEqual([undefined]);
  });

  test("serve filterLines, whose answer is the same on any number of threads", async () => {
    const bytes = lines(60_000);
    const counts = await Promise.all([1, 2, 4].map((threads) => record.filterLines(bytes, { threads })));
    expect(counts[0]).toMatchObject({ good: 48_000, bad: 12_000 });
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[2]).toEqual(counts[0]);
  });
});
