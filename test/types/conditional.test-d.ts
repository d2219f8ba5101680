/** A parameter that is given under a condition only widens the types: they hold whether it is given or not. */
import type { Temporal } from "temporal-polyfill";
import * as v from "../../src/index.ts";
import {
  Bool,
  Bytes,
  Dict,
  Float,
  type FloatParams,
  type Infer,
  type InferInput,
  Int,
  type IntParams,
  List,
  OneOf,
  Str,
  type StrParams,
  Tuple,
  Type,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

declare const flag: boolean;

// nullable, of every validator that has it, as an optional property or in one of two types.
{
  const perhaps = flag && ({ nullable: true } as const);
  const int = Int({ min: 1, ...perhaps });
  exact<Infer<typeof int>, number | null>();
  exact<InferInput<typeof int>, number | null>();
  const either = Int(flag ? { nullable: true } : { min: 1 });
  exact<Infer<typeof either>, number | null>();
  const neither = Int(flag ? { nullable: false } : { min: 1 });
  exact<Infer<typeof neither>, number>();
  const float = Float({ ...perhaps });
  exact<Infer<typeof float>, number | null>();
  const str = Str({ ...perhaps });
  exact<Infer<typeof str>, string | null>();
  const bytes = Bytes({ ...perhaps });
  exact<Infer<typeof bytes>, Uint8Array | null>();
  const bool = Bool({ ...perhaps });
  exact<Infer<typeof bool>, boolean | null>();
  const date = v.Date({ ...perhaps });
  exact<Infer<typeof date>, Temporal.PlainDate | null>();
  const time = v.Time({ ...perhaps });
  exact<Infer<typeof time>, Temporal.PlainTime | null>();
  const datetime = v.Datetime({ ...perhaps });
  exact<Infer<typeof datetime>, Temporal.PlainDateTime | null>();
  const list = List(Int(), { ...perhaps });
  exact<Infer<typeof list>, number[] | null>();
  const named = List({ item: Int(), ...perhaps });
  exact<Infer<typeof named>, number[] | null>();
  const tuple = Tuple([Int()], { ...perhaps });
  exact<Infer<typeof tuple>, [number] | null>();
  const dict = Dict({ a: Int() }, { ...perhaps });
  exact<Infer<typeof dict>, { a: number } | null>();
  exact<InferInput<typeof dict>, { a: number } | null>();
  const type = Type(URL, { ...perhaps });
  exact<Infer<typeof type>, URL | null>();
}

// Parameters of which only the type is known.
{
  const int = Int({} as IntParams);
  exact<Infer<typeof int>, number | bigint | null>();
  exact<InferInput<typeof int>, number | bigint | string | boolean | null>();
  const float = Float({} as FloatParams);
  exact<Infer<typeof float>, number | bigint | null>();
  exact<InferInput<typeof float>, number | bigint | string | boolean | null>();
  const str = Str({} as StrParams);
  exact<Infer<typeof str>, string | null>();
  exact<InferInput<typeof str>, string | number | boolean | bigint | Uint8Array | null>();
  const bool = Bool({} as v.BoolParams);
  exact<InferInput<typeof bool>, boolean | string | number | null>();
  const datetime = v.Datetime({} as v.DatetimeParams);
  type Made = Temporal.PlainDateTime | Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date;
  exact<Infer<typeof datetime>, Made | null>();
  const type = Type(URL, {} as v.TypeParams<URL>);
  exact<Infer<typeof type>, URL | null>();
  exact<InferInput<typeof type>, unknown>();
  const none = Int();
  exact<Infer<typeof none>, number>();
  // With `new` too.
  const newInt = new Int({} as IntParams);
  exact<Infer<typeof newInt>, number | bigint | null>();
  const newFloat = new Float({} as FloatParams);
  exact<Infer<typeof newFloat>, number | bigint | null>();
  const newStr = new Str({} as StrParams);
  exact<InferInput<typeof newStr>, string | number | boolean | bigint | Uint8Array | null>();
  const newBool = new Bool({} as v.BoolParams);
  exact<InferInput<typeof newBool>, boolean | string | number | null>();
  const newDatetime = new v.Datetime({} as v.DatetimeParams);
  exact<Infer<typeof newDatetime>, Made | null>();
  const unknownFormat = v.Datetime({ format: "%Y" as string });
  exact<Infer<typeof unknownFormat>, Temporal.PlainDateTime | Temporal.ZonedDateTime>();
  const rfc3339 = v.Datetime({ format: "rfc3339" });
  exact<Infer<typeof rfc3339>, Temporal.ZonedDateTime>();
  exact<
    InferInput<typeof rfc3339>,
    Temporal.PlainDate | Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date | string
  >();
  const jsDate = v.Datetime({ format: "rfc3339", as: "date" });
  exact<Infer<typeof jsDate>, globalThis.Date>();
  const instant = v.Datetime({ format: "rfc3339", as: "instant", nullable: true });
  exact<Infer<typeof instant>, Temporal.Instant | null>();
  const day = v.Date({ format: "iso", as: "date" });
  exact<Infer<typeof day>, globalThis.Date>();
  const naive = v.Datetime({ format: "%Y" });
  exact<Infer<typeof naive>, Temporal.PlainDateTime>();
  const newType = new Type(URL, {} as v.TypeParams<URL>);
  exact<Infer<typeof newType>, URL | null>();
  const newList = new List(Int(), {} as v.ListParams);
  exact<Infer<typeof newList>, number[] | v.TypedArrays[v.TypedArrayName] | null>();
  const newDict = new Dict({ a: Int() }, { ...(flag && { nullable: true, optional: ["a"] }) });
  exact<Infer<typeof newDict>, { a?: number } | null>();
  exact<InferInput<Int>, number>();
}

// What converts widens the input.
{
  const int = Int({ ...(flag && { coerce: true }) });
  exact<Infer<typeof int>, number>();
  exact<InferInput<typeof int>, number | string | boolean>();
  const float = Float({ coerce: flag });
  exact<InferInput<typeof float>, number | string | boolean>();
  const strict = Float({ coerce: false });
  exact<InferInput<typeof strict>, number>();
  const bool = Bool({ ...(flag && { coerce_str: true }), coerce_int: flag });
  exact<InferInput<typeof bool>, boolean | string | number>();
  const text = Str({ ...(flag && { encoding: "utf-8" }) });
  exact<InferInput<typeof text>, string | Uint8Array>();
  const type = Type(URL, { ...(flag && { coerce: true }) });
  exact<InferInput<typeof type>, unknown>();
  const time = v.Time({ ...(flag && { format: "%H" }) });
  exact<InferInput<typeof time>, Temporal.PlainTime | string>();
  const parsed = v.Time({ ...(flag && { parser: () => null }) });
  exact<InferInput<typeof parsed>, Temporal.PlainTime | string>();
  const stamped = v.Datetime({ ...(flag && { unixts: true }) });
  exact<InferInput<typeof stamped>, Temporal.PlainDate | Temporal.PlainDateTime | number>();
  const zoned = v.Datetime({ ...(flag && { tz: "UTC" }) });
  exact<Infer<typeof zoned>, Temporal.PlainDateTime | Temporal.ZonedDateTime>();
  exact<
    InferInput<typeof zoned>,
    Temporal.PlainDate | Temporal.PlainDateTime | Temporal.ZonedDateTime | Temporal.Instant | globalThis.Date
  >();
}

// What narrows does so only if it is certainly there.
{
  const int = Int({ ...(flag && { options: [1, 2] }) });
  exact<Infer<typeof int>, number>();
  const str = Str({ ...(flag && { options: ["a"] }) });
  exact<Infer<typeof str>, string>();
  exact<InferInput<typeof str>, string>();
  const either = Str(flag ? { options: ["a"] } : { options: ["b"] });
  exact<Infer<typeof either>, "a" | "b">();
}

// Dict: keys that may be missing, and keys that may be there.
{
  const schema = { a: Int(), b: Str(), c: Str() };
  const optional = Dict(schema, { ...(flag && { optional: ["b"] }) });
  exact<Infer<typeof optional>, { a: number; c: string; b?: string }>();
  exact<InferInput<typeof optional>, { a: number; c: string; b?: string | undefined }>();
  const either = Dict(schema, flag ? { optional: ["b"] } : { optional: ["a"] });
  exact<InferInput<typeof either>, { c: string; a?: number | undefined; b?: string | undefined }>();
  const defaults = Dict(schema, { ...(flag && { defaults: { b: "x" } }) });
  exact<Infer<typeof defaults>, { a: number; b: string; c: string }>();
  exact<InferInput<typeof defaults>, { a: number; c: string; b?: string | undefined }>();
  const filled = Dict(schema, { optional: ["a", "b"], defaults: { a: 1, ...(flag && { b: "x" }) } });
  exact<Infer<typeof filled>, { a: number; c: string; b?: string }>();
  const dropped = Dict(schema, { optional: ["b", "c"], dispose: ["c"] });
  exact<Infer<typeof dropped>, { a: number; b?: string }>();
  exact<InferInput<typeof dropped>, { a: number; b?: string | undefined; c?: unknown }>();
  const perhaps = Dict(schema, { optional: ["b", "c"], ...(flag && { dispose: ["c"] }) });
  exact<Infer<typeof perhaps>, { a: number; b?: string; c?: string }>();
  exact<InferInput<typeof perhaps>, { a: number; b?: string | undefined; c?: unknown }>();
  const some = Dict(schema, { optional: ["b", "c"], dispose: ["b"] as ("b" | "c")[] });
  exact<Infer<typeof some>, { a: number; b?: string; c?: string }>();
  const extra = Dict({ a: Int() }, { ...(flag && { extra: [Str(), Int()] }) });
  exact<Infer<typeof extra>, { a: number } & { [key: string]: number }>();
  const only = Dict({ ...(flag && { extra: [Str(), Int()] }) });
  exact<Infer<typeof only>, { [key: string]: number }>();
  const member = Dict({ a: Int(), ...(flag && { b: Str() }) });
  exact<Infer<typeof member>, { a: number; b?: string }>();
  exact<InferInput<typeof member>, { a: number; b?: string }>();
  const named = Dict({ ...(flag && { schema: { a: Int() } }), extra: [Str(), Str()] });
  exact<Infer<typeof named>["a"], unknown>();
}

// Members that are there under a condition.
{
  const tuple = Tuple(Int(), ...(flag ? [Str()] : []));
  exact<Infer<typeof tuple>, [number, ...string[]]>();
  const either = OneOf(Int(), ...(flag ? [Str()] : []));
  exact<Infer<typeof either>, number | string>();
}
