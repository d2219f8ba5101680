import type { Temporal } from "temporal-polyfill";
import * as v from "../../src/index.ts";
import { Any, Bool, Bytes, Const, Float, type Infer, type InferInput, Int, Str, Type } from "../../src/index.ts";
import { exact } from "./exact.ts";

declare const flag: boolean;

// Int
{
  const plain = Int();
  exact<Infer<typeof plain>, number>();
  exact<InferInput<typeof plain>, number>();
  const nullable = Int({ nullable: true, min: 1 });
  exact<Infer<typeof nullable>, number | null>();
  exact<InferInput<typeof nullable>, number | null>();
  const never = Int({ nullable: false });
  exact<Infer<typeof never>, number>();
  const perhaps = Int({ nullable: flag });
  exact<Infer<typeof perhaps>, number | null>();
  const coerce = Int({ coerce: true });
  exact<Infer<typeof coerce>, number>();
  exact<InferInput<typeof coerce>, number | string | boolean>();
  const literal = Int({ options: [1, 2], nullable: true });
  exact<Infer<typeof literal>, 1 | 2 | null>();
  const set = Int({ options: new Set([1, 2] as const) });
  exact<Infer<typeof set>, 1 | 2>();
  const list: number[] = [1];
  const listed = Int({ options: list });
  exact<Infer<typeof listed>, number>();
  const made = new Int({ nullable: true });
  exact<Infer<typeof made>, number | null>();
  exact<typeof plain.min, number | undefined>();
  exact<typeof plain.nullable, boolean>();
}

// Int with bigint
{
  const big = Int({ bigint: true, min: 0, max: 2n ** 64n });
  exact<Infer<typeof big>, bigint>();
  exact<InferInput<typeof big>, number | bigint>();
  exact<typeof big.max, bigint | undefined>();
  exact<typeof big.options, readonly bigint[] | undefined>();
  const small = Int({ bigint: false });
  exact<Infer<typeof small>, number>();
  exact<InferInput<typeof small>, number>();
  const text = Int({ bigint: true, coerce: true, nullable: true });
  exact<Infer<typeof text>, bigint | null>();
  exact<InferInput<typeof text>, number | bigint | string | boolean | null>();
  const literal = Int({ bigint: true, options: [1n, 2] });
  exact<Infer<typeof literal>, 1n | 2n>();
  const perhaps = Int({ bigint: flag });
  exact<Infer<typeof perhaps>, number | bigint>();
  const conditional = Int({ min: 1, ...(flag && { bigint: true }) });
  exact<Infer<typeof conditional>, number | bigint>();
  const params: { bigint?: boolean } = {};
  const optional = Int(params);
  exact<Infer<typeof optional>, number | bigint>();
  const made = new Int({ bigint: true });
  exact<Infer<typeof made>, bigint>();
}

// Float
{
  const plain = Float();
  exact<Infer<typeof plain>, number>();
  exact<InferInput<typeof plain>, number>();
  const both = Float({ nullable: true, coerce: true, nan: true });
  exact<Infer<typeof both>, number | null>();
  exact<InferInput<typeof both>, number | string | boolean | null>();
}

// Limits of numbers
{
  const int = Int({ exclusive_min: 1, exclusive_max: 5, multiple_of: 2 });
  exact<Infer<typeof int>, number>();
  exact<typeof int.multiple_of, number | undefined>();
  const big = Int({ bigint: true, exclusive_min: 1n, multiple_of: 2 });
  exact<typeof big.exclusive_min, bigint | undefined>();
  const float = Float({ exclusive_min: 0, exclusive_max: 0.5, multiple_of: 0.1 });
  exact<Infer<typeof float>, number>();
  exact<typeof float.multiple_of, number | bigint | undefined>();
}

// Str
{
  const plain = Str();
  exact<Infer<typeof plain>, string>();
  exact<InferInput<typeof plain>, string>();
  const literal = Str({ options: ["red", "green"] });
  exact<Infer<typeof literal>, "red" | "green">();
  exact<InferInput<typeof literal>, "red" | "green">();
  const decoded = Str({ encoding: "utf-8", nullable: true });
  exact<Infer<typeof decoded>, string | null>();
  exact<InferInput<typeof decoded>, string | Uint8Array | null>();
  const pattern = Str({ pattern: /a/i });
  exact<Infer<typeof pattern>, string>();
  const risky = Str({ pattern: "(a+)\\1$", backtrack: true });
  exact<Infer<typeof risky>, string>();
  exact<InferInput<typeof risky>, string>();
  exact<typeof risky.backtrack, boolean>();
  const email = Str({ format: "email", nullable: true });
  exact<Infer<typeof email>, string | null>();
  // What is converted may be none of the options before.
  const order = Str({ options: ["asc", "desc"], case: "lower" });
  exact<Infer<typeof order>, "asc" | "desc">();
  exact<InferInput<typeof order>, string>();
  const perhaps = Str({ options: ["a"], strip: flag });
  exact<InferInput<typeof perhaps>, string>();
  const kept = Str({ options: ["a"], normspace: false });
  exact<InferInput<typeof kept>, "a">();
}

