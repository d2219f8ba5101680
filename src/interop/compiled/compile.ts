/** Compiles validators: writes modules that validate by themselves, with `validlib/runtime` in place of the library. */
import { ValueError } from "../../core/errors/errors.ts";
import { expectOptions } from "../../core/misspelt.ts";
import { reach, schemaSize } from "../../core/schemas/graph.ts";
import { hasSecrets } from "../../core/schemas/secrets.ts";
import { encoderFor, isValidator, type Validator } from "../../core/validator.ts";
import { literal } from "../../values/text.ts";
import { layout, object } from "../source/layout.ts";
import { isIdentifier, isReserved, quoted } from "../source/tokens.ts";
import { member } from "../source/values.ts";
import { FastWriter, type Shared } from "./fast.ts";
import { needsLimits } from "./limits.ts";
import { type FindFunction, NodeWriter } from "./nodes.ts";
import { secretReport, validatorsOfSecrets } from "./secrets.ts";
import { verdictExpression } from "./verdict.ts";
import { ENCODERS } from "./writers/encoders.ts";
import { WRITERS } from "./writers/index.ts";
import { formatName, patternName } from "./writers/text.ts";

/** Options of `compile`. */
export interface CompileOptions {
  /** The module of the schemas, as the compiled module imports it: for its types, and in its first line. */
  readonly source?: string | undefined;
  /** Finds a function; or returns why it cannot be in the module, and what to do. */
  readonly find?: FindFunction | undefined;
  /** The package that types are imported from, as in `toSource`; default `validlib`. */
  readonly from?: string | undefined;
  /**
   * The least code, for browsers: it reads plain data only, as `JSON.parse` and `Object.fromEntries` make it, and has
   * no code of its own for valid values. Default false.
   */
  readonly small?: boolean | undefined;
  /** The module that the runtime is imported from; default: `runtime` of that package. */
  readonly runtime?: string | undefined;
}

const LIBRARY = "validlib";

const runtimeOf = ({ from = LIBRARY }: CompileOptions): string => `${from}/runtime`;

/** A compiled module. */
export interface CompiledModule {
  readonly code: string;
  /** Its types: those of the source. */
  readonly declarations: string;
  /** What it cannot do that the validators can: those without a compiled encoder. */
  readonly warnings: readonly string[];
}

/**
 * Compiles validators.
 * @param validators by the names of their exports.
 * @throws ValueError if one cannot be compiled: with its path, and what to do.
 */
export function compile(validators: Readonly<Record<string, Validator>>, options: CompileOptions = {}): CompiledModule {
  expectOptions(options, ["source", "find", "from", "runtime", "small"]);
  const { source, runtime = runtimeOf(options), small = false } = options;
  const entries = Object.entries(validators);
  for (const [name, one] of entries) {
    if (!isValidator(one)) throw new TypeError(`compile takes validators, got ${literal(one)}`);
    if (!isIdentifier(name) || isReserved(name))
      throw new ValueError(`${literal(name)} cannot be the name of an export`);
  }
  const exported = entries.map(([name]) => name);
  const roots = entries.flatMap(([, one]) => [one, ...encoderIn(one)]);
  const writer = new NodeWriter({
    exported,
    runtime,
    find: options.find,
    isPlain: small,
    isLimited: roots.some(needsLimits),
    logs: entries.some(([, one]) => hasClosed(one)),
    hides: entries.some(([, one]) => hasSecrets(one)),
    secretive: new Set(roots.flatMap(validatorsOfSecrets)),
    writers: WRITERS,
    encoders: ENCODERS,
  });
  const shared = sharedBy(writer);
  const fast = new FastWriter(shared);
  const warnings: string[] = [];
  const statements = entries.map(([name, one]) => {
    const copy = small ? undefined : fast.copyOf(one, name);
    writer.copies = fast.functions;
    const parts = [
      member("node", writer.node(one, name)),
      member("size", String(schemaSize(one))),
      member("report", secretReport(writer, writer.report(one, ...encoderIn(one)), one)),
      member("values", writer.values),
      member("texts", writer.textsName),
    ];
    if (copy !== undefined) {
      writer.names.import(runtime, "MISS");
      parts.push(member("copy", `${writer.names.import(runtime, "ordinarily")}(${copy})`));
    }
    const valid = small ? undefined : verdictExpression(one, shared);
    if (valid !== undefined)
      parts.push(member("valid", writer.constant(`valid${name.charAt(0).toUpperCase()}${name.slice(1)}`, valid)));
    else if (copy !== undefined) parts.push(member("valid", `${writer.names.import(runtime, "copied")}(${copy})`));
    const encoder = encoderOf(one, name, writer);
    if (encoder !== undefined) {
      if (encoder.why !== undefined) warnings.push(encoder.why);
      parts.push(member("encoder", encoder.doc));
    }
    if (writer.text !== undefined) parts.push(member("text", writer.text));
    const made = writer.names.import(runtime, "validator");
    return layout([`export const ${name} = ${made}(`, object(parts), ");"]);
  });
  const header = `// Compiled by \`validlib compile\`${source === undefined ? "" : ` from ${quoted(source)}`}. Do not edit.`;
  const code = [header, writer.names.imports, ...writer.statements, ...statements].filter(Boolean);
  return { code: `${code.join("\n\n")}\n`, declarations: declarationsOf(entries, options), warnings };
}

const hasClosed = (root: Validator): boolean =>
  [...reach(root).keys()].some((one) => one.constructor.name === "Closed");

/** What the writers of generated code need. */
const sharedBy = (writer: NodeWriter): Shared => ({
  names: writer.names,
  use: (name) => writer.use(name),
  formatOf: (validator) => formatName(writer, validator),
  patternOf: (validator) => patternName(writer, validator),
  declare: (code) => writer.declare(code),
  constant: (hint, code) => writer.constant(hint, code),
});

interface Encoder {
  readonly doc: ReturnType<NodeWriter["node"]>;
  readonly why?: string;
}

/** The encoder; or the reason why there is none. Undefined if the validator is its own. */
function encoderOf(one: Validator, name: string, writer: NodeWriter): Encoder | undefined {
  let encoder: Validator;
  try {
    encoder = encoderFor(one, "encode");
  } catch (error) {
    // The library says the same when it is called.
    return { doc: quoted((error as Error).message) };
  }
  if (encoder === one) return undefined;
  const mark = writer.mark();
  try {
    return { doc: writer.node(encoder, name) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    writer.undo(mark);
    const why = `${name} cannot encode: ${error.message}`;
    return { doc: quoted(why), why };
  }
}

/** The encoder, if there is another than the validator. */
function encoderIn(one: Validator): Validator[] {
  try {
    return [encoderFor(one, "encode")];
  } catch {
    return [];
  }
}

function declarationsOf(entries: readonly (readonly [string, Validator])[], options: CompileOptions): string {
  const { source, from = LIBRARY, runtime = runtimeOf(options) } = options;
  const lines = entries.map(([name]) => {
    const types = source === undefined ? "" : `<Infer<typeof source.${name}>, InferInput<typeof source.${name}>>`;
    return `export declare const ${name}: Compiled${types};\n`;
  });
  const imports =
    source === undefined
      ? ""
      : `import type { Infer, InferInput } from ${quoted(from)};\nimport type * as source from ${quoted(source)};\n`;
  return `${imports}import type { Compiled } from ${quoted(runtime)};\n\n${lines.join("")}`;
}
