// Dicts that contain themselves, by getters.
import {
  Const,
  Default,
  Dict,
  extend,
  type Infer,
  type InferInput,
  Int,
  List,
  Nullable,
  OneOf,
  Optional,
  omit,
  partial,
  pick,
  Str,
  Tuple,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

{
  const node = Dict({
    name: Str(),
    get kids() {
      return List(node);
    },
  });
  type Node = Infer<typeof node>;
  const value: Node = { name: "a", kids: [{ name: "b", kids: [] }] };
  exact<Node["kids"][number]["kids"][number]["name"], string>();
  // @ts-expect-error -- names are texts
  const wrong: Node = { name: "a", kids: [{ name: 1, kids: [] }] };
  node(value);
  node(wrong).kids[0]?.kids;
  exact<keyof Node, "name" | "kids">();
  const input: unknown = value;
  if (node.is(input)) exact<typeof input.name, string>();
}

// A key that may be missing, null, or has a default.
{
  const list = Dict({
    value: Int({ coerce: true }),
    get next() {
      return Optional(list);
    },
    get last() {
      return Nullable(list);
    },
    get others() {
      return Default(List(list), []);
    },
  });
  type Cell = Infer<typeof list>;
  exact<keyof Cell, "value" | "next" | "last" | "others">();
  const value: Cell = { value: 1, next: undefined, last: null, others: [] };
  exact<NonNullable<Cell["next"]>["value"], number>();
  exact<NonNullable<Cell["last"]>["value"], number>();
  exact<Cell["others"][number]["value"], number>();
  const input: InferInput<typeof list> = { value: "1", next: undefined, last: null, others: undefined };
  // @ts-expect-error -- last has to be there
  const lacking: Cell = { value: 1, others: [] };
  list([value, input, lacking]);
}

// Two that contain each other, in unions, and with parameters.
{
  const group = Dict(
    {
      kind: Const("group"),
      get members() {
        return List(OneOf(group, user));
      },
    },
    { unknown: "strip" },
  );
  const user = Dict({
    kind: Const("user"),
    get groups() {
      return Optional(List(group));
    },
    get pair() {
      return Tuple(Int(), Nullable(user));
    },
  });
  type Group = Infer<typeof group>;
  const value: Group = { kind: "group", members: [{ kind: "user", groups: undefined, pair: [1, null] }] };
  const [member] = group(value).members;
  if (member?.kind === "user") exact<(typeof member.pair)[0], number>();
  if (member?.kind === "group") exact<(typeof member)["kind"], "group">();
}

// Named among the optional keys, it is one in the type.
{
  const list = Dict(
    {
      value: Int(),
      get next() {
        return list;
      },
    },
    { optional: ["next"], unknown: "keep" },
  );
  exact<Infer<typeof list>["value"], number>();
  const closed = Dict(
    {
      get next() {
        return closed;
      },
    },
    { optional: ["next"] },
  );
  const value: Infer<typeof closed> = { next: { next: {} } };
  closed(value);
  Dict({
    // @ts-expect-error -- a member beside a getter is a validator
    a: 5,
    get b() {
      return Int();
    },
  });
}

// Made of one.
{
  const node = Dict({
    name: Str(),
    get next() {
      return Optional(node);
    },
  });
  const more = extend(node, { id: Int() });
  exact<keyof Infer<typeof more>, "name" | "next" | "id">();
  exact<Infer<typeof more>["id"], number>();
  const picked = pick(node, ["name"]);
  exact<Infer<typeof picked>, { name: string }>();
  const omitted = omit(node, ["name"]);
  exact<keyof Infer<typeof omitted>, "next">();
  const some = partial(node);
  const none: Infer<typeof some> = {};
  some(none);
}

// Added to one.
{
  const named = Dict({ name: Str() }, { optional: ["name"] });
  const node = extend(
    named,
    {
      id: Int({ coerce: true }),
      get kids() {
        return List(node);
      },
      get next() {
        return Optional(node);
      },
    },
    { unknown: "strip" },
  );
  type Node = Infer<typeof node>;
  exact<keyof Node, "name" | "id" | "kids" | "next">();
  exact<Node["name"], string | undefined>();
  exact<Node["kids"][number]["id"], number>();
  exact<NonNullable<Node["next"]>["kids"], Node["kids"]>();
  exact<InferInput<typeof node>["kids"][number]["id"], InferInput<typeof node>["id"]>();
  const least: Pick<Node, "id" | "kids"> = { id: 1, kids: [] };
  node(least);
}
