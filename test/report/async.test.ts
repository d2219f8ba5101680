/** Check and Transform with `async`: calls that wait for functions of the caller's. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { CheckError, JsonDecodeError, SchemaError, WorkLimitError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Check,
  Default,
  Dict,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Str,
  Transform,
  Tuple,
  Type,
  Validator,
} from "../../src/index.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A check that knows which names are taken, and what it was asked. */
function taken(...names: readonly string[]) {
  const asked: unknown[] = [];
  const check = Check(
    async (name: string) => {
      asked.push(name);
      await sleep(1);
      return !names.includes(name);
    },
    { async: true, message: "is taken" },
  );
  return { asked, check, name: AllOf(Str({ minlen: 1 }), check) };
}

/** The result of each call that can wait, for the same value. */
async function resultsOf(validator: Validator, value: unknown) {
  const text = JSON.stringify(value);
  return {
    safeAsync: await validator.safeAsync(value),
    safeJsonAsync: await validator.safeJsonAsync(text),
    bytes: await validator.safeJsonAsync(encode(text)),
  };
}

const issuesOf = (result: { error?: { issues: readonly { path: unknown; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path, message]);

test("a value is valid if its functions say so", async () => {
  const { name, asked } = taken("Eve");
  for (const result of Object.values(await resultsOf(Dict({ name }), { name: "Ann" }))) {
    expect(result).toEqual({ ok: true, value: { name: "Ann" } });
  }
  expect(asked).toEqual(["Ann", "Ann", "Ann"]);
  await expect(Dict({ name }).validateAsync({ name: "Ann" })).resolves.toEqual({ name: "Ann" });
  await expect(Dict({ name }).jsonAsync('{"name":"Ann"}')).resolves.toEqual({ name: "Ann" });
});

test("all that functions refuse is reported, in the order of the schema", async () => {
  const { name } = taken("Eve", "Bob");
  const validator = Dict({ first: name, others: List(name), last: name });
  const value = { first: "Bob", others: ["Ann", "Bob", "Eve"], last: "Eve" };
  for (const result of Object.values(await resultsOf(validator, value))) {
    expect(issuesOf(result)).toEqual([
      [["first"], "is taken"],
      [["others", 1], "is taken"],
      [["others", 2], "is taken"],
      [["last"], "is taken"],
    ]);
    expect(result.error).toBeInstanceOf(SchemaError);
  }
  await expect(validator.validateAsync(value)).rejects.toBeInstanceOf(SchemaError);
  await expect(validator.jsonAsync(JSON.stringify(value))).rejects.toBeInstanceOf(SchemaError);
});

test("errors of JSON text have their positions", async () => {
  const { name } = taken("Eve");
  const result = await List(name).safeJsonAsync('["Ann",\n "Eve"]');
  expect(result.error).toMatchObject({ length: 1 });
  expect([...(result.error ?? [])][0]).toMatchObject({ line: 2, column: 2, offset: 9 });
  expect((await List(name).safeJsonAsync('["Ann"')).error).toBeInstanceOf(JsonDecodeError);
});

test("functions are not called if anything else is wrong", async () => {
  const { name, asked } = taken();
  for (const value of [{ name: "Ann", age: "x" }, { name: "", age: 1 }, { name: "Ann" }]) {
    for (const result of Object.values(await resultsOf(Dict({ name, age: Int() }), value)))
      expect(result.ok).toBe(false);
  }
  expect(asked).toEqual([]);
});

test("a function is called once for equal values", async () => {
  const { name, asked } = taken();
  const point = AllOf(
    Dict({ x: Int() }),
    Check(
      async (value: { x: number }) => {
        asked.push(value.x);
        return true;
      },
      { async: true },
    ),
  );
  const value = { names: ["a", "b", "a"], points: [{ x: 1 }, { x: 1 }, { x: 2 }] };
  const result = await Dict({ names: List(name), points: List(point) }).validateAsync(value);
  expect(result).toEqual(value);
  expect(asked).toEqual(["a", "b", 1, 2]);
  expect((result as typeof value).points[0]).not.toBe((result as typeof value).points[1]);
});

describe("a Transform that is async", () => {
  const double = Transform(
    async (value: number) => {
      await sleep(1);
      return value * 2;
    },
    { async: true },
  );

  test("gives the result, and later steps get it", async () => {
    const validator = AllOf(Int(), double, Int({ max: 10 }), double);
    for (const result of Object.values(await resultsOf(List(validator), [1, 5]))) {
      expect(result).toEqual({ ok: true, value: [4, 20] });
    }
    for (const result of Object.values(await resultsOf(List(validator), [6, 1]))) {
      expect(issuesOf(result)).toEqual([[[0], "Expected at most 10, got 12."]]);
    }
  });

  test("may refuse by a ValidationError, or by any Error with throws", async () => {
    const find = async (id: number) => {
      if (id < 0) throw new Error("no such user");
      return { id };
    };
    const user = AllOf(Int(), Transform(find, { async: true, throws: true }));
    await expect(user.validateAsync(1)).resolves.toEqual({ id: 1 });
    const { error } = await user.safeAsync(-1);
    expect(error).toBeInstanceOf(CheckError);
    expect(error?.issues[0]?.message).toBe("no such user");
  });
});

test("a Check that is async may report several issues", async () => {
  const range = Check(
    async (value: { start: number; end: number }, fail) => {
      await sleep(1);
      if (value.start < 0) fail({ path: ["start"], message: "is negative" });
      if (value.end < value.start) fail({ path: ["end"], message: "is too early", code: "order" });
    },
    { async: true },
  );
  const validator = Dict({ range: AllOf(Dict({ start: Int(), end: Int() }), range) });
  await expect(validator.validateAsync({ range: { start: 1, end: 2 } })).resolves.toBeDefined();
  const { error } = await validator.safeAsync({ range: { start: -1, end: -2 } });
  expect(error?.issues.map(({ path, message, code }) => [path, message, code])).toEqual([
    [["range", "start"], "is negative", "check"],
    [["range", "end"], "is too early", "order"],
  ]);
});

test("values without structure are recognised when they are validated again", async () => {
  const hosts: string[] = [];
  const url = AllOf(
    Type(URL, { coerce: true }),
    Check(async ({ host }: URL) => hosts.push(host) > 0 && host !== "b.example", { async: true }),
  );
  const seen: string[] = [];
  const wrapped = AllOf(
    Dict({ url }),
    Check(async (value: { url: URL }) => seen.push(value.url.host) > 0 && value.url.host !== "c.example", {
      async: true,
    }),
  );
  const value = ["a", "b", "c", "a"].map((name) => ({ url: `https://${name}.example/` }));
  for (const result of Object.values(await resultsOf(List(wrapped), value))) {
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[1, "url"]]);
  }
  expect(new Set(hosts)).toEqual(new Set(["a.example", "b.example", "c.example"]));
  // Only of values that have passed the steps before, and only if nothing else is wrong.
  expect(seen).toEqual([]);
  expect((await List(wrapped).safeAsync([value[0], value[2]])).error?.issues.map(({ path }) => path)).toEqual([[1]]);
  expect(seen).toEqual(["a.example", "c.example"]);
  const { value: urls } = await List(url).safeAsync(["https://a.example", "https://a.example"]);
  expect((urls as URL[])[0]).not.toBe((urls as URL[])[1]);
});

