import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import {
  AllOf,
  Any,
  Check,
  Dict,
  FAILED,
  Float,
  Int,
  List,
  Set as SetOf,
  Str,
  Tuple,
  Type,
  type Validator,
} from "../../src/index.ts";
import { keepMode } from "./mode.ts";

keepMode();

describe("generated code asks no check why a value is refused until somebody looks", () => {
  const order = Dict({ id: Int({ min: 1 }), lines: List(Dict({ price: Float() })), note: Str() });
  const wrong = (): object => ({ lines: [{ price: "x" }, { price: 1, more: 2 }, {}], id: 0, note: 1 });
  const asking = List(
    AllOf(
      Any(),
      Check((value: unknown) => Any().is(value)),
    ),
  );
  const paths = ["lines.0.price", "lines.1.more", "lines.2.price", "id", "note"];

  test("a member of another type, beyond a limit, missing, or one too many", () => {
    execution.mode = "compiled";
    const before = execution.calledOut;
    const { error } = order.safe(wrong());
    expect(order.is(wrong())).toBe(false);
    expect(execution.calledOut).toBe(before);
    expect(Array.from(error ?? [], (one) => one.formatContext())).toEqual(paths);
    execution.mode = "check";
    expect(String(order.safe(wrong()).error)).toBe(String(error));
  });

  test("and says of the value as it was", () => {
    execution.mode = "compiled";
    const value = wrong() as { id: unknown };
    const { error } = order.safe(value);
    value.id = "changed";
    expect(error?.at(3)).toMatchObject({ name: "MinValueError", actual: 0 });
  });

  test("the symbol that a check returns for what it refuses is a value like any other", () => {
    const items = [FAILED, 1, FAILED];
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(List(Any())(items)).toEqual(items);
      expect(List(Any(), { unique: true })(items)).toEqual([FAILED, 1]);
      expect(Tuple(Any(), Any(), Any())(items)).toEqual(items);
      expect(SetOf(Any())(items)).toEqual(new Set([FAILED, 1]));
      expect(Dict({ a: Any() }, { unknown: "keep" })({ b: FAILED, a: FAILED })).toEqual({ b: FAILED, a: FAILED });
    }
  });

  test("but of many, or where a check is asked anyway, in their order", () => {
    const any = Dict({ a: List(Int()), b: Type(Date), c: Int(), d: Int() });
    const value = { a: [..."abcdefghijklmnopqrstuvwxyz"], b: new Map(), c: "c", d: 1 };
    for (const a of [["x"], value.a]) {
      execution.mode = "check";
      const expected = any.safe({ ...value, a }, { maxErrors: 24 });
      const all = any.safe({ ...value, a });
      execution.mode = "compiled";
      expect(String(any.safe({ ...value, a }, { maxErrors: 24 }).error)).toBe(String(expected.error));
      expect(String(any.safe({ ...value, a }).error)).toBe(String(all.error));
    }
  });

  test("and says so however often it is asked", () => {
    execution.mode = "compiled";
    const one = AllOf(Int());
    // As many steps as a call may take for nothing.
    for (let looks = 0; looks < 100_001; looks++) one.safe("x");
    expect(String(one.safe("x").error)).toBe("<#0: InvalidTypeError(expected='integer', actual='string')>");
  });

  test("and says nothing of another error of which the making has ended in the middle", () => {
    execution.mode = "compiled";
    const [first, second] = [order.safe(wrong()).error, order.safe({ ...wrong(), more: 1 }).error];
    const limit = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit") as PropertyDescriptor;
    const look = (): unknown => {
      Object.defineProperty(Error, "stackTraceLimit", {
        configurable: true,
        get() {
          throw "mine";
        },
      });
      try {
        return first?.at(0);
      } catch (thrown) {
        return thrown;
      } finally {
        Object.defineProperty(Error, "stackTraceLimit", limit);
      }
    };
    expect(look()).toBe("mine");
    expect(Array.from(second ?? [], (one) => one.formatContext())).toEqual([...paths.slice(0, 5), "more"]);
    expect(Array.from(first ?? [], (one) => one.formatContext())).toEqual(paths);
  });

  test.each<[string, Validator, (validator: Validator, value: unknown) => unknown]>([
    ["errors do not show", order, (validator, value) => validator.safe(value)],
    ["was valid", asking, (validator, value) => validator.safe(value).ok],
    ["was asked for a verdict", asking, (validator, value) => validator.is(value)],
  ])("and keeps nothing of a value alive that %s", async (_name, validator, act) => {
    execution.mode = "compiled";
    const validated = (): [WeakRef<object>, WeakRef<object>, unknown] => {
      const more = { more: 1 };
      const input = validator === order ? { ...wrong(), more } : Array(200).fill(more);
      return [new WeakRef(input), new WeakRef(more), act(validator, input)];
    };
    const [input, more, result] = validated();
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    // What a WeakRef was made of is kept to the end of the turn, and what was in a register maybe for one more.
    for (let turn = 0; turn < 2; turn++) {
      await new Promise(setImmediate);
      collect();
    }
    expect([input.deref(), more.deref()]).toEqual([undefined, undefined]);
    expect(result).toEqual(validator === order ? { ok: false, error: expect.objectContaining({ length: 6 }) } : true);
  });

  test("nor when code of the caller's throws after it", () => {
    execution.mode = "compiled";
    const throwing = Object.defineProperty({ id: "x" }, "lines", {
      enumerable: true,
      get() {
        throw new RangeError("mine");
      },
    });
    const pair = Tuple(Int(), order);
    expect(() => pair.safe(["x", throwing])).toThrow("mine");
    expect(pair.safe(["x", { id: 1, lines: [], note: "" }]).error).toMatchObject({ length: 1 });
  });
});
