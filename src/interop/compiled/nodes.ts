/** Writes validators as calls of `validlib/runtime`. What it does not know, it declines with the path. */
import { rulesOf } from "../../core/builtin.ts";
import { encodedBy } from "../../core/encode/encoder.ts";
import { ValueError } from "../../core/errors/errors.ts";
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import { modelOf } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel } from "../../core/models/steps.ts";
import { isDefault } from "../../core/params/default.ts";
import { matcherOf } from "../../core/params/str.ts";
import { KEY_GROUPS } from "../../core/rules/key-groups.ts";
import { errorAnnotationsOf } from "../../core/schemas/annotations.ts";
import { rolesOf } from "../../core/schemas/checker.ts";
import { reach, resultFormOf } from "../../core/schemas/graph.ts";
import { paramsOf } from "../../core/schemas/params.ts";
import { referredBy } from "../../core/schemas/registry.ts";
import { frozenClasses, type Validator, type ValidatorClass } from "../../core/validator.ts";
import * as exportedFormats from "../../runtime/formats.ts";
import { formatNamed } from "../../text/formats/basic.ts";
import type { Format } from "../../text/formats/format.ts";
import { type Pattern, regexpOf, sourceOf } from "../../text/pattern/pattern.ts";
import { patternIn } from "../../values/anywhere.ts";
import { isBeyondLimit } from "../../values/digits.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { shownPattern } from "../../values/text.ts";
import { array, call, type Doc, layout, object, Part } from "../source/layout.ts";
import { Names } from "../source/names.ts";
import { camelCase, quoted } from "../source/tokens.ts";
import { member, regexp, scalar } from "../source/values.ts";
import type { Shared } from "./fast.ts";
import { needsLimits } from "./limits.ts";
import { Texts } from "./texts.ts";
import { obstacleIn, ownWords, wordsForbidden, wordsMissing } from "./words.ts";

type AnyFunction = (...args: never[]) => unknown;

/** A function of the program: where it is exported, or its text, which refers to nothing outside itself. */
export type FoundFunction = { readonly module: string; readonly name: string } | { readonly text: string };

/** Finds a function; or returns why it cannot be in the module, and what to do. */
export type FindFunction = (given: AnyFunction) => FoundFunction | string;

/** A validator has no compiled form. */
export class CompileError extends ValueError {
  /** The name of its export, and its place there. */
  readonly place: readonly (string | number)[];

  constructor(message: string, place: readonly (string | number)[]) {
    super(message);
    this.place = place;
  }
}

/** Parameters that say nothing about values. */
const UNSAID: readonly string[] = ["meta"];

/** The parameters of the functions that are written beside nodes. */
const OWN_NAMES: readonly string[] = ["value", "report"];

const USE_LIBRARY = "use the library for this one, or leave it out";

/** A state of the writer. */
interface Mark {
  readonly statements: number;
  /** What constants there were for. */
  readonly maps: readonly ReadonlyMap<unknown, unknown>[];
}

export class NodeWriter {
  readonly names = new Names();
  readonly #runtime: string;
  readonly #find: FindFunction;
  /** Values are plain data. */
  readonly #isPlain: boolean;
  readonly #texts: Texts;
  readonly #textsName: string;
  /** Declarations, each after those that it needs. */
  readonly #declared: string[] = [];
  /** Constants for validators that occur several times, or contain themselves. */
  readonly #shared = new Map<Validator, Part>();
  /** The names of those that contain themselves. */
  readonly #named = new Map<Validator, string>();
  readonly #functions = new Map<AnyFunction, string>();
  /** The constants of patterns and of verdicts, by their code. */
  readonly #patterns = new Map<string, string>();
  /** What references with a limit refer to, by numbers. */
  readonly #references = new Map<unknown, number>();
  /** Those that are being written. */
  readonly #around = new Set<Validator>();
  /** The validators that occur several times. */
  readonly #repeated = new Set<Validator>();
  #path: (string | number)[] = [];

  constructor(exported: readonly string[], runtime: string, find: FindFunction | undefined, isPlain: boolean) {
    this.#isPlain = isPlain;
    this.#texts = new Texts(isPlain);
    for (const name of [...exported, ...OWN_NAMES]) this.names.keep(name);
    this.#runtime = runtime;
    this.#find = find ?? (() => "give compile a function that finds it");
    this.#textsName = this.names.take("texts");
  }

