/** Calls of validators with async functions: those that cannot wait do not compile. */
import {
  AllOf,
  brand,
  Check,
  Closed,
  Default,
  Dict,
  extend,
  Fallback,
  If,
  type Infer,
  type InferInput,
  Int,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Optional,
  partial,
  pick,
  readonly,
  Set,
  Str,
  Transform,
  Tuple,
  Validator,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

declare const value: unknown;
// biome-ignore lint/suspicious/noExplicitAny: a parsed text
declare const parsed: any;

const isFree = async (name: string) => name !== "eve";
const free = AllOf(Str(), Check(isFree, { async: true, message: "The name is taken." }));
const user = AllOf(
  Int(),
  Transform(async (id: number) => ({ id }), { async: true }),
);
const form = Dict({ name: free, age: Int() });

// Calls that wait give what the validator returns.
export async function waiting(): Promise<void> {
  exact<Infer<typeof free>, string>();
  exact<Infer<typeof user>, { id: number }>();
  exact<InferInput<typeof user>, number>();
  const made = await form.validateAsync(value);
  exact<typeof made, { name: string; age: number }>();
  const result = await user.safeAsync(value);
  if (result.ok) exact<typeof result.value, { id: number }>();
  await form.jsonAsync("{}");
  await form.safeJsonAsync("{}");
  for await (const line of form.lines("")) if (line.ok) exact<typeof line.value, { name: string; age: number }>();
  form["~standard"].validate(value);
  form.dump();
  form.equals(user);
}

// Each call that cannot wait.
export function calls(): void {
  // @ts-expect-error -- validateAsync
  form(value);
  // @ts-expect-error -- validateAsync, also for a value of any type
  form(parsed);
  // @ts-expect-error -- safeAsync
  form.safe(value);
  // @ts-expect-error -- safeAsync
  form.is(value);
  // @ts-expect-error -- jsonAsync
  form.json("{}");
  // @ts-expect-error -- safeJsonAsync
  form.safeJson("{}");
  // @ts-expect-error -- safeJsonAsync
  form.isJson("{}");
  // @ts-expect-error -- lines
  form.filterLines("");
  const schemas = { form };
  // @ts-expect-error -- validateAsync
  schemas.form(value);
}

// Wherever the function is.
export function places(): void {
  const step = Check(isFree, { async: true });
  // @ts-expect-error -- async
  step(value);
  const whole = Check({ test: isFree, async: true });
  // @ts-expect-error -- async
  whole(value);
  const made = Transform({ make: isFree, async: true });
  // @ts-expect-error -- async
  made(value);
  // @ts-expect-error -- async
  free(value);
  // @ts-expect-error -- async
  AllOf([Str(), step])(value);
  // @ts-expect-error -- async
  AllOf({ steps: [Str(), step] })(value);
  // @ts-expect-error -- async
  AllOf(free, Str(), Str(), Str(), Str(), Str(), Str(), Str(), Str(), Str())(value);
  // @ts-expect-error -- async
  AllOf(Str(), Str(), Str(), Str(), Str(), Str(), Str(), Str(), Str(), step)(value);
  // @ts-expect-error -- async
  OneOf(Int(), free)(value);
  // @ts-expect-error -- async
  OneOf([free, Int()], { nullable: true })(value);
  // @ts-expect-error -- async
  Tuple(Int(), user)(value);
  // @ts-expect-error -- async
  List(free)(value);
  // @ts-expect-error -- async
  List(free, { nullable: true })(value);
  // @ts-expect-error -- async
  List({ item: free })(value);
  // @ts-expect-error -- async
  Set(user)(value);
  // @ts-expect-error -- async
  Nullable(user)(value);
  // @ts-expect-error -- async
  Optional(user)(value);
  // @ts-expect-error -- async
  Fallback(user, { id: 0 })(value);
  // @ts-expect-error -- async
  Default(free, "x")(value);
  // @ts-expect-error -- async
  Dict({ a: Int(), b: Optional(user) })(value);
  // @ts-expect-error -- async
  Dict({ a: Int(), b: user }, { optional: ["b"] })(value);
  // @ts-expect-error -- async
  Dict({ a: Int(), b: user }, { unknown: "keep" })(value);
  // @ts-expect-error -- async
  Dict({ schema: { a: user } })(value);
  // @ts-expect-error -- async
  Dict({ a: Int() }, { extra: [Str(), user] })(value);
  // @ts-expect-error -- async
  Dict({ extra: [free, Int()] })(value);
  // @ts-expect-error -- async
  Dict({ a: Int() }, { patterns: { "^x": free } })(value);
  // @ts-expect-error -- async
  Dict({ a: Int() }, { keys: free, unknown: "keep" })(value);
  // @ts-expect-error -- async
  Dict({ a: Int() }, { keys: free })(value);
  // @ts-expect-error -- async
  Dict({ a: Int() }, { dependent_schemas: { a: form } })(value);
  // @ts-expect-error -- async
  List(Int(), { prefix: [Int(), free] })(value);
  // @ts-expect-error -- async
  List(Int(), { contains: user })(value);
  // @ts-expect-error -- async
  If(Str(), free)(value);
  // @ts-expect-error -- async
  Closed(form)(value);
  // @ts-expect-error -- async
  extend(form, { more: Int() })(value);
  // @ts-expect-error -- async
  partial(form)(value);
  // @ts-expect-error -- async
  readonly(form)(value);
  // @ts-expect-error -- async
  brand(form, "Form").safe(value);
  // @ts-expect-error -- async
  If(Str(), { alternate: free })(value);
  // @ts-expect-error -- async
  If({ condition: free }).json("{}");
  // @ts-expect-error -- async
  Dict({ a: List(Nullable(Tuple(Int(), OneOf(Dict({ b: form }), Int())))) }).json("{}");
  // @ts-expect-error -- async
  new List(free)(value);
  // @ts-expect-error -- async
  new Dict({ a: free })(value);
  // @ts-expect-error -- async
  new OneOf([free, Int()])(value);
  // @ts-expect-error -- async
  new AllOf([free, Str()])(value);
  // @ts-expect-error -- async
  free.clone({ message: "No" })(value);
}

// What is not async, or may not be, is called as any other.
export function sync(flag: boolean): void {
  pick(form, ["age"])(value);
  Check((text: string) => text !== "", { async: false })(value);
  Check((text: string) => text !== "", { async: flag })(value);
  const any: Validator<{ name: string; age: number }> = form;
  any(value);
  const one: Validator = user;
  one.json("{}");
  LazyRef<string>("name")(value);
  LazyRef(() => free)(value);
  const schemas: Validator[] = [form, user, Int()];
  schemas[0]?.(value);
  Dict({ one, two: LazyRef<string>("name") })(value);
  class Mine extends Validator<string> {}
  List(new Mine())(value);
}

/** A function that is made for any validator may call it, and takes an async one too. */
export function generic<V extends Validator, S extends Readonly<Record<string, Validator>>>(one: V, schema: S) {
  one(value);
  List(one)(value);
  AllOf(one, one).json("{}");
  OneOf(one, Int())(value);
  const dict = Dict(schema);
  dict.is(value);
  return [dict(value), Dict({ ...schema, id: Int() })(value)];
}
generic(free, { form });
