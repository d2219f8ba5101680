import * as v from "../../src/index.ts";
import {
  AllOf,
  Any,
  Bool,
  Bytes,
  Const,
  Default,
  Dict,
  extend,
  Fallback,
  Float,
  If,
  type Infer,
  type InferInput,
  Int,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Optional,
  type Pipe,
  pick,
  required,
  Set as SetOf,
  Str,
  Tuple,
  type Union,
  type Validator,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

// ListParams is for any items.
{
  const wrapped = (params?: v.ListParams) => List(Int(), params);
  exact<ReturnType<typeof wrapped>["item"], Int>();
  List(Int(), { sort: 1, sort_key: (item) => -item });
  // @ts-expect-error -- items are numbers
  List(Int(), { sort: 1, sort_key: (item: string) => item });
}

// If
{
  const both = If(Str(), Int({ coerce: true }), Const(true));
  exact<Infer<typeof both>, number | true>();
  exact<InferInput<typeof both>, number | string | boolean>();
  const one = If(Str(), Int());
  exact<Infer<typeof one>, unknown>();
  exact<(typeof one)["alternate"], undefined>();
  const other = If(Str(), undefined, Int(), { alias: "other" });
  exact<(typeof other)["consequent"], undefined>();
  exact<typeof other.alternate, Int>();
  // Parameters in place of a branch, and all of them.
  const named = If(Str(), { alternate: Int(), consequent: Const(true), message: (error) => error.message });
  exact<typeof named, If<Str, Const<true>, Int>>();
  const last = If(Str(), Const(true), { alternate: Int(), messages: { forbidden_value: (error) => error.code } });
  exact<typeof last, typeof named>();
  const all = If({ condition: Str(), consequent: Const(true), alternate: Int(), message: (error) => error.message });
  exact<typeof all, typeof named>();
  const none = If({ condition: Str() });
  exact<typeof none, If<Str, undefined, undefined>>();
  const maybe = If(Str(), { consequent: Math.random() > 0.5 ? Int() : undefined });
  exact<typeof maybe.consequent, Int | undefined>();
}

// Set
{
  const set = SetOf(Int({ coerce: true }));
  exact<Infer<typeof set>, Set<number>>();
  exact<InferInput<typeof set>, readonly (number | string | boolean)[] | ReadonlySet<number | string | boolean>>();
  const nullable = SetOf({ item: Str(), nullable: true, maxlen: 3 });
  exact<Infer<typeof nullable>, Set<string> | null>();
}

// List
{
  const list = List(Int({ coerce: true }));
  exact<Infer<typeof list>, number[]>();
  exact<InferInput<typeof list>, (number | string | boolean)[]>();
  const nullable = List(Str({ nullable: true }), { nullable: true, unique: true });
  exact<Infer<typeof nullable>, (string | null)[] | null>();
  const sorted = List(Str(), { sort: -1, sort_key: (item) => item.length });
  exact<Infer<typeof sorted>, string[]>();
  // @ts-expect-error -- the key is one of a string
  List(Str(), { sort: 1, sort_key: (item: number) => item });
  const typed = List(Float(), { as: "Float32Array", nullable: true });
  exact<Infer<typeof typed>, Float32Array | null>();
  exact<InferInput<typeof typed>, number[] | Float32Array | null>();
  const big = List(Int(), { as: "BigInt64Array" });
  exact<Infer<typeof big>, BigInt64Array>();
  const maybe = List(Int(), { as: undefined as "Int8Array" | undefined });
  exact<Infer<typeof maybe>, number[] | Int8Array>();
  // @ts-expect-error -- no such typed array
  List(Int(), { as: "Array" });
  const nested = List(List(Str({ options: ["a"] })));
  exact<Infer<typeof nested>, "a"[][]>();
  const named = List({ item: Int(), minlen: 1, nullable: true });
  exact<Infer<typeof named>, number[] | null>();
  exact<typeof list.item, typeof named.item | (typeof list)["item"]>;
}

// Tuple
{
  const pair = Tuple(Int(), Str({ encoding: "utf-8" }));
  exact<Infer<typeof pair>, [number, string]>();
  exact<InferInput<typeof pair>, [number, string | Uint8Array]>();
  const nullable = Tuple([Int(), Bool()], { nullable: true });
  exact<Infer<typeof nullable>, [number, boolean] | null>();
  const named = Tuple({ items: [Int(), Const("x")] });
  exact<Infer<typeof named>, [number, "x"]>();
  const single = Tuple(Tuple(Int()));
  exact<Infer<typeof single>, [[number]]>();
  const open = Tuple([Str(), Optional(Int({ coerce: true }))], { rest: Bool() });
  exact<Infer<typeof open>, [string, number?, ...boolean[]]>();
  exact<InferInput<typeof open>, [string, (string | number | boolean | undefined)?, ...boolean[]]>();
  const shorter = Tuple(Str(), Optional(Int()), Optional(Bool()));
  exact<Infer<typeof shorter>, [string, number?, boolean?]>();
  const filled = Tuple(Str(), Optional(Int()), Default(Int(), 5), Optional(Bool()));
  exact<Infer<typeof filled>, [string, number | undefined, number, boolean?]>();
  exact<InferInput<typeof filled>, [string, (number | undefined)?, (number | undefined)?, (boolean | undefined)?]>();
  const rest = Tuple([Int()], { rest: Str(), nullable: true });
  exact<Infer<typeof rest>, [number, ...string[]] | null>();
}

// Dict
{
  const plain = Dict({ a: Int(), b: Str({ nullable: true }) });
  exact<Infer<typeof plain>, { a: number; b: string | null }>();
  exact<InferInput<typeof plain>, { a: number; b: string | null }>();

  const search = Dict(
    { query: Str(), tags: List(Str()), limit: Int({ coerce: true }), offset: Int() },
    { defaults: { limit: 100, offset: () => 0 }, optional: ["tags", "offset"] },
  );
  exact<Infer<typeof search>, { query: string; limit: number; offset: number; tags?: string[] }>();
  exact<
    InferInput<typeof search>,
    {
      query: string;
      tags?: string[] | undefined;
      limit?: number | string | boolean | undefined;
      offset?: number | undefined;
    }
  >();

  const filled = Dict(
    {
      list: List(Str()),
      pair: Tuple(Int(), List(Int())),
      dict: Dict({ a: List(Any()) }),
      any: Any(),
      kind: Str({ options: ["a", "b"] }),
    },
    { defaults: { list: [], pair: [1, [2]], dict: { a: [{ b: [] }] }, any: [1], kind: "a" }, optional: ["any"] },
  );
  exact<
    InferInput<typeof filled>,
    {
      list?: string[] | undefined;
      pair?: [number, number[]] | undefined;
      dict?: { a: unknown[] } | undefined;
      any?: unknown;
      kind?: "a" | "b" | undefined;
    }
  >();
  const dates = Dict(
    { at: v.Date(), bytes: Bytes() },
    { defaults: { at: new globalThis.Date(0), bytes: () => new Uint8Array() } },
  );
  exact<keyof InferInput<typeof dates>, "at" | "bytes">();
  exact<undefined extends InferInput<typeof dates>["at"] ? true : false, true>();

  const disposed = Dict(
    { a: Int(), secret: Str(), c: Int() },
    { dispose: ["secret", "unknown"], optional: ["secret", "c"] },
  );
  exact<Infer<typeof disposed>, { a: number; c?: number }>();
  // What is dropped may be there, also where the schema does not have it.
  exact<InferInput<typeof disposed>, { a: number; secret?: unknown; c?: number | undefined; unknown?: unknown }>();
  const given: InferInput<typeof disposed> = { a: 1, secret: 2, unknown: 3 };
  disposed(given);
  // @ts-expect-error: a key that is neither in the schema nor dropped
  const other: InferInput<typeof disposed> = { a: 1, others: 3 };
  disposed(other);
  const listed = Dict({ a: Int() }, { optional: ["a"], dispose: ["b"] as string[] });
  exact<InferInput<typeof listed>, { [key: string]: unknown }>();

  const refilled = Dict({ a: Int(), b: Int() }, { dispose: ["b"], defaults: { b: 1 } });
  exact<Infer<typeof refilled>, { a: number; b: number }>();

  const extra = Dict({ a: Str(), b: Optional(Bool()) }, { extra: [Str(), Float({ coerce: true })] });
  exact<Infer<typeof extra>, { a: string; b?: boolean } & { [key: string]: number }>();
  const result = extra({ a: "x", c: "1" });
  exact<typeof result.a, string>();
  exact<typeof result.b, boolean | undefined>();
  exact<(typeof result)["other"], number>();
  // A literal may have both.
  const input: InferInput<typeof extra> = { a: "x", other: 1 };
  exact<typeof input.a, string>();
  exact<(typeof input)["other"], string | number | boolean | undefined>();
  // @ts-expect-error -- no member is an object
  const wrongInput: InferInput<typeof extra> = { a: "x", other: {} };
  extra(wrongInput);
  const widened = extend(extra, { c: Int() });
  exact<Infer<typeof widened>["c" | "d"], number>();
  const matched = Dict({ a: Str() }, { extra: [Str(), Float()], patterns: { "^x": Bool() } });
  exact<Infer<typeof matched>, { a: string } & { [key: string]: unknown }>();
  const moreMatched = extend(matched, { c: Int() });
  exact<Infer<typeof moreMatched>["x"], unknown>();
  const onlyMatched = Dict({ extra: [Str(), Float()], patterns: { "^x": Bool() } });
  exact<Infer<typeof onlyMatched>, { [key: string]: unknown }>();
  const strictKept = Dict({ a: Str() }, { extra: [Str(), Float()], nullable: true });
  exact<Infer<typeof strictKept>, ({ a: string } & { [key: string]: number }) | null>();
  const only = Dict({ extra: [Str(), Int({ coerce: true })] });
  exact<Infer<typeof only>, { [key: string]: number }>();
  exact<InferInput<typeof only>, { [key: string]: number | string | boolean | undefined }>();

  const nullable = Dict({ a: Int() }, { nullable: true });
  exact<Infer<typeof nullable>, { a: number } | null>();
  const nested = Dict({ inner: Dict({ a: Int() }, { optional: ["a"] }) });
  exact<Infer<typeof nested>, { inner: { a?: number } }>();

  const named = Dict({ schema: { a: Int(), b: Str() }, optional: ["b"] });
  exact<Infer<typeof named>, { a: number; b?: string }>();
  const empty = Dict();
  exact<keyof Infer<typeof empty>, never>();

  // A schema, or a list of keys, of which only the kind is known.
  const schema: Record<string, Validator<number>> = { a: Int() };
  const dynamic = Dict(schema);
  exact<Infer<typeof dynamic>, { [x: string]: number }>();
  const keys: ("a" | "b")[] = ["a"];
  const some = Dict({ a: Int(), b: Int(), c: Int() }, { optional: keys });
  exact<Infer<typeof some>, { c: number; a?: number; b?: number }>();

  exact<typeof plain.schema, { a: Int; b: Str<{ readonly nullable: true }> }>();
  exact<typeof plain.schema.a, Int>();
  exact<typeof plain.optional, readonly string[] | undefined>();
  exact<typeof search.optional, readonly ("tags" | "offset")[]>();
  exact<typeof empty.schema, undefined>();
}

// A key that may be missing may be undefined in the input, also with `exactOptionalPropertyTypes`; never in the result.
{
  const nick = Dict(
    { nick: Str(), age: Int(), tag: Default(Str(), "-") },
    { optional: ["nick"], defaults: { age: 1 } },
  );
  const given: InferInput<typeof nick> = { nick: undefined, age: undefined, tag: undefined };
  exact<Infer<typeof nick>, { nick?: string; age: number; tag: string }>();
  const value: unknown = given;
  if (nick.is(value) && "nick" in value) exact<typeof value.nick, string | undefined>();
  const tags: InferInput<Dict<undefined, { readonly extra: readonly [Str, Int] }>> = { a: undefined };
  exact<typeof tags, { [key: string]: number | undefined }>();
  // @ts-expect-error -- a key that must be there must have a value
  const needed: InferInput<Dict<{ a: Int }>> = { a: undefined };
  given.nick = needed.a === 1 ? undefined : "x";
}

// Null in place of a key that may be missing, in the input only.
{
  const answer = Dict(
    { aName: Str(), age: Optional(Int()), tag: Default(Str(), "-"), any: Any() },
    { null_is_absent: true, optional: ["any"] },
  );
  exact<
    InferInput<typeof answer>,
    { aName: string; age?: number | undefined | null; tag?: string | undefined | null; any?: unknown }
  >();
  exact<Infer<typeof answer>, { aName: string; age?: number; tag: string; any?: unknown }>();
  const more = extend(answer, { b: Optional(Int()) });
  exact<InferInput<typeof more>["b"], number | undefined | null>();
  const picked = pick(answer, ["age"]);
  exact<InferInput<typeof picked>, { age?: number | undefined | null }>();
  const named = Dict({ aB: Int(), cD: Optional(Int()) }, { names: "snake", null_is_absent: true });
  exact<InferInput<typeof named>, { a_b: number; c_d?: number | undefined | null }>();
}

// Extra keys that have names.
{
  const key = Str({ options: ["x", "y"] });
  const some = Dict({ extra: [key, Int({ coerce: true })] });
  exact<Infer<typeof some>, { x?: number; y?: number }>();
  exact<
    InferInput<typeof some>,
    { x?: number | string | boolean | undefined; y?: number | string | boolean | undefined }
  >();
  // @ts-expect-error -- there is no such key
  const wrong: Infer<typeof some> = { z: 1 };
  const all = Dict({ extra: [key, Int()], exhaustive: true });
  exact<Infer<typeof all>, { x: number; y: number }>();
  exact<InferInput<typeof all>, { x: number; y: number }>();
  const both = Dict({ a: Str() }, { extra: [key, Int()], exhaustive: true });
  exact<Infer<typeof both>, { a: string; x: number; y: number }>();
  const more = extend(all, { a: Str() });
  exact<Infer<typeof more>, { a: string; x: number; y: number }>();
  const free = extend(all, { a: Str() }, { unknown: "strip" });
  exact<Infer<typeof free>, { a: string }>();
  some(wrong);
}

// Optional, Nullable, Fallback
{
  const user = Dict({ name: Str(), age: Optional(Int({ coerce: true })), tag: Str() }, { optional: ["tag"] });
  exact<Infer<typeof user>, { name: string; age?: number; tag?: string }>();
  exact<
    InferInput<typeof user>,
    { name: string; age?: number | string | boolean | undefined; tag?: string | undefined }
  >();
  exact<typeof user.schema.age, Int<{ readonly coerce: true }>>();
  exact<typeof user.optional, readonly ("age" | "tag")[]>();
  const plain = Dict({ name: Str(), age: Optional(Int()) });
  exact<Infer<typeof plain>, { name: string; age?: number }>();
  const needed = required(plain);
  exact<Infer<typeof needed>, { name: string; age: number }>();
  const more = extend(plain, { at: Optional(Str()), name: Optional(Int()) });
  exact<Infer<typeof more>, { age?: number; at?: string; name?: number }>();
  const some = pick(plain, ["age"]);
  exact<Infer<typeof some>, { age?: number }>();
  const alone = Optional(Int());
  exact<Infer<typeof alone>, number | undefined>();
  const filled = Dict({ age: Optional(Int()) }, { defaults: { age: 1 } });
  exact<Infer<typeof filled>, { age: number }>();

  const nullable = Nullable(Dict({ a: Int() }));
  exact<Infer<typeof nullable>, { a: number } | null>();
  exact<typeof nullable.item, Dict<{ a: Int }>>();
  const either = OneOf([Int(), Str()], { nullable: true });
  exact<Infer<typeof either>, number | string | null>();
  const only = Const("a", { nullable: true });
  exact<Infer<typeof only>, "a" | null>();
  exact<Infer<Const<"a">>, "a">();
  const tagged = OneOf([Dict({ k: Const("a") }), Dict({ k: Const("b") })], { discriminator: "k", nullable: true });
  exact<InferInput<typeof tagged>, { k: "a" } | { k: "b" } | null>();

  const page = Fallback(Int({ min: 1 }), 1);
  exact<Infer<typeof page>, number>();
  exact<InferInput<typeof page>, unknown>();
  const query = Dict({ page, tags: Fallback(List(Str()), () => []) });
  exact<Infer<typeof query>, { page: number; tags: string[] }>();
  exact<typeof Pipe, typeof AllOf>();
  exact<typeof Union, typeof OneOf>();
  type Either = Union<readonly [Int, Str]>;
  exact<Infer<Either>, number | string>();
}

// Default
{
  const port = Default(Int({ coerce: true }), 8080);
  exact<Infer<typeof port>, number>();
  exact<InferInput<typeof port>, number | string | boolean | undefined>();
  exact<typeof port.item, Int<{ readonly coerce: true }>>();
  const config = Dict({ port, host: Str(), tags: Default(List(Str()), []) }, { optional: ["tags"] });
  exact<Infer<typeof config>, { port: number; host: string; tags: string[] }>();
  exact<
    InferInput<typeof config>,
    { host: string; port?: number | string | boolean | undefined; tags?: string[] | undefined }
  >();
  exact<typeof config.schema.port, typeof port>();
  const named = Default({ item: Int(), value: () => 5 });
  exact<Infer<typeof named>, number>();
}

// AllOf is its last step, and takes what its first step takes.
{
  const steps = AllOf(Str(), Int({ coerce: true, nullable: true }));
  exact<Infer<typeof steps>, number | null>();
  exact<InferInput<typeof steps>, string>();
  const named = AllOf({ steps: [Int({ coerce: true }), Any()] });
  exact<Infer<typeof named>, unknown>();
  const listed = AllOf([Str(), Str({ options: ["a"] })], { alias: "x" });
  exact<Infer<typeof listed>, "a">();
}

// OneOf is a union.
{
  const either = OneOf(Int(), Str({ nullable: true }), Const(true));
  exact<Infer<typeof either>, number | string | true | null>();
  const tagged = OneOf(Dict({ kind: Const("a"), a: Int() }), Dict({ kind: Const("b"), b: Str() }));
  exact<Infer<typeof tagged>, { kind: "a"; a: number } | { kind: "b"; b: string }>();
  const value = tagged({});
  if (value.kind === "a") exact<typeof value.a, number>();
  else exact<typeof value.b, string>();
  const coerced = OneOf([Int({ coerce: true }), Float()]);
  exact<InferInput<typeof coerced>, number | string | boolean>();
}

// The type of a LazyRef is stated.
{
  interface Tree {
    name: string;
    children?: Tree[];
  }
  const children = List(LazyRef<Tree>("tree"));
  const tree = Dict({ name: Str(), children }, { optional: ["children"], alias: "tree" });
  exact<Infer<typeof tree>, { name: string; children?: Tree[] }>();
  const stated: Tree = tree({});
  exact<typeof stated.children, Tree[] | undefined>();
  const node: Validator<Tree> = Dict({ name: Str(), children: List(LazyRef(() => node)) }, { optional: ["children"] });
  exact<Infer<typeof node>, Tree>();
  const branch = Dict(
    { name: Str(), children: List(LazyRef((): Validator<Tree> => branch)) },
    { optional: ["children"] },
  );
  exact<Infer<typeof branch>, { name: string; children?: Tree[] }>();
  const other = LazyRef(() => Int({ coerce: true }));
  exact<Infer<typeof other>, number>();
  exact<InferInput<typeof other>, number | string | boolean>();
  const unknown = LazyRef("x");
  exact<Infer<typeof unknown>, unknown>();
  const both = LazyRef<number, string>("x", { maxdepth: 1 });
  exact<Infer<typeof both>, number>();
  exact<InferInput<typeof both>, string>();
  const named = LazyRef<number>({ use: "x" });
  exact<Infer<typeof named>, number>();
}

/** What is no validator, no key or no parameter does not compile. */
export function refused(): void {
  // @ts-expect-error -- the item of a Set is a validator
  SetOf(5);
  // @ts-expect-error -- a Set has no such parameter
  SetOf(Int(), { unique: true });
  // @ts-expect-error -- the item of a List is a validator
  List(5);
  // @ts-expect-error -- the class itself is none
  List(Int);
  // @ts-expect-error -- a List has no such parameter
  List(Int(), { minlen: 1, sorted: 1 });
  // @ts-expect-error -- members of a Tuple are validators
  Tuple(Int(), 5);
  // @ts-expect-error -- so are the values of a schema
  Dict({ a: 5 });
  // @ts-expect-error -- only keys of the schema can be optional
  Dict({ a: Int() }, { optional: ["b"] });
  // @ts-expect-error -- or have defaults
  Dict({ a: Int() }, { defaults: { b: 1 } });
  // @ts-expect-error -- also beside one that may
  Dict({ a: Int() }, { defaults: { a: 1, b: 1 } });
  // @ts-expect-error -- a default is what the key takes
  Dict({ a: Int() }, { defaults: { a: "1" } });
  // @ts-expect-error -- all of it
  Dict({ a: List(Int()) }, { defaults: { a: [1, "2"] } });
  // @ts-expect-error -- also one that is made when it is needed
  Dict({ a: Int() }, { defaults: { a: () => "1" } });
  // @ts-expect-error -- a default is what the validator takes
  Default(Int(), "1");
  // @ts-expect-error -- or a function that makes it
  Default(Int(), () => "1");
  // @ts-expect-error -- it must be given
  Default(Int());
  // @ts-expect-error -- a fallback is what the validator returns
  Fallback(Int(), "1");
  // @ts-expect-error -- an item is a validator
  Optional(5);
  // @ts-expect-error -- an item is a validator
  Nullable(Int);
  // @ts-expect-error -- extra is a pair of validators
  Dict({ a: Int() }, { extra: [Str()] });
  // @ts-expect-error -- a Dict has no such parameter
  Dict({ a: Int() }, { nullable: true, needed: ["a"] });
  // @ts-expect-error -- steps are validators
  AllOf(Int(), Str);
  // @ts-expect-error -- steps are validators
  OneOf([1]);
  // @ts-expect-error -- an alias is a string
  LazyRef(5);
  // @ts-expect-error -- a LazyRef has no such parameter
  LazyRef("x", { nullable: true });
}
