/** Functions of the caller's that make validators of those they are given; and types of which there are no values. */
import {
  AllOf,
  Check,
  Const,
  Dict,
  type Infer,
  type InferInput,
  Int,
  LazyRef,
  List,
  Str,
  Transform,
  type Validator,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

// What is made of a validator that is not known yet can be used as any, and is known where the function is called.
{
  const page = <V extends Validator>(item: V) => Dict({ items: List(item), next: Str() }, { optional: ["next"] });
  const users = page(Dict({ id: Int() }));
  exact<Infer<typeof users>, { items: { id: number }[]; next?: string }>();
  const checked = <V extends Validator>(item: V, value: unknown): unknown => List(item).safe(value);
  exact<ReturnType<typeof checked>, unknown>();
  const all = <V extends Validator>(item: V): Validator => List(item);
  exact<ReturnType<typeof all>, Validator>();
}

// A type that no value has.
{
  const reference = LazyRef<never>("x");
  exact<Infer<typeof reference>, never>();
  const check = Check((_value: never) => true);
  exact<Infer<typeof check>, never>();
  const transform = Transform((_value: never) => 1);
  exact<Infer<typeof transform>, number>();
  const thrown = Transform((_value: string): never => {
    throw new Error();
  });
  exact<Infer<typeof thrown>, never>();
  const nothing = Const("x" as never);
  exact<Infer<typeof nothing>, never>();
}

// What a function takes that does not say it is not known, so nothing is done with it unseen.
{
  // @ts-expect-error: it may have no length
  Transform((text) => text.length);
  const number = AllOf(Str(), Transform(Number));
  exact<Infer<typeof number>, number>();
  const wrapped = Transform((value) => [value]);
  exact<Infer<typeof wrapped>, unknown[]>();
  const any: Transform = Transform((text: string) => text.length);
  exact<Infer<typeof any>, unknown>();
}

// Parameters that types do not depend on leave no trace in them; flags are the same type in whatever company.
{
  const plain = Int({ min: 1, multiple_of: 2 });
  exact<typeof plain, Int>();
  const text = Str({ minlen: 1, strip: true, format: "email" });
  exact<typeof text, Str>();
  const flagged = Int({ min: 1, nullable: true, coerce: true });
  exact<typeof flagged, Int<{ readonly nullable: true; readonly coerce: true }>>();
  const options = Str({ options: ["a", "b"], maxlen: 1 });
  exact<typeof options, Str<{ readonly options: readonly ("a" | "b")[] }>>();
  const list = List(Int(), { minlen: 1 });
  exact<typeof list, List<Int>>();
  const dict = Dict({ a: Int(), b: Int() }, { optional: ["b"], maxlen: 5 });
  exact<typeof dict, Dict<{ a: Int; b: Int }, { readonly optional: readonly "b"[] }>>();
  // Whatever is not certain does.
  const params: { min: number; nullable?: boolean } = { min: 1 };
  const perhaps = Int(params);
  exact<Infer<typeof perhaps>, number | null>();
  exact<InferInput<typeof perhaps>, number | null>();
}

/** A validator is none of other parameters: what it returns or takes would not be true. */
export function refused(): void {
  // @ts-expect-error -- null is no number
  const nullable: Int = Int({ nullable: true });
  // @ts-expect-error -- it takes more
  const coerced: Int = Int({ coerce: true });
  // @ts-expect-error -- it takes less
  const options: Str = Str({ options: ["a"] });
  // @ts-expect-error -- null is no list
  const list: List<Int> = List(Int(), { nullable: true });
  // @ts-expect-error -- nor is a list of other items
  const items: List<Int> = List(Int({ nullable: true }));
  // @ts-expect-error -- a key may be missing
  const optional: Dict<{ a: Int }> = Dict({ a: Int() }, { optional: ["a"] });
  void [nullable, coerced, options, list, items, optional];
}
