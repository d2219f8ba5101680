/** The result of a run: what it is, and how long it lives. */
import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import type { Compiled, Failures, Port } from "../../src/engines/native/addon.ts";
import { bind } from "../../src/engines/native/binding.ts";
import { Plan } from "../../src/engines/native/plan.ts";
import { HEAD_SIZE, Head, Purpose, Reason, TEXT_PADDING, Verdict } from "../../src/engines/native/tape.ts";
import { MinValueError } from "../../src/exc.ts";
import {
  AllOf,
  Validator as Base,
  Check,
  Const,
  Date,
  Dict,
  Int,
  type JsonLimits,
  LazyRef,
  List,
  OneOf,
  Str,
  Type,
  type Validator,
} from "../../src/index.ts";
import { encode, engines, outcome } from "./outcome.ts";
import { same } from "./same.ts";

/** Refuses everything. */
class Never extends Base {
  override check(input: unknown, report: Parameters<Base["check"]>[1]): unknown {
    return report.fail(MinValueError, 1, input);
  }
}

/** So many of the validator inside each other. */
function nested(depth: number, inner: Validator, wrap: (validator: Validator) => Validator): Validator {
  return depth === 0 ? inner : nested(depth - 1, wrap(inner), wrap);
}
const listOf = (count: number, item: string): string => `[${new Array(count).fill(item).join()}]`;

/** Paths of so many failures take more memory than is kept from text to text. */
const MANY = 70_000;

describe("a text that is refused in many places has the errors of the TypeScript engine", () => {
  const even = Check((text: string) => text.length % 2 === 1);
  const tree: Validator = Dict({}, { extra: [Str(), LazyRef(() => tree)] });
  const branches: Validator = OneOf(
    Dict({ a: LazyRef(() => branches) }),
    Dict({ a: LazyRef(() => branches), b: Int() }),
    Dict({ a: LazyRef(() => branches), c: Int() }),
    Const(1),
  );
  const few = { maxErrors: 100, maxBytes: 2 ** 20 };
  test.each<[what: string, validator: Validator, text: string, limits?: JsonLimits]>([
    ["lists in lists", nested(14, Int(), (inner) => List(inner)), listOf(9999, `${"[".repeat(13)}""${"]".repeat(13)}`)],
    [
      "objects in objects",
      List(nested(14, Int(), (inner) => Dict({ a: inner }))),
      listOf(9999, `${'{"a":'.repeat(14)}""${"}".repeat(14)}`),
    ],
    [
      "a recursive Dict",
      tree,
      `{${Array.from({ length: 9999 }, (_, index) => `"${index}":${'{"a":'.repeat(7)}1${"}".repeat(7)}`)}}`,
    ],
    [
      "a recursive OneOf",
      branches,
      `${'{"a":'.repeat(10)}"${"x".repeat(150_000)}"${"}".repeat(10)}`,
      { maxErrors: 2000 },
    ],
    [
      "the last of many values that a check accepts",
      List(Dict({ a: Str({ format: "regex" }) })),
      `${listOf(MANY, '{"a":"x"}').slice(0, -1)},{"a":"("}]`,
    ],
    ["AllOf with a Check", List(AllOf(Str(), even)), listOf(MANY, '""'), few],
    ["dates", List(List(Date({ format: "%d.%m.%Y" }))), listOf(MANY, '[""]'), few],
    ["instances of classes", List(List(Type(URL, { coerce: true }))), listOf(MANY, "[1]"), few],
    ["validators of the user's", List(List(new Never())), listOf(MANY, "[1]"), few],
  ])("%s", (_, validator, text, limits) => {
    const bytes = encode(text);
    const expected = outcome(pure, validator, bytes, limits);
    for (const engine of engines) expect(same(outcome(engine, validator, bytes, limits), expected)).toBe(true);
  });
});

const { addon } = bind();

