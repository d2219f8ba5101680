/** Parses the command line. */
import { parseArgs } from "node:util";
import { suggestionFor } from "../core/misspelt.ts";
import { MAX_MAX_DEPTH } from "../core/report/limits.ts";
import type { JsonLimits, RecordOptions } from "../index.ts";
import { MAX_THREADS } from "../lines/options.ts";
import { UsageError } from "./failure.ts";

export const COMMANDS = ["check", "convert", "compile", "build-native", "completion"] as const;

export const TARGETS = ["ts", "json-schema", "openapi", "openapi-3.0", "openapi-3.2"] as const;

/** The arguments of `validlib convert`. */
export interface ConvertOptions {
  /** File of the schema; `-` is the standard input. The name of an export of a module may follow: `file#name`. */
  readonly file: string;
  readonly to: (typeof TARGETS)[number];
  /** Name of the schema; undefined for one made of the file's. */
  readonly name: string | undefined;
  /** True if the formats of JSON Schemas are checked. */
  readonly formats: boolean;
  /** File for the result; undefined for the standard output. */
  readonly output: string | undefined;
  /** How many times as long as its text a YAML document may be with its aliases; undefined for the usual. */
  readonly maxExpansion: number | undefined;
}

/** The arguments of `validlib compile`. */
export interface CompileOptions {
  /** The module of the schemas. */
  readonly file: string;
  /** The file of the compiled module. Its types get a file beside it. */
  readonly out: string;
  /** True if nothing is written: the exit code tells whether the files are up to date. */
  readonly check: boolean;
  /** True if the module reads plain data only: see `compile`. */
  readonly small: boolean;
  readonly standalone: boolean;
}

export const FORMATS = ["pretty", "json", "ndjson", "github", "sarif", "junit"] as const;
export type FormatName = (typeof FORMATS)[number];

/** The arguments of `validlib check`. */
export interface CheckOptions {
  /**
   * File of the schema. Before it is loaded, the name of an export or the place of a schema may follow: `file#name`.
   * Undefined if each document names its own.
   */
  readonly schema: string | undefined;
  /** File of the data; `-` is the standard input. */
  readonly data: string;
  /** More files, checked one after the other. */
  readonly more: readonly string[];
  /** True if the data is records, one after the other: a document per line, say. */
  readonly lines: boolean;
  /** What the records are; undefined if `lines` is false. */
  readonly records: RecordOptions | undefined;
  /** True if the data is YAML; undefined if the name of the file says it. */
  readonly yaml: boolean | undefined;
  readonly format: FormatName;
  /** Language tag of the messages. */
  readonly locale: string;
  /** True if nothing is printed. */
  readonly quiet: boolean;
  /** File for the valid lines. */
  readonly valid: string | undefined;
  /** File for the invalid lines. */
  readonly invalid: string | undefined;
  /** File for a summary; `-` is the standard output. */
  readonly summary: string | undefined;
  /** File for the columns of the valid lines. */
  readonly columns: string | undefined;
  /** How many threads validate lines. */
  readonly jobs: number;
  /** Limits of one document. */
  readonly limits: JsonLimits;
  /** How many times as long as its text a YAML document may be with its aliases; undefined for the usual. */
  readonly maxExpansion: number | undefined;
}

export type Request =
  | { readonly command: "help" | "version" | "engine" }
  | { readonly command: "completion"; readonly shell: string | undefined }
  | { readonly command: "convert"; readonly options: ConvertOptions }
  | { readonly command: "compile"; readonly options: CompileOptions }
  | { readonly command: "check"; readonly options: CheckOptions };

