import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import "../support/fresh.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Const,
  Datetime,
  Dict,
  FAILED,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Str,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { compiled } from "../support/compiled.ts";
import { answeredBy, keepMode } from "./mode.ts";

keepMode();

describe("generated code", () => {
  test("validates from the first call where it is asked to, and never where it is asked not to", () => {
    const person = Dict({ name: Str(), age: Int() });
    const validate = (): void => {
      expect(person({ name: "Ann", age: 1 })).toEqual({ name: "Ann", age: 1 });
      expect(person.is({ name: "Ann", age: "1" })).toBe(false);
      expect(person.safe({ name: "Ann" }, { maxErrors: 1 }).ok).toBe(false);
    };
    execution.mode = "check";
    expect(answeredBy(validate)).toBe(0);
    execution.mode = "compiled";
    expect(answeredBy(validate)).toBe(3);
  });

  test("validates for a validator that has taken many steps, and not before", () => {
    execution.mode = "auto";
    // A date is left to its check: by what is not the check itself.
    const dates = List(Datetime());
    const leaves = (): boolean => {
      const { calledOut } = execution;
      dates.is(["2026-11-25T10:00:00Z"]);
      return execution.calledOut > calledOut;
    };
    expect(leaves()).toBe(false);
    for (let call = 0; call < 500; call++) expect(leaves()).toBe(false);
    // How many it takes depends on what code has been generated for in this process.
    for (let call = 0; call < 100_000 && !leaves(); call++);
    expect(leaves()).toBe(true);
  });

  test("leaves a call alone that has limits of its own for depth", () => {
    execution.mode = "compiled";
    const list = List(Int());
    expect(answeredBy(() => expect(list.safe([1], { maxDepth: 0 }).ok).toBe(false))).toBe(0);
  });

  test("changes no answer of a validator that is much used", () => {
    execution.mode = "auto";
    const list = List(Dict({ a: Int({ min: 0 }) }, { optional: ["a"] }));
    const value = Array.from({ length: 500 }, (_, a) => (a % 3 === 0 ? {} : { a }));
    const answers = new Set(Array.from({ length: 60 }, () => JSON.stringify(list(value))));
    expect([...answers]).toEqual([JSON.stringify(value)]);
    const refusals = new Set(
      Array.from({ length: 60 }, () => String((list.safe([...value, { a: -1 }]) as never as { error: Error }).error)),
    );
    expect(refusals.size).toBe(1);
  });

  test("is generated where a default is of another type than its validator asks for", () => {
    execution.mode = "compiled";
    const wrong = Dict({ a: Str({ maxlen: 3 }), b: Int() }, { defaults: { a: 5, b: "x" } as never });
    expect(answeredBy(() => expect(wrong.safe({})).toMatchObject({ ok: false, error: { length: 2 } }))).toBe(1);
    expect(wrong({ a: "a", b: 1 })).toEqual({ a: "a", b: 1 });
  });

  test("keeps as many errors as the check where their paths take too much", () => {
    const members = { a: Any(), c: Any(), d: Any(), e: Any() };
    const tree: Validator = Dict(members, { extra: [Any(), LazyRef("deepTree")], alias: "deepTree" });
    let deep: unknown = 1;
    for (let level = 0; level < 500; level++) deep = { b: deep };
    execution.mode = "check";
    const expected = tree.safe(deep);
    execution.mode = "compiled";
    const got = tree.safe(deep);
    expect(got.error?.length).toBe(expected.error?.length);
    expect(got.error?.message).toBe(expected.error?.message);
  });

  test.each<[string, Validator, unknown, boolean]>([
    ["a text where a number is tried first", OneOf(Int(), Float(), Str()), "a", false],
    ["a number where texts are tried first", OneOf(Str(), Const("x"), Const(null), Bool(), Int()), 1, false],
    ["a text where members are tried first", OneOf(List(Int()), Tuple(Int()), Dict({ a: Int() }), Str()), "a", false],
    ["a member of another type", OneOf(Dict({ a: Int() }), Dict({ a: Str() })), { a: "x" }, false],
    ["a bigint, which stands for a number", OneOf(Str(), Int()), 1n, true],
    ["a text that a number may be made of", OneOf(Int({ coerce: true }), Str()), "x", true],
    ["a text that a Bool takes", OneOf(Bool({ coerce_str: true }), Str()), "yes", true],
  ])("tries the steps of a union and asks checks only where one might convert: %s", (_name, union, value, isAsked) => {
    execution.mode = "check";
    const result = union(value);
    execution.mode = "compiled";
    const before = execution.calledOut;
    expect(union(value)).toEqual(result);
    expect(execution.calledOut > before).toBe(isAsked);
  });

  test("takes what a check returns to refuse for a value as the check does", () => {
    const any = AllOf(
      Any(),
      Check(() => false),
    );
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(String(any.safe(1).error)).toBe("<#1: CheckError(message=undefined)>");
      expect(any.is(1)).toBe(false);
      for (const validator of [Any(), any]) {
        expect(validator.safe(FAILED)).toMatchObject({ ok: false, error: { length: 0 } });
      }
      expect(String(Str().safe(FAILED).error)).toBe("<InvalidTypeError(expected='string', actual='symbol')>");
      expect(List(Str()).is([FAILED])).toBe(false);
      expect(List(Str()).safe([FAILED]).error).toMatchObject({ length: 1 });
    }
  });

  test.each<[string, Validator, readonly unknown[]]>([
    ["an integer", Int({ coerce: true, min: -9, max: 99, multiple_of: 3 }), ["12", " +1_2 ", "-3", 3.9, false, -0, 12]],
    ["an integer that may be null", Int({ coerce: true, nullable: true }), [null, "007", "-0", "1"]],
    ["an integer among options", Int({ coerce: true, options: [1, 2] }), ["1", true, 2.5]],
    ["a number", Float({ coerce: true, min: -1, max: 99.5 }), ["1.5", "1e1", true, -0, "-0", 7]],
    ["a number that may be anything", Float({ coerce: true, nan: true, inf: true }), ["nan", "-inf", "1"]],
    ["a text without space around it", Str({ strip: true, minlen: 1, maxlen: 3 }), [" a ", "abc", "\u2003\u{1F600}b "]],
    ["a text in lower case", Str({ case: "lower", options: ["ab", "c"] }), ["AB", "c"]],
    ["a text in upper case", Str({ case: "upper", pattern: /[A-Z]+$/, nullable: true }), ["ab", null]],
    ["a text of single spaces", Str({ normspace: true, format: "ipv4" }), [" 127.0.0.1 "]],
    ["what the step before has passed on", AllOf(Any(), Str({ strip: true })), [" a "]],
    ["what the step behind passes on", AllOf(Str({ strip: true }), Any()), [" a "]],
  ])("converts without asking a check: %s", (_name, validator, inputs) => {
    const fields = Dict({ first: validator, second: List(validator) });
    for (const input of inputs) {
      const both = { first: input, second: [input, input] };
      execution.mode = "check";
      const expected = [validator(input), fields(both), validator.is(input), fields.is(both)];
      execution.mode = "compiled";
      expect([validator(input), fields(both), validator.is(input), fields.is(both)]).toEqual(expected);
      expect(Object.is(validator(input), expected[0])).toBe(true);
      if (!Object.is(input, -0)) expect(fields.json(JSON.stringify(both))).toEqual(expected[1]);
    }
    const before = execution.calledOut;
    expect(answeredBy(() => fields({ first: inputs[0], second: inputs }))).toBe(1);
    const isChain = _name.startsWith("what the step behind");
    expect(execution.calledOut > before).toBe(isChain);
  });

  test.each<[string, Validator, readonly unknown[]]>([
    [
      "an integer",
      Int({ coerce: true, max: 9 }),
      ["10", "1.5", "x", "", undefined, null, [], "9".repeat(30), 10n, Number.NaN],
    ],
    ["a number", Float({ coerce: true, max: 9 }), ["10", "x", "inf", "nan", undefined, null, {}, 10n]],
    ["a text", Str({ strip: true, minlen: 2 }), [" a ", 1, null, undefined, 5n, new Uint8Array(2)]],
  ])("leaves what it cannot convert to the check: %s", (_name, validator, inputs) => {
    for (const input of [...inputs, 5n]) {
      const answers = (["check", "compiled"] as const).map((mode) => {
        execution.mode = mode;
        const result = validator.safe(input);
        return [result.ok ? result.value : String(result.error), validator.is(input)];
      });
      expect(answers[1]).toEqual(answers[0]);
    }
  });

  const chosen = OneOf([Dict({ kind: Const("cat") }, { nullable: true }), Dict({ kind: Const("dog") })], {
    discriminator: "kind",
  });
  const kindly = OneOf([Dict({ kind: Const("cat"), n: Int() }, { optional: ["kind"] })], { discriminator: "kind" });
  const inherited = Object.create(Object.assign(Object.create(null), { kind: "cat" }));
  test.each<[string, Validator, unknown]>([
    [
      "a step behind one that converts or is null",
      AllOf(AllOf(Str({ nullable: true, strip: true })) as Validator, Str({ minlen: 3 })),
      " a ",
    ],
    [
      "a constant behind one that converts",
      Dict({ k: AllOf(AllOf(Int({ nullable: true, coerce: true })) as Validator, Const("5")) }),
      { k: "5" },
    ],
    ["null where a chosen step takes it", OneOf(chosen, Int()), null],
    [
      "null deep in a step",
      OneOf(Dict({ pet: chosen }), Dict({ pets: List(chosen) })),
      { pets: [null, { kind: "dog" }] },
    ],
    ["a tag that is inherited", kindly, Object.assign(inherited, { n: 1 })],
  ])("is no different from the check: %s", (_name, validator, value) => {
    const answers = (["check", "compiled"] as const).map((mode) => {
      execution.mode = mode;
      const result = validator.safe(value, { maxErrors: 1 });
      const text = validator.safeJson(JSON.stringify(value));
      return [
        result.ok ? result.value : String(result.error),
        validator.is(value),
        String(text.ok ? text.value : text.error),
      ];
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  test("a JSON text is converted behind other steps too", () => {
    execution.mode = "compiled";
    const stripped = AllOf(Str({ nullable: true, strip: true }));
    expect(List(stripped).json('[" x ", null]')).toEqual(["x", null]);
    expect(stripped.json('" x "')).toBe("x");
  });

  test("knows when an alias means something else", () => {
    execution.mode = "compiled";
    instances.put("fast.item", Int());
    const list = List(LazyRef("fast.item"));
    expect(list.is([1])).toBe(true);
    instances.put("fast.item", Str());
    expect([list.is([1]), list.is(["a"])]).toEqual([false, true]);
    instances.delete("fast.item");
    expect(() => list.is([1])).toThrow("not registered");
    instances.put("fast.item", Int());
    expect(list([1])).toEqual([1]);
  });

  test("is left by exceptions of the caller's as if nothing had been", () => {
    execution.mode = "compiled";
    const union = OneOf(Dict({ a: Int() }), Dict({ a: Str() }));
    const angry = Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    for (let i = 0; i < 3; i++) {
      expect(() => union(angry)).toThrow("no");
      expect(union.safe({ a: true })).toMatchObject({ ok: false, error: { length: 2, truncated: false } });
    }
  });

  test.each([
    '"',
    "\\",
    "\n",
    "\u2028",
    "$",
    "`",
    "*/",
    "a'b",
    "</script>",
    "\ud800",
    "__proto__",
    "constructor",
    "0",
    "",
  ])("has the key and the text %j in it as data", (text) => {
    execution.mode = "compiled";
    const one = Dict(Object.fromEntries([[text, Str({ options: [text], nullable: true })]]));
    const value = JSON.parse(`{${JSON.stringify(text)}:${JSON.stringify(text)}}`);
    expect(answeredBy(() => expect(JSON.stringify(one(value))).toBe(JSON.stringify(value)))).toBe(1);
    expect(one.is(value)).toBe(true);
    expect(one.is({ [`${text}x`]: text })).toBe(false);
  });

  test("does not show what someone has put on Object.prototype or Array.prototype", () => {
    execution.mode = "compiled";
    const [object, array]: [Validator, Validator] = [Dict({ a: Int(), b: Int() }), List(Int())];
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    try {
      polluted.b = 1;
      polluted["0"] = 1;
      expect(object.is({ a: 1 })).toBe(false);
      // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
      expect(array.is([,])).toBe(false);
    } finally {
      delete polluted.b;
      delete polluted["0"];
    }
  });
});

describe("a process of its own", () => {
  let library: URL;
  beforeAll(() => {
    library = compiled();
  });
  afterAll(() => rmSync(dirname(fileURLToPath(library)), { recursive: true }));

  const SCRIPT = `
    const { Dict, Int, List } = await import(process.argv[1]);
    const list = List(Dict({ a: Int() }));
    const value = Array.from({ length: 1000 }, (_, a) => ({ a }));
    for (let i = 0; i < 100; i++) if (!list.is(value) || list(value).length !== 1000) throw new Error("refused");
    console.log(list.safe([{ a: "x" }]).error.message);
  `;

  test.each(["check", "auto", "compiled"])("may not make code of text: VALIDLIB_VALUES=%s", (asked) => {
    const index = new URL("index.js", library).href;
    const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", SCRIPT, index];
    const env = { ...process.env, VALIDLIB_VALUES: asked, VALIDLIB_IMPL: "pure" };
    const shown = execFileSync(process.execPath, flags, { env, encoding: "utf8" });
    expect(shown).toContain("0.a: Expected an integer");
  });

  test.each(["check", "compiled"])(
    "has a stack of 1 MiB, and wide objects that contain themselves 512 times: VALIDLIB_VALUES=%s",
    {
      timeout: 30_000,
    },
    async (asked) => {
      const worker = new Worker(new URL("deep-worker.mjs", import.meta.url), {
        workerData: new URL("index.js", library).href,
        env: { ...process.env, VALIDLIB_VALUES: asked, VALIDLIB_IMPL: "pure" },
        resourceLimits: { stackSizeMb: 1 },
      });
      const outcomes = await new Promise((resolve, reject) => {
        worker.once("message", resolve).once("error", reject);
      });
      await worker.terminate();
      expect(outcomes).toEqual([true, true, true, "RecursionMaxDepthError"]);
    },
  );
});
