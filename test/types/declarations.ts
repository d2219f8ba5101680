/**
 * A module that exports generic functions over validators, and constants of every kind. test/types/types.test.ts lets
 * the compiler emit declarations of it, as a library would that is built upon this one: each name in them can be
 * imported.
 */
import type { IntParams, TypeClass } from "../../src/index.ts";
import {
  AllOf,
  Any,
  Bool,
  Bytes,
  brand,
  Check,
  Const,
  classes,
  contracts,
  Date,
  Datetime,
  Default,
  Dict,
  defaultTemplates,
  dump,
  engine,
  exc,
  extend,
  Float,
  Formatter,
  formatError,
  fromJsonSchema,
  If,
  type Infer,
  type InferInput,
  Int,
  instances,
  issueTemplates,
  LazyRef,
  List,
  load,
  merge,
  multidict,
  OneOf,
  omit,
  partial,
  pick,
  readonly,
  required,
  Set,
  Str,
  Time,
  Transform,
  Tuple,
  Type,
  toJsonSchema,
  Validator,
} from "../../src/index.ts";
// by class
export const a1 = <T extends Validator>(item: T) => Dict({ items: List(item) });
export const a2 = <T extends Validator>(item: T) =>
  Dict({ items: List(item), n: Int({ min: 1 }) }, { optional: ["n"] });
export const a3 = <T extends Validator>(item: T) =>
  Dict({ items: Default(List(item), () => [] as never), n: Int() }, { defaults: { n: 1 }, unknown: "strip" });
export const a4 = <T extends Validator>(item: T) => Dict({ items: item }, { extra: [Str(), item] });
export const a5 = <T extends Validator>(item: T) =>
  Dict({ items: item }, { nullable: true, dispose: ["items"], optional: ["items"] });
export const a6 = <T extends Validator>(item: T) => List(item, { minlen: 1, nullable: true });
export const a7 = <T extends Validator>(item: T) => List({ item });
export const a8 = <T extends Validator>(item: T) => Set(item, { nullable: true });
export const a9 = <T extends Validator>(item: T) => Tuple([item, Str()], { nullable: true });
export const a10 = <T extends Validator>(item: T) => Tuple(item, item);
export const a11 = <T extends Validator>(item: T) =>
  AllOf(
    item,
    Transform((x) => [x]),
  );
export const a12 = <T extends Validator>(item: T) => AllOf([item, Check((x) => x !== null)]);
export const a13 = <T extends Validator>(item: T) => OneOf([item, Const(null)]);
export const a14 = <T extends Validator>(item: T) => Default(item, () => undefined as never);
export const a15 = <T extends Validator>(item: T) => LazyRef(() => List(item));
export const a16 = <T extends Validator>(item: T) => LazyRef(() => item, { maxdepth: 3 });
export const a17 = <C extends TypeClass>(tp: C) => Type(tp);
export const a18 = <C extends TypeClass>(tp: C) => Type(tp, { nullable: true, coerce: true });
export const a19 = <const O extends readonly string[]>(options: O) => Str({ options });
export const a20 = <const O extends readonly number[]>(options: O) => Int({ options });
export const a21 = <const C extends string>(value: C) => Const(value);
export const a22 = (params: IntParams) => Int(params);
export const a23 = <N extends boolean>(nullable: N) => Float({ nullable });
export const a24 = <N extends boolean>(nullable: N) =>
  Dict({
    a: Bool({ nullable }),
    b: Bytes({ nullable }),
    c: Date({ nullable }),
    d: Time({ nullable }),
    e: Datetime({ nullable }),
  });
export function a25<R>(make: (x: unknown) => R) {
  return Transform(make);
}
export function a26<R>(make: (x: string) => R) {
  return AllOf(Str(), Transform(make));
}
export const a27 = <T extends Validator>(item: T) =>
  AllOf(
    item,
    Transform((x: Infer<T>) => ({ x })),
  );
export const a28 = <T extends Validator, U extends Validator>(a: T, b: U) =>
  Dict({ a, b: Tuple(a, b), c: OneOf(a, b), d: AllOf(a, b) });