describe("what differs each time it is made is made once", () => {
  let count = 0;
  const next = () => ++count;
  const asked: unknown[] = [];
  const note = Check(async (value) => asked.push(value) > 0, { async: true });
  const numbered = AllOf(
    Dict({}, { unknown: "keep" }),
    Transform((value: object) => ({ ...value, id: next(), at: new Date(count) })),
    note,
  );
  test.each<[string, Validator, unknown]>([
    ["a default", Dict({ id: AllOf(Int(), note) }, { defaults: { id: next } }), {}],
    ["a default inside", AllOf(Dict({ id: Any() }, { defaults: { id: () => new Date(next()) } }), note), {}],
    ["a Default", Tuple(Default(AllOf(Int(), note), next)), [undefined]],
    ["a step of an AllOf", numbered, {}],
  ])("%s", async (_, validator, value) => {
    asked.length = 0;
    const result = await validator.validateAsync(value);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(result)).toContain(JSON.stringify(asked[0]));
  });

  test("for each value", async () => {
    const values = (await List(numbered).validateAsync([{}, {}, { a: 1 }])) as { id: number }[];
    expect(new Set(values.map(({ id }) => id)).size).toBe(3);
    expect(asked).toEqual(expect.arrayContaining(values));
  });
});

test("a function is called for what others have made of an object", async () => {
  const isFine = Check(async (words: string[]) => !words.includes("bad"), { async: true });
  class Adding extends Validator<string[]> {
    static override readonly params = { word: (_owner: unknown, _attr: string, value: unknown) => value };
    declare readonly word: string;
    override check(input: unknown) {
      (input as string[]).push(this.word);
      return input as string[];
    }
  }
  const adding = (word: string) => Transform((words: string[]) => (words.push(word) ? words : []));
  const checking = (word: string) => Check((words: string[]) => words.push(word) > 0);
  const extending = (word: string): Validator => new Adding({ word });
  for (const step of [adding, checking, extending]) {
    const words = (word: string) => AllOf(List(Str()), step(word) as Validator<string[], string[]>, isFine);
    const { error } = await Dict({ a: words("good"), b: words("bad") }).safeAsync({ a: ["x"], b: ["x"] });
    expect(error?.issues.map(({ path }) => path)).toEqual([["b"]]);
  }
});