  get texts(): Doc {
    return this.#textsName;
  }

  /** How values are read. */
  get values(): Doc {
    return this.#use(this.#isPlain ? "plainValues" : "anyValues");
  }

  /** The class of the reports of a validator. */
  report(root: Validator): Doc {
    if (!needsLimits(root)) return this.#use("Report");
    this.#texts.message("recursion_max_depth", "work_limit");
    return this.#use("LimitedReport");
  }

  /** The texts, and what the nodes refer to. */
  get statements(): string[] {
    return [layout([`const ${this.#textsName} = `, this.#texts.doc, ";"]), ...this.#declared];
  }

  mark(): Mark {
    const maps = [this.#shared, this.#functions, this.#patterns].map((one) => new Map<unknown, unknown>(one));
    return { statements: this.#declared.length, maps };
  }

  /** Forgets what was written since. */
  undo({ statements, maps }: Mark): void {
    this.#declared.length = statements;
    for (const [index, one] of [this.#shared, this.#functions, this.#patterns].entries()) {
      one.clear();
      for (const [key, value] of maps[index] ?? []) one.set(key as never, value as never);
    }
    this.#around.clear();
    this.#named.clear();
  }

  /** The node of an exported validator. */
  node(root: Validator, name: string): Doc {
    const uses = new Map<unknown, number>();
    for (const parts of reach(root).values()) for (const part of parts) uses.set(part, (uses.get(part) ?? 0) + 1);
    for (const [one, count] of uses) if (count > 1) this.#repeated.add(one as Validator);
    this.#path = [name];
    return this.#node(root);
  }

  #decline(why: string, advice = USE_LIBRARY): never {
    const [name, ...path] = this.#path;
    const place = path.length === 0 ? name : `${name} at ${path.map((key) => `/${key}`).join("")}`;
    throw new CompileError(`${place} cannot be compiled: ${why}; ${advice}`, [...this.#path]);
  }

  #run(name: string, ...args: readonly Doc[]): Doc {
    return call(this.names.import(this.#runtime, name), args);
  }

  #use(name: string): string {
    return this.names.import(this.#runtime, name);
  }

  /** The node of a part of the current one. */
  #inner(validator: Validator, ...path: readonly (string | number)[]): Doc {
    this.#path.push(...path);
    const doc = this.#node(validator);
    this.#path.length -= path.length;
    return doc;
  }

  #node(validator: Validator): Doc {
    const known = this.#shared.get(validator);
    if (known !== undefined) return known;
    // A reference has led back to what is around it, whose constant is not there yet.
    if (this.#around.has(validator)) return `(value, report) => ${this.#nameAround(validator)}(value, report)`;
    this.#around.add(validator);
    const body = this.#written(validator);
    this.#around.delete(validator);
    // A reference inside it may have named it.
    const name = this.#named.get(validator) ?? (this.#repeated.has(validator) ? this.#nameFor(validator) : undefined);
    if (name === undefined) return body;
    const part = new Part(name);
    part.body = body;
    this.#declared.push(layout([`const ${name} = `, body, ";"]));
    this.#shared.set(validator, part);
    return part;
  }

  /** The name of the constant of a validator that is being written. */
  #nameAround(validator: Validator): string {
    const name = this.#named.get(validator) ?? this.#nameFor(validator);
    this.#named.set(validator, name);
    return name;
  }

  /** The name of a constant for a validator. */
  #nameFor(validator: Validator): string {
    const hint = this.#path.findLast((key) => typeof key === "string" && !/^(?:schema|items|steps|item)$/.test(key));
    return this.names.take(camelCase(String(hint ?? validator.constructor.name)));
  }

  /** Declines a validator with a parameter that is not among those named. */
  #knows(validator: Validator, ...names: readonly string[]): void {
    const unsaid = errorAnnotationsOf(validator) === undefined ? UNSAID : [...UNSAID, "message", "messages"];
    const other = paramsOf(validator).find(([name]) => !names.includes(name) && !unsaid.includes(name))?.[0];
    if (other !== undefined) this.#decline(`${validator.constructor.name} with the parameter '${other}'`);
  }

  #written(validator: Validator): Doc {
    const { name } = validator.constructor;
    const taken = encodedBy(validator);
    if (taken !== validator) this.#decline(`there is no compiled way back of ${taken.constructor.name}`);
    if (!frozenClasses.has(validator.constructor as unknown as ValidatorClass))
      this.#decline(`${name || "a class"} is a class of yours`, "use a Check or a Transform");
    const obstacle = obstacleIn(validator);
    if (obstacle !== undefined) this.#decline(obstacle);
    const write = (WRITERS as Readonly<Record<string, ((this: NodeWriter, one: never) => Doc) | undefined>>)[name];
    if (write === undefined) this.#decline(`there is no compiled form of ${name}`);
    return this.#worded(validator, write.call(this, validator as never));
  }

  #worded(validator: Validator, doc: Doc): Doc {
    const words = ownWords(validator);
    if (words === undefined) return doc;
    const { message, messages } = words;
    const codes = Object.entries(messages).map(([code, text]) => member(code, quoted(text)));
    const given = message === undefined ? "undefined" : quoted(message);
    return this.#run("worded", doc, given, ...(codes.length > 0 ? [object(codes)] : []));
  }

  #nullable(validator: Validator, doc: Doc): Doc {
    return ownValue(validator, "nullable") === true ? this.#run("nullable", doc) : doc;
  }

  str(validator: Validator): Doc {
    const all = [
      ...["nullable", "strip", "normspace", "case", "minlen", "maxlen", "ascii", "pattern", "backtrack", "format"],
      ...["options", "coerce", "mode", "protocols", "alg"],
    ];
    this.#knows(validator, ...all);
    const {
      strip,
      normspace,
      case: letters,
      minlen,
      maxlen,
      ascii,
      pattern,
      format,
      options,
    } = validator as never as {
      readonly [name: string]: never;
    };
    this.#texts.type();
    const rules: Doc[] = [];
    if (minlen !== undefined || maxlen !== undefined) rules.push(this.#run("length", ...this.#lengths(minlen, maxlen)));
    if (minlen !== undefined || maxlen !== undefined) this.#texts.unit("character");
    if (ascii) {
      this.#texts.message("format");
      rules.push(this.#use("ascii"));
    }
    if (pattern !== undefined) rules.push(this.#pattern(validator, pattern));
    if (format !== undefined) rules.push(this.#format(validator, format));
    if (options !== undefined) rules.push(this.#options(options));
    const how = [
      strip && member("strip", "true"),
      normspace && member("normspace", "true"),
      letters !== undefined && member("case", quoted(letters)),
    ].filter((one) => one !== false) as never[];
    const coerces = ownValue(validator, "coerce") === true;
    const doc =
      how.length > 0 || coerces
        ? this.#run(coerces ? "coercedString" : "convertedString", object(how), ...rules)
        : this.#run("string", ...rules);
    return this.#nullable(validator, doc);
  }

  #lengths(minlen: number | undefined, maxlen: number | undefined): Doc[] {
    if (minlen !== undefined) this.#texts.message("min_length");
    if (maxlen !== undefined) this.#texts.message("max_length");
    if (maxlen === undefined) return minlen === undefined ? [] : [String(minlen)];
    return [String(minlen ?? 0), String(maxlen)];
  }

  /** What the writer of generated code needs. */
  get shared(): Shared {
    return {
      names: this.names,
      use: (name) => this.#use(name),
      formatOf: (validator) => this.#formatName(validator),
      patternOf: (validator) => this.#patternName(validator),
      declare: (code) => this.#declared.push(code),
      constant: (hint, code) => this.#constant(hint, code),
    };
  }

  #constant(hint: string, code: string): string {
    const known = this.#patterns.get(code);
    if (known !== undefined) return known;
    const name = this.names.take(hint);
    this.#patterns.set(code, name);
    this.#declared.push(`const ${name} = ${code};`);
    return name;
  }

  /** The constant of a pattern. */
  #patternName(validator: Validator): string {
    const pattern = ownValue(validator, "pattern") as Pattern;
    const expression = regexpOf(pattern, ownValue(validator, "backtrack") === true);
    if (expression === undefined || matcherOf(validator) === undefined)
      return this.#decline("RegExp might take too long for its pattern, which the library runs on an automaton");
    const text = layout(regexp(expression, this.names));
    return this.#constant("pattern1", text);
  }

  #pattern(validator: Validator, pattern: Pattern): Doc {
    this.#texts.message("pattern_match");
    const source = sourceOf(pattern);
    const shown = String(shownPattern(patternIn(source)));
    const args = [this.#patternName(validator), quoted(source)];
    return this.#run("pattern", ...args, ...(shown === source ? [] : [quoted(shown)]));
  }

  /** The constant of a format, with its parameter if it has one. */
  #formatName(validator: Validator): string {
    const name = String(ownValue(validator, "format"));
    const format = formatNamed(name);
    const refinement = format?.param && ownValue(validator, format.param);
    const isFound = (one: Format): boolean => (refinement === undefined ? one.test === format?.test : one === format);
    const exported = Object.entries(exportedFormats).find(([, one]) => isFound(one))?.[0];
    if (exported === undefined) return this.#decline(`the format '${name}'`);
    const imported = this.names.import(`${this.#runtime}/formats`, exported);
    if (refinement === undefined) return imported;
    const values = [refinement].flat().map((one) => this.#primitive(one));
    const argument = isArray(refinement) ? array(values) : (values[0] as Doc);
    const refined = object([`...${imported}`, call(`...${imported}.refine`, [argument])]);
    return this.#constant("refined", layout(refined));
  }

  #format(validator: Validator, name: string): Doc {
    this.#texts.message("format");
    return this.#run("format", quoted(name), this.#formatName(validator));
  }

  #options(options: readonly unknown[]): Doc {
    this.#texts.message("condition", ...(options.length > 5 ? ["options_more"] : []));
    return this.#run("options", array(options.map((one) => this.#primitive(one))));
  }

  #primitive(value: unknown): Doc {
    const text = typeof value === "bigint" ? undefined : scalar(value, this.names);
    return text ?? this.#decline("a parameter that is neither a text, a number, a boolean nor null");
  }

