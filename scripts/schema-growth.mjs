/**
 * Looks for JSON Schemas that take long: makes schemas of each kind of one size and of four times that size, and
 * compares the processor time of `fromJsonSchema` and the first call of each method; and has the errors of small values
 * explained by a large schema, again and again, which should take no longer than their number says. Each kind runs in a
 * process of its own, which is ended when it takes too long.
 *
 *   node scripts/schema-growth.mjs [--only WORDS] [--size 60] [--values compiled|auto]
 *
 * Ends with exit code 1 if the time of a kind grows much faster than its size, or its errors take too long.
 */
import { spawnSync } from "node:child_process";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values: given } = parseArgs({
  options: {
    only: { type: "string" },
    size: { type: "string", default: "60" },
    values: { type: "string", default: "compiled" },
    kind: { type: "string" },
  },
});

const TIMES = 4;
/** The longest time that is permitted, as a multiple of that of a linear growth; and what is always permitted. */
const MOST = { factor: 2.5, milliseconds: 60 };
const ROUNDS = 3;
/** Size of the schemas whose errors are explained; of those that are nested, the usual one. */
const LARGE = 2000;
/** Milliseconds that a later call which reads its issues may take: for itself, a part of the schema, an issue. */
const EXPLAINED = { call: 5, part: 0.002, issue: 0.1 };
const TIMEOUT_MS = 60_000;

const many = (n, make) => Array.from({ length: n }, (_, index) => make(index));
const record = (n, name, make) => Object.fromEntries(many(n, (index) => [`${name}${index}`, make(index)]));
/** A schema inside a schema, n times. */
const nested = (n, make, innermost = { type: "object" }) => many(n, (index) => index).reduce(make, innermost);
const at = (index) => ({ $ref: `#/$defs/d${index}` });
/** Definitions that each lead to the next, n in all. */
const chained = (n, make, last = { type: "object", required: ["a"] }) => ({
  $defs: record(n, "d", (index) => (index === n - 1 ? last : make(at(index + 1), index))),
  $ref: "#/$defs/d0",
});
const own = (index) => ({ [`k${index}`]: { type: "string" } });
const needs = (index) => ({ required: [`k${index}`] });

/** A condition, and the schemas of values that it accepts and refuses. */
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const when = (condition, yes, no = true) => ({ if: condition, then: yes, else: no });

