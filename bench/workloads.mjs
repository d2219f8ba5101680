/** What is measured: shapes, and values for them. All values are made from a seed. */
import { many, randomly } from "./random.mjs";
import { bool, constant, float, int, list, record, recursive, ref, str, union } from "./shapes.mjs";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const word = (random, length) => many(length, () => random.pick(LETTERS)).join("");
const hex = (random, length) => many(length, () => random.pick("0123456789abcdef")).join("");
const cents = (random, limit) => Math.round(random.next() * limit * 100) / 100;

const flat = record({
  id: int({ min: 1 }),
  name: str({ minlen: 1, maxlen: 100 }),
  email: str({ minlen: 3, maxlen: 200 }),
  age: int({ min: 0, max: 150 }),
  active: bool(),
  score: float({ min: 0, max: 100 }),
  role: str({ options: ["admin", "editor", "viewer"] }),
});
const flatValue = (random, index) => ({
  id: index + 1,
  name: `${word(random, 5)} ${word(random, 7)}`,
  email: `${word(random, 8)}@example.org`,
  age: 18 + random.below(70),
  active: random.chance(0.5),
  score: cents(random, 100),
  role: random.pick(["admin", "editor", "viewer"]),
});

const user = record({
  id: int({ min: 1 }),
  name: str({ minlen: 1, maxlen: 100 }),
  email: str({ minlen: 3, maxlen: 200 }),
  age: int({ min: 0, max: 150 }),
  active: bool(),
  score: float({ min: 0, max: 100.5 }),
  tags: list(str({ minlen: 1, maxlen: 50 })),
  address: record({
    street: str({ maxlen: 200 }),
    city: str({ maxlen: 100 }),
    zip: str({ minlen: 4, maxlen: 10 }),
    country: str({ minlen: 2, maxlen: 2 }),
  }),
});
const userValue = (random, index) => ({
  id: index + 1,
  name: `${word(random, 5)} ${word(random, 7)}`,
  email: `${word(random, 8)}@example.org`,
  age: 18 + random.below(70),
  active: random.chance(0.5),
  score: cents(random, 100),
  tags: many(2 + random.below(3), () => word(random, 6)),
  address: {
    street: `${1 + random.below(99)} ${word(random, 9)} street`,
    city: word(random, 8),
    zip: String(10_000 + random.below(89_999)),
    country: "de",
  },
});
const wrongUser = (value) => ({ ...value, age: 200 });
const wronglyAddressed = (value) => ({ ...value, address: { ...value.address, zip: "1" } });

/** Three records with their tag in front, or behind everything else. */
const shapes = (order) =>
  union(
    "kind",
    record(order({ kind: constant("circle"), x: float(), y: float(), radius: float({ min: 0 }) })),
    record(
      order({
        kind: constant("rectangle"),
        x: float(),
        y: float(),
        width: float({ min: 0 }),
        height: float({ min: 0 }),
      }),
    ),
    record(
      order({ kind: constant("label"), x: float(), y: float(), text: str({ maxlen: 500 }), size: int({ min: 1 }) }),
    ),
  );
function shapeValue(random, index) {
  const place = { x: cents(random, 100), y: cents(random, 100) };
  if (index % 3 === 0) return { kind: "circle", ...place, radius: cents(random, 10) };
  if (index % 3 === 1) return { kind: "rectangle", ...place, width: cents(random, 10), height: cents(random, 10) };
  return { kind: "label", ...place, text: `${word(random, 6)} ${word(random, 9)}`, size: 8 + random.below(32) };
}
const tagFirst = (members) => members;
const tagLast = ({ kind, ...members }) => ({ ...members, kind });

const node = (random, depth) => ({
  value: random.below(1000),
  children: depth === 0 ? [] : [node(random, depth - 1), node(random, depth - 1)],
});
/** The tree with other values at nodes of the second level. */
function wrongTree(tree, ...values) {
  const [first, second] = tree.children;
  const children = second.children.map((child, index) =>
    index in values ? { ...child, value: values[index] } : child,
  );
  return { ...tree, children: [first, { ...second, children }] };
}