export const a29 = <K extends string, T extends Validator>(key: K, item: T) => Dict({ [key]: item } as Record<K, T>);
export const a30 = <T extends Validator>(item: T) => new List(item);
export const a31 = <T extends Validator>(item: T) => new Dict({ item });
export const a32 = <T extends Validator>(item: T) => new OneOf(item, Int());
export const a33 = <T extends Validator>(item: T) => new Tuple(item, Int());
export const a34 = <T extends Validator>(item: T) => new Set(item);
// compose
export const b1 = <T extends Dict>(d: T) => partial(d);
export const b2 = <T extends Dict>(d: T) => extend(d, { id: Int() });
export const b3 = <T extends Dict>(d: T) => required(d);
export const b4 = <S extends Record<string, Validator>>(s: S) => partial(Dict(s));
export const b5 = <S extends Record<string, Validator>>(s: S) => extend(Dict({ id: Int() }), s);
export const b6 = <S extends Record<string, Validator>>(s: S) => merge(Dict({ id: Int() }), Dict(s));
export const b7 = <S extends Record<string, Validator>, K extends keyof S & string>(s: S, k: K) =>
  pick(Dict(s), [k] as never);
export const b8 = <T extends Validator>(t: T) => pick(Dict({ a: t, b: Int() }), ["a"]);
export const b9 = <T extends Validator>(t: T) => omit(Dict({ a: t, b: Int() }), ["b"]);
export const b10 = <T extends Validator>(t: T) => partial(Dict({ a: t, b: List(t) }));
export const b11 = <T extends Validator>(t: T) => required(Dict({ a: t, b: List(t) }, { optional: ["a"] }));
export const b12 = <T extends Validator>(t: T) => merge(Dict({ a: t }), Dict({ b: List(t) }));
export const b13 = <T extends Validator>(t: T) => extend(Dict({ a: t }), { b: List(t) });
export const b14 = <T extends Validator>(t: T) => readonly(Dict({ a: List(t) }));
export const b15 = <T extends Validator>(t: T) => brand(List(t), "L");
export const b16 = <T extends Validator>(t: T) => partial(extend(Dict({ a: t }), { c: List(t) }) as never);
// uses
export const c1 = <T extends Validator>(t: T) => List(t).safe([]);
export const c2 = <T extends Validator>(t: T) => Dict({ t: List(t) })({ t: [] } as never);
export const c3 = <T extends Validator>(t: T) => Dict({ t: List(t) }).safeJson("");
export const c4 = <T extends Validator>(t: T) => Dict({ t: List(t) }).json("");
export const c5 = <T extends Validator>(t: T) => Dict({ t: List(t) }).clone({ minlen: 1 });
export const c6 = <T extends Validator>(t: T) => Dict({ t: List(t) })["~standard"];
export const c7 =
  <T extends Validator>(t: T) =>
  (x: unknown) =>
    List(t).is(x);
