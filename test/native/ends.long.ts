/** Calls that have once gone on for ever. They run in a worker, which can be stopped, and has little memory. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const LIBRARY = new URL("../../dist/index.js", import.meta.url).href;
/** In milliseconds: the calls take some, and starting the worker on a busy machine seconds. */
const LONGEST = 60_000;

/** The answer of an expression that uses the library as `v`. */
async function answerOf(expression: string): Promise<unknown> {
  const code = `import(${JSON.stringify(LIBRARY)}).then((v) => {
    let answer;
    try { answer = ${expression}; } catch (error) { answer = String(error); }
    require("node:worker_threads").parentPort.postMessage(answer);
  });`;
  const worker = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 256 } });
  const signal = AbortSignal.timeout(LONGEST);
  try {
    return (await once(worker, "message", { signal }))[0];
  } finally {
    await worker.terminate();
  }
}

/** Two calls: engines may do more for the second. */
const twice = (validator: string, text: string): string =>
  `((one) => [one.safeJson("1 ").ok, one.safeJson(${JSON.stringify(text)}).ok])(${validator})`;

const MEMBER = 'v.Default(v.Float(), 1, { messages: { required: "Missing." } })';

test.each([
  ["a Dict", `v.Dict({ a: ${MEMBER} })`],
  ["a Nullable", `v.Nullable(v.Dict({ a: ${MEMBER} }))`],
  ["an Optional", `v.Optional(v.Dict({ a: ${MEMBER} }))`],
  ["a Default", `v.Default(v.Dict({ a: ${MEMBER} }), {})`],
  ["an AllOf", `v.AllOf(v.Dict({ a: ${MEMBER} }), v.Dict({ a: ${MEMBER} }))`],
  ["a OneOf", `v.OneOf(v.Str(), v.Dict({ a: ${MEMBER} }))`],
])("a reference with maxdepth to %s with a Default that has messages ends", async (_name, target) => {
  const reference = `v.LazyRef(() => ${target}, { maxdepth: 2 })`;
  expect(await answerOf(twice(reference, '{"a":981976}'))).toEqual([false, true]);
});

const ENDLESS: Record<string, string> = {
  "a Dict": "v.Dict({ a: v.Optional(v.LazyRef(() => make())) })",
  "a List": "v.List(v.LazyRef(() => make()))",
  "two members": "v.Dict({ a: v.Optional(v.LazyRef(() => make())), b: v.LazyRef(() => make(), { maxdepth: 2 }) })",
  "a step": "v.AllOf(v.LazyRef(() => make()), v.Any())",
};
const CALLS: Record<string, string> = {
  json: "one.safeJson('{}'), one.safeJson('{}')",
  isJson: "one.isJson('[1]')",
  safe: "one.safe({ a: {} })",
  is: "one.is({})",
  safeStringify: "one.safeStringify({})",
  toJsonSchema: "v.toJsonSchema(one)",
  dump: "one.dump()",
  toString: "String(one)",
};

test.each(Object.entries(ENDLESS))("calls end if a function creates references without end, in %s", async (_, made) => {
  const calls = Object.entries(CALLS).map(([name, call]) => `attempt("${name}", () => (${call}))`);
  const answer = await answerOf(`(() => {
    const make = () => ${made};
    const one = make();
    const attempt = (name, call) => {
      try { call(); return name; } catch (error) { return name + ": " + error; }
    };
    return [${calls.join()}];
  })()`);
  expect(answer).toHaveLength(Object.keys(CALLS).length);
  expect(answer).toContainEqual(expect.stringMatching(/^toJsonSchema: TypeError: The function of a LazyRef should/));
});
