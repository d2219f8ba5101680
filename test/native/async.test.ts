import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { pure } from "../../src/core/json/pure.ts";
import { MinValueError } from "../../src/exc.ts";
import {
  Any,
  Validator as Base,
  Dict,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  Str,
  type Validator,
} from "../../src/index.ts";
import { validateEachLine } from "../../src/lines/each-line.ts";
import { longTest } from "../support/long.ts";
import { sweep } from "../support/sweep.ts";
import { native } from "./addon.ts";

const dist = new URL("../../dist/index.js", import.meta.url).href;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Long enough for another thread. */
const many = (item: string): string =>
  `[${Array(Math.ceil(300_000 / item.length))
    .fill(item)
    .join(",")}]`;

const record = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1 }), score: Float() });
class Even extends Base {
  override check(input: unknown, report: Parameters<Base["check"]>[1]): unknown {
    return (input as number) % 2 === 0 ? input : report.fail(MinValueError, { expected: 0, actual: input });
  }
}

describe("a promise gives what the call gives", () => {
  const text = many('{"id":1,"name":"a name, \u00e9","score":0.5}');
  longTest.each<[what: string, validator: Validator, source: string | Uint8Array]>([
    ["the value of a short text", List(record), '[{"id":1,"name":"a","score":1}]'],
    ["the error of a short text", List(record), '[{"id":1,"name":"","score":1}]'],
    ["the value of a long text", List(record), text],
    ["the value of long bytes", List(record), encode(text)],
    ["the value of bytes with a byte order mark", List(record), encode(`\ufeff${text}`)],
    ["the errors of a long text", List(record), text.replaceAll('"score":0.5', '"score":"x"')],
    ["what is not JSON", List(record), encode(text.slice(0, -1))],
    ["what is not UTF-8", List(record), Buffer.concat([encode(many("1")), Uint8Array.of(0xff)])],
    ["half of a surrogate pair", List(Str()), many('"\\ud800"')],
    ["what is left to a check", List(Dict({ a: new Even() })), many('{"a":2}')],
    ["what such a check refuses", List(Dict({ a: new Even() })), `[{"a":3},${many('{"a":2}').slice(1)}`],
    ["texts that need a longer tape", List(Int()), many("1")],
    ["strings beyond Latin-1, and numbers", List(Any()), many('"日本",1.5,"a"')],
  ])("%s", async (_, validator, source) => {
    for (const limits of [undefined, { maxErrors: 2 }, { maxBytes: 1000 }, { maxDepth: 1 }]) {
      const expected = pure.parse(validator, source, limits);
      const result = await validator.safeJsonAsync(source, limits);
      expect(result.ok).toBe(expected.ok);
      if (result.ok && expected.ok) expect(result.value).toEqual(expected.value);
      if (!result.ok && !expected.ok) {
        expect(result.error.issues).toEqual(expected.error.issues);
        await expect(validator.jsonAsync(source, limits)).rejects.toEqual(expected.error);
      }
    }
  });

  test("or rejects where the call throws", async () => {
    await expect(Int().jsonAsync(1 as never)).rejects.toThrow("JSON text should be a string or a Uint8Array");
    await expect(Int().safeJsonAsync("1", { maxDepth: -1 })).rejects.toThrow(
      "maxDepth should be a non-negative integer",
    );
    await expect(Int().safeJsonAsync(many("1"), { maxDepth: -1 })).rejects.toThrow(TypeError);
    await expect(List(LazyRef("async.nowhere")).jsonAsync(many("1"))).rejects.toThrow("is not registered");
    const { jsonAsync } = Int();
    await expect(jsonAsync("1")).rejects.toThrow("jsonAsync was called without its validator");
  });

  test("of many at once, each its own", async () => {
    const given = Array.from({ length: 12 }, (_, index) => many(String(index)));
    const values = await Promise.all(given.map((text) => List(Int()).jsonAsync(text)));
    expect(values.map((value) => new Set(value))).toEqual(given.map((_, index) => new Set([index])));
  });

  test("as references led when it was called", async () => {
    instances.put("async.later", Int());
    const validator = List(LazyRef("async.later"));
    const before = validator.safeJsonAsync(many("1"));
    instances.put("async.later", Str());
    expect((await before).ok).toBe(true);
    expect((await validator.safeJsonAsync(many('"x"'))).ok).toBe(true);
  });
});

