/** YAML as JSON text, with the places of its values. The package `yaml` reads it, and is loaded only for that. */
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { JsonDecodeError, type ValidationError } from "../core/errors/errors.ts";
import { SchemaError } from "../core/errors/schema-error.ts";
import { ValidationError as Placed, type Position } from "../core/errors/validation-error.ts";
import { byteOffsets, positions } from "../core/json/position.ts";
import { DEFAULT_MAX_DEPTH } from "../core/report/limits.ts";
import { CommandError } from "./failure.ts";

/** Names of files that are YAML, compressed or not. */
export const YAML = /\.ya?ml(?:\.(?:gz|zst))?$/i;

/** With its aliases written out, a document may be so many times as long as its text. */
const DEFAULT_MAX_EXPANSION = 64;

const TOO_DEEP = `It is nested too deep: the limit is ${DEFAULT_MAX_DEPTH}`;

/** A document of a YAML file. */
export interface YamlDocument {
  /** The document as JSON text; undefined if it is not YAML, or has a part that JSON has not. */
  readonly json: Uint8Array | undefined;
  /** Why there is no JSON text, with its place in the file. */
  readonly error: ValidationError | undefined;
  /** Makes the positions of an error in the JSON text those in the file. Returns the error itself. */
  inFile(error: ValidationError): ValidationError;
}

/**
 * Reads the documents of a YAML file: usually one.
 * @param file is named in errors.
 * @param maxBytes of the JSON text of each, which is longer than its YAML if that has aliases.
 * @param maxExpansion how many times as long as its YAML the JSON text of a document with aliases may be.
 * @throws CommandError if the package `yaml` is not installed, or the file is not UTF-8.
 */
export function* readYaml(
  file: string,
  bytes: Uint8Array,
  maxBytes: number,
  maxExpansion = DEFAULT_MAX_EXPANSION,
): Generator<YamlDocument, void> {
  const yaml = library(file);
  const text = decoded(file, bytes);
  // Whether keys are unique, `yaml` finds out in quadratic time.
  const options = { schema: "core", intAsBigInt: true, prettyErrors: false, uniqueKeys: false } as const;
  const deep = tooDeepAt(yaml, text);
  if (deep !== undefined) {
    yield new Converted(text, undefined, new Refusal(TOO_DEEP, deep));
    return;
  }
  let all = [yaml.parseAllDocuments(text, options)].flat() as Yaml.Document.Parsed[];
  // A file without any document is an empty one.
  if (all.length === 0) all = [yaml.parseDocument(text, options)];
  for (const document of all) yield converted(yaml, document, text, { maxBytes, maxExpansion });
}

function library(file: string): typeof Yaml {
  try {
    return createRequire(import.meta.url)("yaml") as typeof Yaml;
  } catch (error) {
    const advice = "npm install --save-dev yaml";
    throw new CommandError(`'${file}' is YAML, which the package yaml reads: ${advice}`, { cause: error });
  }
}

function decoded(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(`cannot read '${file}': it is not valid UTF-8`, { cause: error });
  }
}

/** The markers that the lexer puts between the tokens of the text: begin of a document, end of a flow, a scalar. */
const MARKERS = ["\u0002", "\u0018", "\u001f"];

/**
 * The offset of the first node that is nested too deep; undefined if there is none. The parser of `yaml` is recursive,
 * and its regular expressions end the process if they are compiled near the end of the stack.
 */