export const HELP = `Usage: validlib check --schema <file> [options] <data> ...
       validlib convert <schema> --to ts|json-schema|openapi [--output FILE]
       validlib compile <module> --out FILE [--small] [--standalone] [--check]
       validlib build-native [--force]
       validlib completion bash|zsh|fish

Checks JSON or NDJSON data against a schema and prints every error with its
place, its path and what is wrong.

  <data>             files; "-" is the standard input. Files that end in
                     .ndjson or .jsonl hold one document a line, .csv and .tsv
                     one record a row, .jsonseq and .geojsonseq a sequence
                     (RFC 7464); .yaml and .yml files are YAML. FILE#/PATH
                     is an array in one JSON document, FILE# the document: each
                     item is a record, and the file may have any size. What gzip
                     or zstd has packed is unpacked, whatever it is called
  --schema, -s FILE  a module whose default export is a validator, or FILE#NAME
                     for another export: JavaScript, or TypeScript if Node or a
                     loader in the project (jiti, tsx) runs it; or a schema
                     of zod that it exports. Or a file of
                     .json, .yaml or .yml: a JSON Schema, or one in it or in an
                     OpenAPI document, as in FILE#/components/schemas/NAME; a
                     dumped validator, or an array of dumps: the last is the
                     schema, and the others have aliases. Without it, the file
                     that "$schema" in the document names

What the data is
  --json             one JSON document, whatever the file is called
  --ndjson, -n       one document a line, whatever the file is called
  --json-seq         a sequence of JSON texts, as of jq --seq
  --csv              CSV, whatever the file is called; needs csv-parse
  --delimiter TEXT   with CSV: what is between cells (default a comma; of .tsv
                     files a tab)
  --yaml             YAML, whatever the file is called

What comes out
  --format, -f FORMAT
                     pretty (default), json: one object a file, ndjson: one
                     error a line, github: annotations of a workflow, sarif or
                     junit: one report of all files
  --locale TAG       the language of the messages, such as de (default en)
  --quiet, -q        print nothing
  --valid FILE       of records: write the valid ones here, byte for byte, as a
                     file of their format
  --invalid FILE     of records: write the invalid ones here. Neither of them
                     overwrites what is read, code, or a .json file
  --summary FILE     of records: write here which rules failed how often, with
                     examples; as HTML or JSON if the file ends in .html or
                     .json. "-" is the standard output
  --columns FILE     of records: write the valid ones here as columns: Arrow,
                     its stream format if the file ends in .arrows, or Parquet
                     if in .parquet; needs apache-arrow, and parquet-wasm

How it is done
  --jobs, -j N       of records: validate them on N threads (default 1)

Limits of a document
  --max-bytes N      most bytes; K, M and G may follow (default 64M)
  --max-depth N      deepest nesting (default 512)
  --max-errors N     most errors reported (default 10000)
  --max-expansion N  with YAML: its length with aliases written out, as a
                     multiple of that without them (default 64)

  --engine           say which engine is in use, and why
  --version, -v      print the version
  --help, -h         print this text

Exit code: 0 valid, 1 invalid, 2 wrong usage, a file that cannot be read or
written, or a schema that fails.

convert writes a schema as TypeScript, a JSON Schema (draft 2020-12), or the
components of an OpenAPI document (3.1, or as named). It reads what --schema
reads, an OpenAPI document, or "-", the standard input
  --to TARGET        ts, json-schema, openapi, openapi-3.0 or openapi-3.2
  --output, -o FILE  write the result here. What is in the file is lost
  --name NAME        name of the schema (default: that of the file)
  --formats          check the formats of a JSON Schema or OpenAPI document

compile writes the validators that a module exports as a module of their own,
which needs the library no more, and its types beside it
  --out FILE         the file, of .js or .mjs
  --small            the least code, for browsers: for plain data only
  --standalone       with what it uses of the runtime, so that it starts faster
  --check            write nothing: exit with 1 if the files are not up to date

build-native compiles the C++ engine into the package, if none that came with
it can be used; with --force in any case. completion prints what makes a shell
complete this command: source <(validlib completion bash)
`;

/**
 * Reads the arguments after the command's own name.
 * @throws UsageError if they are invalid.
 */
