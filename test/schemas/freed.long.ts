/** Validators that contain themselves are freed like any other value. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { arbitrary } from "../../src/fast-check/index.ts";
import {
  Dict,
  fromJsonSchema,
  fromOpenApi,
  Int,
  LazyRef,
  List,
  Optional,
  toJsonSchema,
  type Validator,
} from "../../src/index.ts";

let collect: () => void;
const { mode } = execution;
beforeAll(() => {
  // V8 keeps code for a while.
  if (mode === "compiled") execution.mode = "auto";
  setFlagsFromString("--expose-gc");
  collect = runInNewContext("gc");
});

afterAll(() => {
  execution.mode = mode;
});

async function heap(): Promise<number> {
  // V8 keeps the source of generated code through some collections.
  for (let i = 0; i < 4; i++) {
    collect();
    // What C++ has of a validator is freed between jobs.
    await new Promise(setImmediate);
  }
  return process.memoryUsage().heapUsed;
}

const COUNT = 1000;

/** Less than 100 bytes of each of 10,000. */
const ALLOWANCE = 1_000_000 * (COUNT / 10_000);

/** V8 has caches and tables that grow once, or a few times. What stays of each validator would grow each time. */
const MAX_ROUNDS = 8;

/** Returns whether validators that are made in one job, and dropped, leave nothing. */
async function leavesNothing(use: (index: number) => void): Promise<boolean> {
  let before = await heap();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (let index = 0; index < COUNT; index++) use(round * COUNT + index);
    const after = await heap();
    if (after - before < ALLOWANCE) return true;
    before = after;
  }
  return false;
}

const byFunction = (index: number): Validator => {
  const node: Validator = Dict({ [`k${index}`]: Int(), next: Optional(LazyRef(() => node)) });
  return node;
};
const byGetter = (index: number): Validator => {
  const node = Dict({
    [`k${index}`]: Int(),
    get next() {
      return Optional(node) as unknown as Validator;
    },
  } as Record<string, Validator>) as unknown as Validator;
  return node;
};
const schema = (index: number, definitions: string) => ({
  type: "object",
  properties: { [`k${index}`]: { type: "integer" }, next: { $ref: `#/${definitions}/node` } },
});
const bySchema = (index: number): Validator =>
  fromJsonSchema({ $defs: { node: schema(index, "$defs") }, $ref: "#/$defs/node" });
const byDocument = (index: number): Validator =>
  fromOpenApi({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: { schemas: { node: schema(index, "components/schemas") } },
  }).components.node as Validator;
const byOther = (index: number): Validator => {
  const list: Validator = List(LazyRef(() => dict));
  const dict: Validator = Dict({ [`k${index}`]: list });
  return dict;
};

const CALLS: readonly (readonly [name: string, call: (validator: Validator, index: number) => unknown])[] = [
  ["are made", () => undefined],
  ["validate values", (one) => [one.is({}), one.safe({ next: {} })]],
  ["validate JSON text", (one, index) => [one.isJson("{}"), one.safeJson(`{"k${index}":1,"next":{}}`)]],
  ["give the issues of JSON text", (one, index) => one.safeJson(`{"k${index}":"","next":{}}`).error?.issues],
];

test.each(
  Object.entries({ byFunction, byGetter, bySchema, byDocument, byOther }).flatMap(([name, make]) =>
    CALLS.map(([what, call]) => ({ name, make, what, call })),
  ),
)("$name: nothing stays of those that $what", async ({ make, call }) => {
  expect(await leavesNothing((index) => call(make(index), index))).toBe(true);
});

test("nothing stays of those for which code was generated, or which were described", async () => {
  const hot = (index: number): void => {
    const node = byFunction(index);
    toJsonSchema(node);
    arbitrary(node);
    if (index % 100 !== 0) return;
    const value = { [`k${index}`]: 1, next: { [`k${index}`]: 1 } };
    for (let calls = 0; calls < 3000; calls++) node.is(value);
  };
  expect(await leavesNothing(hot)).toBe(true);
});
