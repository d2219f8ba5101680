/** The vocabulary of the border: one table, from which both sides are written, and a number that tells tables apart. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
// @ts-expect-error: a script has no types.
import { formatOf, generate, readParameters, readTable } from "../../scripts/border.mjs";
import { ANNOTATIONS } from "../../src/core/schemas/annotations.ts";
import { paramsOf } from "../../src/core/schemas/params.ts";
import { bind } from "../../src/engines/native/binding.ts";
import * as tape from "../../src/engines/native/tape.ts";
import {
  Any,
  Bool,
  Const,
  Date as DateOf,
  Datetime,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  Not,
  Str,
  Time,
  type Validator,
} from "../../src/index.ts";
import { madeOf, ROWS } from "../support/container-params.ts";
import { countKinds, type Kinds, native } from "./addon.ts";

interface Group {
  readonly name: string;
  readonly values: Record<string, [number, string?]>;
}
interface Table {
  readonly groups: Group[];
  readonly constants: Record<string, [number, string, string]>;
  readonly layouts: Record<string, string>;
}
const table = (): Table => readTable();

describe("all files are what the tables of native/ say: node scripts/border.mjs writes them anew", () => {
  test.each(Object.entries(generate(table()) as Record<string, string>))("%s", (file, text) => {
    expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8")).toBe(text);
  });

  test("which names every number once", () => {
    for (const { name, values } of table().groups) {
      expect((tape as unknown as Record<string, unknown>)[name]).toEqual(
        Object.fromEntries(Object.entries(values).map(([key, [value]]) => [key, value])),
      );
      // Marks stand in different places.
      if (name === "Mark") continue;
      const numbers = Object.values(values).map(([value]) => value);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});

describe("the format", () => {
  test("is that of the table", () => {
    expect(tape.FORMAT).toBe(formatOf(table()));
    expect(tape.FORMAT).toBeGreaterThan(0);
    expect(tape.FORMAT).toBeLessThan(2 ** 31);
  });

  const changes: Record<string, (changed: Table) => void> = {
    "a number": ({ groups }) => {
      const [group] = groups as [Group];
      const [name] = Object.keys(group.values) as [string];
      group.values[name] = [99];
    },
    "a name": ({ groups }) => {
      (groups[0] as Group).values.more = [14];
    },
    "a constant": ({ constants }) => {
      constants.headSize = [1, "", ""];
    },
    "a layout": ({ layouts }) => {
      layouts.list = `${layouts.list}.`;
    },
  };
  test.each(Object.entries(changes))("differs with %s", (_, change) => {
    const changed = table();
    change(changed);
    expect(formatOf(changed)).not.toBe(tape.FORMAT);
  });

  test("does not differ with what is said about a name", () => {
    const changed = table();
    for (const { values } of changed.groups) for (const entry of Object.values(values)) entry[1] = "something else";
    expect(formatOf(changed)).toBe(tape.FORMAT);
  });

  const { addon } = bind();
  test.skipIf(addon === undefined)("is what the addon was compiled with", () => {
    expect(addon?.format).toBe(tape.FORMAT);
  });
});

interface Parameters {
  readonly read: readonly string[];
  readonly ignored?: Readonly<Record<string, string>>;
  readonly delegated?: readonly string[];
  readonly together?: readonly (readonly string[])[];
}

const limits = { min: "2026-01-01", max: "2026-12-31" };
const instants = { min: "2026-01-01T00:00:00Z", max: "2026-12-31T00:00:00Z" };
const numeric = { nullable: true, min: 1, max: 8, exclusive_min: 0, exclusive_max: 9 };
const sizes = { minlen: 1, maxlen: 2 };

/**
 * Validators that have, together, each parameter of the class, and each combination with which the addon delegates it.
 * Those with members have their other parameters in the rows of `ROWS`.
 */