// Bytes
{
  const plain = Bytes({ minlen: 1 });
  exact<Infer<typeof plain>, Uint8Array>();
  const nullable = Bytes({ nullable: true });
  exact<InferInput<typeof nullable>, Uint8Array | null>();
}

// Bool
{
  const plain = Bool();
  exact<Infer<typeof plain>, boolean>();
  exact<InferInput<typeof plain>, boolean>();
  const coerce = Bool({ coerce_str: true, coerce_int: true, nullable: true });
  exact<Infer<typeof coerce>, boolean | null>();
  exact<InferInput<typeof coerce>, boolean | string | number | null>();
}

// Date, Time, Datetime
{
  const date = v.Date();
  exact<Infer<typeof date>, Temporal.PlainDate>();
  const time = v.Time({ nullable: true });
  exact<Infer<typeof time>, Temporal.PlainTime | null>();
  const naive = v.Datetime();
  exact<Infer<typeof naive>, Temporal.PlainDateTime>();
  const aware = v.Datetime({ tz: "UTC" });
  exact<Infer<typeof aware>, Temporal.ZonedDateTime>();
}

// Type
{
  class Money {
    readonly amount = 1;
  }
  const money = Type(Money);
  exact<Infer<typeof money>, Money>();
  exact<InferInput<typeof money>, Money>();
  const nullable = Type(Money, { nullable: true, min: new Money() });
  exact<Infer<typeof nullable>, Money | null>();
  const coerce = Type(Money, { coerce: true });
  exact<Infer<typeof coerce>, Money>();
  exact<InferInput<typeof coerce>, unknown>();
  const text = Type(String, { minlen: 1 });
  exact<Infer<typeof text>, string>();
  const number = Type(Number);
  exact<Infer<typeof number>, number>();
  const boolean = Type(Boolean);
  exact<Infer<typeof boolean>, boolean>();
  const bigint = Type(BigInt, { max: 5n });
  exact<Infer<typeof bigint>, bigint>();
  const date = Type(globalThis.Date);
  exact<Infer<typeof date>, globalThis.Date>();
}

// Const
{
  const text = Const("a");
  exact<Infer<typeof text>, "a">();
  exact<InferInput<typeof text>, "a">();
  exact<typeof text.value, "a">();
  const number = Const(5);
  exact<Infer<typeof number>, 5>();
  const nothing = Const(null);
  exact<Infer<typeof nothing>, null>();
  const flagged = Const(true);
  exact<Infer<typeof flagged>, true>();
  const tuple = Const(["a", 1]);
  exact<Infer<typeof tuple>, readonly ["a", 1]>();
  const object = Const({ kind: "x" });
  exact<Infer<typeof object>, { readonly kind: "x" }>();
}

// Any
{
  const any = Any();
  exact<Infer<typeof any>, unknown>();
  exact<InferInput<typeof any>, unknown>();
}

/** What is no parameter, or of the wrong type, does not compile. */
export function refused(): void {
  // @ts-expect-error -- a limit of an Int is a number
  Int({ min: "1" });
  // @ts-expect-error -- Int has no such parameter
  Int({ minimum: 1 });
  // @ts-expect-error -- also beside one that it has
  Int({ min: 1, minimum: 1 });
  // @ts-expect-error -- options of an Int are numbers
  Int({ options: ["a"] });
  // @ts-expect-error -- parameters are an object
  Int(5);
  // @ts-expect-error -- Float has no options
  Float({ min: 1, options: [1] });
  // @ts-expect-error -- a pattern is text or a regular expression
  Str({ pattern: 5 });
  // @ts-expect-error -- a flag is a boolean
  Str({ pattern: "a", backtrack: "yes" });
  // @ts-expect-error -- a format is one that is known
  Str({ format: "phone" });
  // @ts-expect-error -- there are two cases
  Str({ case: "title" });
  // @ts-expect-error -- options of a Str are strings
  Str({ options: [1] });
  // @ts-expect-error -- a length is a number
  Bytes({ minlen: "1" });
  // @ts-expect-error -- Bool has two ways to coerce
  Bool({ nullable: true, coerce: true });
  // @ts-expect-error -- a limit is an instance of the class
  Type(String, { min: 1 });
  // @ts-expect-error -- a class, not its name
  Type("Money");
  // @ts-expect-error -- a flag
  Const(1, { nullable: 1 });
  // @ts-expect-error -- Any has none either
  Any({ nullable: true });
  // @ts-expect-error -- an alias is a string
  Int({ alias: 5 });
}

// Decimal text.
{
  const int = Int({ coerce: "text" });
  exact<Infer<typeof int>, number>();
  exact<InferInput<typeof int>, number | string>();
  const float = Float({ coerce: "text", nullable: true });
  exact<InferInput<typeof float>, number | string | null>();
  const big = Int({ coerce: "text", bigint: true });
  exact<Infer<typeof big>, bigint>();
  exact<InferInput<typeof big>, number | bigint | string>();
  // @ts-expect-error -- there is no such word
  Int({ coerce: "txt" });
}