function tooDeepAt(yaml: typeof Yaml, text: string): number | undefined {
  /** Columns of the block collections around a token. A sequence may begin in the column of the mapping around it. */
  const columns: number[] = [];
  let flow = 0;
  let lineStart = 0;
  let isFirst = true;
  let at = 0;
  for (const token of new yaml.Lexer().lex(text)) {
    if (MARKERS.includes(token)) {
      if (token === MARKERS[0]) columns.length = 0;
      continue;
    }
    if (/^\r?\n/.test(token)) {
      lineStart = at + token.length;
      isFirst = true;
    } else if (token === "[" || token === "{") flow++;
    else if (token === "]" || token === "}") flow--;
    else if (isFirst && flow === 0 && !/^[\s#]/.test(token)) {
      isFirst = token === "-" || token === "?" || token === ":";
      const column = at - lineStart + (token === "-" ? 0.5 : 0);
      while ((columns.at(-1) ?? -1) >= column) columns.pop();
      columns.push(column);
    }
    if (columns.length + flow > DEFAULT_MAX_DEPTH) return at;
    at += token.length;
  }
  return undefined;
}

/** A part of a document that JSON has not, and its offset in UTF-16 units. */
class Refusal extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Limits of the JSON text of a document. */
interface Limits {
  readonly maxBytes: number;
  readonly maxExpansion: number;
}

function converted(yaml: typeof Yaml, document: Yaml.Document.Parsed, text: string, limits: Limits): YamlDocument {
  // A tag that is not known is a warning of the parser's: the value may mean anything.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) return new Converted(text, undefined, new Refusal(problem.message, problem.pos[0]));
  const [start, , end] = document.range;
  try {
    const targets = targetsOf(yaml, document);
    // Measured before anything is written: ten lines of aliases may stand for gigabytes.
    if (targets.size > 0) new Measure(yaml, targets, limits, text.slice(start, end)).add(document.contents, start);
    const writer = new Writer(yaml, targets, limits.maxBytes);
    writer.write(document.contents, start);
    return new Converted(text, writer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Converted(text, undefined, error);
  }
}

class Converted implements YamlDocument {
  readonly json: Uint8Array | undefined;
  readonly error: ValidationError | undefined;
  readonly #text: string;
  readonly #writer: Writer | undefined;
  /** The positions of all values and keys, in order. */
  #places: readonly Position[] | undefined;

  constructor(text: string, writer: Writer | undefined, refusal?: Refusal) {
    this.#text = text;
    this.#writer = writer;
    this.json = writer && Buffer.from(writer.parts.join(""));
    if (refusal === undefined) return;
    const error = new JsonDecodeError({ reason: "syntax", stackless: true });
    error.message = `Not valid YAML: ${refusal.message.replace(/\.$/, "")}.`;
    const [place] = placesIn(text, [refusal.at]);
    JsonDecodeError.place(error, () => place as Position);
    this.error = error;
  }

  inFile(error: ValidationError): ValidationError {
    SchemaError.forEach(error, (one) => Placed.move(one, ({ offset }) => this.#placeOf(offset)));
    return error;
  }

  /** The place in the file of what is at an offset of the JSON text, or begins before it. */
  #placeOf(offset: number): Position {
    const { from, to } = this.#writer as Writer;
    this.#places ??= placesIn(this.#text, to);
    let [low, high] = [0, from.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((from[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return this.#places[low] as Position;
  }
}

function placesIn(text: string, offsets: readonly number[]): Position[] {
  const bytes = byteOffsets(text, offsets);
  return positions(text, offsets).map((place, index) => ({ offset: bytes[index] as number, ...place }));
}

/** JSON has these texts for numbers, too. Others, such as `0x1f`, are written anew. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Writes the JSON text of a document. */
class Writer {
  readonly parts: string[] = [];
  /** Offsets of values and keys in the JSON text, in bytes, and in the YAML text, in UTF-16 units. */
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly #yaml: typeof Yaml;
  readonly #targets: Targets;
  readonly #maxBytes: number;
  /** The nodes around the one that is written. */
  readonly #open = new Set<unknown>();
  #size = 0;

  constructor(yaml: typeof Yaml, targets: Targets, maxBytes: number) {
    this.#yaml = yaml;
    this.#targets = targets;
    this.#maxBytes = maxBytes;
  }

  /** @param around the place for a value that is not written out. */
  write(given: unknown, around: number): void {
    const { isMap, isScalar, isSeq } = this.#yaml;
    const at = startOf(given) ?? around;
    const node = nodeOf(given, this.#targets, at);
    if (this.#open.has(node)) throw new Refusal(LEADS_BACK, at);
    this.from.push(this.#size);
    this.to.push(startOf(node) ?? at);
    if (isScalar(node)) this.#add(scalarText(node, at), at);
    else if (isMap(node) || isSeq(node)) this.#members(node, at);
    else this.#add("null", at);
  }

  #members(node: Yaml.YAMLMap | Yaml.YAMLSeq, at: number): void {
    if (this.#open.size === DEFAULT_MAX_DEPTH) throw new Refusal(TOO_DEEP, at);
    this.#open.add(node);
    const isMap = this.#yaml.isMap(node);
    this.#add(isMap ? "{" : "[", at);
    const keys = new Set<string>();
    for (const [index, item] of node.items.entries()) {
      if (index > 0) this.#add(",", at);
      if (this.#yaml.isPair(item)) this.#member(item, at, keys);
      else this.write(item, at);
    }
    this.#add(isMap ? "}" : "]", at);
    this.#open.delete(node);
  }

  /** @param keys those before it. */
  #member({ key: given, value }: Yaml.Pair, around: number, keys: Set<string>): void {
    const at = startOf(given) ?? around;
    const key = keyText(this.#yaml, nodeOf(given, this.#targets, at), at);
    if (keys.has(key)) throw new Refusal("Map keys must be unique", at);
    keys.add(key);
    this.from.push(this.#size);
    this.to.push(at);
    this.#add(`${JSON.stringify(key)}:`, at);
    this.write(value, at);
  }

  #add(text: string, at: number): void {
    this.#size += Buffer.byteLength(text);
    if (this.#size > this.#maxBytes) throw new Refusal(tooLong(this.#maxBytes), at);
    this.parts.push(text);
  }
}

/** The size of the JSON text of a document, in time that grows with the document: each node is looked at once. */
class Measure {
  readonly #yaml: typeof Yaml;
  readonly #targets: Targets;
  readonly #limits: Limits;
  /** As many bytes as the size of the YAML permits. */
  readonly #expanded: number;
  /** The sizes of nodes that aliases may stand for. */
  readonly #sizes = new Map<unknown, number>();
  #size = 0;

  constructor(yaml: typeof Yaml, targets: Targets, limits: Limits, text: string) {
    this.#yaml = yaml;
    this.#targets = targets;
    this.#limits = limits;
    this.#expanded = limits.maxExpansion * Buffer.byteLength(text);
  }

  /** Adds the size of a node; of an alias, that of its target, which comes before it. */
  add(given: unknown, around: number): void {
    const { isAlias, isCollection, isPair, isScalar } = this.#yaml;
    const at = startOf(given) ?? around;
    const node = nodeOf(given, this.#targets, at);
    if (isAlias(given)) {
      const size = this.#sizes.get(node);
      if (size === undefined) throw new Refusal(LEADS_BACK, at);
      this.#size += size;
    } else {
      const before = this.#size;
      if (isCollection(node)) {
        this.#size += 1 + Math.max(1, node.items.length);
        for (const item of node.items) {
          if (isPair(item)) this.#key(item.key, at);
          this.add(isPair(item) ? item.value : item, at);
        }
      } else this.#size += isScalar(node) ? Buffer.byteLength(scalarText(node, at)) : 4;
      if (isScalar(node) || isCollection(node)) this.#sizes.set(node, this.#size - before);
    }
    const { maxBytes, maxExpansion } = this.#limits;
    if (this.#size > maxBytes) throw new Refusal(tooLong(maxBytes), at);
    if (this.#size <= this.#expanded) return;
    const what = `it is more than ${maxExpansion} times as long as it is written`;
    throw new Refusal(`With its aliases ${what}, unless --max-expansion permits more`, at);
  }

  #key(given: unknown, around: number): void {
    const at = startOf(given) ?? around;
    this.#size += Buffer.byteLength(JSON.stringify(keyText(this.#yaml, nodeOf(given, this.#targets, at), at))) + 1;
    // A key may have an anchor, too.
    if (this.#yaml.isScalar(given)) this.#sizes.set(given, Buffer.byteLength(scalarText(given, at)));
  }
}

const LEADS_BACK = "An alias leads back to itself";

const tooLong = (most: number): string => `With its aliases it has more than ${most} bytes`;

const startOf = (node: unknown): number | undefined => (node as Partial<Yaml.Node> | null)?.range?.[0];

/** By alias: its node, or undefined if there is no such anchor before it. */
type Targets = ReadonlyMap<unknown, unknown>;

/** The node itself, or that of an alias. */
function nodeOf(given: unknown, targets: Targets, at: number): unknown {
  const node = targets.get(given);
  if (node !== undefined || !targets.has(given)) return node ?? given;
  throw new Refusal(`There is no anchor before the alias ${(given as Yaml.Alias).source}`, at);
}

/** The nodes of the aliases: those with their anchor that come last before them. */
function targetsOf(yaml: typeof Yaml, document: Yaml.Document.Parsed): Targets {
  const anchored = new Map<string, unknown>();
  const targets = new Map<unknown, unknown>();
  yaml.visit(document, {
    Node(_, node) {
      if (yaml.isAlias(node)) targets.set(node, anchored.get(node.source));
      else if (node.anchor) anchored.set(node.anchor, node);
    },
  });
  return targets;
}

function scalarText({ value, source = "" }: Yaml.Scalar, at: number): string {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return JSON.stringify(value);
  if (typeof value !== "number" && typeof value !== "bigint") throw new Refusal("JSON has no such value", at);
  if (JSON_NUMBER.test(source)) return source;
  if (typeof value === "number" && !Number.isFinite(value)) throw new Refusal("JSON has no such number", at);
  return String(value);
}

/** The text of a key. One that is no text counts as the text that it is written as. */
function keyText(yaml: typeof Yaml, key: unknown, at: number): string {
  if (key === null) return "";
  if (!yaml.isScalar(key)) throw new Refusal("A key should be text", at);
  const { value, source } = key;
  return typeof value === "string" ? value : (source ?? String(value));
}
