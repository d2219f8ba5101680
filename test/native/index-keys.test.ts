/** Keys that JavaScript moves to the front of an object: the addon validates them wherever they stand in the text. */
import { describe, expect, test } from "vitest";
import type { Validator } from "../../src/index.ts";
import { Any, Default, Dict, Int, List, Not, Optional, Str } from "../../src/index.ts";
import { eager, native } from "./addon.ts";
import { encode, expectAnswered, expectSame } from "./outcome.ts";

const schema: Record<string, Validator> = { 4: Int(), b: Int(), 200: Int(), a: Int() };
const all = Object.keys(schema);

const VALIDATORS: Validator[] = [
  Dict(schema),
  Dict(schema, { optional: all }),
  Dict(schema, { optional: all, unknown: "keep" }),
  Dict(schema, { optional: all, unknown: "strip" }),
  Dict(schema, { optional: all, unknown: "strip", maxlen: 3 }),
  Dict(schema, { optional: all, extra: [Str({ maxlen: 3 }), Int()] }),
  Dict(schema, { optional: all, dispose: ["4", "7"] }),
  Dict(schema, { optional: all, keys: Not(Str({ options: ["4", "x", "7"] })), unknown: "strip", dispose: ["200"] }),
  Dict(schema, { optional: all, patterns: { "\\d": Any(), x: Int() } }),
  Dict(schema, { optional: all, skip_blank: true, unknown: "keep" }),
  Dict({ ...schema, 5: Default(Int(), 7), c: Optional(Int()) }, { required: ["9"], unknown: "keep" }),
  Dict({ a: Any() }, { dependent_required: { 7: ["8"] }, unknown: "keep", optional: ["a"] }),
];

const TEXTS = [
  ...['{"4":1,"200":2,"a":3,"b":4}', '{"a":1,"b":2,"4":3,"200":4}', '{"200":1,"4":2,"b":3,"a":4}', '{"b":1,"4":2}'],
  ...['{"b":"x","200":"y","4":"z","a":null}', '{"4":"x","200":"y"}', '{"200":"x","4":"y"}', '{"4":1,"4":2}', "{}"],
  ...['{"7":1,"4":2}', '{"4":"x","7":"y","b":1}', '{"9":1,"8":2,"x":"y","4":"z"}', '{"4":1,"9":2,"9":3}', '{"4":""}'],
  ...['{"x":1,"7":"a","x1":"b","200":"c","b":"d"}', '{"\\u0034":1,"a":2}', '{"04":1,"4294967295":2,"4294967294":3}'],
];

describe("array indexes as keys", () => {
  test.each(VALIDATORS.map((validator) => [validator]))("%s", (validator) => {
    for (const text of TEXTS) expectSame(validator, text);
    const text = `[${TEXTS.join()}]`;
    for (const maxErrors of [1, 2, 3, 5, 8]) expectSame(List(validator), text, { maxErrors });
  });

  test("in any order, the addon reads them by itself", () => {
    for (const validator of [
      Dict(schema),
      Dict({ b: Int() }, { unknown: "keep" }),
      Dict({}, { extra: [Str(), Int()] }),
    ])
      for (const text of ['{"a":1,"b":2,"200":3,"4":4}', '{"4":1,"b":2,"200":3,"a":4}'])
        expectAnswered("native", validator, text);
    // Those that are refused, in an order that JavaScript keeps.
    expectAnswered("native", Dict(schema, { optional: all, unknown: "keep" }), '{"4":"x","7":1,"200":"y","a":"z"}');
  });

  test("objects whose orders have been learned", () => {
    const list = List(Dict(schema, { optional: all, unknown: "keep" }));
    const object = (order: readonly string[]): string => `{${order.map((key) => `"${key}":1`).join()}}`;
    const orders = [all, [...all].reverse(), ["a", "4"], ["200", "b", "4"], ["b", "7", "4", "3"]];
    const text = `[${Array.from({ length: 2000 }, (_, index) => object(orders[index % 5] as string[])).join()}]`;
    for (const engine of [native, eager])
      for (let call = 0; call < 3; call++)
        expect(engine?.parse(list, encode(text)) ?? { ok: true, value: JSON.parse(text) }).toEqual({
          ok: true,
          value: JSON.parse(text),
        });
  });
});
