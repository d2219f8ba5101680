/** Values that change while they are validated. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { texts, verdict } from "../support/verdict.ts";

const { Any, Dict, Int, List, Tuple } = v;

describe("mutation during validation", () => {
  /** An object whose property `first` does something when it is read. */
  const acting = (rest: object, act: (self: Record<string, unknown>) => void): Record<string, unknown> => {
    const object: Record<string, unknown> = Object.defineProperty({}, "first", {
      enumerable: true,
      configurable: true,
      get: () => {
        act(object);
        return 1;
      },
    });
    return Object.assign(object, rest);
  };

  test("a key that vanishes is missing", () => {
    const input = acting({ second: 2 }, (self) => delete self.second);
    expect(
      verdict(
        Dict({ first: Int(), second: Int() }),
        acting({ second: 2 }, (self) => delete self.second),
      ),
    ).toEqual(["<second: MissingKeyError()>"]);
    expect(Dict({ first: Int(), second: Int() }, { optional: ["second"] })(input)).toEqual({ first: 1 });
  });

  test("a key that appears is ignored", () => {
    const grow = (): unknown => acting({ second: 2 }, (self) => Object.assign(self, { third: 3 }));
    expect(Dict({ first: Int(), second: Int() })(grow())).toEqual({ first: 1, second: 2 });
  });

  test("items that vanish are undefined", () => {
    const shrink = (): unknown => {
      const array: unknown[] = [0, 2, 3];
      return Object.defineProperty(array, 0, {
        get: () => {
          array.length = 1;
          return 1;
        },
      });
    };
    const expected = [1, 2].map((index) => `<${index}: InvalidTypeError(expected='integer', actual='undefined')>`);
    // Items are read while they are validated: what the first one removes is gone for the others.
    expect(texts((List(Int()).safe(shrink()) as { error: v.ValidationError }).error)).toEqual(expected);
    expect(texts((Tuple(Int(), Int(), Int()).safe(shrink()) as { error: v.ValidationError }).error)).toEqual(expected);
  });

  test("items that appear are ignored, so it ends", () => {
    const array: unknown[] = [0];
    const grow = Object.defineProperty(array, 0, {
      get: () => {
        array.push(1, 2);
        return 1;
      },
    });
    expect(List(Int())(grow)).toEqual([1]);
  });

  test("a Proxy that revokes itself has nothing more", () => {
    const suicidal = (target: object): object => {
      const { proxy, revoke } = Proxy.revocable(target, {
        get: (object, key) => {
          if (key === "0" || key === "first") revoke();
          return Reflect.get(object, key);
        },
      });
      return proxy;
    };
    expect(List(Int()).safe(suicidal([1, 2]))).toMatchObject({ ok: false, error: { length: 1 } });
    expect(Dict({ first: Int(), second: Int() }).safe(suicidal({ first: 1, second: 2 }))).toMatchObject({ ok: false });
  });

  test("a getter may validate with the same validator, with its own outcome", () => {
    const validator = Dict({ first: Int(), second: List(Int()) });
    const outcomes: boolean[] = [];
    const input = acting({ second: ["x"] }, () => outcomes.push(validator.is({ first: 1, second: [1] })));
    expect(verdict(validator, input)).toEqual(["<second.0: InvalidTypeError(expected='integer', actual='string')>"]);
    expect(outcomes).toEqual([true, true, true]);
  });

  test("a custom check, a default and a class may change the input as they like", () => {
    const input: { a: unknown; b: unknown } = { a: 1, b: 2 };
    const vandal = new (class Vandal extends Any {
      override check(value: unknown): unknown {
        input.b = "changed";
        return value;
      }
    })();
    expect(Dict({ a: vandal, b: Int() })(input)).toEqual({ a: 1, b: 2 });
  });
});
