/**
 * The lines of the tables: a library, and how it runs. Lines without code generation run in a process of Node that
 * forbids it, which is what a content security policy does in a browser; they are compared among themselves.
 */
const FORBIDDEN = { noEval: true, base: "validlib, no eval", execArgv: ["--disallow-code-generation-from-strings"] };
const line = (name, peer, rest = {}) => ({ name, peer, base: "validlib", execArgv: [], env: {}, ...rest });
const plain = (...peers) => peers.map((peer) => line(peer, peer));
const forbidden = (...peers) => peers.map((peer) => line(`${peer}, no eval`, peer, FORBIDDEN));

const ours = line("validlib", "validlib");
const compiled = line("validlib, compiled", "validlib", { env: { VALIDLIB_VALUES: "compiled" } });
const interpreter = line("validlib, no eval", "validlib", FORBIDDEN);
const pure = line("validlib, pure", "validlib", { env: { VALIDLIB_IMPL: "pure" } });
const parse = line("JSON.parse", "json-parse");
const native = line("ata, native", "ata-native");
const peers = ["ajv", "ata", "typebox", "typia", "zod", "valibot", "arktype"];
const interpreted = ["ata", "typebox", "zod", "valibot", "arktype"];

/** By group of workloads. */
export const lines = {
  values: [ours, ...plain("hand", ...peers), interpreter, ...forbidden(...interpreted)],
  cases: [ours, ...plain("hand", ...peers), interpreter, ...forbidden(...interpreted)],
  json: [ours, pure, parse, native, ...plain(...peers)],
  cold: [ours, compiled, ...plain(...peers), interpreter, ...forbidden(...interpreted)],
  rotation: [
    ours,
    compiled,
    ...plain("ajv", "ata", "typebox", "zod", "valibot", "arktype"),
    interpreter,
    ...forbidden(...interpreted),
  ],
};
