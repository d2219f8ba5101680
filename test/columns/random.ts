/** Random validators that have columns, with lines of NDJSON for them; and the rows that Arrow should read. */
import type { ColumnType } from "../../src/core/columns.ts";
import {
  AllOf,
  Bool,
  Bytes,
  Check,
  Closed,
  Const,
  Default,
  Dict,
  Float,
  Int,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Optional,
  Set as SetOf,
  Str,
  type Validator,
} from "../../src/index.ts";
import { Date as DateOf } from "../../src/validators/date.ts";
import { Datetime } from "../../src/validators/datetime.ts";
import { Time } from "../../src/validators/time.ts";
import type { Random } from "../native/random.ts";

/** A validator, and JSON texts that it accepts, most of them. */
export interface Case {
  readonly validator: Validator;
  text(random: Random): string;
}

const TEXTS = [
  "",
  "a",
  "plain",
  "é",
  "日本語",
  "😀 wide",
  'quote " and \\ backslash',
  "\u0000",
  "\ud800",
  "x".repeat(300),
];
const KEYS = ["id", "name", "toString", "__proto__", "7", "a/b", "é", "constructor", "last"];
const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

const json = (value: unknown): string => JSON.stringify(value);
const leaf = (validator: Validator, texts: readonly string[]): Case => ({
  validator,
  text: (random) => random.pick(texts),
});

function leafCase(random: Random): Case {
  switch (random.below(15)) {
    case 0:
      return leaf(Int(), ["0", "-1", "9007199254740991", "1e3", "-0", "2147483648", "-2147483648"]);
    case 1:
      return leaf(Int({ min: -5, exclusive_max: 300 }), ["0", "-1", "299", "1e2", "-0"]);
    case 2:
      return leaf(Int({ bigint: true, min: MIN, max: MAX }), [
        "0",
        "-9223372036854775808",
        "9223372036854775807",
        "5e3",
        "-1",
      ]);
    case 3:
      return leaf(Float(), ["0", "-0.0", "1.5", "1e300", "-2.5e-10", "3"]);
    case 4:
      return leaf(Bool(), ["true", "false"]);
    case 5:
      return leaf(Str(), TEXTS.map(json));
    case 6:
      return leaf(Str({ strip: true, case: "upper" }), [...TEXTS.map(json), '" pad "']);
    case 7:
      return leaf(Str({ options: ["red", "grün", "blue"] }), ['"red"', '"blue"', '"grün"', '"gr\\u00fcn"']);
    case 8:
      return leaf(DateOf({ format: "iso" }), ['"1970-01-01"', '"0001-02-28"', '"9999-12-31"', '"2024-02-29"']);
    case 9:
      return leaf(Datetime({ format: "rfc3339", ...(random.chance(0.5) ? { as: "date" } : {}) }), [
        '"2026-02-28T10:00:00Z"',
        '"1969-12-31T23:59:59.9999999+01:00"',
        '"0001-01-01T00:00:00.000001Z"',
      ]);
    case 10:
      return leaf(Datetime({ format: "iso" }), ['"2026-02-28T10:00:00.123456789"', '"1900-01-01"']);
    case 11:
      return leaf(Time({ format: "iso" }), ['"10:00:00"', '"23:59:59.999999999"']);
    case 12:
      return leaf(Bytes({ format: "base64" }), ['""', '"AAEC"', '"/w=="']);
    case 13:
      return leaf(OneOf([Const("x"), Const("y"), Const(null)]), ['"x"', '"y"', "null"]);
    default:
      return leaf(Const(random.pick(["only", 7, 1.5, true, null, -0])), ["null", "7", '"only"', "1.5", "true", "-0.0"]);
  }
}

/** A validator of values with columns, nested up to `depth` levels. */
export function randomCase(random: Random, depth = 3): Case {
  const made = anyCase(random, depth);
  if (random.chance(0.1))
    return {
      ...made,
      validator: AllOf(
        made.validator,
        Check(() => true),
      ),
    };
  if (random.chance(0.1)) return { ...made, validator: Closed(made.validator) };
  if (random.chance(0.1)) {
    const { validator } = made;
    return { ...made, validator: LazyRef(() => validator) };
  }
  if (random.chance(0.15))
    return {
      validator: Nullable(made.validator),
      text: (random) => (random.chance(0.3) ? "null" : made.text(random)),
    };
  return made;
}