export function parseCommand(argv: readonly string[]): Request {
  const { values, positionals } = parse(argv);
  if (values.help) return { command: "help" };
  if (values.version) return { command: "version" };
  if (values.engine) return { command: "engine" };
  const [command, data, ...more] = positionals;
  if (command === "completion") return { command, shell: data };
  if (command === undefined) throw new UsageError("no command given");
  if (command === "compile") return { command, options: compileOptions(values, [data, ...more]) };
  if (command === "convert") return { command, options: convertOptions(values, [data, ...more]) };
  if (command !== "check") throw new UsageError(`unknown command '${command}'${didYouMean("", command, COMMANDS)}`);
  refuseOthers(values, CONVERT_OPTIONS, "convert");
  refuseOthers(values, COMPILE_OPTIONS, "compile");
  if (data === undefined) throw new UsageError("no data given");
  const { schema, format = "pretty", locale = "en", valid, invalid, quiet = false } = values;
  const { summary, delimiter, columns } = values;
  for (const [option, file] of Object.entries({ schema, valid, invalid, columns })) {
    if (file === "-") throw new UsageError(`--${option} needs a file: a file called '-' is './-'`);
  }
  if (!FORMATS.includes(format as FormatName)) throw new UsageError(`--format should be one of ${FORMATS.join(", ")}`);
  const kinds = (["json", "ndjson", "json-seq", "csv", "yaml"] as const)
    .filter((kind) => values[kind])
    .map((kind) => `--${kind}`);
  if (kinds.length > 1) throw new UsageError(`${kinds.join(" and ")} exclude each other`);
  const given = [data, ...more];
  const named = given.map(kindByName);
  const files = named.map(({ file }) => file);
  if (files.filter((file) => file === "-").length > 1) throw new UsageError("the standard input can be read once");
  const module = files.find((file) => MODULE.test(file));
  if (schema === undefined && kinds.length === 0 && module !== undefined)
    throw new UsageError(`no --schema given: did you mean --schema ${module}?`);
  const records = recordsOf(named, values, kinds.length > 0);
  const lines = records !== undefined;
  if (schema === undefined && lines) throw new UsageError("no --schema given");
  const needed = Object.entries({ valid, invalid, summary, columns, jobs: values.jobs }).find(
    ([, value]) => value !== undefined,
  );
  if (!lines && needed !== undefined)
    throw new UsageError(
      `--${needed[0]} is for records: NDJSON, CSV, a sequence, or an array in a document, FILE#/PATH`,
    );
  if (records?.format !== "csv" && delimiter !== undefined) throw new UsageError("--delimiter is for CSV");
  const jobs = count("--jobs", values.jobs, MAX_THREADS) ?? 1;
  if (jobs === 0) throw new UsageError("--jobs should be 1 at least");
  const limits = {
    maxBytes: size("--max-bytes", values["max-bytes"]),
    maxDepth: count("--max-depth", values["max-depth"], MAX_MAX_DEPTH),
    maxErrors: count("--max-errors", values["max-errors"]),
  };
  const yaml = kinds.length > 0 ? values.yaml === true : undefined;
  const rest = { locale, quiet, valid, invalid, summary, columns, jobs, limits, maxExpansion: expansion(values) };
  const [first, ...others] = files as [string, ...string[]];
  return {
    command: "check",
    options: { schema, data: first, more: others, lines, records, yaml, format: format as FormatName, ...rest },
  };
}

/** A file, and what its name says of its records; no kind if it is one document. */
interface NamedFile {
  readonly file: string;
  readonly kind: RecordOptions["format"] | undefined;
  /** The pointer of an array. */
  readonly at?: string;
}

