/** Writes validators as calls of `validlib/runtime`. What it does not know, it declines with the path. */
import { type FunctionEncoder, functionEncoder } from "../../core/encode/encoder.ts";
import { ValueError } from "../../core/errors/errors.ts";
import { type Model, modelIn } from "../../core/models/index.ts";
import { errorAnnotationsOf } from "../../core/schemas/annotations.ts";
import { partsOf, reach } from "../../core/schemas/graph.ts";
import { paramsOf } from "../../core/schemas/params.ts";
import { frozenClasses, type Validator, type ValidatorClass } from "../../core/validator.ts";
import { isArray, isBytes, isPlainObject, ownValue } from "../../values/input.ts";
import { timeOf } from "../../values/temporal.ts";
import { array, call, type Doc, layout, object, Part } from "../source/layout.ts";
import { Names } from "../source/names.ts";
import { camelCase, quoted } from "../source/tokens.ts";
import { container, member, scalar } from "../source/values.ts";
import { needsLimits } from "./limits.ts";
import { isInMore } from "./more.ts";
import { Texts } from "./texts.ts";
import { obstacleIn, ownWords } from "./words.ts";

/** A function of the program. */
export type AnyFunction = (...args: never[]) => unknown;

/** A function of the program: where it is exported, or its text, which refers to nothing outside itself. */
export type FoundFunction = { readonly module: string; readonly name: string } | { readonly text: string };

/**
 * Finds a function; or returns why it cannot be in the module, and what to do.
 * @param isAlone only its text will do: it calls nothing that could throw errors of validators.
 */
export type FindFunction = (given: AnyFunction, isAlone: boolean) => FoundFunction | string;

/** A validator has no compiled form. */
export class CompileError extends ValueError {
  /** The name of its export, and its place there. */
  readonly place: readonly (string | number)[];

  constructor(message: string, place: readonly (string | number)[]) {
    super(message);
    this.place = place;
  }
}

/** Parameters that the writers of classes need not know: the node writer adds what they do, if anything. */
const OF_ALL: readonly string[] = ["nullable", "meta"];
const OF_ERRORS: readonly string[] = [...OF_ALL, "message", "messages", "secret"];

/** The parameters of the functions that are written beside nodes. */
const OWN_NAMES: readonly string[] = ["value", "report"];

const WRITE_ALONE = "write one that refers to nothing outside itself";
const USE_LIBRARY = "use the library for this one, or leave it out";

/** A state of the writer. */
interface Mark {
  readonly statements: number;
  /** What constants there were for. */
  readonly maps: readonly ReadonlyMap<unknown, unknown>[];
}

/** The parameters of a validator that differ from their defaults. */
export interface Given {
  readonly [name: string]: never;
}

/** Writes a validator of one class, as a call of the runtime. */
export type WriteNode = (writer: NodeWriter, validator: Validator) => Doc;

/** Writes an encoder that runs a function; undefined if it has no compiled form. */
export type WriteEncoder = (writer: NodeWriter, encoder: FunctionEncoder) => Doc | undefined;

/** What a writer of nodes knows of the module. */
interface Settings {
  /** The names of the exports. */
  readonly exported: readonly string[];
  /** The module that the runtime is imported from. */
  readonly runtime: string;
  readonly find: FindFunction | undefined;
  /** Values are plain data. */
  readonly isPlain: boolean;
  /** Calls have the limits of the library. */
  readonly isLimited: boolean;
  /** There is a Closed: containers log the members that they evaluate. */
  readonly logs: boolean;
  /** Some values are secret. */
  readonly hides: boolean;
  /** Validators whose functions may get a secret. */
  readonly secretive: ReadonlySet<unknown>;
  /** The writers of the built-in classes, by their names. */
  readonly writers: Readonly<Record<string, WriteNode | undefined>>;
  /** Those of encoders that run a function: undefined if it has no compiled form. */
  readonly encoders: Readonly<Record<string, WriteEncoder | undefined>>;
}