function anyCase(random: Random, depth: number): Case {
  if (depth === 0 || random.chance(0.3)) return leafCase(random);
  if (random.chance(0.3)) {
    const item = randomCase(random, depth - 1);
    const isSet = random.chance(0.2);
    return {
      validator: isSet ? SetOf(item.validator) : List(item.validator),
      text: (random) => `[${Array.from({ length: random.below(4) }, () => item.text(random)).join()}]`,
    };
  }
  if (random.chance(0.25)) {
    const [one, other] = [dictCase(random, depth - 1, "kind", "one"), dictCase(random, depth - 1, "kind", "other")];
    return {
      validator: OneOf([one.validator, other.validator], { discriminator: "kind" }),
      text: (random) => (random.chance(0.5) ? one : other).text(random),
    };
  }
  return dictCase(random, depth - 1);
}

/** @param tag the value of the key `key`, which all its values have. */
function dictCase(random: Random, depth: number, key?: string, tag?: string): Case {
  const members = random.some(KEYS, 0.5).map((name) => {
    const member = randomCase(random, depth);
    const how = random.pick(["needed", "needed", "optional", "default"] as const);
    const given = how === "default" ? Default(Nullable(Int()), random.pick([null, 5, () => 7])) : member.validator;
    const validator = how === "optional" ? Optional(given) : given;
    const text = how === "default" ? (random: Random) => random.pick(["1", "null"]) : member.text;
    return { name, validator, text, isNeeded: how === "needed" };
  });
  const tagged = key === undefined ? [] : ([[key, Const(tag)]] as const);
  const schema = Object.fromEntries([...tagged, ...members.map(({ name, validator }) => [name, validator] as const)]);
  return {
    validator: Dict(schema, { unknown: random.pick(["strip", "forbid"] as const) }),
    text: (random) => {
      const all = members
        .filter(({ isNeeded }) => (isNeeded ? !random.chance(0.01) : random.chance(0.6)))
        .map(({ name, text }) => `${json(name)}:${text(random)}`);
      if (key !== undefined) all.push(`${json(key)}:${json(tag)}`);
      return `{${(random.chance(0.3) ? random.shuffled(all) : all).join()}}`;
    },
  };
}

/** A value as Arrow reads it from a column of its type. */
export function arrowValue(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case "struct":
      return Object.fromEntries(
        type.fields.map(({ name, type }) => [
          name,
          arrowValue(Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : null, type),
        ]),
      );
    case "list":
      return Array.from(value as Iterable<unknown>, (item) =>
        arrowValue(item, (type.fields[0] as { type: ColumnType }).type),
      );
    case "union": {
      const { kind } = value as { kind: string };
      return arrowValue(value, (type.fields.find(({ name }) => name === kind) as { type: ColumnType }).type);
    }
    case "utf8":
      return Buffer.from(value as string).toString();
    case "date":
      return Date.parse(`${String(value)}T00:00:00Z`);
    case "timestamp":
      return milliseconds(value);
    case "time": {
      const text = /^(\d+):(\d+)(?::(\d+)(?:\.(\d{1,6}))?)?/.exec(String(value)) as RegExpExecArray;
      const [hours, minutes, seconds = 0, fraction = "0"] = text.slice(1);
      return (
        (BigInt(hours as string) * 60n + BigInt(minutes as string)) * 60_000_000n +
        BigInt(seconds) * 1_000_000n +
        BigInt(fraction.padEnd(6, "0"))
      );
    }
    case "binary":
      return [...(value as Uint8Array)];
    default:
      return value;
  }
}

/** Microseconds as Arrow divides them. */
function milliseconds(value: unknown): number {
  const of = (micros: bigint): number => Number(micros / 1000n) + Number(micros % 1000n) / 1000;
  if (value instanceof Date) return of(BigInt(value.getTime()) * 1000n);
  const moment = value as { epochNanoseconds?: bigint; toZonedDateTime?(zone: string): { epochNanoseconds: bigint } };
  const nanos = moment.epochNanoseconds ?? (moment.toZonedDateTime?.("UTC").epochNanoseconds as bigint);
  return of(nanos / 1000n - (nanos % 1000n < 0n ? 1n : 0n));
}

/** A row or a value of Arrow as plain objects and arrays. */
export function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array, plain);
  const { type, toJSON } = value as { type?: unknown; toJSON?: unknown };
  if (typeof toJSON !== "function") return value;
  if (type !== undefined) return Array.from(value as unknown as Iterable<unknown>, plain);
  const entries = [...(value as Iterable<[string, unknown]>)];
  return Object.fromEntries(entries.map(([name, member]) => [name, plain(member)]));
}
