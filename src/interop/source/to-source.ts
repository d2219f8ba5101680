/** Validators as the TypeScript that builds them. */
import { validatorOf } from "../../core/compiled.ts";
import { GIVES } from "../../core/encode/target.ts";
import { KeyError, ValueError } from "../../core/errors/errors.ts";
import { expectOptions } from "../../core/misspelt.ts";
import { isDefault } from "../../core/params/default.ts";
import { namesUnknownKeys } from "../../core/params/dict.ts";
import { use } from "../../core/params/lazy-ref.ts";
import { pattern } from "../../core/params/str.ts";
import { metaOf } from "../../core/schemas/annotations.ts";
import { isApplied, isChain, isCheck } from "../../core/schemas/checker.ts";
import { expectSchemaDepth } from "../../core/schemas/copy.ts";
import { looksSpecial, VALUE } from "../../core/schemas/dump.ts";
import { isSmall, partsOf, reach } from "../../core/schemas/graph.ts";
import { paramsOf } from "../../core/schemas/params.ts";
import { functions, referredBy } from "../../core/schemas/registry.ts";
import type { AnyValidator } from "../../core/types.ts";
import {
  type Contract,
  classes,
  classHint,
  frozenClasses,
  instances,
  isValidator,
  type Validator,
  type ValidatorClass,
} from "../../core/validator.ts";
import { type Pattern, patternParam } from "../../text/pattern/pattern.ts";
import { equal } from "../../values/equal.ts";
import { extentOf } from "../../values/extent.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { type Recursion, unstacked } from "../../values/stack.ts";
import { literal } from "../../values/text.ts";
import { asNever, call, type Doc, type Group, layout, object, Part } from "./layout.ts";
import { Names } from "./names.ts";
import { camelCase, isIdentifier, isReserved, quoted } from "./tokens.ts";
import { container, member, regexp, scalar } from "./values.ts";

/** Options for writing validators as source. */
export interface ToSourceOptions {
  /** Name of the constant; default `schema`. */
  readonly name?: string | undefined;
  /**
   * The modules of your functions and classes, by name: `{ isIsbn: "./rules.js" }`. Without a module, a function is
   * taken from the registry `functions`, if it is there; otherwise it is written as a stub, which throws when it is
   * called.
   */
  readonly imports?: Readonly<Record<string, string>> | undefined;
  /** The module that the library is imported from; default `validlib`. */
  readonly from?: string | undefined;
}

/**
 * Writes a validator as the TypeScript module that builds it: its imports, constants for what it shares and refers to,
 * and `export const name = ...`. The module builds an equal validator, except for stubs, and for references by
 * functions, which are equal to none.
 * @param validator the validator; or several, by the names of their constants.
 * @throws ValueError for a name that cannot be one; KeyError for a class of yours that is neither registered nor among
 *   the imports; TypeError for a parameter that no source stands for, such as an instance of a class.
 * @example toSource(Int({ min: 1 }), { name: "port" }).split("\n")[2]; // "export const port = Int({ min: 1 });"
 */
export function toSource(
  validator: AnyValidator | Readonly<Record<string, AnyValidator>>,
  options: ToSourceOptions = {},
): string {
  expectOptions(options, ["name", "imports", "from"]);
  const { name = "schema" } = options;
  const given = typeof validator === "function" ? [[name, validator] as const] : Object.entries(validator);
  const roots = new Map<string, Validator>();
  for (const [name, one] of given) {
    const root = validatorOf(one);
    if (root === undefined) throw new TypeError(`toSource takes validators, got ${literal(one)}${classHint(one)}`);
    roots.set(name, root);
    if (!isIdentifier(name) || isReserved(name))
      throw new ValueError(`${literal(name)} cannot be the name of a constant`);
  }
  const module = new Module(roots, options, false);
  // Its validators are not equal to those that are registered, so the module could not be loaded beside them.
  return module.isComparable ? module.text : new Module(roots, options, true).text;
}

type AnyFunction = (...args: never[]) => unknown;

/** Data with fewer members is repeated. */
const MIN_SHARED = 8;
/** What is nested deeper gets a constant: readers, formatters and compilers have an end, too. */
const MAX_HEIGHT = 32;