/** What the writers of all classes share: names, functions, texts, and the path for what is declined. */
export class NodeWriter {
  readonly settings: Settings;
  readonly names = new Names();
  readonly texts: Texts;
  /** The constant of the texts. */
  readonly textsName: string;
  /** Declarations, each after those that it needs. */
  readonly #declared: string[] = [];
  /** Constants for validators that occur several times, or contain themselves. */
  readonly #shared = new Map<Validator, Part>();
  /** The names of those that contain themselves. */
  readonly #named = new Map<Validator, string>();
  readonly #functions = new Map<AnyFunction, string>();
  /** The constants of patterns and of verdicts, by their code. */
  readonly #patterns = new Map<string, string>();
  /** The constants of what validators do with parts of forms. */
  readonly forms = new Map<unknown, string>();
  /** What references with a limit refer to, by numbers. */
  readonly references = new Map<unknown, number>();
  /** Those that are being written. */
  readonly around = new Set<Validator>();
  /** The functions of generated code for valid values, by their names. */
  copies: ReadonlyMap<Validator, string> = new Map();
  /** The validators that occur several times. */
  readonly repeated = new Set<Validator>();
  #path: (string | number)[] = [];
  #hasBigints = false;

  constructor(settings: Settings) {
    this.settings = settings;
    this.texts = new Texts(settings.isPlain);
    for (const name of [...settings.exported, ...OWN_NAMES]) this.names.keep(name);
    this.textsName = this.names.take("texts");
  }

  /** How values are read. */
  get values(): Doc {
    return this.use(this.settings.isPlain ? "plainValues" : "anyValues");
  }

  /** The class of the reports of a validator, and of its encoder. */
  report(...roots: readonly Validator[]): Doc {
    if (!roots.some(needsLimits)) return this.use("Report");
    this.texts.message("recursion_max_depth", "work_limit");
    return this.use("LimitedReport");
  }