const KEYS = many(300, (index) => `key${index}`);
const KINDS = [int({ min: 0 }), str({ maxlen: 20 }), bool()];
const dictValue = (random) =>
  Object.fromEntries(
    KEYS.map((key, index) => [key, [random.below(1000), word(random, 8), random.chance(0.5)][index % 3]]),
  );

const strings = record({
  uuid: str({ pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" }),
  slug: str({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" }),
  phone: str({ pattern: "^\\+?[0-9]{6,15}$" }),
  date: str({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
  color: str({ pattern: "^#[0-9a-f]{6}$" }),
  host: str({ pattern: "^(?:[a-z0-9-]+\\.)+[a-z]{2,}$" }),
  title: str({ minlen: 1, maxlen: 200 }),
  summary: str({ minlen: 1, maxlen: 1000 }),
  body: str({ maxlen: 5000 }),
});
const stringsValue = (random) => ({
  uuid: [8, 4, 4, 4, 12].map((length) => hex(random, length)).join("-"),
  slug: `${word(random, 5)}-${word(random, 6)}-${word(random, 4)}`,
  phone: `+49${100_000_000 + random.below(899_999_999)}`,
  date: `2026-03-1${random.below(10)}`,
  color: `#${hex(random, 6)}`,
  host: `${word(random, 5)}.${word(random, 8)}.org`,
  title: many(6, () => word(random, 5)).join(" "),
  summary: many(25, () => word(random, 6)).join(" "),
  body: many(120, () => word(random, 6)).join(" "),
});

const FIELDS = many(12, (index) => `field_${LETTERS[index]}`);
const fieldsValue = (random) =>
  Object.fromEntries(FIELDS.filter(() => random.chance(0.5)).map((name) => [name, random.below(1000)]));

/** The members of an object, and of the objects in it, in an order drawn at random. */
function shuffled(random, value) {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const drawn = Object.entries(value).map(([key, member]) => ({ place: random.next(), key, member }));
  drawn.sort((a, b) => a.place - b.place);
  return Object.fromEntries(drawn.map(({ key, member }) => [key, shuffled(random, member)]));
}

/** The object of the four cases of typescript-runtime-type-benchmarks: same keys and types, values of our own. */
const caseShape = (unknown) =>
  record(
    {
      number: float(),
      negNumber: float(),
      maxNumber: float(),
      string: str(),
      longString: str(),
      boolean: bool(),
      deeplyNested: record({ foo: str(), num: float(), bool: bool() }, { unknown }),
    },
    { unknown },
  );
const caseValue = (random) => ({
  number: 1,
  negNumber: -1,
  maxNumber: Number.MAX_VALUE,
  string: "string",
  longString: many(190, () => word(random, 6)).join(" "),
  boolean: true,
  deeplyNested: { foo: "bar", num: 1, bool: false },
});

/** A workload: `count` values of `make(random, index)`; `one` and `two` put one error and two errors into a value. */
const workload = (name, title, shape, { count, make, one, two }) => ({ name, title, shape, count, make, one, two });
const userErrors = { one: wrongUser, two: (value) => wronglyAddressed(wrongUser(value)) };
const shapeErrors = { one: (value) => ({ ...value, x: "x" }), two: (value) => ({ ...value, x: "x", y: "y" }) };

export const workloads = [
  workload("flat", "flat record of 7", flat, {
    count: 16,
    make: flatValue,
    one: (value) => ({ ...value, age: 200 }),
    two: (value) => ({ ...value, age: 200, role: "root" }),
  }),
  workload("user", "user record", user, { count: 16, make: userValue, ...userErrors }),
  workload("users", "1,000 users", list(user), {
    count: 2,
    make: (random) => many(1000, (index) => userValue(random, index)),
    one: (value) => value.with(500, userErrors.one(value[500])),
    two: (value) => value.with(500, userErrors.two(value[500])),
  }),
  workload("union", "union of 3, tag first", shapes(tagFirst), { count: 15, make: shapeValue, ...shapeErrors }),
  workload("union-last", "union of 3, tag last", shapes(tagLast), {
    count: 15,
    make: (random, index) => tagLast(shapeValue(random, index)),
    ...shapeErrors,
  }),
  workload("tree", "tree of 127 nodes", recursive("Tree", record({ value: int(), children: list(ref("Tree")) })), {
    count: 4,
    make: (random) => node(random, 6),
    one: (value) => wrongTree(value, "x"),
    two: (value) => wrongTree(value, "x", 1.5),
  }),
  workload("dict", "300 keys", record(Object.fromEntries(KEYS.map((key, index) => [key, KINDS[index % 3]]))), {
    count: 4,
    make: dictValue,
    one: (value) => ({ ...value, key150: "x" }),
    two: (value) => ({ ...value, key150: "x", key250: true }),
  }),
  workload("extra", "2 keys, 30 unknown ones", record({ id: int({ min: 1 }), total: float() }, { extra: float() }), {
    count: 8,
    make: (random, index) => ({
      id: index + 1,
      total: cents(random, 100),
      ...Object.fromEntries(many(30, () => [word(random, 8), cents(random, 100)])),
    }),
    one: (value) => ({ ...value, another: "x" }),
    two: (value) => ({ ...value, another: "x", id: 0 }),
  }),
  workload("strings", "strings with patterns", strings, {
    count: 8,
    make: stringsValue,
    one: (value) => ({ ...value, date: "17.3.2026" }),
    two: (value) => ({ ...value, date: "17.3.2026", host: "-" }),
  }),
  workload("numbers", "10,000 numbers", list(float({ min: 0 })), {
    count: 2,
    make: (random) => many(10_000, () => random.next() * 1000),
    one: (value) => value.with(5000, "x"),
    two: (value) => value.with(5000, "x").with(9000, -1),
  }),
  workload(
    "optional",
    "12 optional keys, half there",
    record(Object.fromEntries(FIELDS.map((name) => [name, int()])), { optional: FIELDS }),
    {
      count: 50,
      make: fieldsValue,
      one: (value) => ({ ...value, field_c: "x" }),
      two: (value) => ({ ...value, field_c: "x", field_k: 1.5 }),
    },
  ),
  workload("order", "user, keys in any order", user, {
    count: 16,
    make: (random, index) => shuffled(random, userValue(random, index)),
    ...userErrors,
  }),
];

/** Each with the one call it is about. */
export const cases = [
  { name: "parseSafe", unknown: "drop", measure: "value" },
  { name: "parseStrict", unknown: "refuse", measure: "value" },
  { name: "assertLoose", unknown: "pass", measure: "is" },
  { name: "assertStrict", unknown: "refuse", measure: "is" },
].map(({ name, unknown, measure }) => ({
  ...workload(name, name, caseShape(unknown), { count: 1, make: caseValue }),
  measures: [measure],
}));

/** A schema of eight nodes, each time another one. */
export const variant = (index) =>
  record({ ...flat.keys, name: str({ minlen: 1, maxlen: 100 + index }), age: int({ min: 0, max: 150 + index }) });

/** 200 of them are in use at once. */
export const rotation = many(200, (index) =>
  record({ ...user.keys, name: str({ minlen: 1, maxlen: 100 + index }), age: int({ min: 0, max: 150 + index }) }),
);
export const rotationValues = () =>
  valuesOf(
    workloads.find(({ name }) => name === "user"),
    "valid",
  );
export const variantValues = () =>
  valuesOf(
    workloads.find(({ name }) => name === "flat"),
    "valid",
  );

/**
 * The values of a workload, as JSON.parse makes them.
 * @param {"valid" | "one" | "two"} kind
 */
export function valuesOf({ count, make, one, two }, kind) {
  const change = { valid: (value) => value, one, two }[kind];
  return many(count, (index) => JSON.parse(JSON.stringify(change(make(randomly(index + 1), index)))));
}