describe.skipIf(native === undefined)("several threads", () => {
  test("validate lines as this one does, many blocks at once, and use their memory again", () => {
    const block = (index: number): Uint8Array =>
      encode(
        Array.from({ length: 30 * index ** 2 }, (_, at) => (at % 7 === index ? `{"id":-1}` : `{"id":${at}}`)).join(
          "\n",
        ),
      );
    const validator = Dict({ id: Int({ min: 0 }) });
    const several = native?.openLines(validator, 3);
    const calls = Array.from({ length: 60 }, (_, at) =>
      Array.from({ length: at % 4 }, (_, index) => block((at % 9) + index)),
    );
    for (let round = 0; round < 3; round++) {
      for (const blocks of calls) {
        expect(several?.validate(blocks)).toEqual(blocks.map((bytes) => validateEachLine(validator, bytes)));
      }
    }
  });

  test("validate more runs than there is room for at first", () => {
    const bytes = encode("1\nx\n".repeat(100_000));
    const several = native?.openLines(Int(), 2);
    const expected = Buffer.from(validateEachLine(Int(), bytes).buffer);
    for (let call = 0; call < 3; call++) {
      const verdicts = several?.validate([bytes]) ?? [];
      expect(verdicts).toHaveLength(1);
      // As bytes: to compare 600,000 numbers one by one takes seconds.
      expect(expected.equals(Buffer.from(Uint32Array.from(verdicts[0] ?? []).buffer))).toBe(true);
    }
    expect(several?.validate([encode("1\n")])).toEqual([Uint32Array.of(2, 1, LineVerdict.valid)]);
  });

  test("leave to this one what the addon cannot validate", async () => {
    let deep: Validator = Int();
    for (let level = 0; level < 1200; level++) deep = List(deep);
    expect(native?.openLines(deep, 2)?.validate([encode("1\n")])).toBe(undefined);
    const lines = "1\n".repeat(100_000);
    expect(await deep.filterLines(lines, { threads: 2 })).toMatchObject({ good: 0, bad: 100_000 });
  });

  test("throw for what is no text, and open for no limits that are none", () => {
    expect(() => native?.openLines(Int(), 2)?.validate(["1" as never])).toThrow(TypeError);
    expect(() => native?.openLines(Int(), 2, { maxDepth: 2000 })).toThrow("maxDepth");
  });

  test("do not keep texts waiting that are to be read, however long they validate lines", async () => {
    let isRead = false;
    const reading = List(record)
      .jsonAsync(many('{"id":1,"name":"n","score":1}'))
      .then(() => {
        isRead = true;
      });
    const lines = async function* (): AsyncGenerator<Uint8Array, void> {
      const chunk = encode("1\n".repeat(500_000));
      for (let left = 5000; left > 0 && !isRead; left--) yield chunk;
    };
    await Int().filterLines(lines(), { threads: 16 });
    expect(isRead).toBe(true);
    await reading;
  });

  test("leave nothing behind that the next call of the same engine would meet", async () => {
    const text = many('{"id":1,"name":"n","score":1}');
    const pending = List(record).jsonAsync(text);
    expect(List(record).safeJson('[{"id":2,"name":"m","score":"x"}]').ok).toBe(false);
    expect((await pending).length).toBeGreaterThan(1000);
  });
});

/** Runs a program of its own. */
function run(code: string): string {
  const program = `import { Dict, Int, List, engine } from ${JSON.stringify(dist)};
    const text = new TextEncoder().encode("[" + "1,".repeat(3_000_000) + "1]");
    const validator = List(Int());\n${code}`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", timeout: 60_000 });
}

describe("a process", () => {
  test("lives until what it waits for has come, and ends though threads are idle", () => {
    expect(run("validator.jsonAsync(text).then(({ length }) => console.log(length));")).toBe("3000001\n");
  });

  test("may end in the middle", () => {
    for (const wait of sweep([5], [0, 1, 5, 20])) {
      expect(
        run(`for (let i = 0; i < 3; i++) validator.jsonAsync(text).then(() => {});
        setTimeout(() => { console.log("end"); process.exit(0); }, ${wait});`),
      ).toBe("end\n");
    }
  });

  test("has workers that may be terminated in the middle", async () => {
    const code = `import { parentPort } from "node:worker_threads";
      import { List, Int } from ${JSON.stringify(dist)};
      const text = new TextEncoder().encode("[" + "1,".repeat(1_000_000) + "1]");
      parentPort.postMessage("begun");
      for (;;) await Promise.all([1, 2, 3].map(() => List(Int()).jsonAsync(text)));`;
    for (let round = 0; round < sweep(2, 12); round++) {
      const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
      await once(worker, "message");
      await new Promise((resolve) => setTimeout(resolve, (round * 13) % 70));
      expect(await worker.terminate()).toBe(1);
    }
    expect(await List(Int()).jsonAsync(many("1"))).toHaveLength(300_000);
  });
});