class Module {
  readonly #names = new Names();
  readonly #library: string;
  readonly #modules: Readonly<Record<string, string>>;
  readonly #replaces: boolean;
  /** By validator, and by object among the data. */
  readonly #parts = new Map<object, Part>();
  /** All parts, each after those inside it. */
  readonly #written: Part[] = [];
  readonly #exported = new Set<Part>();
  /** Validators that functions return: their types may lead back to themselves, so they are annotated. */
  readonly #returned = new Set<Part>();
  /** Statements that follow that of a part. */
  readonly #following = new Map<Part, string[]>();
  readonly #aliases = new Map<unknown, string[]>();
  readonly #functions = new Map<AnyFunction, Part>();
  readonly #declarations: string[] = [];
  /** The parameter that is being written, for errors. */
  #parameterName = "";
  /** The constant that is being written, for names. */
  #constant: string | undefined;
  /** The greatest height of the parts in the value that is being written. */
  #height = 0;
  /** Whether that is in data for `load`. */
  #isLoaded = false;
  /** Whether the validators of the module are equal to these. */
  isComparable = true;

  constructor(
    roots: ReadonlyMap<string, Validator>,
    { imports = {}, from = "validlib" }: ToSourceOptions,
    replaces: boolean,
  ) {
    this.#library = from;
    this.#modules = imports;
    this.#replaces = replaces;
    for (const [alias, instance] of instances.entries()) {
      this.#aliases.set(instance, [...(this.#aliases.get(instance) ?? []), alias]);
    }
    for (const name of roots.keys()) this.#names.keep(name);
    for (const [name, root] of roots) {
      const known = this.#parts.get(root);
      if (known === undefined) this.#export(root, name);
      else this.#follow(known, `export const ${name} = ${known.name};`);
    }
    this.#nameTargets([...roots.values()].flatMap((root) => [...reach(root).keys()] as Validator[]));
    for (const [validator, { name }] of [...this.#parts].toReversed()) {
      this.#constant = name;
      unstacked(this.#value(validator, 0));
    }
    for (const [validator, part] of this.#parts) if (this.#returned.has(part)) this.#nameFor(part, validator);
  }

  #nameFor(part: Part, value: object): void {
    const id = isValidator(value) ? metaOf(value)?.id : undefined;
    part.name ??= this.#names.take(camelCase(id ?? part.hint ?? value.constructor.name));
  }

  get text(): string {
    const statements = this.#written.flatMap((part) => {
      if (part.name === undefined) return [];
      const type = this.#returned.has(part) ? `: ${this.#names.import(this.#library, "Validator", true)}` : "";
      const keyword = this.#exported.has(part) ? "export const" : "const";
      const text = layout([`${keyword} ${part.name}${type} = `, part.body ?? "", ";"]);
      return [[text, ...(this.#following.get(part) ?? [])].join("\n")];
    });
    return `${[this.#names.imports, ...this.#declarations, ...statements].filter(Boolean).join("\n\n")}\n`;
  }

  #export(validator: Validator, name: string): void {
    const part = new Part(name);
    this.#parts.set(validator, part);
    this.#exported.add(part);
    const [, ...others] = this.#aliases.get(validator) ?? [];
    for (const alias of others) {
      this.#follow(part, `${this.#names.import(this.#library, "instances")}.add(${quoted(alias)}, ${name});`);
    }
  }

  #follow(part: Part, statement: string): void {
    this.#following.set(part, [...(this.#following.get(part) ?? []), statement]);
  }

  /** Gives constants to the validators that references may lead to. */
  #nameTargets(all: readonly Validator[]): void {
    for (const validator of all) {
      const [alias] = this.#aliases.get(validator) ?? [];
      if (alias !== undefined && !this.#parts.has(validator))
        this.#export(validator, this.#names.take(camelCase(alias)));
    }
    for (const { use } of all as readonly { readonly use?: unknown }[]) {
      if (typeof use !== "function") continue;
      const target = referredBy(use) as Validator;
      const part = this.#parts.get(target) ?? new Part();
      this.#parts.set(target, part);
      this.#returned.add(part);
      this.isComparable = false;
    }
  }

  /** @param key the key of the nearest object that the value is in, for names. */
  *#value(value: unknown, depth: number, key?: string): Recursion<Doc> {
    expectSchemaDepth(depth, "schema");
    const text = scalar(value, this.#names);
    if (text !== undefined) return text;
    if (typeof value === "function" && !isValidator(value)) return this.#function(value as AnyFunction, key);
    const part = this.#parts.get(value as object) ?? new Part();
    part.hint ??= key;
    if (part.body !== undefined) {
      const isShared = isValidator(value) ? !isSmall(value) : extentOf(value, MIN_SHARED) > MIN_SHARED;
      if (isShared) this.#nameFor(part, value as object);
      this.#contains(part);
      return part;
    }
    this.#parts.set(value as object, part);
    const around = this.#height;
    this.#height = 0;
    part.body = yield isValidator(value) ? this.#validator(value, depth, key) : this.#data(value as object, depth, key);
    if (part.body === undefined) throw new TypeError(`${this.#parameterName}: no source stands for ${literal(value)}`);
    part.height = this.#height + 1;
    // The list of the steps of a validator is written as its arguments, so the validator around it gets the name.
    if (part.height > (isValidator(value) ? MAX_HEIGHT : MAX_HEIGHT + 1)) this.#nameFor(part, value as object);
    this.#height = around;
    this.#contains(part);
    this.#written.push(part);
    return part;
  }

  /** The value that is being written has the part in it, unless that is a constant. */
  #contains(part: Part): void {
    if (part.name === undefined) this.#height = Math.max(this.#height, part.height);
  }

