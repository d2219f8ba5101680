/** Where errors of JSON Schemas point: documents with one fault each. */
import { afterEach, expect, test } from "vitest";
// @ts-expect-error: a script has no types.
import { faultsIn } from "../../bench/faults.mjs";
// @ts-expect-error: a script has no types.
import { randomly } from "../../bench/random.mjs";
import { fromJsonSchema, instances } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";

afterEach(() => instances.clear());

interface Fault {
  readonly kind: string;
  readonly pointer: string;
  readonly document: unknown;
  isThere(pointer: string): boolean;
}

/** An object with the literal key might be awaited by mistake. */
const THEN = "then";
const closed = { type: "object", additionalProperties: false } as const;
const text = { type: "string", minLength: 1 } as const;

/** Unions with and without tags, conditions, references, and a union in a union. */
const workflow = {
  ...closed,
  required: ["name", "on", "jobs"],
  properties: {
    name: text,
    on: {
      oneOf: [
        { enum: ["push", "release"] },
        { type: "array", items: { enum: ["push", "release"] }, minItems: 1, maxItems: 5, uniqueItems: true },
        { ...closed, properties: { push: { $ref: "#/$defs/event" }, release: { $ref: "#/$defs/event" } } },
      ],
    },
    jobs: { type: "object", minProperties: 1, additionalProperties: { $ref: "#/$defs/job" } },
  },
  $defs: {
    event: { ...closed, properties: { branches: { type: "array", items: text, minItems: 1, maxItems: 9 } } },
    job: {
      ...closed,
      required: ["steps"],
      properties: {
        needs: { anyOf: [text, { type: "array", items: text, maxItems: 9 }] },
        "timeout-minutes": { type: "integer", minimum: 1, maximum: 600 },
        steps: { type: "array", minItems: 1, maxItems: 20, items: { $ref: "#/$defs/step" } },
      },
    },
    step: {
      anyOf: [
        { ...closed, required: ["uses"], properties: { uses: text, with: { type: "object" } } },
        { ...closed, required: ["run"], properties: { run: text, shell: { enum: ["bash", "sh"] } } },
        { ...closed, required: ["wait"], properties: { wait: { type: "integer", minimum: 0, maximum: 60 } } },
      ],
    },
  },
};
const payment = {
  type: "object",
  required: ["kind", "amount"],
  properties: { kind: { enum: ["card", "transfer"] }, amount: { type: "number", exclusiveMinimum: 0, maximum: 1e6 } },
  if: { properties: { kind: { const: "card" } } },
  [THEN]: { required: ["number"], properties: { number: { type: "string", pattern: "^[0-9]+$" } } },
  else: { required: ["iban"], properties: { iban: { type: "string", pattern: "^[A-Z]" } } },
  unevaluatedProperties: false,
};

const steps = [{ uses: "checkout", with: { depth: 1 } }, { run: "make", shell: "bash" }, { wait: 5 }];
const DOCUMENTS: readonly (readonly [name: string, schema: unknown, documents: readonly unknown[]])[] = [
  [
    "workflow",
    workflow,
    [
      { name: "a", on: "push", jobs: { build: { steps } } },
      { name: "b", on: ["push", "release"], jobs: { build: { needs: "x", steps }, test: { needs: ["x"], steps } } },
      { name: "c", on: { push: { branches: ["main"] } }, jobs: { a: { "timeout-minutes": 5, steps } } },
    ],
  ],
  [
    "payment",
    { type: "array", items: payment },
    [
      [
        { kind: "card", amount: 1, number: "4111" },
        { kind: "transfer", amount: 2.5, iban: "DE00" },
      ],
    ],
  ],
  ["meta-schema", { $ref: "https://json-schema.org/draft/2020-12/schema" }, [workflow]],
];

test("the first issue of at least nine faults in ten is at the fault", () => {
  let refused = 0;
  const missed: string[] = [];
  const { pick } = randomly(11);
  for (const [name, schema, documents] of DOCUMENTS) {
    const validator = fromJsonSchema(schema);
    for (const document of documents) {
      expect([name, validator.safe(document).error?.message]).toEqual([name, undefined]);
      for (const fault of faultsIn(document, sweep(20, 100), pick) as Iterable<Fault>) {
        const { error } = validator.safe(fault.document);
        if (error === undefined) continue;
        refused++;
        const { pointer, message } = error.issues[0] as { pointer: string; message: string };
        const ofText = validator.safeJson(JSON.stringify(fault.document)).error?.issues[0];
        expect([ofText?.pointer, ofText?.message]).toEqual([pointer, message]);
        if (!fault.isThere(pointer)) missed.push(`${name}: ${fault.kind} at ${fault.pointer}: ${pointer} ${message}`);
      }
    }
  }
  expect(refused).toBeGreaterThan(200);
  expect([refused, missed.length <= refused / 10 || missed]).toEqual([refused, true]);
});