export const c8 = <T extends Validator>(t: T) => Dict({ t }).schema;
export const c9 = <T extends Validator>(t: T) => Tuple(t, Int()).items;
export const c10 = <T extends Validator>(t: T) => [List(t), { a: Set(t) }] as const;
export const c11 = async <T extends Validator>(t: T) => List(t).safeJsonAsync("");
export const c12 = <T extends Validator>(t: T): Infer<T> => t({}) as Infer<T>;
export function c13<T extends Validator>(t: T) {
  const inner = Dict({ t });
  type I = Infer<typeof inner>;
  return (x: I) => x;
}
export class Table<T extends Validator, K extends string> {
  list;
  page;
  #item: T;
  static of<T extends Validator>(t: T) {
    return List(Dict({ t }));
  }
  constructor(item: T, key: K) {
    this.#item = item;
    this.list = List(item);
    this.page = Dict({ items: List(item), key: Const(key) });
  }
  get one() {
    return Dict({ t: List(this.#item) });
  }
  map<R>(f: (x: Infer<T>) => R) {
    return AllOf(this.#item, Transform(f));
  }
}
export default <T extends Validator>(item: T) => Dict({ items: List(item) });
// exported constants of every kind
export const k1 = AllOf(
    Str(),
    Transform((s: string) => s.length),
  ),
  k2 = Any(),
  k3 = Bool({ coerce_int: true }),
  k4 = Bytes({ minlen: 1 }),
  k5 = Check((x) => !!x);
export const k6 = Const({ a: [1, 2] }),
  k7 = Date({ min: "2020-01-01" }),
  k8 = Datetime({ format: "rfc3339" }),
  k9 = Default(Int(), 1),
  k10 = Float({ nan: true });
export const k11 = LazyRef("x"),
  k12 = LazyRef(() => Int()),
  k13 = Set(Int()),
  k14 = Time(),
  k15 = Tuple(Int(), Str()),
  k16 = Type(URL),
  k17 = Type(String, { nullable: true });
export const k18 = OneOf([Dict({ k: Const("a"), x: Int() }), Dict({ k: Const("b"), y: Str() })], {
  discriminator: "k",
});
export const k19 = Dict({ a: Int({ bigint: true }), b: Default(Str(), "x") }, { optional: ["a"], unknown: "keep" }),
  k20 = brand(Str(), "Id"),
  k21 = readonly(Dict({ a: List(Int()) }));
export const k22 = pick(Dict({ a: Int(), b: Str() }), ["a"]),
  k23 = omit(Dict({ a: Int(), b: Str() }), ["a"]),
  k24 = partial(k22),
  k25 = required(k24),
  k26 = merge(k22, k23),
  k27 = extend(k22, { c: Bytes() });
export const k28 = k22.safe({}),
  k29 = fromJsonSchema({}),
  k30 = toJsonSchema(k22),
  k31 = multidict({}),
  k32 = dump(k22),
  k33 = load({}),
  k34 = [engine(), classes, instances, contracts, exc];
export const k35 = Int({ options: [1, 2], coerce: true }),
  k36 = Str({ options: ["a"], nullable: true }),
  k37 = Dict(),
  k38 = Dict({ extra: [Str(), Int()] }),
  k39 = Dict({ a: Int() }).schema;
export const k40 = Formatter({ ...defaultTemplates }),
  k41 = issueTemplates,
  k42 = formatError,
  k43 = Int().lines("1"),
  k44 = k18.safe,
  k45 = k1.clone(),
  k46 = Int()["~standard"],
  k47 = Int()["~types"];
export const k48 = {
    AllOf,
    Any,
    Bool,
    Bytes,
    Check,
    Const,
    Date,
    Datetime,
    Default,
    Dict,
    Float,
    Int,
    LazyRef,
    List,
    OneOf,
    Set,
    Str,
    Time,
    Transform,
    Tuple,
    Type,
    brand,
    readonly,
    extend,
    merge,
    omit,
    partial,
    pick,
    required,
    fromJsonSchema,
    toJsonSchema,
    load,
    dump,
  },
  k49 = Dict({ k18: k18, k21, k27, k20, k13 });
export class Even extends Int {
  even = true;
}
export class Up extends Validator<string, string> {
  override check(input: unknown) {
    return String(input);
  }
}
export const m1 = new Even(),
  m2 = List(new Up()),
  m3 = <T extends Up>(t: T) => List(t);
export type In = InferInput<typeof k49>;
export const d1 = (x: In) => x,
  d2 = (): Infer<typeof k49> => null as never,
  d3 = null as unknown as In;
export const n4 = (p: Parameters<typeof Dict>) => p,
  n5 = (p: ConstructorParameters<typeof List>) => p,
  n6 = (p: ReturnType<typeof Int>) => p;
export const n7 = <P extends { min?: number }>(p: P) => p,
  n8 = (params: Partial<IntParams>) => [Int(params as IntParams)];
export const n9 = <T extends Validator>(t: T, n: boolean) => (n ? List(t) : Dict({ t }));
export const n10 = <T extends Validator>(t: T) => {
  const w = Dict({ w: List(t) });
  return {
    w,
    parse: (x: unknown) => w.safe(x),
    json: (s: string) => w.safeJson(s),
    is: w.is,
    lines: (s: string) => w.lines(s),
  };
};
export const n11 = <T extends Validator>(t: T) => new Map([["a", List(t)]]),
  n12 = <T extends Validator>(t: T) => Promise.resolve(List(t));
export const n13 = <T extends Validator[]>(...t: T) => Tuple(...t),
  n14 = <T extends Validator[]>(...t: T) => OneOf(...t),
  n15 = <T extends Validator[]>(...t: T) => AllOf(...t);
export const n16 = <const T extends readonly Validator[]>(t: T) => OneOf(t),
  n17 = <const T extends readonly Validator[]>(t: T) => Tuple(t);
export const n18 = Const(1n),
  n19 = <T extends Validator>(t: T) =>
    AllOf(
      t,
      Check((x: Infer<T>) => x !== null, { message: "m" }),
    );
export const n20 = (x: InferInput<ReturnType<typeof a1<Int>>>) => x;
export const g1 = <T extends Validator>(v: T) => List(v);
export const g2 = <T extends Validator>(v: T) => Dict({ items: List(v) });
export const g3 = <T extends Validator>(v: T) => Dict({ data: v });
export const g4 = <T extends Validator>(v: T) => OneOf(v, Str());
export const g5 = <T extends Validator>(v: T) => Tuple(v, Str());
export const g6 = <T extends Validator>(v: T) => Set(v);
export const g7 = <T extends Validator>(v: T) =>
  AllOf(
    v,
    Check(() => true),
  );
export function g8<T>(v: Validator<T>) {
  return List(v);
}
export function g9<T>(v: Validator<T>) {
  return Dict({ data: v, n: Int() });
}
export const g10 = <T extends Dict>(v: T) => partial(v);
export const g11 = <T extends Dict>(v: T) => extend(v, { id: Int() });
export const g12 = <T extends Validator>(v: T) => Default(v, null as never);
export const g13 = <T extends Validator>(v: T) => readonly(v);
export const g14 = <T extends Validator>(v: T) => LazyRef(() => v);
export const g15 = <T extends Validator>(v: T) =>
  OneOf([Dict({ k: Const("a"), v }), Dict({ k: Const("b") })], { discriminator: "k" });
export const g16 = <T extends Validator>(v: T) => Dict({ extra: [Str(), v] });
export const g17 = <S extends Record<string, Validator>>(s: S) => Dict(s);
export const g18 = <S extends Record<string, Validator>>(s: S) => Dict({ ...s, id: Int() });
export function g19<T extends Validator>(v: T) {
  return v.safe(1);
}
export const g20 = <T extends Validator>(v: T) => v(1);
export const g21 = <T extends Validator>(v: T) => List(v)([]);
export const g22 = <T extends Validator>(v: T) => ({ list: List(v), parse: (x: unknown) => v.safe(x) });
export class Repository<T extends Validator> {
  readonly v: T;
  constructor(v: T) {
    this.v = v;
  }
  all() {
    return List(this.v);
  }
}
export async function* g23<T extends Validator>(v: T) {
  for await (const r of v.lines("1")) yield r;
}
export const g24 = <T extends Validator>(v: T) => brand(v, "X");
// Parameters, and what is made by generic functions, in them.
export const p1 = <T extends Validator, N extends boolean>(t: T, nullable: N) => List(t, { nullable, minlen: 1 });
export const p2 = <T extends Validator>(t: T) => List(t, { prefix: [t], contains: t });
export const p3 = <T extends Validator>(t: T) => List({ item: t, minlen: 1, nullable: true });
export const p4 = <T extends Validator>(t: T) => List(List(List(t), { minlen: 1 }));
export const p5 = <S extends Record<string, Validator>>(s: S) => Dict(s, { unknown: "strip", minlen: 1 });
export const p6 = <S extends Record<string, Validator>>(s: S) => Dict(s, { nullable: true });
export const p7 = <S extends Record<string, Validator>, K extends keyof S & string>(s: S, key: K) =>
  Dict(s, { optional: [key] });
export const p8 = <S extends Record<string, Validator>, K extends keyof S>(s: S, key: K) => List(s[key]);
export const p9 = <S extends Record<string, Validator>>() => Dict({} as { [K in keyof S]: List<S[K]> });
export const p10 = <T extends Validator>(t: T) => Dict({ schema: { t }, optional: ["t"] });
export const p11 = <T extends Validator>(t: T) =>
  Dict({ t, u: Str() }, { defaults: { u: "x" }, extra: [Str(), t], optional: ["t"] });
export const p12 = <K extends string, T extends Validator>(key: K, t: T) =>
  Dict({ [key]: t } as Record<K, T>, { optional: [key], unknown: "strip" });
export const p13 = <N extends boolean>(flag: N) => [Int({ nullable: flag }), Str({ nullable: flag, strip: flag })];
export const p14 = <T extends Validator>(t: T) => OneOf([t, Str()], { nullable: true });
export const p15 = <T extends Validator>(t: T) => OneOf({ steps: [t, Str()], nullable: true });
export const p16 = <T extends Validator>(t: T) => AllOf({ steps: [t, t], nullable: true });
export const page = <T extends Validator>(item: T) => Dict({ items: List(item), of: Int({ min: 1 }) });
export const p17 = List(page(Int())),
  p18 = Dict({ a: page(Str()), b: List(page(Int()), { minlen: 1 }) }, { optional: ["a"] }),
  p19 = OneOf(page(Int()), Str());
export const p20: number = p17([])[0]?.items[0] ?? p18({}).b[0]?.of ?? 0;
declare const many: Int[];
export const p21 = OneOf(...many),
  p22 = OneOf(...many, Const(null)),
  p23 = OneOf(Str(), ...many);
export const p24: Infer<typeof p22> = null,
  p25: Infer<typeof p23> = "a";
export const p26 = <T extends Validator>(...t: readonly T[]) => [Tuple(...t), Tuple(Int(), ...t), OneOf(...t)],
  p27 = <T extends Validator>(t: T) => Tuple({ items: [t, Str()], nullable: true }),
  p28 = <T extends Validator, U extends Validator>(t: T, u: U) => [If(t), If(t, u), If(t, u, t), If(u, undefined, t)],
  p29 = <T extends Validator>(t: T) => If(t, { consequent: t, alias: "a" }),
  p30 = <T extends Validator>(t: T) => If({ condition: Int(), alternate: t }),
  p31: string | Int = p30(Str())(1) as string;