describe.skipIf(addon === undefined)("the result of a run", () => {
  /** A port of its own, with the memory that a caller gives it. */
  class Caller {
    readonly port: Port = (addon as NonNullable<typeof addon>).open();
    text = new Uint8Array();
    integers = new Int32Array(HEAD_SIZE);

    constructor() {
      this.attachText(4096);
      this.attachTape(4096);
    }

    attachText(size: number): void {
      this.text = new Uint8Array(size);
      this.port.attachText(this.text);
    }

    attachTape(length: number): boolean {
      const head = this.integers.subarray(0, HEAD_SIZE);
      this.integers = new Int32Array(length);
      this.integers.set(head);
      return this.port.attachTape(this.integers, new Float64Array(1024));
    }

    compile(validator: Validator): Compiled {
      return this.port.compile(new Plan(validator, false).text) as Compiled;
    }

    /** What stands in the head before a run. */
    load(text: string, purpose: number = Purpose.value, size: number = text.length): void {
      this.text.set(encode(text));
      this.integers.set([size, purpose, 512, 100]);
      this.integers[Head.verdict] = Verdict.none;
    }

    run(compiled: Compiled, text: string, purpose?: number, size?: number): number {
      this.load(text, purpose, size);
      compiled.run();
      return this.integers[Head.verdict] as number;
    }
  }

  const schema = List(Str({ maxlen: 3 }));
  const refused = '["aaaa",1]';
  const accepted = '["abc"]';

  /** They are those of the text that is refused. */
  function expectBoth(caller: Caller, taken = caller.port.failures()): void {
    const [integers, texts] = typeof taken === "string" ? [caller.integers, taken] : (taken as Failures);
    // None is missing, and there are two.
    expect([...integers.subarray(HEAD_SIZE, HEAD_SIZE + 3)]).toEqual([0, 2, Reason.value]);
    expect(texts).toBe("aaaa");
  }

  test("are failures, which are taken once", () => {
    const caller = new Caller();
    expect(caller.port.failures()).toBe(undefined);
    expect(caller.run(caller.compile(schema), refused)).toBe(Verdict.invalid);
    expectBoth(caller);
    expect(caller.port.failures()).toBe(undefined);
  });

  test("are failures in the array of the tape, or in one of their own where that is too small", () => {
    const caller = new Caller();
    const compiled = caller.compile(schema);
    caller.run(compiled, refused);
    expect(caller.port.failures()).toBeTypeOf("string");
    caller.attachTape(HEAD_SIZE + 17);
    caller.run(compiled, refused, Purpose.failures);
    const failures = caller.port.failures();
    expect(failures?.[0]).toBeInstanceOf(Int32Array);
    expect(failures?.[0]).not.toBe(caller.integers);
    expectBoth(caller, failures);
  });

  test("outlives other memory for the tape", () => {
    const caller = new Caller();
    const compiled = caller.compile(schema);
    caller.run(compiled, refused);
    expect(caller.attachTape(8192)).toBe(true);
    expectBoth(caller);
    caller.run(compiled, accepted);
    expect(caller.attachTape(4096)).toBe(true);
    expect(caller.port.narrow(0)).toBeTypeOf("string");
    expect(caller.port.repeats()).toBe("");
  });

  test.each<[what: string, act: (caller: Caller, compiled: Compiled) => unknown]>([
    ["release", ({ port }) => port.release()],
    ["memory for another text", (caller) => caller.attachText(4096)],
    ["memory for another text that is too small", ({ port }) => port.attachText(new Uint8Array(1))],
    ["another run", (caller, compiled) => caller.run(compiled, "[", Purpose.value)],
    ["another run for a verdict", (caller, compiled) => caller.run(compiled, refused, Purpose.verdict)],
    ["a run of a text that does not fit", (caller, compiled) => caller.run(compiled, "[]", Purpose.value, 1_000_000)],
    [
      "lines",
      ({ port }, compiled) =>
        compiled.validateLines([encode("[]\n")], 512, 1000, port.parallelLines(1) as object, new Uint32Array(100)),
    ],
  ])("ends with %s", (_, act) => {
    const caller = new Caller();
    const compiled = caller.compile(schema);
    caller.run(compiled, refused);
    act(caller, compiled);
    expect(caller.port.failures()).toBe(undefined);
    caller.run(compiled, accepted);
    expect(caller.port.narrow(0)).toBeTypeOf("string");
    act(caller, compiled);
    expect([caller.port.narrow(0), caller.port.wide(0), caller.port.repeats()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("is one thing: where there is a value there are no failures, and where there are failures there is no value", () => {
    const caller = new Caller();
    const compiled = caller.compile(schema);
    caller.run(compiled, accepted);
    expect(caller.port.failures()).toBe(undefined);
    caller.run(compiled, refused);
    expect(caller.port.narrow(0)).toBe(undefined);
    caller.run(compiled, refused, Purpose.verdict);
    expect(caller.port.failures()).toBe(undefined);
  });

  test("is made on another thread without any call that disturbs it", async () => {
    const caller = new Caller();
    const compiled = caller.compile(schema);
    caller.load(refused);
    const done = compiled.runAsync();
    expect(compiled.runAsync()).toBe(undefined);
    expect(compiled.run()).toBe(undefined);
    expect(caller.port.attachText(new Uint8Array(4096))).toBe(false);
    expect(caller.port.attachTape(new Int32Array(4096), new Float64Array(1024))).toBe(false);
    expect([caller.port.failures(), caller.port.narrow(0)]).toEqual([undefined, undefined]);
    expect(compiled.learn(0, Int32Array.of())).toBe(false);
    const parallel = caller.port.parallelLines(1) as object;
    expect(compiled.validateLines([encode("[]\n")], 512, 1000, parallel, new Uint32Array(100))).toBe(undefined);
    caller.port.release();
    expect(await done).toBe("");
    expect(caller.integers[Head.verdict]).toBe(Verdict.invalid);
    expectBoth(caller);
    expect(caller.attachTape(4096)).toBe(true);
  });

  test("says in the head where it has left much memory, which `release` frees", () => {
    const caller = new Caller();
    const text = listOf(MANY, "[1]");
    caller.attachText(text.length + TEXT_PADDING);
    const compiled = caller.compile(List(schema));
    caller.load(text, Purpose.failures);
    caller.integers[Head.maxErrors] = MANY;
    compiled.run();
    expect(caller.integers[Head.verdict]).toBe(Verdict.invalid);
    expect(caller.integers[Head.large]).toBe(1);
    caller.port.release();
    expect(caller.run(compiled, "[[1]]")).toBe(Verdict.invalid);
    expect(caller.integers[Head.large]).toBe(caller.port.minimal ? 1 : 0);
  });
});