  int(validator: Validator): Doc {
    const limitNames = ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"];
    this.#knows(validator, "nullable", "coerce", "options", ...limitNames);
    const { min, max, options } = validator as never as { readonly [name: string]: never };
    const limits = this.#limits(validator, {
      min: min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : Number.MIN_SAFE_INTEGER,
      max: max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : Number.MAX_SAFE_INTEGER,
    });
    this.#texts.type();
    const rules = options === undefined ? [] : [this.#options(options)];
    const coerce = ownValue(validator, "coerce");
    if (!coerce) return this.#nullable(validator, this.#run("integer", limits, ...rules));
    const convert = this.#use(coerce === "text" ? "textToInteger" : "toInteger");
    return this.#nullable(validator, this.#run("convertedInteger", convert, limits, ...rules));
  }

  float(validator: Validator): Doc {
    const limitNames = ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"];
    this.#knows(validator, "nullable", "coerce", "nan", "inf", ...limitNames);
    this.#texts.type();
    const limits = this.#limits(validator, {
      min: ownValue(validator, "min"),
      max: ownValue(validator, "max"),
      nan: ownValue(validator, "nan") || undefined,
      inf: ownValue(validator, "inf") || undefined,
    });
    const rules = (rulesOf(validator) as { readonly readsDigits?: boolean }).readsDigits ? [this.#use("digits")] : [];
    const coerce = ownValue(validator, "coerce");
    if (!coerce) return this.#nullable(validator, this.#run("number", limits, ...rules));
    const convert = this.#use(coerce === "text" ? "textToNumber" : "toNumber");
    const isText = String(coerce === "text");
    return this.#nullable(validator, this.#run("convertedNumber", convert, isText, limits, ...rules));
  }

  #limits(validator: Validator, given: Readonly<Record<string, unknown>>): Doc {
    const names = ["exclusive_min", "exclusive_max", "multiple_of"];
    const all = { ...given, ...Object.fromEntries(names.map((name) => [name, ownValue(validator, name)])) };
    const limits = Object.entries(all).filter(([, value]) => value !== undefined);
    for (const [name, value] of limits) {
      if (isBeyondLimit(value as number)) this.#decline(`the limit ${value} is beyond the safe range`);
      if (name !== "nan" && name !== "inf") this.#texts.message(name === "multiple_of" ? "multiple" : `${name}_value`);
    }
    return object(limits.map(([name, value]) => member(name, scalar(value, this.names) as string)));
  }

  bool(validator: Validator): Doc {
    this.#knows(validator, "nullable", "coerce_int", "true", "false");
    this.#texts.type();
    const [yes, no] = ["true", "false"].map((name) => (ownValue(validator, name) ?? []) as readonly string[]);
    const words = [...(yes as readonly string[]), ...(no as readonly string[])];
    const takesIntegers = ownValue(validator, "coerce_int") === true;
    if (words.length === 0 && !takesIntegers) return this.#nullable(validator, this.#use("boolean"));
    if (words.length > 0) this.#texts.message("condition", ...(words.length > 5 ? ["options_more"] : []));
    const lists = [yes, no].map((list) => array((list as readonly string[]).map(quoted)));
    return this.#nullable(validator, this.#run("flag", ...lists, ...(takesIntegers ? ["true"] : [])));
  }

  const(validator: Validator): Doc {
    this.#knows(validator, "nullable", "value");
    const value = ownValue(validator, "value");
    this.#texts.message("condition");
    if (typeof value === "number" && (isBeyondLimit(value) || !Number.isFinite(value)))
      this.#decline(`Const of ${value}`);
    return this.#nullable(validator, this.#run("constant", this.#primitive(value)));
  }

  any(validator: Validator): Doc {
    this.#knows(validator);
    return this.#use("any");
  }

  dict(validator: Validator): Doc {
    const all = [
      ...["schema", "nullable", "optional", "defaults", "unknown", "minlen", "maxlen", "null_is_absent", "extra"],
      ...["keys", "dispose", "names", "required", "exhaustive", ...KEY_GROUPS],
    ];
    this.#knows(validator, ...all);
    const model = modelOf(validator) as ObjectModel | undefined;
    if (model === undefined || model.copiesUnknown || model.writesBlank) return this.#decline("this Dict");
    const { names, list, optional, defaults, unknown, minlen, maxlen, nulls, extra } = model;
    if (model.aliases.size > 0) this.#decline("a key of several names");
    this.#texts.type();
    const mayForbid = unknown !== "strip" || extra !== undefined || model.renames || model.rules.length > 0;
    this.#texts.message("missing_key", ...(mayForbid ? ["forbidden_key"] : []));
    const members = names.map((name, index) => {
      const item = list[index] as Validator;
      return member(name, this.#inner(item, "schema", name));
    });
    const gaps = names.filter((name) => optional.has(name));
    const made = [...defaults].filter(([name]) => names.includes(name));
    const more = this.#keys(validator, model);
    const rules = [
      gaps.length > 0 && member("optional", array(gaps.map(quoted))),
      made.length > 0 &&
        member(
          "defaults",
          this.#run("defaults", object(made.map(([name, value]) => member(name, this.#default("Dict", value, name))))),
        ),
      ...this.#unknown(validator, model),
      minlen !== undefined && member("minlen", String(minlen)),
      maxlen !== undefined && member("maxlen", String(maxlen)),
      nulls.length > 0 && member("nulls", array(nulls.map(quoted))),
      more.length > 0 && member("more", this.#run("keys", object(more))),
    ].filter((one) => one !== false);
    if (minlen !== undefined || maxlen !== undefined) {
      this.#lengths(minlen, maxlen);
      this.#texts.unit("key");
    }
    const doc = this.#run("object", object(members), ...(rules.length > 0 ? [object(rules)] : []));
    return this.#nullable(validator, doc);
  }

  /** What happens to keys that are not in the schema. */
  #unknown(validator: Validator, { unknown, extra }: ObjectModel): Doc[] {
    const text = wordsForbidden(validator);
    if (unknown === "strip" || extra !== undefined)
      return unknown === "strip" ? [member("others", this.#use("dropped"))] : [];
    if (unknown === "forbid")
      return text === undefined ? [] : [member("others", this.#run("forbidding", quoted(text)))];
    if (text !== undefined) this.#decline("a message for forbidden keys, with unknown keys that are kept");
    return [member("others", this.#use("kept"))];
  }

  /** What few schemas have. */
  #keys(validator: Validator, model: ObjectModel): Doc[] {
    const missing = model.names.map((key) => [key, wordsMissing(validator, model, key)] as const);
    const texts = missing.flatMap(([key, text]) => (text === undefined ? [] : [member(key, quoted(text))]));
    const forbidden = wordsForbidden(validator);
    if (model.rules.length > 0 && (forbidden !== undefined || texts.length > 0))
      this.#decline("rules of keys, with messages of its own");
    const { names, unknown, extra, keys, dispose, written, rules, renames } = model;
    const parts = [
      extra !== undefined &&
        member(
          "others",
          this.#run("extra", ...extra.map((one, index) => this.#inner(one as Validator, "extra", index))),
        ),
      keys !== undefined && member("each", this.#inner(keys, "keys")),
      dispose.size > 0 && member("dispose", array([...dispose].map((key) => quoted(key as string)))),
      renames && member("names", object(names.map((name, index) => member(name, quoted(written[index] as string))))),
      renames && unknown !== "strip" && member("mayCollide", "true"),
      rules.length > 0 && member("whole", array(rules.map((rule) => this.#whole(rule)))),
      texts.length > 0 && member("missing", object(texts)),
      renames && forbidden !== undefined && member("forbidden", quoted(forbidden)),
    ];
    return parts.filter((one) => one !== false);
  }

  #whole(rule: ObjectModel["rules"][number]): Doc {
    if (rule.kind === "dependent_required") return this.#decline("Dict with the parameter 'dependent_required'");
    if (rule.kind === "required" || rule.kind === "exhaustive")
      return this.#run("required", array(rule.keys.map(quoted)));
    const least = rule.kind === "at_most_one" ? "0" : "1";
    const most = rule.kind === "at_least_one" ? "undefined" : "1";
    return this.#run("groups", least, most, array(rule.groups.map((group) => array(group.map(quoted)))));
  }

  /** A default: a primitive, or a function that makes it. */
  #default(owner: string, value: unknown, name: string): Doc {
    if (typeof value === "function")
      return this.#run("made", quoted(owner), this.#function(value as AnyFunction, "defaults", name));
    if (Object(value) !== value) return this.#primitive(value);
    return ["() => ", isArray(value) ? this.#data(value) : ["(", this.#data(value), ")"]];
  }

  #data(value: unknown): Doc {
    if (isArray(value)) return array(value.map((item) => this.#data(item)));
    if (!isPlainObject(value)) return this.#primitive(value);
    return object(Object.keys(value).map((key) => member(key, this.#data(ownValue(value, key)))));
  }

  #function(given: AnyFunction, ...path: readonly string[]): Doc {
    const known = this.#functions.get(given);
    if (known !== undefined) return known;
    const found = this.#find(given);
    if (typeof found === "string") {
      this.#path.push(...path);
      this.#decline(`its function ${given.name ? `'${given.name}' ` : ""}is not exported`, found);
    }
    let name: string;
    if ("module" in found) name = this.names.import(found.module, found.name);
    else {
      name = this.names.take(camelCase(given.name || "act", true));
      this.#declared.push(`const ${name} = ${found.text};`);
    }
    this.#functions.set(given, name);
    return name;
  }

  list(validator: Validator): Doc {
    const ofWhole = ["unique", "unique_items", "ascending", "sort", "sort_key"];
    this.#knows(validator, "item", "nullable", "minlen", "maxlen", ...ofWhole);
    const { item, minlen, maxlen } = modelOf(validator) as ListModel;
    this.#items();
    if (minlen !== undefined) this.#texts.message("min_length");
    const hasRules = paramsOf(validator).some(([name]) => ofWhole.includes(name));
    if (hasRules && errorAnnotationsOf(validator) !== undefined)
      this.#decline("rules of items, with messages of its own");
    if (hasRules) return this.#nullable(validator, this.#listWith(validator));
    const doc = this.#run("list", this.#inner(item, "item"), ...this.#lengths(minlen, maxlen));
    return this.#nullable(validator, doc);
  }

  #listWith(validator: Validator): Doc {
    const { item, minlen, maxlen, unique, unique_items, ascending, sort, sort_key } = modelOf(validator) as ListModel;
    const by = ascending?.by;
    if (unique_items !== undefined) this.#texts.message("duplicate_item");
    if (ascending !== undefined) this.#texts.message("min_value");
    const rules = [
      minlen !== undefined && member("minlen", String(minlen)),
      maxlen !== undefined && member("maxlen", String(maxlen)),
      unique_items !== undefined && member("unique_items", "true"),
      ascending !== undefined &&
        member("ascending", by === undefined ? "true" : this.#function(by as AnyFunction, "ascending")),
      unique && member("unique", "true"),
      sort !== undefined && member("sort", String(sort)),
      sort_key !== undefined && member("sort_key", this.#function(sort_key as AnyFunction, "sort_key")),
      resultFormOf(validator) === "input" && member("isAlike", "true"),
    ].filter((one) => one !== false);
    return this.#run("listWith", this.#inner(item, "item"), object(rules));
  }

  /** Any array may be too long. */
  #items(): void {
    this.#texts.type();
    this.#texts.message("max_length");
    this.#texts.unit("item");
  }

  tuple(validator: Validator): Doc {
    this.#knows(validator, "items", "rest", "nullable");
    const { items, rest, least, filled, isFixed } = modelOf(validator) as TupleModel;
    this.#items();
    this.#texts.message(...(isFixed ? ["tuple_length"] : ["min_length", "max_length"]));
    const rules = [
      rest !== undefined && member("rest", this.#inner(rest, "rest")),
      least !== items.length && member("least", String(least)),
      filled !== least && member("filled", String(filled)),
    ].filter((one) => one !== false);
    const docs = items.map((item, index) => this.#inner(item, "items", index));
    return this.#nullable(validator, this.#run("tuple", array(docs), ...(rules.length > 0 ? [object(rules)] : [])));
  }

  nullable(validator: Validator): Doc {
    this.#knows(validator, "item");
    return this.#run("nullable", this.#inner(ownValue(validator, "item") as Validator, "item"));
  }

  optional(validator: Validator): Doc {
    this.#knows(validator, "item");
    return this.#run("mayBeUndefined", this.#inner(ownValue(validator, "item") as Validator, "item"));
  }

  default(validator: Validator): Doc {
    this.#knows(validator, "item", "value");
    if (!isDefault(validator)) this.#decline("this Default");
    const item = this.#inner(ownValue(validator, "item") as Validator, "item");
    return this.#run("withDefault", item, this.#default("Default", ownValue(validator, "value"), "value"));
  }

  allOf(validator: Validator): Doc {
    this.#knows(validator, "steps", "nullable");
    const steps = ownValue(validator, "steps") as readonly Validator[];
    const docs = steps.map((step, index) => this.#inner(step, "steps", index));
    return this.#nullable(validator, this.#run("chain", ...docs));
  }

  check(validator: Validator): Doc {
    this.#knows(validator, "test", "abort", "message", "path", "code", "throws");
    const { test, abort } = validator as never as { readonly test: AnyFunction; readonly abort: boolean };
    const refusal = this.#refusal(validator);
    const rest = abort ? [refusal ?? "{}", "true"] : refusal === undefined ? [] : [refusal];
    return this.#run(test.length === 1 ? "check" : "checkEach", this.#function(test, "test"), ...rest);
  }

  transform(validator: Validator): Doc {
    this.#knows(validator, "make", "message", "path", "code", "throws", "encode");
    const refusal = this.#refusal(validator);
    const { make } = validator as never as { readonly make: AnyFunction };
    return this.#run("transform", this.#function(make, "make"), ...(refusal === undefined ? [] : [refusal]));
  }

  #refusal(validator: Validator): Doc | undefined {
    const { message, path, code, throws } = validator as never as { readonly [name: string]: unknown };
    if (message !== undefined && (typeof message !== "string" || /[{}]/.test(message)))
      this.#decline("a message that is a function, or has placeholders");
    this.#texts.message("validation");
    const parts = [
      message !== undefined && member("message", quoted(message as string)),
      path !== undefined && member("path", this.#data(path)),
      code !== undefined && member("code", quoted(code as string)),
      throws === true && member("throws", "true"),
    ].filter((one) => one !== false);
    return parts.length > 0 ? object(parts) : undefined;
  }

  oneOf(validator: Validator): Doc {
    this.#knows(validator, "steps", "discriminator", "by_type", "exclusive", "nullable");
    const model = modelOf(validator) as ChoiceModel;
    const { tags, discriminator, steps } = model;
    if (tags === undefined || discriminator === undefined) return this.#nullable(validator, this.#union(model));
    if (tags.missing !== undefined || tags.nullable !== undefined || tags.converting.some(converts))
      this.#decline("its tag may be missing, null, or converted");
    this.#texts.type();
    this.#texts.message("missing_key", "condition", ...(tags.options.length > 5 ? ["options_more"] : []));
    if (errorAnnotationsOf(validator) !== undefined) this.#decline("a union by a tag, with messages of its own");
    const docs = new Map(steps.map((step, index) => [step, this.#inner(step, "steps", index)]));
    for (const step of steps) if (step.constructor.name !== "Dict") this.#decline("a step that is no Dict");
    const pairs = tags.options.map((tag) =>
      array([this.#primitive(tag), docs.get(tags.steps.get(tag) as Validator) as Doc]),
    );
    return this.#nullable(
      validator,
      this.#run("tagged", quoted(discriminator), array(pairs), this.#use(this.#isPlain ? "plainMember" : "anyMember")),
    );
  }

  #union({ steps, by_type, exclusive }: ChoiceModel): Doc {
    this.#texts.message("closest", ...(exclusive ? ["ambiguous"] : []));
    const docs = steps.map((step, index) => this.#inner(step, "steps", index));
    const union = this.#run("union", array(docs), ...(exclusive ? ["true"] : []));
    if (by_type === undefined) return union;
    const types = [...by_type].map(([type, index]) => member(String(type), docs[index] as Doc));
    return this.#run("byType", object(types), union);
  }

  fallback(validator: Validator): Doc {
    this.#knows(validator, "item", "value");
    const item = this.#inner(ownValue(validator, "item") as Validator, "item");
    return this.#run("fallback", item, this.#default("Fallback", ownValue(validator, "value"), "value"));
  }

  lazyRef(validator: Validator): Doc {
    this.#knows(validator, "use", "maxdepth");
    const target = referredBy(ownValue(validator, "use")) as Validator | undefined;
    if (target === undefined) return this.#decline("its reference leads nowhere");
    if (containsItsValue(target)) this.#decline("it leads to itself for the same value");
    const use = ownValue(validator, "use");
    const maxdepth = ownValue(validator, "maxdepth");
    // Nodes are made once, not by each call.
    this.#repeated.add(target);
    const doc: Doc = this.#around.has(target) ? `() => ${this.#nameAround(target)}` : ["() => ", this.#inner(target)];
    if (maxdepth === undefined) return this.#run("lazy", doc);
    if (!this.#references.has(use)) this.#references.set(use, this.#references.size);
    return this.#run("limitedLazy", doc, String(maxdepth), String(this.#references.get(use)));
  }
}

/** Whether a validator passes a value to itself: not a member of it. */
function containsItsValue(validator: Validator): boolean {
  const met = new Set<unknown>();
  const pending: unknown[] = [...(rolesOf(validator)?.same ?? [])];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one === validator) return true;
    if (met.has(one)) continue;
    met.add(one);
    pending.push(...(rolesOf(one as Validator)?.same ?? []));
  }
  return false;
}

/** Whether the validator of a tag may convert one. */
const converts = ({ member: one }: { readonly member: unknown }): boolean =>
  (one as Validator).constructor.name !== "Str" || !(one as Validator).keepsInput();

const WRITERS = {
  Str: NodeWriter.prototype.str,
  Int: NodeWriter.prototype.int,
  Float: NodeWriter.prototype.float,
  Bool: NodeWriter.prototype.bool,
  Const: NodeWriter.prototype.const,
  Any: NodeWriter.prototype.any,
  Dict: NodeWriter.prototype.dict,
  List: NodeWriter.prototype.list,
  Tuple: NodeWriter.prototype.tuple,
  Nullable: NodeWriter.prototype.nullable,
  Optional: NodeWriter.prototype.optional,
  Default: NodeWriter.prototype.default,
  AllOf: NodeWriter.prototype.allOf,
  Check: NodeWriter.prototype.check,
  Transform: NodeWriter.prototype.transform,
  OneOf: NodeWriter.prototype.oneOf,
  Fallback: NodeWriter.prototype.fallback,
  LazyRef: NodeWriter.prototype.lazyRef,
};
