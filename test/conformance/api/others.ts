/** Records about contracts, registries, immutability, equality, markers and purity. */
import { contracts, instances, load, type Validator } from "../../../src/index.ts";
import { difference, type Expected, outcomeOf } from "../compare.ts";
import { compareAnswer, type ValidationCase } from "../run-case.ts";
import { decode, decodeSchema } from "../tagged.ts";
import type { Tagged } from "../tagged-json.ts";
import { isFailure } from "./exceptions.ts";
import { type ApiRecord, asThrown, attempt, Fields, Thrown } from "./fields.ts";

const member = (record: ApiRecord, name: string): Tagged => record[name] as Tagged;

class ContextMock {}
// Messages have the name of the class, which a minifier would change.
Object.defineProperty(ContextMock, "name", { value: "ContextMock" });

/** Types a contract is given: by name, as the library names them. */
const TYPES: Readonly<Record<string, string>> = {
  int: "integer",
  float: "number",
  str: "string",
  bytes: "bytes",
  bool: "boolean",
};

const typeOf = (tagged: Tagged): unknown => TYPES[(tagged as { $type: string }).$type] ?? decode(tagged);

/** Keyword arguments of a contract, under the names they have here. */
function optionsOf(kw: { readonly [name: string]: Tagged }): Record<string, unknown> {
  const types = (value: Tagged): unknown => (Array.isArray(value) ? value.map(typeOf) : typeOf(value));
  const { types: any, not_types, item_type, value_type, convert_to, nullable, empty } = kw;
  return Object.fromEntries(
    Object.entries({
      types: any && types(any),
      notTypes: not_types && types(not_types),
      itemType: item_type && types(item_type),
      valueType: value_type && types(value_type),
      convertTo: convert_to && { float: Number, int: Number, str: String }[(convert_to as { $type: "int" }).$type],
      nullable,
      empty,
    }).filter(([, value]) => value !== undefined),
  );
}

type Contract = (obj: object, attr: string, value: unknown, ...rest: unknown[]) => unknown;

export function contract(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const name = (record.function as string).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const call = (contracts as unknown as Record<string, Contract>)[name] as Contract;
  const kw = record.kw as { readonly [name: string]: Tagged };
  const rest: unknown[] = kw.struct === undefined ? [] : [(kw.struct as Tagged[]).map(typeOf)];
  const result = attempt(() =>
    call(new ContextMock(), "attr", decode(member(record, "value")), ...rest, optionsOf(kw)),
  );
  if (fields.isFailure(result)) return fields;
  fields.check("result", decode(fields.expected("result") as Tagged), result);
  fields.check("type", KINDS[fields.expected("type") as string], kindOf(result));
  return fields;
}

/** What a contract makes of a value: nothing that can be changed. */
const KINDS: Readonly<Record<string, string>> = {
  int: "number",
  float: "number",
  bool: "boolean",
  str: "string",
  NoneType: "undefined",
  frozenset: "frozen array",
  tuple: "frozen array",
  "immutable mapping": "frozen object",
};

function kindOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return typeof value;
  return `${Object.isFrozen(value) ? "frozen " : ""}${Array.isArray(value) ? "array" : "object"}`;
}

export function registry(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const outcomes = fields.expected("ops") as { [field: string]: Tagged }[];
  for (const [index, [operation, ...args]] of (record.ops as [string, ...Tagged[]][]).entries()) {
    const expected = outcomes[index] as { [field: string]: Tagged };
    const field = `ops ${index}`;
    if (operation === "call") {
      const input = decode(args[1] as Tagged);
      const outcome = outcomeOf(() => instances.get(args[0] as string)(input));
      fields.check(field, undefined, difference(expected as Expected, outcome, input));
      continue;
    }
    const ours = attempt(() => operate(operation, args));
    if (isFailure(expected)) fields.check(field, asThrown(expected), ours);
    else fields.check(field, expected, ours instanceof Thrown ? ours : { ok: true, ...(ours as object) });
  }
  return fields;
}

/** What the record says about the outcome of an operation. */
function operate(operation: string, [first, second]: readonly Tagged[]): object {
  switch (operation) {
    case "load":
      return { repr: String(load(decodeSchema(first as Tagged))) };
    case "get":
      return { repr: String(instances.get(first as string)) };
    case "clear":
      return { returns: instances.clear() ?? null };
    case "add":
    case "put": {
      const validator = load(decodeSchema(second as Tagged));
      return { same: instances[operation](first as string, validator) === validator };
    }
  }
  throw new Error(`unknown operation ${operation}`);
}

export function immutable(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const validator = load(decodeSchema(member(record, "schema"))) as Validator & Record<string, unknown>;
  for (const name of record.set as string[]) {
    fields.expected(`set ${name}`);
    fields.check(`set ${name}`, "TypeError", (attempt(() => Object.assign(validator, { [name]: 1 })) as Thrown).raises);
  }
  const name = record.mutate as string | undefined;
  if (name !== undefined) {
    fields.expected(`mutate ${name}`);
    fields.check(
      `mutate ${name}`,
      "TypeError",
      (attempt(() => (validator[name] as unknown[]).push(1)) as Thrown).raises,
    );
  }
  fields.check(
    "repr",
    (fields.expected("repr") as string).replace(/frozenset\(\{(.*?)\}\)/, "[$1]"),
    String(validator),
  );
  return fields;
}

export function equality(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const [a, b] = [load(decodeSchema(member(record, "a"))), load(decodeSchema(member(record, "b")))];
  fields.check("equal", fields.expected("equal"), a.equals(b));
  fields.check("not_equal", fields.expected("not_equal"), !a.equals(b));
  return fields;
}

export function marker(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const [a, b] = [decode(member(record, "a")), decode(member(record, "b"))] as [
    { equals(other: unknown): boolean },
    unknown,
  ];
  fields.check("repr", fields.expected("repr"), String(a));
  fields.check("str", fields.expected("str"), String(a));
  fields.check("equal", fields.expected("equal"), a.equals(b));
  return fields;
}

export function purity(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const result: Expected = { ok: true, result: fields.expected("result") as Tagged };
  const { found, outcome, input, validator } = compareAnswer(record as unknown as ValidationCase, result);
  fields.check("result", undefined, found);
  const unchanged = difference({ ok: true, result: member(record, "value") }, { value: input }, input) === undefined;
  fields.check("input_unchanged", fields.expected("input_unchanged"), unchanged);
  fields.check("same_object", fields.expected("same_object"), "value" in outcome && outcome.value === input);
  const shared = fields.expected("default_shared_between_calls");
  if (shared !== undefined && "value" in outcome) {
    const [first, second] = [outcome.value, validator?.(input)] as Record<string, unknown>[];
    const isShared = Object.keys(first ?? {}).some(
      (key) => typeof first?.[key] === "object" && first[key] === second?.[key],
    );
    fields.check("default_shared_between_calls", shared, isShared);
  }
  return fields;
}
