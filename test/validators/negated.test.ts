import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import {
  AllOf,
  Any,
  Bool,
  Closed,
  Dict,
  Fallback,
  Float,
  If,
  Int,
  List,
  Not,
  OneOf,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  type Validator,
  Date as ValidDate,
} from "../../src/index.ts";

/** Validators that convert, drop or read what a type guard would not. */
const CONVERTING: { readonly [name: string]: Validator } = {
  "blank keys": Dict({}, { skip_blank: true }),
  "blank keys of a schema": Dict({ a: Str(), b: Int() }, { optional: ["b"], skip_blank: true }),
  "extra keys": Dict({}, { extra: [Int({ coerce: true }), Any()] }),
  "keys by patterns": Dict({}, { patterns: { a: Int({ coerce: true }) }, unknown: "keep" }),
  "keys that depend": Dict({}, { dependent_schemas: { a: Dict({ a: Str() }, { unknown: "keep" }) }, unknown: "keep" }),
  "dropped keys": Dict({ a: Int() }, { dispose: ["b"] }),
  defaults: Dict({ a: Int() }, { defaults: { a: 1 } }),
  "closed objects": Closed(Dict({ a: Any() }, { optional: ["a"], unknown: "keep" })),
  sets: SetOf(Int()),
  dates: ValidDate({ unixts: true }),
  fallbacks: Fallback(Int(), 1),
  "numbers of text": Int({ coerce: true }),
  "integers of any size": Int({ bigint: true }),
  "truth of text": Bool({ coerce_str: true }),
  "distinct items": List(Any(), { unique: true, maxlen: 1 }),
  "typed arrays": List(Float(), { as: "Float64Array" }),
  functions: AllOf(
    Str(),
    Transform((text: string) => text.length),
    Int({ min: 1 }),
  ),
};

const TEXTS = [
  ...["{}", '{"":""}', '{"a":""}', '{"a":1}', '{"a":"1"}', '{"a":"x","b":""}', '{"b":2}', '{"1":1}', '{"a":null}'],
  ...["[]", "[1]", "[1,1]", "[-0]", "5", '"5"', '""', '"yes"', '"x"', '"2020-01-01"', "1e3", "12345678901234567890"],
];

const nothing = Not(Any());
/** Validators that refuse what another accepts, and the text that it is asked for. */
const NEGATIONS: {
  readonly [name: string]: readonly [of: (one: Validator) => Validator, text: (text: string) => string];
} = {
  Not: [Not, (text) => text],
  If: [(one) => If(one, nothing, Any()), (text) => text],
  "an exclusive OneOf": [(one) => OneOf([one, Any()], { exclusive: true }), (text) => text],
  "Not of a List": [(one) => Not(List(one)), (text) => `[${text}]`],
  "Not of a Tuple": [(one) => Not(Tuple(one)), (text) => `[${text}]`],
  "Not of a Dict": [(one) => Not(Dict({ key: one })), (text) => `{"key":${text}}`],
  "Not of a OneOf": [(one) => Not(OneOf(one)), (text) => text],
  "a List of Not": [(one) => List(Not(one)), (text) => `[${text}]`],
  max_contains: [(one) => List(Any(), { contains: one, min_contains: 0, max_contains: 0 }), (text) => `[${text}]`],
};

describe.each(Object.entries(NEGATIONS))("%s refuses what its validator accepts, in JSON text:", (_, [of, textOf]) => {
  test.each(Object.entries(CONVERTING))("%s", (_, one) => {
    const negated = of(one);
    for (const text of TEXTS) {
      const expected = !one.safeJson(text).ok;
      // The first short text is read by the checks.
      for (let call = 0; call < 2; call++) {
        const source = textOf(text);
        const answers = [negated.isJson(source), negated.safeJson(source).ok, pure.test(negated, source)];
        expect([source, ...answers]).toEqual([source, expected, expected, expected]);
      }
    }
  });
});