test("many functions are called in the order of the schema", async () => {
  const asked: number[] = [];
  const note = Check(async (value: number) => asked.push(value) > 0, { async: true });
  const values = Array.from({ length: 20_000 }, (_, index) => index);
  await expect(List(AllOf(Int(), note)).validateAsync(values)).resolves.toEqual(values);
  expect(asked).toEqual(values);
});

test("a step of a OneOf that a function refuses leads to the next one", async () => {
  const asked: string[] = [];
  const known = (kind: string, ...ids: readonly string[]) =>
    AllOf(
      Str(),
      Check(async (id: string) => asked.push(`${kind} ${id}`) > 0 && ids.includes(id), { async: true, message: kind }),
    );
  const validator = List(OneOf(known("user", "u1"), known("group", "g1")));
  for (const result of Object.values(await resultsOf(validator, ["u1", "g1"]))) {
    expect(result).toEqual({ ok: true, value: ["u1", "g1"] });
  }
  expect(asked.slice(0, 3)).toEqual(["user u1", "user g1", "group g1"]);
  const { error } = await validator.safeAsync(["x"]);
  expect(error?.length).toBe(2);
});

test("steps behind a function get a value only when it has accepted it", async () => {
  const seen: unknown[] = [];
  const even = Check(async (value: number) => value % 2 === 0, { async: true });
  const note = Transform((value: number) => {
    seen.push(value);
    return value;
  });
  await expect(AllOf(Int(), even, note).validateAsync(3)).rejects.toThrow();
  expect(seen).toEqual([]);
  await expect(AllOf(Int(), even, note).validateAsync(4)).resolves.toBe(4);
  expect(seen).toEqual([4]);
});

test("Checks in a row are called together and all report, unless one has abort", async () => {
  const not = (word: string, params = {}) =>
    Check(async (value: string) => !value.includes(word), { async: true, message: `has ${word}`, ...params });
  const { error } = await AllOf(Str(), not("a"), not("b"), not("c")).safeAsync("a c");
  expect(error?.issues.map(({ message }) => message)).toEqual(["has a", "has c"]);
  const first = await AllOf(Str(), not("a", { abort: true }), not("c")).safeAsync("a c");
  expect(first.error?.issues.map(({ message }) => message)).toEqual(["has a"]);
});

test("a function behind a Check with abort is called only if that has accepted the value", async () => {
  const called: string[] = [];
  const test = (name: string, isValid: boolean, params = {}) =>
    Check(async () => called.push(name) > 0 && isValid, { async: true, ...params });
  const steps = (isValid: boolean) => [test("a", true), test("b", isValid, { abort: true }), test("c", true)];
  expect((await AllOf([Str(), ...steps(false)]).safeAsync("x")).ok).toBe(false);
  expect(called).toEqual(["a", "b"]);
  expect((await AllOf([Str(), ...steps(true)]).safeAsync("x")).ok).toBe(true);
  expect(called).toEqual(["a", "b", "a", "b", "c"]);
});

test("calls that can wait take every validator", async () => {
  await expect(Int().validateAsync(1)).resolves.toBe(1);
  await expect(Int().validateAsync("1")).rejects.toThrow();
  expect(await Int().safeAsync(1)).toEqual({ ok: true, value: 1 });
  expect((await Int().safeAsync("1")).ok).toBe(false);
  const aborted = AbortSignal.abort(new Error("too late"));
  await expect(Int().validateAsync(1, { signal: aborted })).rejects.toThrow("too late");
  await expect(Int().jsonAsync("1", { signal: aborted })).rejects.toThrow("too late");
});