  /** The texts, and what the nodes refer to. */
  get statements(): string[] {
    return [layout([`const ${this.textsName} = `, this.texts.doc, ";"]), ...this.#declared];
  }

  mark(): Mark {
    const maps = [this.#shared, this.#functions, this.#patterns, this.forms].map(
      (one) => new Map<unknown, unknown>(one),
    );
    return { statements: this.#declared.length, maps };
  }

  /** Forgets what was written since. */
  undo({ statements, maps }: Mark): void {
    this.#declared.length = statements;
    for (const [index, one] of [this.#shared, this.#functions, this.#patterns, this.forms].entries()) {
      one.clear();
      for (const [key, value] of maps[index] ?? []) one.set(key as never, value as never);
    }
    this.around.clear();
    this.#named.clear();
  }

  /** The node of an exported validator. */
  node(root: Validator, name: string): Doc {
    const uses = new Map<unknown, number>();
    for (const parts of reach(root).values()) for (const part of parts) uses.set(part, (uses.get(part) ?? 0) + 1);
    for (const [one, count] of uses) if (count > 1) this.repeated.add(one as Validator);
    this.#path = [name];
    return this.#node(root);
  }

  decline(why: string, advice = USE_LIBRARY): never {
    const [name, ...path] = this.#path;
    const place = path.length === 0 ? name : `${name} at ${path.map((key) => `/${key}`).join("")}`;
    throw new CompileError(`${place} cannot be compiled: ${why}; ${advice}`, [...this.#path]);
  }

  run(name: string, ...args: readonly Doc[]): Doc {
    return call(this.use(name), args);
  }

  /** The local name of something in the runtime. */
  use(name: string): string {
    const { runtime } = this.settings;
    return this.names.import(isInMore(name) ? `${runtime}/more` : runtime, name);
  }

  /** The node of a member, or of a key, of the value of the current one. */
  inside(validator: Validator, ...path: readonly (string | number)[]): Doc {
    const doc = this.inner(validator, ...path);
    return this.settings.logs && partsOf(validator).length > 0 ? this.run("apart", doc) : doc;
  }

  /** The node of a member of the current one, which leaves valid values to generated code, if there is any. */
  member(validator: Validator, ...path: readonly (string | number)[]): Doc {
    const copy = this.copies.get(validator);
    const doc = this.inside(validator, ...path);
    if (copy === undefined) return doc;
    this.use("MISS");
    return this.run("quickly", copy, doc);
  }

  /** The node of a part of the current one. */
  inner(validator: Validator, ...path: readonly (string | number)[]): Doc {
    this.#path.push(...path);
    const doc = this.#node(validator);
    this.#path.length -= path.length;
    return doc;
  }

  #node(validator: Validator): Doc {
    const known = this.#shared.get(validator);
    if (known !== undefined) return known;
    // A reference has led back to what is around it, whose constant is not there yet.
    if (this.around.has(validator)) return `(value, report) => ${this.nameAround(validator)}(value, report)`;
    this.around.add(validator);
    const body = this.#written(validator);
    this.around.delete(validator);
    // A reference inside it may have named it.
    const name = this.#named.get(validator) ?? (this.repeated.has(validator) ? this.#nameFor(validator) : undefined);
    if (name === undefined) return body;
    const part = new Part(name);
    part.body = body;
    this.#declared.push(layout([`const ${name} = `, body, ";"]));
    this.#shared.set(validator, part);
    return part;
  }

  /** The name of the constant of a validator that is being written. */
  nameAround(validator: Validator): string {
    const name = this.#named.get(validator) ?? this.#nameFor(validator);
    this.#named.set(validator, name);
    return name;
  }

  /** The name of a constant for a validator. */
  #nameFor(validator: Validator): string {
    const hint = this.#path.findLast((key) => typeof key === "string" && !/^(?:schema|items|steps|item)$/.test(key));
    return this.names.take(camelCase(String(hint ?? validator.constructor.name)));
  }

  /** The parameters of a validator without a model. Its writer takes those that it knows, and declines the others. */
  given<G = Given>(validator: Validator): G {
    const known = errorAnnotationsOf(validator) === undefined ? OF_ALL : OF_ERRORS;
    return Object.fromEntries(paramsOf(validator).filter(([name]) => !known.includes(name))) as G;
  }

  /** Declines a validator if its writer has not taken all parameters. */
  declineOthers(validator: Validator, others: object): void {
    for (const name of Object.keys(others)) this.declineParam(validator, name);
  }

  declineParam(validator: Validator, name: string): never {
    return this.decline(`${validator.constructor.name} with the parameter '${name}'`);
  }

  /** The model of a validator. */
  model<M extends Model>(validator: Validator): M {
    const model = modelIn<M>(validator);
    return model.missing === undefined ? model : this.declineParam(validator, model.missing);
  }

  #written(validator: Validator): Doc {
    const { name } = validator.constructor;
    const encoder = functionEncoder(validator);
    if (encoder !== undefined) return this.#encoder(encoder);
    if (!frozenClasses.has(validator.constructor as unknown as ValidatorClass))
      this.decline(`${name || "a class"} is a class of yours`, "use a Check or a Transform");
    const obstacle = obstacleIn(validator);
    if (obstacle !== undefined) this.decline(obstacle);
    const write = this.settings.writers[name];
    if (write === undefined) return this.decline(`there is no compiled form of ${name}`);
    return this.#worded(validator, this.nullable(validator, write(this, validator)));
  }

  /** The encoder that runs a function of the library. */
  #encoder(encoder: FunctionEncoder): Doc {
    const { of } = encoder;
    const { name } = of.constructor;
    const doc = this.settings.encoders[name]?.(this, encoder);
    if (doc === undefined) return this.decline(`there is no compiled way back of ${name}`);
    return this.#worded(of, doc);
  }

  #worded(validator: Validator, doc: Doc): Doc {
    const words = ownWords(validator);
    if (words === undefined) return doc;
    const { message, messages } = words;
    const codes = Object.entries(messages).map(([code, text]) => member(code, quoted(text)));
    const given = message === undefined ? "undefined" : quoted(message);
    return this.run("worded", doc, given, ...(codes.length > 0 ? [object(codes)] : []));
  }

