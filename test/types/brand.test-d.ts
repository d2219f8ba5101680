/** Brands and read-only results. */
import {
  type Brand,
  type Branded,
  brand,
  Default,
  Dict,
  type Infer,
  type InferInput,
  Int,
  List,
  Optional,
  partial,
  pick,
  readonly,
  required,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

const userId = brand(Int({ min: 1 }), "UserId");
type UserId = Infer<typeof userId>;
const find = (id: UserId): number => id;

{
  exact<UserId, Branded<number, "UserId">>();
  exact<InferInput<typeof userId>, number>();
  const id = userId(5);
  exact<typeof id, UserId>();
  find(id);
  const result = userId.safe(5);
  if (result.ok) find(result.value);
  find(userId.json("5"));
  exact<typeof userId.min, number | undefined>();
  const user = Dict({ id: userId }, { defaults: { id: 5 } });
  exact<Infer<typeof user>, { id: UserId }>();
  exact<InferInput<typeof user>, { id?: number | undefined }>();
  find(pick(user, ["id"])({}).id);
  const nullable = brand(Int({ nullable: true }), "x");
  exact<Infer<typeof nullable>, Branded<number, "x"> | null>();
  const stated: Brand<Int, "UserId"> = brand(Int(), "UserId");
  exact<Infer<typeof stated>, UserId>();
  const both = brand(userId, "Admin");
  find(both(5));
}

{
  const list = readonly(List(Int()));
  exact<Infer<typeof list>, readonly number[]>();
  const value = list([1]);
  exact<typeof value, readonly number[]>();
  const config = readonly(Dict({ port: Int() }));
  const read = config({ port: 1 });
  exact<typeof read, Readonly<{ port: number }>>();
}

// A key with an Optional or a Default may be missing, and its value has the type all the same.
{
  const ids = Dict({ a: brand(Optional(Int()), "x"), b: brand(Default(Int(), 1), "x") });
  type X = Branded<number, "x">;
  exact<Infer<typeof ids>, { a?: X; b: X }>();
  exact<InferInput<typeof ids>, { a?: number | undefined; b?: number | undefined }>();
  const needed = required(ids);
  exact<Infer<typeof needed>, { a: X; b: X }>();
  const lists = Dict({ a: readonly(Optional(List(Int()))), b: readonly(Default(List(Int()), [])) });
  exact<Infer<typeof lists>, { a?: readonly number[]; b: readonly number[] }>();
  exact<InferInput<typeof lists>, { a?: number[] | undefined; b?: number[] | undefined }>();
  const some = partial(lists);
  exact<Infer<typeof some>, { a?: readonly number[]; b?: readonly number[] }>();
}

/** What has no brand does not compile, nor does a change. */
export function refused(): void {
  // @ts-expect-error -- any number
  find(5);
  // @ts-expect-error -- another brand
  find(brand(Int(), "OrderId")(5));
  // @ts-expect-error -- the list is read-only
  readonly(List(Int()))([1]).push(2);
  const inside = Dict({ list: readonly(List(Int())) });
  // @ts-expect-error -- inside of another too
  inside({}).list.push(2);
}
