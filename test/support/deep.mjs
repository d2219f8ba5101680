/**
 * Nests validators and data as deep as they may be, in a worker with a stack of 1 MiB, and prints what came of it.
 * Arguments: the URL of the compiled library, the greatest depths of data and of schemas.
 */
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const [library, maxDepth, maxSchemaDepth] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const v = await import(library);

class Through extends v.Validator {
  static params = { inner: (_owner, _attr, value) => value };
  check(input, report) {
    return this.inner.check(input, report);
  }
}

let aliases = 0;
const lazy = (inner) => {
  const alias = `deep.${aliases++}`;
  v.instances.put(alias, inner);
  return v.LazyRef(alias);
};

/** Ways to put one validator into another without, and with, a level of data between them. */
const flat = {
  AllOf: (inner) => v.AllOf([inner]),
  OneOf: (inner) => v.OneOf([inner]),
  LazyRef: lazy,
  custom: (inner) => new Through({ inner }),
  If: (inner) => v.If(v.Any(), inner),
  condition: (inner) => v.If(inner, v.Any(), v.Not(v.Any())),
  Closed: (inner) => v.Closed(inner),
};
const nesting = {
  List: [(inner) => v.List(inner, { unique: true }), (value) => [value]],
  Tuple: [(inner) => v.Tuple([inner]), (value) => [value]],
  Dict: [(inner) => v.Dict({ a: inner }), (value) => ({ a: value })],
  extra: [(inner) => v.Dict({ extra: [v.Str(), inner] }), (value) => ({ a: value })],
  prefix: [(inner) => v.List(v.Any(), { prefix: [inner] }), (value) => [value]],
  // It takes two levels of the schema, and what is in it is validated by verdicts.
  contains: [(inner) => v.List(v.Any(), { contains: inner }), (value) => [value], 2],
  default: [(inner) => v.Dict({ a: inner }, { defaults: { a: {} } }), (value) => ({ a: value })],
};

/** It takes more of the stack than a `maxDepth` above the default leaves. */
if (maxDepth <= 512) nesting.patterns = [(inner) => v.Dict({}, { patterns: { a: inner } }), (value) => ({ a: value })];

/** As many levels of data as may be, with as many pipelines between them as may be, but one at least. */
function build(wrap, put, height = 1, pipe) {
  let [validator, value] = [v.Any(), 1];
  const pipes = pipe === undefined ? 0 : Math.max(1, Math.floor(maxSchemaDepth / maxDepth) - height);
  const levels = Math.min(maxDepth, Math.floor(maxSchemaDepth / (height + pipes)));
  for (let level = 0; level < levels; level++) {
    for (let i = 0; i < pipes; i++) validator = pipe(validator);
    validator = wrap(validator);
    value = put(value);
  }
  return [validator, value];
}

function outcome(validator, value) {
  try {
    const result = validator.safe(value, { maxDepth });
    const text = JSON.stringify(value);
    const same = [validator.is(value, { maxDepth }), validator.isJson(text, { maxDepth })];
    if (same.some((one) => one !== result.ok)) return "disagreement";
    if (result.ok) return "valid";
    v.formatError(result.error);
    return /(\w+)\(.*?\)>?$/.exec(String(result.error.at(0)))?.[1];
  } catch (error) {
    return String(error);
  }
}

function outcomesOfAll() {
  const outcomes = {};
  for (const [name, [wrap, put, height]] of Object.entries(nesting)) {
    outcomes[name] = outcome(...build(wrap, put, height));
    for (const [pipeName, pipe] of Object.entries(flat))
      outcomes[`${name} and ${pipeName}`] = outcome(...build(wrap, put, height, pipe));
  }
  for (const [name, pipe] of Object.entries(flat)) {
    let validator = v.Any();
    for (let i = 0; i < maxSchemaDepth; i++) validator = pipe(validator);
    outcomes[name] = outcome(validator, 1);
    outcomes[`one more ${name}`] = outcome(pipe(validator), 1);
  }
  return outcomes;
}

if (isMainThread) {
  new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), resourceLimits: { stackSizeMb: 1 } }).once(
    "message",
    (outcomes) => process.stdout.write(JSON.stringify(outcomes)),
  );
} else {
  parentPort.postMessage(outcomesOfAll());
}