  nullable(validator: Validator, doc: Doc): Doc {
    return ownValue(validator, "nullable") === true ? this.run("nullable", doc) : doc;
  }

  /** Says that encoders may give bigints, which `JSON.stringify` does not write. */
  writesBigints(): void {
    this.#hasBigints = true;
  }

  /** What writes the JSON text of encoded values, if it is not `JSON.stringify`. */
  get text(): Doc | undefined {
    return this.#hasBigints ? this.use("jsonText") : undefined;
  }

  declare(code: string): void {
    this.#declared.push(code);
  }

  constant(hint: string, code: string): string {
    const known = this.#patterns.get(code);
    if (known !== undefined) return known;
    const name = this.names.take(hint);
    this.#patterns.set(code, name);
    this.#declared.push(`const ${name} = ${code};`);
    return name;
  }

  lengths(minlen: number | undefined, maxlen: number | undefined): Doc[] {
    if (minlen !== undefined) this.texts.message("min_length");
    if (maxlen !== undefined) this.texts.message("max_length");
    if (maxlen === undefined) return minlen === undefined ? [] : [String(minlen)];
    return [String(minlen ?? 0), String(maxlen)];
  }

  /** @param rule the rule of the runtime. */
  options(options: readonly unknown[], rule = "options"): Doc {
    this.texts.options(options.length);
    return this.run(rule, array(options.map((one) => this.primitive(one))));
  }

  primitive(value: unknown): Doc {
    return scalar(value, this.names) ?? this.decline("a parameter that is neither data, nor a date");
  }

  /** A default: a primitive, or a function that makes it. */
  defaultOf(owner: string, value: unknown, name: string): Doc {
    if (typeof value === "function")
      return this.run("made", quoted(owner), this.functionOf(value as AnyFunction, "defaults", name));
    if (Object(value) !== value) return this.primitive(value);
    return ["() => ", isArray(value) ? this.data(value) : ["(", this.data(value), ")"]];
  }

  data(value: unknown): Doc {
    if (isArray(value)) return array(value.map((item) => this.data(item)));
    if (!isPlainObject(value)) return this.#instance(value) ?? this.primitive(value);
    return object(Object.keys(value).map((key) => member(key, this.data(ownValue(value, key)))));
  }

  /** A date, or bytes. */
  #instance(value: unknown): Doc | undefined {
    const isKnown = timeOf(value) !== undefined || isBytes(value);
    return isKnown ? container(value as object, this.names)?.write([]) : undefined;
  }

  functionOf(given: AnyFunction, ...path: readonly string[]): Doc {
    const { secretive, find } = this.settings;
    const isAlone = secretive.has([...this.around].at(-1));
    const found = find?.(given, isAlone) ?? "give compile a function that finds it";
    if (typeof found === "string" || (isAlone && "module" in found)) {
      this.#path.push(...path);
      const name = given.name ? `'${given.name}' ` : "";
      if (isAlone) this.decline(`its function ${name}may get a secret, and throw an error that tells it`, WRITE_ALONE);
      this.decline(`its function ${name}is not exported`, found as string);
    }
    const known = this.#functions.get(given);
    if (known !== undefined) return known;
    let name: string;
    if ("module" in found) name = this.names.import(found.module, found.name);
    else {
      name = this.names.take(camelCase(given.name || "act", true));
      this.#declared.push(`const ${name} = ${found.text};`);
    }
    this.#functions.set(given, name);
    return name;
  }
}
