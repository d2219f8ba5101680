/** Pipelines: each step takes what the one before returns. */
import {
  AllOf,
  Any,
  Check,
  Dict,
  Float,
  type Infer,
  type InferInput,
  Int,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Str,
  Transform,
  type Validator,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

// A member that a function may make undefined is absent from the result, but not from the input.
const gaps = Dict({
  made: Transform((value: string) => (value === "" ? undefined : value)),
  piped: AllOf(
    Nullable(Int()),
    Transform((value) => value ?? undefined),
  ),
  checked: AllOf(
    Str(),
    Transform((text) => text.at(0)),
    Check((text) => text !== "x"),
  ),
  whole: AllOf(
    Str(),
    Transform((text) => text.length),
  ),
  unknown: Transform((text: string): unknown => text),
  any: AllOf(Str(), Transform(JSON.parse)),
});
exact<
  Infer<typeof gaps>,
  {
    made?: string | undefined;
    piped?: number | undefined;
    checked?: string | undefined;
    whole: number;
    unknown: unknown;
    // biome-ignore lint/suspicious/noExplicitAny: see above
    any: any;
  }
>();
exact<
  InferInput<typeof gaps>,
  { made: string; piped: number | null; checked: string; whole: string; unknown: string; any: string }
>();
const optionalGaps = Dict({ a: Transform((value: string) => value.at(0)), b: Int() }, { optional: ["b"] });
exact<Infer<typeof optionalGaps>, { a?: string | undefined; b?: number }>();
exact<InferInput<typeof optionalGaps>, { a: string; b?: number | undefined }>();

const form = Dict({ pass: Str(), again: Str() });

// The keys that a Check needs are those of what it gets: of a Dict, of a union of them, of any object or value.
{
  AllOf(
    Dict({ a: Int() }, { optional: ["a"] }),
    Check((value) => value.a !== 1, { keys: ["a"] }),
  );
  AllOf(
    OneOf(Dict({ a: Int() }), Dict({ b: Int() })),
    Check((value) => "a" in value, { keys: ["a", "b"] }),
  );
  AllOf(
    Dict({ extra: [Str(), Int()] }),
    Check((value) => value.a === 1, { keys: ["a"] }),
  );
  AllOf(
    Any(),
    Check((value) => value !== 1, { keys: ["a"] }),
  );
  AllOf(
    Nullable(Dict({ a: Int() })),
    Check((value) => value?.a !== 1, { keys: new Set(["a"] as const) }),
  );
  const names: string[] = [];
  Check((value: Record<string, number>) => value.a === 1, { keys: names });
  Check(() => true, { keys: names });
}

// A function gets what the step before returns; a Check returns what it gets.
{
  const list = AllOf(
    Str(),
    Check((text) => text.length > 1, { message: "too short" }),
    Transform((text) => text.split(",")),
    Check((words) => words.length > 1),
    Transform((words) => words.length, { throws: true }),
    Check((count) => count.toFixed() !== ""),
  );
  exact<Infer<typeof list>, number>();
  exact<InferInput<typeof list>, string>();
  const same = AllOf(
    form,
    Check(({ pass, again }) => pass === again),
  );
  exact<Infer<typeof same>, { pass: string; again: string }>();
  const inner = Dict({
    words: List(
      AllOf(
        AllOf(
          Str(),
          Transform((text) => [text]),
        ),
        Check((texts) => texts.length === 1),
      ),
    ),
  });
  exact<Infer<typeof inner>, { words: string[][] }>();
  const either = AllOf(
    OneOf(Int(), Str()),
    Transform((value) => (typeof value === "string" ? value.length : value)),
  );
  exact<Infer<typeof either>, number>();
  const long = AllOf(
    Str(),
    ...([Check(() => true), Check(() => true), Check(() => true), Check(() => true)] as const),
    ...([Check(() => true), Check(() => true), Check(() => true), Check(() => true)] as const),
    Int({ coerce: true }),
  );
  exact<Infer<typeof long>, number>();
}

// A validator may take some of the values only that it may get.
{
  const named = AllOf(Str({ strip: true }), Str({ options: ["a", "b"] }));
  exact<Infer<typeof named>, "a" | "b">();
  AllOf(Any(), Int());
  AllOf(LazyRef("x"), form);
  AllOf(Float(), Int());
  AllOf(OneOf(Str(), Int()), Str());
  AllOf(
    Dict({ kind: Str(), value: Any() }),
    OneOf(Dict({ kind: Str({ options: ["a"] }), value: Int() }), Dict({ kind: Str({ options: ["b"] }), value: Str() })),
  );
  AllOf(
    Transform((value: unknown) => value ?? 0),
    Int(),
  );
}

// Parameters.
{
  const nullable = AllOf([Str(), Int({ coerce: true })], { nullable: true, alias: "x" });
  exact<Infer<typeof nullable>, number | null>();
  exact<InferInput<typeof nullable>, string | null>();
  const whole = AllOf({ steps: [Str(), Check((text: string) => text !== "")], nullable: true });
  exact<Infer<typeof whole>, string | null>();
  const plain = AllOf([Str()], { nullable: false });
  exact<Infer<typeof plain>, string>();
}

// Functions get their types in pipelines of up to 16 steps.
{
  const long = AllOf(
    Str(),
    Check((text) => text.length > 1),
    Transform((text) => text.length),
    Check((size) => size.toFixed() !== ""),
    Transform((size) => [size]),
    Check((sizes) => sizes.length === 1),
    Check((sizes) => sizes.length === 1),
    Check((sizes) => sizes.length === 1),
    Transform((sizes) => sizes[0] ?? 0),
    Check((size) => size.toFixed() !== ""),
    Transform((size) => String(size)),
    Check((text) => text.startsWith("a")),
    Transform((text) => text.split(",")),
    Check((texts) => texts.length === 1),
    Transform((texts) => texts.length),
    Check((size) => size.toFixed() !== ""),
    ...([Check(() => true), Int()] as const),
  );
  exact<Infer<typeof long>, number>();
  AllOf(
    Str(),
    ...([Check(() => true), Check(() => true), Check(() => true), Check(() => true)] as const),
    ...([Check(() => true), Check(() => true), Check(() => true), Check(() => true)] as const),
    Transform((text) => text.length),
    // @ts-expect-error -- a number has none
    Check((size) => size.length > 1),
  );
}

// A Dict that keeps unknown keys may have those that the next step names.
{
  const a = Dict({ a: Int() }, { unknown: "keep" });
  const b = Dict({ b: Str() }, { unknown: "keep" });
  const both = AllOf(a, b);
  exact<Infer<typeof both>, Infer<typeof b>>();
  exact<InferInput<typeof both>, InferInput<typeof a>>();
  AllOf([a, b]);
  AllOf({ steps: [a, b, a] });
  AllOf(a, b, a, Dict({ a: Int({ options: [1, 2] }), c: Int() }, { unknown: "strip" }));
  AllOf(a, Dict({ a: Int(), b: Str() }));
  AllOf(a, Dict({ b: Str() }, { extra: [Str(), Int()] }));
  AllOf(Dict({}, { unknown: "keep" }), b);
  AllOf(Dict({ a: Int() }, { extra: [Str(), Int()] }), Dict({ b: Int() }, { unknown: "keep" }));
  AllOf(Dict({ a: Int() }, { patterns: { x: Int() } }), Dict({ x: Int() }, { unknown: "keep" }));
  AllOf(
    Dict({ a: Int() }, { unknown: "keep", nullable: true }),
    Dict({ b: Str() }, { unknown: "keep", nullable: true }),
  );
  AllOf(a, OneOf(b, Dict({ c: Int() }, { unknown: "keep" })));
  AllOf(OneOf(a, b), Dict({ c: Int() }, { unknown: "keep" }));
  AllOf(
    Dict({ inner: a }, { unknown: "keep" }),
    Dict({ inner: b, other: Int() }, { unknown: "keep" }),
    Check(({ inner, other }) => inner.b !== "" && other > 1),
  );
}

/** In a generic function the compiler does not know the types yet. */
export const generic = <T extends Validator, U extends Validator>(one: T, other: U) => [
  AllOf(one, other),
  AllOf(
    one,
    Check((value) => value !== null),
    other,
  ),
];

/** What does not fit is an error at the step that is wrong. */
export function refused(): void {
  // @ts-expect-error -- no string is an integer
  AllOf(Str(), Int());
  AllOf(
    Str(),
    // @ts-expect-error -- a function of a number does not get a string
    Transform((value: number) => value.toFixed(2)),
  );
  AllOf(
    form,
    // @ts-expect-error -- there is no such key
    Check((value) => value.pass === value.agian),
  );
  AllOf(
    form,
    // @ts-expect-error -- there is no key agian
    Check((value) => value.pass === value.again, { keys: ["pass", "agian"] }),
  );
  // @ts-expect-error -- there is no key agian
  AllOf(form, Check({ test: (value: { pass: string }) => value.pass !== "", keys: ["agian"] }));
  AllOf(
    Nullable(form),
    // @ts-expect-error -- there is no key agian
    Check((value) => value !== null, { keys: ["agian"] }),
  );
  // @ts-expect-error -- there is no key agian
  AllOf([form, Check((value: { pass: string }) => value.pass !== "", { keys: ["agian"], message: "x" })]);
  AllOf(
    Dict({ a: Str() }),
    // @ts-expect-error -- there is no key b
    Check((value: { b: string }) => value.b.length > 1),
  );
  AllOf(
    Str(),
    Check((text) => text !== ""),
    Transform((text) => text.length),
    // @ts-expect-error -- a number has none
    Check((size) => size.length > 1),
  );
  AllOf(
    Str({ nullable: true }),
    // @ts-expect-error -- the text may be null
    Transform((text: string) => text.length),
  );
  AllOf(
    Str(),
    Transform((text) => text.length),
    // @ts-expect-error -- a length is no text
    Str(),
    Str(),
  );
  AllOf([
    Str(),
    // @ts-expect-error -- no string is an integer
    Int(),
  ]);
  AllOf({
    steps: [
      Str(),
      // @ts-expect-error -- no string is an integer
      Int(),
    ],
  });
  const a = Dict({ a: Int() }, { unknown: "keep" });
  // @ts-expect-error -- no string is an integer, in an object with other keys either
  AllOf(a, Dict({ a: Str() }, { unknown: "keep" }));
  // @ts-expect-error -- the same, deeper
  AllOf(Dict({ in: a }, { unknown: "keep" }), Dict({ in: Dict({ a: Str() }) }, { unknown: "keep" }));
  // @ts-expect-error -- there is no key b
  AllOf(Dict({ a: Int() }), Dict({ b: Str() }, { unknown: "keep" }));
  // @ts-expect-error -- an object is no list
  AllOf(a, List(Int()));
  AllOf(
    a,
    // @ts-expect-error -- the function names a key that need not be there
    Check((value: { b: string }) => value.b !== ""),
  );
  // @ts-expect-error -- a step is a validator
  AllOf(Str(), 5);
  // @ts-expect-error -- there is no such parameter
  AllOf([Str()], { nulable: true });
  AllOf(
    Str(),
    // @ts-expect-error -- there is no such parameter
    Check((text) => text !== "", { mesage: "x" }),
  );
}
