/** Each parameter of each class with members means the same in every form of a validator. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reach } from "../../src/core/schemas/graph.ts";
import { arbitrary } from "../../src/fast-check/index.ts";
import { fromJsonSchema, JsonSchemaError, toJsonSchema, type Validator } from "../../src/index.ts";
import { CompileError } from "../../src/interop/compiled/nodes.ts";
import type { Compiled } from "../../src/runtime/index.ts";
import { compiled } from "../compiled/evaluate.ts";
import { type Encodes, encoded, outcome } from "../compiled/outcome.ts";
import { inMode } from "../fast/differential.ts";
import { keepMode } from "../fast/mode.ts";
import { expectSame } from "../native/outcome.ts";
import { type Made, madeOf, ROWS } from "../support/container-params.ts";

keepMode();
const CHECK = inMode("check");
const GENERATED = inMode("compiled");

const inputsOf = ({ accepted, refused = [] }: Made): unknown[] => [...accepted, ...refused, null, 1, [], {}];
/** Whether its JSON Schema says all: not of a text that is converted. */
const isExact = (validator: Validator): boolean =>
  ![...reach(validator).keys()].some((one) => ["Bytes", "Date", "Transform"].includes(one.constructor.name));
const isJson = (value: unknown): boolean => !(value instanceof URLSearchParams);

/** What a function returns; undefined if it throws an error that says that there is no such form. */
function made<T>(act: () => T, Declined: new (...args: never[]) => Error): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof Declined) return undefined;
    throw error;
  }
}

const all = Object.entries(ROWS).flatMap(([name, params]) =>
  Object.entries(params).flatMap(([param, rows]) =>
    ["integers", "dates"].flatMap((kind) =>
      madeOf(rows, kind).map((one) => [`${name}.${param}, ${kind}: ${one.strict}`, one] as [string, Made]),
    ),
  ),
);

describe.each(all)("%s", (_, row) => {
  const { strict } = row;

  test("has the same results and issues by generated code", () => {
    for (const input of inputsOf(row)) {
      const [before, after] = [CHECK, GENERATED].map((one) => outcome(() => one.safe(strict, input, undefined)));
      expect(after).toEqual(before);
      expect(GENERATED.is(strict, input, undefined)).toBe(CHECK.is(strict, input, undefined));
    }
  });

  test("has them of JSON text", () => {
    for (const input of inputsOf(row)) if (isJson(input)) expectSame(strict, JSON.stringify(input));
  });

  test("has them in a compiled module, which has the way back", () => {
    const other = made(() => compiled(strict), CompileError) as Compiled | undefined;
    if (other === undefined) return;
    for (const input of inputsOf(row)) {
      const [before, after] = [outcome(() => CHECK.safe(strict, input, undefined)), outcome(() => other.safe(input))];
      expect(after).toEqual(before);
      expect(other.is(input)).toBe(CHECK.is(strict, input, undefined));
      if (!("value" in before)) continue;
      const back = encoded(other as Encodes, before.value);
      if (back !== undefined) expect(back).toEqual(encoded(strict as Encodes, before.value));
    }
  });

  test("has a JSON Schema of what it accepts, or none", () => {
    const schema = made(() => toJsonSchema(strict), JsonSchemaError);
    if (schema === undefined) return;
    const read = fromJsonSchema(schema) as Validator;
    for (const input of inputsOf(row).filter(isJson)) {
      const isValid = strict.safe(input).ok;
      if (isValid || isExact(strict)) expect([input, read.is(input)]).toEqual([input, isValid]);
    }
  });

  test("has test data that it accepts", () => {
    for (const value of fc.sample(arbitrary(strict), 10)) expect([value, strict.safe(value).ok]).toEqual([value, true]);
  });
});
