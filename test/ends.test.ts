/** Calls that have once gone on for ever. They run in a worker, which can be stopped, and has little memory. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const LIBRARY = new URL("../dist/index.js", import.meta.url).href;
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
