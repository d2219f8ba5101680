/** The types of Dicts that are made of Dicts. */
import {
  AllOf,
  Any,
  Check,
  Default,
  Dict,
  extend,
  Float,
  type Infer,
  type InferInput,
  Int,
  merge,
  Optional,
  omit,
  partial,
  pick,
  required,
  Str,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

declare const flag: boolean;

const user = Dict(
  { id: Int(), name: Str({ nullable: true }), role: Str({ options: ["a", "b"] }), secret: Str() },
  { optional: ["name", "secret"], defaults: { role: "a" }, dispose: ["secret"] },
);

{
  const more = extend(user, { id: Str(), age: Int() }, { optional: ["age"] });
  exact<Infer<typeof more>, { id: string; role: "a" | "b"; name?: string | null; age?: number }>();
  exact<
    InferInput<typeof more>,
    {
      id: string;
      name?: string | null | undefined;
      role?: "a" | "b" | undefined;
      age?: number | undefined;
      secret?: unknown;
    }
  >();
  exact<typeof more.schema.age, Int>();
  exact<typeof more.optional, readonly ("name" | "secret" | "age")[]>();
  const traced = extend(user, {}, { dispose: ["trace"] });
  exact<
    InferInput<typeof traced>,
    { id: number; name?: string | null | undefined; role?: "a" | "b" | undefined; secret?: unknown; trace?: unknown }
  >();
  const again = extend(user, { name: Int(), role: Int(), secret: Int() });
  exact<Infer<typeof again>, { id: number; name: number; role: number; secret: number }>();
  exact<typeof again.optional, readonly string[] | undefined>();
  const plain = extend(Dict({ a: Int() }), { b: Str() });
  exact<typeof plain, Dict<{ a: Int; b: Str }, Record<never, never>>>();
  const nullable = extend(Dict({ a: Int() }, { nullable: true }), { b: Str() }, { nullable: false });
  exact<Infer<typeof nullable>, { a: number; b: string }>();
  const kept = extend(Dict({ unknown: "keep" }), { b: Str() }, { defaults: { b: "x" } });
  exact<Infer<typeof kept>, { b: string } & { [key: string]: unknown }>();
  const stripped = extend(kept, { c: Str() }, { unknown: "strip" });
  exact<Infer<typeof stripped>, { b: string; c: string }>();
  const made = extend(new Dict({ a: Int() }), { b: Str() }, { optional: ["b"] });
  exact<Infer<typeof made>, { a: number; b?: string }>();
  const perhaps = extend(user, { ...(flag && { id: Str() }) });
  exact<Infer<typeof perhaps>["id"], string | number | undefined>();
}

{
  const other = Dict({ id: Float(), name: Str(), at: Any() }, { optional: ["at"], nullable: true });
  const both = merge(user, other);
  exact<Infer<typeof both>, { id: number; role: "a" | "b"; name: string; at?: unknown } | null>();
  const back = merge(other, user);
  exact<Infer<typeof back>, { id: number; role: "a" | "b"; name?: string | null; at?: unknown } | null>();
  const said = merge(other, Dict({ id: Str() }, { nullable: false }));
  exact<null extends Infer<typeof said> ? true : false, true>();
}

{
  const some = pick(user, ["id", "secret"]);
  exact<Infer<typeof some>, { id: number }>();
  exact<typeof some.optional, readonly "secret"[]>();
  exact<typeof some.schema, { id: Int; secret: Str }>();
  const one = pick(user, ["id"]);
  exact<typeof one, Dict<{ id: Int }, Record<never, never>>>();
  // What was said of a key that is gone is forgotten.
  const again = extend(pick(user, ["id"]), { name: Str(), role: Str(), secret: Str() });
  exact<Infer<typeof again>, { id: number; name: string; role: string; secret: string }>();
  const rest = omit(user, ["role", "secret"]);
  exact<Infer<typeof rest>, { id: number; name?: string | null }>();
  // Of a list of which only the kind is known, each key may be there.
  const names = ["id"] as ("id" | "role")[];
  const perhaps = pick(user, names);
  exact<Infer<typeof perhaps>, { role?: "a" | "b"; id?: number }>();
  const without = omit(user, names);
  exact<Infer<typeof without>["id"], number | undefined>();
}

{
  const all = partial(user);
  exact<Infer<typeof all>, { id?: number; name?: string | null; role?: "a" | "b" }>();
  exact<
    InferInput<typeof all>,
    { id?: number | undefined; name?: string | null | undefined; role?: "a" | "b" | undefined; secret?: unknown }
  >();
  const one = partial(user, ["role"]);
  exact<Infer<typeof one>, { id: number; name?: string | null; role?: "a" | "b" }>();
  const needed = required(user);
  exact<Infer<typeof needed>, { id: number; name: string | null; role: "a" | "b"; secret: string }>();
  exact<InferInput<typeof needed>, { id: number; name: string | null; role: "a" | "b"; secret: string }>();
  const named = required(user, ["name"]);
  exact<Infer<typeof named>, { id: number; role: "a" | "b"; name: string | null }>();
  const made = partial(new Dict({ a: Int() }));
  exact<Infer<typeof made>, { a?: number }>();
}

// A member may have a default of its own.
{
  const config = Dict({ host: Str(), port: Default(Int(), 80) });
  const patch = partial(config);
  exact<Infer<typeof patch>, { host?: string; port?: number }>();
  exact<typeof patch.schema, { host: Str; port: Int }>();
  const whole = required(config, ["port"]);
  exact<Infer<typeof whole>, { host: string; port: number }>();
  exact<InferInput<typeof whole>, { host: string; port: number }>();
  const one = partial(config, ["host"]);
  exact<Infer<typeof one>, { port: number; host?: string }>();
  exact<InferInput<typeof one>, { host?: string | undefined; port?: number | undefined }>();
}

// A Default may be in an Optional, and the other way round.
{
  const both = Dict({ a: Optional(Default(Int(), 1)), b: Default(Optional(Str()), ""), c: Optional(Optional(Int())) });
  const patch = partial(both);
  exact<Infer<typeof patch>, { a?: number; b?: string; c?: number }>();
  const whole = required(both);
  exact<Infer<typeof whole>, { a: number; b: string; c: number }>();
}

/** What is no key does not compile. */
export function refused(): void {
  // @ts-expect-error -- user has no such key
  pick(user, ["age"]);
  // @ts-expect-error -- user has no such key
  omit(user, ["age"]);
  // @ts-expect-error -- user has no such key
  partial(user, ["age"]);
  // @ts-expect-error -- user has no such key
  required(user, ["age"]);
  // @ts-expect-error -- an Int has no keys
  pick(Int(), []);
  // @ts-expect-error -- members are validators
  extend(user, { age: 5 });
  // @ts-expect-error -- only keys can be optional
  extend(user, { age: Int() }, { optional: ["size"] });
  // @ts-expect-error -- only keys have defaults
  extend(user, { age: Int() }, { defaults: { size: 1 } });
  // @ts-expect-error -- of their type
  extend(user, { age: Int() }, { defaults: { age: "1" } });
}

// A refined Dict.
{
  const trip = AllOf(
    Dict({ start: Int(), end: Int(), name: Str() }, { optional: ["name"] }),
    Check((value) => value.end > value.start, { keys: ["start", "end"] }),
  );
  const more = extend(trip, { seats: Int() }, { optional: ["seats"] });
  exact<Infer<typeof more>, { start: number; end: number; name?: string; seats?: number }>();
  const some = pick(trip, ["start", "name"]);
  exact<Infer<typeof some>, { start: number; name?: string }>();
  const change = partial(trip);
  exact<Infer<typeof change>, { start?: number; end?: number; name?: string }>();
  const again = omit(extend(trip, { a: Int() }), ["name"]);
  exact<Infer<typeof again>, { start: number; end: number; a: number }>();
  exact<(typeof more.steps)[0]["schema"]["seats"], Int>();
  const maybe = AllOf(
    [Dict({ start: Int() }), Check((value: { start: number }) => value.start > 0, { keys: ["start"] })],
    {
      nullable: true,
    },
  );
  const longer = omit(partial(extend(maybe, { end: Int(), a: Int() })), ["a"]);
  exact<Infer<typeof longer>, { start?: number; end?: number } | null>();
}