  *#data(value: object, depth: number, key: string | undefined): Recursion<Doc | undefined> {
    if (this.#isLoaded && isPlainObject(value) && looksSpecial(value)) {
      const entries = Object.keys(value).map((name) => [name, ownValue(value, name)]);
      return object([member(VALUE, quoted("object")), member("entries", yield this.#value(entries, depth + 1, key))]);
    }
    const parts = container(value, this.#names);
    if (parts === undefined) return undefined;
    const docs: Doc[] = [];
    for (const [item, own = key] of parts.members) docs.push(yield this.#value(item, depth + 1, own));
    return parts.write(docs);
  }

  *#validator(validator: Validator, depth: number, key: string | undefined): Recursion<Group> {
    const validatorClass = validator.constructor as ValidatorClass;
    const { name } = validatorClass;
    const [alias] = this.#aliases.get(validator) ?? [];
    const given = new Map(paramsOf(validator));
    if (alias !== undefined) given.set("alias", alias);
    if (alias !== undefined && this.#replaces) given.set("replace", true);
    const isBuiltIn = frozenClasses.has(validatorClass);
    // What only data may state is loaded.
    const isStated = !namesUnknownKeys(validator as object);
    const module = !isBuiltIn ? ownValue(this.#modules, name) : isStated ? this.#library : undefined;
    const wasLoaded = this.#isLoaded;
    this.#isLoaded = module === undefined;
    const place = pathEnd(given.get("path")) ?? key;
    const docs: Doc[] = [];
    for (const [param, value] of given) docs.push(yield this.#parameter(validator, param, value, depth + 1, place));
    this.#isLoaded = wasLoaded;
    const named = [...given.keys()].map((param, index) => member(param, docs[index] as Doc));
    if (module === undefined) {
      if (classes.has(name) && classes.get(name) === validatorClass) {
        return call(this.#names.import(this.#library, "load"), [object([member("__class__", quoted(name)), ...named])]);
      }
      throw new KeyError(`Class ${literal(name)} is neither registered nor among the imports`);
    }
    const local = this.#names.import(String(module), name);
    const isUnchecked = isBuiltIn && isChain(validator) && !areKnownToFit(given.get("steps") as readonly Validator[]);
    const positional = isUnchecked ? 1 : positionalOf(validatorClass, given);
    // Parameters that are all validators would be the members of a schema.
    const isTaken = positional !== 0 || isUnchecked || reads(validatorClass, [Object.fromEntries(given)], given);
    if (!isTaken) named.push(member("nullable", "undefined"));
    const rest = named.length > Number(positional) ? [object(named.slice(Number(positional)))] : [];
    const args = positional === "spread" ? spread(docs[0]) : [...docs.slice(0, positional), ...rest];
    return call(isBuiltIn && !isUnchecked ? local : `new ${local}`, args);
  }

  *#parameter(owner: Validator, name: string, value: unknown, depth: number, key?: string): Recursion<Doc> {
    const { name: className, params } = owner.constructor as ValidatorClass;
    const outer = this.#parameterName;
    this.#parameterName = `${className}.${name}`;
    const contract = ownValue(params, name) as Contract | undefined;
    const doc = this.#special(contract, value) ?? (yield this.#value(dumped(contract, value), depth, key));
    this.#parameterName = outer;
    return fitsTypes(owner, name, value) ? doc : asNever(doc);
  }

  /** A reference, or a pattern. */
  #special(contract: Contract | undefined, value: unknown): Doc | undefined {
    if (contract === use && typeof value === "function") {
      return ["() => ", this.#parts.get(referredBy(value) as Validator) ?? ""];
    }
    const expression = contract === pattern ? regexpOf(value as Pattern) : undefined;
    return expression && regexp(expression, this.#names);
  }

  #function(given: AnyFunction, key: string | undefined): Doc {
    const part = this.#functions.get(given) ?? new Part(this.#newFunction(given, key));
    this.#functions.set(given, part);
    return part;
  }

  #newFunction(given: AnyFunction, key = this.#constant ?? ""): string {
    const registered = functions.nameOf(given);
    const own = typeof given.name === "string" ? given.name : "";
    const name = registered ?? own;
    const module = ownValue(this.#modules, name);
    if (module !== undefined) {
      this.isComparable = false;
      return this.#names.import(String(module), camelCase(name, true));
    }
    const builtIn = globalName(given, own);
    if (builtIn !== undefined) return this.#names.global(builtIn);
    const local = this.#names.take(camelCase(name || `${this.#parameterName.replace(/\..*/, "")} ${key}`, name !== ""));
    if (registered === undefined) {
      this.isComparable = false;
      this.#declarations.push(stub(given, local, this.#names.global("Error")));
    } else {
      const registry = this.#names.import(this.#library, "functions");
      const type = "(...args: unknown[]) => any";
      this.#declarations.push(`const ${local} = ${registry}.get(${quoted(registered)}) as ${type};`);
    }
    return local;
  }
}

/** The key that a `Check` is about. */
const pathEnd = (path: unknown): string | undefined =>
  isArray(path) ? path.findLast((key): key is string => typeof key === "string") : undefined;

/** The value of a parameter, in the form in which it is dumped, if that is another. */
function dumped(contract: Contract | undefined, value: unknown): unknown {
  const dump = contract && contract !== use && (ownValue(contract, "dump") as Contract["dump"]);
  return dump ? dump(value as never) : value;
}

/** The items of a list, as arguments. */
function spread(doc: Doc | undefined): readonly Doc[] {
  return doc instanceof Part ? (doc.body as Group).items : [];
}

/**
 * How many of the parameters are arguments of their own, before an object with the others; or whether the only one is a
 * list whose items are. The constructor itself says how it reads its arguments.
 */
function positionalOf(validatorClass: ValidatorClass, given: ReadonlyMap<string, unknown>): number | "spread" {
  const [values, entries] = [[...given.values()], [...given]];
  const forms = [3, 2, 1].map((count) => {
    const rest = entries.slice(count);
    return [count, [...values.slice(0, count), ...(rest.length > 0 ? [Object.fromEntries(rest)] : [])]] as const;
  });
  const [only] = values;
  const lists = values.length === 1 && isArray(only) ? [["spread", only] as const] : [];
  return [...lists, ...forms].find(([, args]) => reads(validatorClass, args, given))?.[0] ?? 0;
}

function reads(validatorClass: ValidatorClass, args: readonly unknown[], given: ReadonlyMap<string, unknown>): boolean {
  try {
    const read = Object.entries(validatorClass.args(args));
    return (
      read.length === given.size && read.every(([name, value]) => given.has(name) && isSame(value, given.get(name)))
    );
  } catch {
    return false;
  }
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  (isArray(a) && isArray(b) && a.length === b.length && a.every((item, index) => Object.is(item, b[index])));

const TYPE_AFFECTING = ["nullable", "options", "bigint", "as"];

/** Whether TypeScript is known to take the steps of an `AllOf`: each has to take the output of the one before. */
function areKnownToFit(steps: readonly Validator[]): boolean {
  let before = steps[0] as Validator;
  return steps.slice(1).every((step) => {
    const last = before;
    if (!isCheck(step)) before = step;
    if (isApplied(step) || isApplied(last)) return true;
    if (partsOf(last).length + partsOf(step).length > 0) return false;
    const isPlain = [last, step].every(
      (one) => !(Object.hasOwn(one, "value") || TYPE_AFFECTING.some((param) => ownValue(one, param))),
    );
    // No type of what is converted has bigints.
    const givesBigint = ["bigint", "exact", "integers"].some((param) => ownValue(last, param));
    // Anything may be converted, but to a text only what has one.
    if (ownValue(step, "coerce") === true && step[GIVES] !== "string" && !givesBigint) return true;
    return isPlain && step.constructor === last.constructor;
  });
}

/** Whether the static types take the value of a parameter. */
function fitsTypes(owner: Validator, name: string, value: unknown): boolean {
  const [item, schema] = [ownValue(owner, "item"), ownValue(owner, "schema")];
  if (name === "value" && isValidator(item)) return isDefault(owner) ? isInput(item, value) : isOutput(item, value);
  if (!isFilled(value)) return true;
  // Without a schema there is no key that may be missing.
  const members = isPlainObject(schema) ? schema : {};
  if (name === "optional") return (value as readonly string[]).every((key) => Object.hasOwn(members, key));
  if (name !== "defaults") return true;
  // The compiler takes members of Object.prototype for defaults of such keys.
  const hidesInherited = Object.keys(members).some((key) => key in {} && !Object.hasOwn(value, key));
  if (hidesInherited) return false;
  return Object.entries(value).every(([key, one]) => Object.hasOwn(members, key) && isInput(members[key], one));
}

const isFilled = (value: unknown): value is object => typeof value === "object" && value !== null;

function isInput(validator: unknown, value: unknown): boolean {
  if (typeof value === "function" || !isValidator(validator)) return typeof value === "function";
  try {
    return validator.is(value);
  } catch {
    return false;
  }
}

/** Whether a validator returns the value as it is given, so that it is of the output type. */
function isOutput(validator: Validator, value: unknown): boolean {
  if (typeof value === "function") return true;
  try {
    const result = validator.safe(value);
    return result.ok && equal(result.value, value);
  } catch {
    return false;
  }
}

/** The RegExp that a pattern is stored for. */
function regexpOf(stored: Pattern): RegExp | undefined {
  const { source, flags } = typeof stored === "string" ? { source: stored, flags: "" } : stored;
  for (const unicode of ["", "u"]) {
    try {
      const expression = new RegExp(source, flags + unicode);
      if (equal(patternParam(expression), stored)) return expression;
    } catch {
      // It has another flag, or needs it.
    }
  }
  return undefined;
}

const NAMESPACES = ["Array", "Date", "JSON", "Math", "Number", "Object", "String"] as const;

/** The name of a function of JavaScript itself. */
function globalName(given: unknown, name: string): string | undefined {
  if (!isIdentifier(name)) return undefined;
  if (ownValue(globalThis, name) === given) return name;
  const space = NAMESPACES.find((one) => ownValue(globalThis[one], name) === given);
  return space && `${space}.${name}`;
}

/** A function, or a class, that throws. */
function stub(given: AnyFunction, name: string, error: string): string {
  const isClass = Object.getOwnPropertyDescriptor(given, "prototype")?.writable === false;
  const body = `throw new ${error}("${name} is a stub: write it, or import yours.");`;
  if (isClass) return `class ${name} {\n  constructor() {\n    ${body}\n  }\n}`;
  // The number of parameters has a meaning for Check.
  const params = Array.from({ length: given.length }, (_, index) => `${PARAMS[index] ?? `_more${index}`}: unknown`);
  return `function ${name}(${params.join(", ")}): any {\n  ${body}\n}`;
}

const PARAMS = ["_value", "_fail"];