function kindByName(given: string): NamedFile {
  const [, file, at] = /^([^#]+)#((?:\/.*)?)$/s.exec(given) ?? [];
  if (file !== undefined && at !== undefined) return { file, kind: "json", at };
  const kinds = [
    [LINES, "ndjson"],
    [CSV, "csv"],
    [SEQUENCE, "json-seq"],
  ] as const;
  return { file: given, kind: kinds.find(([names]) => names.test(given))?.[1] };
}

/** @param isSaid true if an option says what the data is. */
function recordsOf(named: readonly NamedFile[], values: Values, isSaid: boolean): RecordOptions | undefined {
  const [{ kind, at, file }] = named as [NamedFile];
  const arrays = named.filter((one) => one.at !== undefined).length;
  if (arrays > 0 && isSaid && !values.json) throw new UsageError("FILE#/PATH is an array in a JSON document");
  if (!isSaid && named.some((one) => one.kind !== kind))
    throw new UsageError("some files hold one document a line, others one document: say --json or --ndjson");
  if (arrays > 0 && named.some((one) => one.at !== at))
    throw new UsageError("the arrays of all files should have the same path");
  if (at !== undefined) return { format: "json", at };
  if (values.csv || (!isSaid && kind === "csv"))
    return { format: "csv", delimiter: values.delimiter ?? (/\.tsv(?:\.|$)/i.test(file) ? "\t" : ",") };
  const format = (["ndjson", "json-seq"] as const).find((one) => values[one] || (!isSaid && kind === one));
  return format && { format };
}

const CONVERT_OPTIONS = ["to", "output", "name", "formats"] as const;
const COMPILE_OPTIONS = ["out", "check", "small", "standalone"] as const;

type Values = ReturnType<typeof parse>["values"];

const expansion = (values: Values): number | undefined => count("--max-expansion", values["max-expansion"]);

/** Refuses options of another command. */
function refuseOthers(values: Values, options: readonly (keyof Values)[], command: string): void {
  const other = options.find((name) => values[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} is for ${command}`);
}

function compileOptions(values: Values, [file, other]: readonly (string | undefined)[]): CompileOptions {
  refuseOthers(values, CONVERT_OPTIONS, "convert");
  const isOther = (name: string): boolean => !(COMPILE_OPTIONS as readonly string[]).includes(name);
  refuseOthers(values, (Object.keys(OPTIONS) as (keyof Values)[]).filter(isOther), "check");
  const { out, check = false, small = false, standalone = false } = values;
  if (file === undefined) throw new UsageError("no module given");
  if (other !== undefined) throw new UsageError("one module is compiled at a time");
  if (out === undefined) throw new UsageError("no --out given");
  if (!/\.m?js$/i.test(out)) throw new UsageError("--out should be a file of .js or .mjs");
  return { file, out, check, small, standalone };
}

function convertOptions(values: Values, [file, other]: readonly (string | undefined)[]): ConvertOptions {
  const own: readonly string[] = [...CONVERT_OPTIONS, "max-expansion"];
  const isOther = (name: string): boolean => !own.includes(name);
  refuseOthers(values, COMPILE_OPTIONS, "compile");
  refuseOthers(values, (Object.keys(OPTIONS) as (keyof Values)[]).filter(isOther), "check");
  const { to, output, name, formats = false } = values;
  if (file === undefined) throw new UsageError("no schema given");
  if (other !== undefined) throw new UsageError("one schema is converted at a time");
  if (to === undefined) throw new UsageError("no --to given");
  const target = TARGETS.find((one) => one === to);
  if (target === undefined) throw new UsageError(`--to should be one of ${TARGETS.join(", ")}`);
  if (output === "-") throw new UsageError("--output needs a file: a file called '-' is './-'");
  return { file, to: target, name, formats, output, maxExpansion: expansion(values) };
}

/** Names of files that have one document per line, compressed or not. */
const LINES = /\.(?:ndjson|jsonl)(?:\.(?:gz|zst))?$/i;
/** The same of CSV. */
const CSV = /\.[ct]sv(?:\.(?:gz|zst))?$/i;
/** The same of sequences of JSON texts. */
const SEQUENCE = /\.(?:geo)?json-?seq(?:\.(?:gz|zst))?$/i;
/** A module: no data, unless an option says so. */
const MODULE = /\.[cm]?[jt]s$/i;

export const OPTIONS = {
  schema: { type: "string", short: "s" },
  json: { type: "boolean" },
  ndjson: { type: "boolean", short: "n" },
  "json-seq": { type: "boolean" },
  csv: { type: "boolean" },
  delimiter: { type: "string" },
  yaml: { type: "boolean" },
  format: { type: "string", short: "f" },
  locale: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  valid: { type: "string" },
  invalid: { type: "string" },
  summary: { type: "string" },
  columns: { type: "string" },
  jobs: { type: "string", short: "j" },
  "max-bytes": { type: "string" },
  "max-depth": { type: "string" },
  "max-errors": { type: "string" },
  "max-expansion": { type: "string" },
  to: { type: "string" },
  output: { type: "string", short: "o" },
  name: { type: "string" },
  formats: { type: "boolean" },
  out: { type: "string" },
  check: { type: "boolean" },
  small: { type: "boolean" },
  standalone: { type: "boolean" },
  engine: { type: "boolean" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: OPTIONS,
    });
  } catch (error) {
    // The first sentence is the error. The rest is advice for a rare case.
    const message = (error as Error).message.replace(/\.?(?:\s*\n|\. |$).*/s, "");
    const [, unknown = ""] = /^Unknown option '--(.*)'$/.exec(message) ?? [];
    throw new UsageError(`${message}${didYouMean("--", unknown, Object.keys(OPTIONS))}`);
  }
}

function didYouMean(prefix: string, name: string, known: readonly string[]): string {
  const meant = suggestionFor(name, known);
  return meant === undefined ? "" : `: did you mean '${prefix}${meant}'?`;
}

function count(option: string, text: string | undefined, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) {
    throw new UsageError(`${option} should be a whole number${max < 1e6 ? ` of at most ${max}` : ""}, not '${text}'`);
  }
  return value;
}

const UNITS = ["", "K", "M", "G"];

function size(option: string, text: string | undefined): number | undefined {
  const [, digits, unit = ""] = /^(\d+)([KMG]?)$/i.exec(text ?? "") ?? [];
  const value = count(option, digits ?? text);
  return value && value * 1024 ** UNITS.indexOf(unit.toUpperCase());
}