/** Schemas of a size in proportion to n. */
const KINDS = {
  properties: (n) => ({ properties: record(n, "p", () => ({ type: "string" })), additionalProperties: false }),
  objects: (n) => ({ properties: record(n, "p", (index) => ({ type: "object", properties: own(index) })) }),
  required: (n) => ({ type: "object", required: many(n, (index) => `r${index}`) }),
  patternProperties: (n) => ({
    properties: record(n, "k", () => ({ type: "integer" })),
    patternProperties: record(n, "^k", () => ({ minimum: 1 })),
  }),
  dependentSchemas: (n) => ({ dependentSchemas: record(n, "k", needs) }),
  dependentRequired: (n) => ({ dependentRequired: record(n, "k", (index) => [`r${index}`]) }),
  dependentLists: (n) => ({
    dependentRequired: record(n, "k", (index) => many(50, (other) => `r${index}_${other}`)),
  }),
  requiredPatterns: (n) => ({
    required: many(n, (index) => `r${index}`),
    patternProperties: record(n, "^k", () => ({ minimum: 1 })),
  }),
  propertyNames: (n) => ({ propertyNames: { enum: many(n, (index) => `v${index}`) } }),
  enumMixed: (n) => ({ enum: many(n, (index) => (index % 2 === 0 ? index : `value${index}`)) }),
  anyOfTagged: (n) => ({
    anyOf: many(n, (index) => ({
      type: "object",
      properties: { type: { enum: [`t${index}`, `u${index}`] }, a: { type: "integer" } },
      required: ["type"],
    })),
  }),
  enumStrings: (n) => ({ enum: many(n, (index) => `value${index}`) }),
  enumObjects: (n) => ({ enum: many(n, (index) => ({ a: index, b: [index] })) }),
  constant: (n) => ({ const: record(n, "k", (index) => [index]) }),
  patterns: (n) => ({ properties: record(n, "p", (index) => ({ type: "string", pattern: `^a${index}[a-z]*$` })) }),
  longPattern: (n) => ({ type: "string", pattern: many(n, (index) => `[wW][oO]${index}`).join("|") }),
  prefixItems: (n) => ({ prefixItems: many(n, (index) => ({ type: "integer", minimum: index })) }),
  allOf: (n) => ({ allOf: many(n, (index) => ({ properties: own(index) })) }),
  allOfOneKey: (n) => ({ allOf: many(n, (index) => ({ properties: { k: { minLength: index } } })) }),
  allOfIf: (n) => ({
    allOf: many(n, (index) => when({ properties: { kind: { const: index } } }, needs(index))),
  }),
  allOfContains: (n) => ({ allOf: many(n, (index) => ({ contains: { const: index } })) }),
  anyOf: (n) => ({ anyOf: many(n, (index) => ({ type: "object", ...needs(index) })) }),
  oneOf: (n) => ({ oneOf: many(n, (index) => ({ type: "object", properties: own(index), ...needs(index) })) }),
  oneOfConstants: (n) => ({ oneOf: many(n, (index) => ({ const: `k${index}` })) }),
  oneOfTagged: (n) => ({ oneOf: many(n, (index) => ({ properties: { type: { const: index } }, required: ["type"] })) }),
  oneOfBeside: (n) => ({ type: "object", properties: record(n, "k", () => true), oneOf: many(n, needs) }),
  not: (n) => ({ not: { anyOf: many(n, needs) } }),
  unevaluated: (n) => ({ allOf: many(n, (index) => ({ properties: own(index) })), unevaluatedProperties: false }),
  unevaluatedAnyOf: (n) => ({
    anyOf: many(n, (index) => ({ properties: own(index), ...needs(index) })),
    unevaluatedProperties: false,
  }),
  references: (n) => ({ $defs: record(n, "d", () => ({ type: "string" })), properties: record(n, "p", at) }),
  anchors: (n) => ({
    $defs: record(n, "d", (index) => ({ $anchor: `a${index}`, type: "string" })),
    properties: record(n, "p", (index) => ({ $ref: `#a${index}` })),
  }),
  identifiers: (n) => ({
    $id: "https://example.org/root",
    $defs: record(n, "d", (index) => ({ $id: `d${index}`, type: "string" })),
    properties: record(n, "p", (index) => ({ $ref: `d${index}` })),
  }),
  dynamic: (n) => ({
    $id: "https://example.org/root",
    $dynamicAnchor: "n",
    $defs: record(n, "d", (index) => ({
      $id: `d${index}`,
      $dynamicAnchor: "n",
      properties: { a: { $dynamicRef: "#n" } },
    })),
    properties: record(n, "p", (index) => ({ $ref: `d${index}` })),
  }),
  recursiveUnion: (n) => ({
    $defs: record(n, "d", (index) => ({ type: "object", properties: { x: { $ref: "#" } }, ...needs(index) })),
    anyOf: many(n, at),
  }),
  ring: (n) => ({ $defs: record(n, "d", (index) => ({ properties: { a: at((index + 1) % n) } })), ...at(0) }),
  nestedProperties: (n) => nested(n, (schema) => ({ type: "object", properties: { a: schema } })),
  nestedItems: (n) => nested(n, (schema) => ({ type: "array", items: schema })),
  nestedExtra: (n) => nested(n, (schema) => ({ type: "object", additionalProperties: schema })),
  nestedPatterns: (n) => nested(n, (schema) => ({ patternProperties: { "^a": schema } })),
  nestedAllOf: (n) => nested(n, (schema, index) => ({ allOf: [schema, { properties: own(index) }] })),
  nestedAnyOf: (n) => nested(n, (schema, index) => ({ properties: own(index), anyOf: [schema, needs(index)] })),
  nestedOneOf: (n) => nested(n, (schema, index) => ({ properties: own(index), oneOf: [schema, needs(index)] })),
  nestedIf: (n) => nested(n, (schema, index) => when(schema, needs(index))),
  nestedElse: (n) => nested(n, (schema, index) => when(needs(index), { maxProperties: 9 }, schema)),
  nestedNot: (n) => nested(n, (schema) => ({ not: { properties: { a: schema } } })),
  nestedContains: (n) => nested(n, (schema) => ({ contains: schema })),
  nestedDependent: (n) => nested(n, (schema, index) => ({ dependentSchemas: { [`k${index}`]: schema } })),
  nestedUnevaluated: (n) =>
    nested(n, (schema, index) => ({
      properties: own(index),
      anyOf: [schema, needs(index)],
      unevaluatedProperties: false,
    })),
  chain: (n) => chained(n, (next) => next),
  sharedProperties: (n) => chained(n, (next) => ({ properties: { a: next, b: next } })),
  sharedAllOf: (n) => chained(n, (next, index) => ({ allOf: [next, { properties: own(index) }] })),
  sharedAnyOf: (n) => chained(n, (next, index) => ({ anyOf: [next, { ...needs(index), allOf: [next] }] })),
  sharedOneOf: (n) => chained(n, (next) => ({ oneOf: [next, { type: "array", items: next }] })),
  sharedIf: (n) => chained(n, (next) => when(next, next, next)),
  sharedNot: (n) => chained(n, (next) => ({ not: next, items: next })),
  sharedUnevaluated: (n) => chained(n, (next) => ({ allOf: [next], anyOf: [next, {}], unevaluatedProperties: false })),
};

