/**
 * Runs the program of the page: a classic worker, made from a text, inside the sandboxed frame. What it sends back
 * is text and numbers, which the page shows as text.
 */
import "./forbidden.js";
import "./temporal.js";
import fc from "fast-check";
import { arbitrary, invalid } from "../../dist/fast-check/index.js";
import { fromZod } from "../../dist/interop/zod/index.js";
import { openapi } from "../../dist/openapi.js";
import * as library from "../../dist/wasm.js";
import { inspect } from "./inspect.js";
import { required } from "./modules.js";

const { Validator, engine, fromJsonSchema, instances, load, ready, toJsonSchema, toSource } = library;

/** Examples of test data, and the seed that they come from: the same schema shows the same ones. */
const EXAMPLES = 5;
const SEED = 55;

/** The examples of the documentation read texts with `Buffer.from(text)`. */
const Buffer = { from: (text) => new TextEncoder().encode(text) };

const json = (value) =>
  JSON.stringify(value, (_, member) => (typeof member === "bigint" ? `${member}n` : member), 2) ?? String(value);

const isSchemaOfZod = (value) => typeof value === "object" && value !== null && "_zod" in value;

/** A validator; of a schema of zod that which is equivalent; undefined of anything else. */
function validatorOf(value, onWarning) {
  if (value instanceof Validator) return value;
  return isSchemaOfZod(value) ? fromZod(value, { onWarning }) : undefined;
}

/** Runs a program: the values of its statements, and the last validator that it names. */
async function run(js, onWarning = () => {}) {
  instances.clear();
  const shown = [];
  const show = (line, thunk) => {
    const done = (text) => shown.push({ line, text });
    const threw = (error) => done(`throws ${String(error)}`);
    try {
      const value = thunk();
      if (!(value instanceof Promise)) return void done(inspect(value));
      return value.then((one) => done(inspect(one)), threw);
    } catch (error) {
      threw(error);
    }
  };
  let declared = {};
  const url = URL.createObjectURL(
    new Blob([`self.$program = async (require, exports, $show, $declared, Buffer) => {${js}\n};`]),
  );
  try {
    importScripts(url);
  } finally {
    URL.revokeObjectURL(url);
  }
  const exports = {};
  await self.$program(required, exports, show, (names) => (declared = names), Buffer);
  const named = [...Object.values(declared), exports.default].map((value) => validatorOf(value, onWarning));
  return { shown, validator: named.findLast((one) => one !== undefined) };
}

/** A text of what a tab shows, or of the reason why there is nothing. */
async function written(write) {
  try {
    return await write();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

const tabs = {
  schema: (validator) => json(toJsonSchema(validator)),
  openapi: (validator) =>
    json(
      openapi({
        info: { title: "Playground", version: "1.0.0" },
        routes: [{ method: "post", path: "/", body: validator, responses: { 204: "It is valid." } }],
      }),
    ),
  source: (validator) => toSource(validator),
  data: (validator) => {
    const sample = (of) => fc.sample(of, { numRuns: EXAMPLES, seed: SEED });
    const valid = sample(arbitrary(validator)).map((value) => inspect(value));
    const faulty = sample(invalid(validator)).map(({ value, issue }) => {
      const path = issue.path.join(".");
      return `// ${issue.code}${path === "" ? "" : ` at ${path}`}\n${inspect(value)}`;
    });
    return `// Valid\n${valid.join("\n")}\n\n// One fault each\n${faulty.join("\n")}`;
  },
};

/** Whether a validator has rules that wait: then calls that do not wait throw a TypeError, whatever the input is. */
function isAsync(validator) {
  try {
    validator.isJson("null");
    return false;
  } catch (error) {
    return error instanceof TypeError;
  }
}

/** What the validator says of the input; one with rules that wait is waited for. */
async function checked(validator, input) {
  const result = isAsync(validator) ? await validator.safeJsonAsync(input) : validator.safeJson(input);
  if (result.ok) return { ok: true, value: inspect(result.value), issues: [] };
  const { error } = result;
  const issues = error.issues.map(({ offset, line, column, pointer, message, code }) => ({
    ...{ offset, line, column, pointer, message, code },
  }));
  return { ok: false, issues, issuesText: json(error.issues), isTruncated: error.truncated };
}

/** A document that the validator accepts. */
function exampleOf(validator) {
  const [value] = fc.sample(arbitrary(validator), { numRuns: 1, seed: SEED });
  return json(value);
}

const jobs = {
  async run({ js, input, tab }) {
    const { shown, validator } = await run(js);
    if (validator === undefined) return { shown };
    const text = input ?? (await written(() => exampleOf(validator)));
    const write = tabs[tab];
    const outcome = await written(() => checked(validator, text));
    return {
      ...{ shown, hasValidator: true, input: text },
      ...(typeof outcome === "string" ? { failure: outcome } : { outcome }),
      tabText: write === undefined ? undefined : await written(() => write(validator)),
    };
  },
  /** Validators of another kind of schema, as TypeScript: a JSON Schema, a dump, or a program with schemas of zod. */
  async convert({ text, js }) {
    const warnings = [];
    const onWarning = ({ pointer, message }) => warnings.push(`// ${pointer}: ${message}`);
    const source = (validator) => [...warnings, toSource(validator)].join("\n");
    if (js !== undefined) {
      const { validator } = await run(js, onWarning);
      if (validator === undefined) throw new Error("There is no schema in this text");
      return { source: source(validator) };
    }
    const document = JSON.parse(text);
    instances.clear();
    if ("__class__" in Object(document)) return { source: source(load(document)) };
    return { source: source(fromJsonSchema(document, { onWarning })) };
  },
};

self.onmessage = async ({ data: { id, kind, ...job } }) => {
  await ready();
  try {
    self.postMessage({ id, engine: engine().impl, ...(await jobs[kind](job)) });
  } catch (error) {
    self.postMessage({ id, engine: engine().impl, failure: String(error) });
  }
};
self.postMessage({ isReady: true });