const EXAMPLES: Readonly<Record<string, readonly (() => Validator)[]>> = {
  Any: [() => Any(), () => Any({ integers: "exact" })],
  Bool: [
    () => Bool({ nullable: true, coerce_str: true, coerce_int: true }),
    () => Bool({ true: ["ja"], false: ["nein"] }),
  ],
  Const: [() => Const(1), () => Const(1, { nullable: true })],
  Date: [
    () => DateOf({ nullable: true, format: "iso", tz: "UTC", as: "date", ...limits }),
    () => DateOf({ format: "iso", unixts: true }),
    () => DateOf({ parser: () => undefined as never }),
    () => DateOf({ format: "iso", relmin: "-P1D" }),
    () => DateOf({ format: "iso", relmax: "P1D" }),
  ],
  Datetime: [
    () => Datetime({ nullable: true, format: "rfc3339", as: "date", ...instants }),
    () => Datetime({ format: "iso", tz: "UTC" }),
    () => Datetime({ format: "iso", default_time: "09:30" }),
    () => Datetime({ format: "iso", unixts: true }),
    () => Datetime({ coerce: "unix" }),
    () => Datetime({ parser: () => undefined as never }),
    () => Datetime({ format: "iso", relmin: "-P1D" }),
    () => Datetime({ format: "iso", relmax: "P1D" }),
  ],
  Float: [
    () => Float({ ...numeric, coerce: true, nan: true, inf: true }),
    () => Float({ exact: true }),
    () => Float({ multiple_of: 0.5 }),
    () => Float({ multiple_of: 0.5, coerce: true }),
  ],
  Int: [
    () => Int({ ...numeric, coerce: true, unsafe: true }),
    () => Int({ multiple_of: 2, options: [2, 4] }),
    () => Int({ bigint: true }),
    () => Int({ exact: true }),
  ],
  LazyRef: [() => LazyRef("border.target", { maxdepth: 2 })],
  List: [
    () => List(Float(), { as: "Float64Array", contains: Float() }),
    () => List(Float(), { as: "Float64Array", unique_items: true }),
    () => List(Float(), { as: "Float64Array", prefix: [Float()] }),
    () => List(Int(), { unique: true, contains: Int() }),
    () => List(Int(), { unique: true, unique_items: true }),
    () => List(Int(), { unique: true, prefix: [Str()] }),
    () => List(Int(), { unique: true, prefix: [Str()], minlen: 1 }),
    () => List(Int(), { unique: true, prefix: [Str()], maxlen: 2 }),
  ],
  Not: [() => Not(Int())],
  Str: [
    () => Str({ coerce: true }),
    () => Str({ nullable: true, strip: true, normspace: true, case: "lower", ascii: true, ...sizes, pattern: /^a/ }),
    () => Str({ encoding: "utf-8", backtrack: true, pattern: /^a/ }),
    () => Str({ format: "email", mode: "html5" }),
    () => Str({ options: ["a", "b"] }),
    () => Str({ format: "url", protocols: ["https"] }),
    () => Str({ format: "jwt", alg: "ES256" }),
  ],
  Time: [
    () => Time({ nullable: true, format: "iso", min: "08:00", max: "17:00" }),
    () => Time({ parser: () => undefined as never }),
  ],
};

/** The validators of a class that are in the rows of its parameters. */
const inRows = (name: string): Validator[] =>
  Object.values(ROWS[name] ?? {})
    .flatMap((rows) => madeOf(rows, "integers").flatMap(({ strict, loose }) => [strict, loose]))
    .filter((one) => one.constructor.name === name);

function isValidatedNatively(validator: Validator): boolean {
  const kinds: Kinds = {};
  countKinds(validator, kinds);
  return (kinds[(validator.constructor as { name: string }).name]?.native ?? 0) > 0;
}

describe("of parameters of validators, the addon reads, ignores and delegates what native/parameters.json says:", () => {
  const classes = Object.entries(readParameters() as Record<string, Parameters>);
  const namesOf = (validator: Validator) =>
    paramsOf(validator).flatMap(([name]) => (ANNOTATIONS.includes(name) ? [] : [name]));

  test("each class that it knows is there", () => {
    expect(classes.map(([name]) => name).toSorted()).toEqual(Object.keys(tape.Class).toSorted());
  });

  test.each(classes)("%s", (name, { read, ignored = {}, delegated = [], together = [] }) => {
    instances.put("border.target", Int());
    const examples = (EXAMPLES[name] ?? []).map((make) => make());
    const all = [...examples, ...inRows(name)];
    const [{ constructor }] = all as [Validator];
    const { params } = constructor as unknown as { params: object };
    const names = [...read, ...Object.keys(ignored), ...delegated];
    expect(names.toSorted()).toEqual(Object.keys(params).toSorted());
    const seen = new Set<string>();
    const combined = new Set<readonly string[]>();
    for (const example of all) {
      const own = namesOf(example);
      const met = together.filter((combination) => combination.every((one) => own.includes(one)));
      const mayBeNative = met.length === 0 && !delegated.some((one) => own.includes(one));
      // Only the addon knows whether it validates one. A validator inside another may be a reason too.
      const isNative = native === undefined ? mayBeNative : isValidatedNatively(example);
      const isAlike = examples.includes(example) || isNative;
      expect([String(example), isNative]).toEqual([String(example), isAlike ? mayBeNative : false]);
      for (const one of own) if (isNative || delegated.includes(one)) seen.add(one);
      for (const one of met) combined.add(one);
    }
    expect([...seen].toSorted()).toEqual(names.toSorted());
    expect(combined.size).toBe(together.length);
    instances.clear();
  });
});
