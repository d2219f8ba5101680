/** Each parameter of each container means the same for values on their way out as for input on its way in. */
import { describe, expect, test } from "vitest";
import type * as v from "../../src/index.ts";
import * as builtIn from "../../src/validators/index.ts";
import { equal } from "../../src/values/equal.ts";
import { type Made, MEMBERS, madeOf, ROWS } from "../support/container-params.ts";

/** The classes without members. */
const LEAVES = ["Any", "Bool", "Bytes", "Check", "Const", "Date", "Datetime", "Float", "Int", "Str", "Time"];
const FUNCTIONS = ["Transform", "Type"];
const CLASSES = Object.values(builtIn) as unknown as { readonly name: string; readonly params: object }[];

test("each parameter of each class with members has a row", () => {
  const containers = CLASSES.filter(({ name }) => ![...LEAVES, ...FUNCTIONS].includes(name));
  const paramsOf = (all: readonly (readonly [string, object])[]) =>
    Object.fromEntries(all.map(([name, params]) => [name, Object.keys(params).sort()]).sort());
  expect(paramsOf(Object.entries(ROWS))).toEqual(paramsOf(containers.map(({ name, params }) => [name, params])));
});

interface Refusal {
  readonly code: string;
  readonly path: readonly unknown[];
}
const refusals = (result: v.Result<unknown>): Refusal[] | undefined =>
  result.error?.issues.map(({ code, path }) => ({ code, path }));

/** Asserts that what is written is read as the same value. Returns the value. */
function roundTrip(validator: v.Validator, input: unknown): unknown {
  const value = validator(input);
  const encoded = validator.safeEncode(value);
  expect(refusals(encoded), String(validator)).toBe(undefined);
  expectEqual(validator(encoded.value), value);
  expectEqual(validator.json(validator.stringify(value)), value);
  return value;
}

function expectEqual(value: unknown, other: unknown): void {
  if (!equal(value, other)) expect(value).toEqual(other);
}

for (const [name, params] of Object.entries(ROWS)) {
  describe.each(Object.entries(params))(`${name}: %s`, (_, rows) => {
    const made = Object.keys(MEMBERS).flatMap((kind) =>
      madeOf(rows, kind).map((one) => [`${kind}, ${one.strict}`, one] as [string, Made]),
    );

    test.each(made)("what it accepts is written, and read again: %s", (_, { strict, accepted }) => {
      for (const input of accepted) roundTrip(strict, input);
    });

    test.each(made)("without it too, and what it converts is converted: %s", (_, { strict, loose, ...rest }) => {
      for (const input of [...rest.accepted, ...(rest.refused ?? [])]) {
        if (!loose.safe(input).ok) continue;
        const encoded = strict.safeEncode(roundTrip(loose, input));
        if (encoded.ok) expectEqual(strict(encoded.value), strict(input));
      }
    });

    test.each(made)(
      "refuses the values that it refuses as input: %s",
      (_, { strict, loose, refused = [], hasOthers }) => {
        for (const input of refused) {
          const expected = refusals(strict.safe(input)) as Refusal[];
          expect(expected, String(strict)).not.toBe(undefined);
          const refusedValue = refusals(strict.safeEncode(loose(input)));
          expect(refusedValue, String(strict)).toEqual(hasOthers ? expect.arrayContaining(expected) : expected);
        }
      },
    );
  });
}
