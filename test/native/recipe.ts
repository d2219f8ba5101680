/**
 * Validators as JSON that can be printed, made smaller and built again: dumps, with `{ "__named__": name }` in place of
 * functions and classes, which have no other form in text.
 */
import { AllParams } from "../../src/core/schemas/params.ts";
import type { ValidatorClass } from "../../src/core/validator.ts";
import { InvalidTypeError, MaxLengthError, MaxValueError, ValueError } from "../../src/exc.ts";
import * as library from "../../src/index.ts";
import { FAILED, type Failed, instances, load, type Report, Validator } from "../../src/index.ts";
import { Date as DateValidator } from "../../src/validators/date.ts";
import { Datetime } from "../../src/validators/datetime.ts";
import { Time } from "../../src/validators/time.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Dump = { __class__: string; [param: string]: Json };

/** A validator, and those its references lead to, by alias. */
export interface Recipe {
  readonly root: Dump;
  readonly aliases: { readonly [alias: string]: Dump };
}

/** Classes a user might write; built-in engines know nothing of them. */

class Even extends library.Int {
  override check(input: unknown, report: Report): number | Failed {
    const value = super.check(input, report);
    return typeof value === "number" && value % 2 !== 0 ? report.fail(MaxValueError, "even", value) : value;
  }
}

class Count extends library.Int {}

class Upper extends Validator<string> {
  override check(input: unknown, report: Report): string | Failed {
    return typeof input === "string" ? input.toUpperCase() : report.fail(InvalidTypeError, "text", typeof input);
  }
}

class Point {
  readonly x: unknown;
  constructor(x: unknown) {
    if (x === 0) throw new TypeError("a point should not be 0");
    this.x = x;
  }
}

/** Calls the other validator as a user does, and so throws its errors. */
class Wrapped extends Validator {
  static override readonly params = { inner: (_owner: unknown, _attr: string, value: unknown) => value };
  declare readonly inner: Validator;
  override check(input: unknown): unknown {
    return { wrapped: this.inner(input), "0": input };
  }
}

/** Arrays in tests have at most some thousand items. */
const MAX_WALKED = 1_000_000;

/** Walks a container by itself. */
class Pairs extends Validator {
  static override readonly params = { inner: (_owner: unknown, _attr: string, value: unknown) => value };
  declare readonly inner: Validator;
  override check(input: unknown, report: Report): unknown {
    if (!Array.isArray(input)) return report.fail(InvalidTypeError, "array", typeof input);
    // Of four billion holes none has a member, but each takes its time.
    if (input.length > MAX_WALKED) return report.fail(InvalidTypeError, "array", "holes");
    return report.nest(() => input.map((item, index) => [index, report.member(this.inner, item, index)]));
  }
}

class Sealed extends library.Dict {
  override check(input: unknown, report: Report): Record<string, never> | Failed {
    const value = super.check(input, report) as Record<string, never> | Failed;
    // A nullable one passes null on.
    if (value === FAILED || value === null) return value;
    return Object.fromEntries([...Object.entries(value), ["sealed", true]]) as Record<string, never>;
  }
}

/** Has the name of a built-in class, and so its dump. */
const Impostor = class Int extends Validator {
  override check(input: unknown, report: Report): unknown {
    return input === 42 ? "forty-two" : report.fail(InvalidTypeError, 42, input);
  }
};

const custom = { Even, Count, Upper, Wrapped, Pairs, Sealed, Impostor };

/** How often code of the user's was called: engines may differ in it, results may not. */
export const calls: { count: number; heard?: (name: string, args: readonly unknown[]) => void } = { count: 0 };

const counted = <F extends (...args: never[]) => unknown>(act: F): F =>
  ((...args: Parameters<F>) => {
    calls.count++;
    calls.heard?.("a function", args);
    return act(...args);
  }) as F;

/** What the error of a function begins with that is no validator's. */
export const BUG = "a bug at";

/** What `{ "__named__": name }` stands for. */
export const named: Record<string, unknown> = {
  String,
  Number,
  Boolean,
  BigInt,
  Date,
  URL,
  Map,
  Point,
  seven: counted(() => 7),
  list: counted(() => [1, [2], { a: 1 }]),
  wrong: counted(() => ({ a: [null, "x"] })),
  nothing: counted(() => undefined),
  failing: counted(() => {
    throw new ValueError("no default today");
  }),
  accepting: counted((value: unknown) => typeof value !== "string" || value.length % 2 === 0),
  doubting: counted((value: unknown) => {
    if (value === null) throw new ValueError("null is nothing");
    if (Array.isArray(value)) throw new MaxLengthError({ expected: 0, actual: value.length, context: ["x", 0] });
    return value;
  }),
  /** Of a Transform with `reports`. */
  reporting: counted((value: unknown, fail: library.Fail) => {
    if (typeof value === "number") fail({ path: ["x", 0], message: "A number.", params: { a: 1 } });
    // Some arrays have 2 ** 32 - 1 holes.
    if (Array.isArray(value)) for (let index = 0; index < Math.min(value.length, 100); index++) fail({ path: [index] });
    return [value];
  }),
  parseDate: counted((text: string) => new Date(text)),
  parseBadly: counted((text: string) => {
    if (text.length % 2 === 0) throw new ValueError(`odd only: ${text.length}`);
    return null;
  }),
  parseWithBug: counted((text: string) => {
    throw new TypeError(`${BUG} ${text.length}`);
  }),
};

/** By the names that dumps use; who needs more adds them. */
export const classes: Record<string, unknown> = { ...library, ...custom, Date: DateValidator, Datetime, Time };

/** `made` are validators by the text of their dumps: equal ones are one, in as many places. */
function make(data: Json, made: Map<string, unknown>): unknown {
  if (Array.isArray(data)) return data.map((item) => make(item, made));
  if (typeof data !== "object" || data === null) return data;
  if (typeof data.__named__ === "string") return named[data.__named__];
  const members: Record<string, unknown> = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, make(value, made)]),
  );
  if (typeof data.__class__ === "string") {
    const text = JSON.stringify(data);
    const { __class__, ...params } = members;
    if (!made.has(text)) made.set(text, new (classes[data.__class__] as ValidatorClass)(new AllParams(params)));
    return made.get(text);
  }
  // What JSON has no form for is left to `load`, as the value of a constant.
  if (typeof data.__value__ === "string") return (load({ __class__: "Const", value: members }) as library.Const).value;
  return members;
}

/** Builds the validator, and registers what it refers to. */
export function build({ root, aliases }: Recipe): Validator {
  instances.clear();
  const made = new Map<string, unknown>();
  for (const [alias, dump] of Object.entries(aliases)) instances.put(alias, make(dump, made) as Validator);
  return make(root, made) as Validator;
}

/** Calls `visit` with every validator's dump, the outer before the inner. */
export function visitDumps(data: Json, visit: (dump: Dump) => void): void {
  if (typeof data !== "object" || data === null) return;
  if (!Array.isArray(data) && typeof data.__class__ === "string") visit(data as Dump);
  for (const member of Object.values(data)) visitDumps(member, visit);
}

/** The members of a dumped schema, however it is spelled. */
export function membersOf(schema: Json | undefined): [string, Dump][] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  return schema.__value__ === "object"
    ? (schema.entries as [string, Dump][])
    : (Object.entries(schema) as [string, Dump][]);
}