test("a value may not nest functions that need each other's answers without bound", async () => {
  let calls = 0;
  const even = Check(async () => ++calls > 0, { async: true });
  instances.put("async.deep", AllOf(Dict({ a: LazyRef("async.deep") }, { optional: ["a"] }), even));
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`;
  expect((await LazyRef("async.deep").safeJsonAsync(nested(20))).ok).toBe(true);
  expect(calls).toBe(21);
  const { error } = await LazyRef("async.deep").safeJsonAsync(nested(200));
  expect(error).toBeInstanceOf(WorkLimitError);
  expect(calls).toBeLessThan(100);
});

describe("errors of functions", () => {
  const failing = (message: string) =>
    Check(
      async () => {
        await sleep(1);
        throw new Error(message);
      },
      { async: true },
    );

  test("are those of the call", async () => {
    const call = AllOf(Int(), failing("the database is down"));
    await expect(call.validateAsync(1)).rejects.toThrow("the database is down");
    await expect(call.safeAsync(1)).rejects.toThrow("the database is down");
    await expect(call.safeJsonAsync("1")).rejects.toThrow("the database is down");
  });

  test("are all there if several fail at once", async () => {
    const validator = Tuple(AllOf(Int(), failing("one")), AllOf(Int(), failing("two")));
    const error: AggregateError = await validator.safeAsync([1, 2]).then(
      () => undefined as never,
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(AggregateError);
    expect(error.errors.map(({ message }: Error) => message)).toEqual(["one", "two"]);
  });

  test("that come when the call is over are not unhandled", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const signal = AbortSignal.timeout(1);
    const slow = Check(
      async () => {
        await sleep(20);
        throw new Error("late");
      },
      { async: true },
    );
    await expect(AllOf(Int(), slow).validateAsync(1, { signal })).rejects.toThrow();
    await sleep(40);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

describe("lines", () => {
  async function gathered(validator: Validator, source: Parameters<Validator["lines"]>[0], options = {}) {
    const results: unknown[] = [];
    for await (const result of validator.lines(source, options)) {
      results.push([result.line, result.ok, result.ok ? result.value : undefined]);
    }
    return results;
  }

  test("come in order, and at most so many functions run at once", async () => {
    let running = 0;
    let most = 0;
    const slow = Check(
      async (value: number) => {
        most = Math.max(most, ++running);
        await sleep((value % 3) * 2);
        running--;
        return value % 5 !== 0;
      },
      { async: true },
    );
    const text = Array.from({ length: 60 }, (_, index) => index).join("\n");
    const results = await gathered(AllOf(Int(), slow), `${text}\nx\n`, { concurrency: 4 });
    expect(results.slice(0, 60)).toEqual(
      Array.from({ length: 60 }, (_, index) => [index + 1, index % 5 !== 0, index % 5 === 0 ? undefined : index]),
    );
    expect(results[60]).toEqual([61, false, undefined]);
    expect(most).toBe(4);
  });

  test("do not wait for a slow source", async () => {
    const { name } = taken();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* source() {
      yield encode('"a"\n');
      await released;
      yield encode('"b"\n');
    }
    const lines = name.lines(source());
    expect((await lines.next()).value).toMatchObject({ line: 1, value: "a" });
    release();
    expect((await lines.next()).value).toMatchObject({ line: 2, value: "b" });
    expect((await lines.next()).done).toBe(true);
  });

  test("say nothing of secrets", async () => {
    const { name } = taken("Eve");
    const validator = Dict({ name, card: Str({ pattern: /^\d+$/, secret: true }) });
    for await (const result of validator.lines('{"name":"Ann","card":"4242x"}\n{"name":"Eve","card":"1"}\n')) {
      expect(JSON.stringify([result.ok, result.ok ? "" : [String(result.error), result.error.issues]])).not.toContain(
        "4242x",
      );
    }
  });

  test("end when the loop does, and with an error of a function", async () => {
    const { name, asked } = taken();
    const many = Array.from({ length: 100 }, (_, index) => `"${index}"`).join("\n");
    for await (const { line } of name.lines(many, { concurrency: 2 })) if (line === 3) break;
    await sleep(10);
    expect(asked.length).toBeLessThan(10);
    const broken = AllOf(
      Str(),
      Check(async () => Promise.reject(new Error("down")), { async: true }),
    );
    await expect(gathered(broken, many)).rejects.toThrow("down");
  });
});

test("Standard Schema answers with a promise", async () => {
  const validator = Dict({
    id: AllOf(
      Int(),
      Check(async (id: number) => id > 0, { async: true, message: "Unknown." }),
    ),
  });
  await expect(validator["~standard"].validate({ id: 1 })).resolves.toEqual({ value: { id: 1 } });
  await expect(validator["~standard"].validate({ id: 0 })).resolves.toEqual({
    issues: [{ message: "Unknown.", path: ["id"] }],
  });
});