/** Milliseconds of processor time. */
function timed(run) {
  const { user, system } = process.cpuUsage();
  run();
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

async function measure(kind, size) {
  register("./typescript.mjs", import.meta.url);
  const { fromJsonSchema } = await import("../src/index.ts");
  const run = (n) => {
    const schema = KINDS[kind](n);
    return timed(() => {
      const validator = fromJsonSchema(schema);
      for (const value of [{}, [], "x"]) {
        validator.is(value);
        validator.safe(value);
        validator.isJson(JSON.stringify(value));
        validator.safeJson(JSON.stringify(value));
      }
    });
  };
  const least = (n) => Math.min(...many(ROUNDS, () => run(n)));
  run(size);
  console.log(JSON.stringify([least(size), least(TIMES * size), explained(fromJsonSchema, kind, size)]));
}

/** Values that are refused because of a few parts of a schema. */
const REFUSED = [{}, { k1: 1 }, { p1: 0 }, { type: "t1", a: "x" }, { type: "no" }, "x", [1], [[{}]]];

/** The longest time of a later call that reads its issues, as a multiple of what it may take. */
function explained(fromJsonSchema, kind, size) {
  const n = /nested|chain|shared|ring|longPattern/i.test(kind) ? size : LARGE;
  const validator = fromJsonSchema(KINDS[kind](n));
  const calls = [(value) => validator.safe(value), (value) => validator.safeJson(JSON.stringify(value))];
  const costs = REFUSED.flatMap((value) =>
    calls.map((call) => {
      const issues = () => call(value).error?.issues.length ?? 0;
      const allowed = EXPLAINED.call + EXPLAINED.part * n + EXPLAINED.issue * issues();
      return Math.min(...many(ROUNDS, () => timed(issues))) / allowed;
    }),
  );
  return Math.max(...costs);
}

/** Returns whether the time of a kind is in proportion to its size, and to that of its errors. */
function isFine(kind) {
  const args = [fileURLToPath(import.meta.url), "--kind", kind, "--size", given.size];
  const env = { ...process.env, VALIDLIB_VALUES: given.values };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, timeout: TIMEOUT_MS, encoding: "utf8" });
  if (status !== 0) {
    console.log(`${kind}: ${status === null ? "took too long" : stderr.trim().split("\n").at(-1)}`);
    return false;
  }
  const [small, large, excess] = JSON.parse(stdout.trim().split("\n").at(-1));
  const isLinear = large < TIMES * MOST.factor * small + MOST.milliseconds;
  const remarks = `${isLinear ? "" : "NOT LINEAR: "}${excess < 1 ? "" : "ERRORS TAKE LONG: "}`;
  const times = `${small.toFixed(1)} ms, ${large.toFixed(1)} ms`;
  console.log(`${remarks}${kind}: ${times}, errors ${excess.toFixed(2)} of what they may take`);
  return isLinear && excess < 1;
}

if (given.kind === undefined) {
  const kinds = Object.keys(KINDS).filter((kind) => given.only === undefined || kind.includes(given.only));
  const wrong = kinds.filter((kind) => !isFine(kind));
  console.log(`${kinds.length} kinds, ${wrong.length} too slow`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} else await measure(given.kind, Number(given.size));
