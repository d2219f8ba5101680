/** Generates the code that validates JavaScript values: in each form, a function for each validator with members. */
import { REMEMBERED_STEPS } from "../../core/report/work.ts";
import { rulePartsOf } from "../../core/rules/index.ts";
import { byCost, type Leaf } from "../../core/rules/leaf.ts";
import type { NumberRule } from "../../core/rules/number.ts";
import type { OptionRule } from "../../core/rules/option.ts";
import type { Rule, RuleParts } from "../../core/rules/rule.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import {
  type ChainLengths,
  chainLength,
  checkersIn,
  isAllRequired,
  isPipeline,
  isRecursive,
  triesOf,
  weightOf,
  widthOf,
} from "./analysis.ts";
import { arrayCode, tupleCode } from "./array.ts";
import type { CopyModel } from "./copy-model.ts";
import { copyModelOf } from "./copy-model.ts";
import { MemberParts } from "./later.ts";
import { primitive } from "./literals.ts";
import { declared, MADE, Module } from "./module.ts";
import { objectCode } from "./object.ts";
import { chainCode, choiceCode, leavingStep, taggedCode } from "./pipelines.ts";
import type { ContainerWriter, Exits, Form, LeafCode, Tag } from "./writer.ts";

/**
 * Maximum number of levels that generated code descends; a deeper value falls back to the check, which knows the limit.
 */
const MAX_LEVELS = 512;
/**
 * The bytes of stack that the code may take, and those for each level of the value: of the functions, and of each
 * member. Beyond, the checks take over, which need no more for an object of many keys.
 */
const STACK = { most: 300_000, frame: 500, member: 40 };
/** Maximum schema depth per level of the input: if there is more, the code has to count it. */
const MAX_CHAIN = 4;
/** The steps of a discriminated union that there is code for. */
const STEPS: ReadonlySet<unknown> = new Set(["object", "choice", "reference"]);
/** Maximum number of steps that nested choices try for a value. Beyond, memoizing outcomes is better. */
const MAX_TRIES = 256;
/**
 * Maximum number of members, direct and indirect, whose code is inlined into one function: V8 does not optimize
 * functions of more than 60 KiB of bytecode, and each member may take 1 KiB.
 */
const MAX_WEIGHT = 50;
/** Members of a part of a module, and the length of its code: some milliseconds of work. */
const PART = { members: 64, length: 32_000 };

/** The type of the values that pass the rules, if each has a text that is certain. */
function plainTypeOf(rules: readonly Rule[]): PlainType | undefined {
  const types = rules.map((rule) => TYPES[rule.kind]?.(rule as never));
  return types.find((type) => type !== undefined);
}
type PlainType = "string" | "number" | "boolean";

const TYPES: Readonly<Record<string, (rule: never) => PlainType | undefined>> = {
  __proto__: null as never,
  text: () => "string",
  boolean: () => "boolean",
  number: ({ type, nan, inf }: NumberRule) => (type !== "integer" && (nan || inf) ? undefined : "number"),
  option: ({ options }: OptionRule) => (options.every((one) => typeof one === "string") ? "string" : undefined),
};

/** The code of one validator and of all validators that it calls. */
export class Code implements ContainerWriter {
  readonly constants: unknown[] = [];
  /** Their indexes. */
  readonly #places = new Map<unknown, number>();
  /** Aliases were looked up: the code is valid as long as they mean the same. */
  usesAliases = false;
  #module = new Module();
  readonly #ids = new Map<Checker, number>();
  readonly #models = new Map<Checker, Leaf | CopyModel | undefined>();
  readonly #chains: ChainLengths = { remembered: new Map(), plain: new Map() };
  readonly #weights = new Map<Checker, number>();
  readonly #root: Checker;
  // Properties of the schema, computed on first use.
  #isRecursive: boolean | undefined;
  #isAllRequired: boolean | undefined;
  #maxLevels: number | undefined;
  /** The remaining weight of validators that may be inlined into the current function. */
  #room = 0;
  #blocks = 0;

  constructor(root: Checker) {
    this.#root = root;
  }

  get isRecursive(): boolean {
    this.#isRecursive ??= isRecursive(this.#root);
    return this.#isRecursive;
  }

  get isAllRequired(): boolean {
    this.#isAllRequired ??= isAllRequired(this.#root);
    return this.#isAllRequired;
  }

  /** The maximum depth of the code. */
  get #levels(): number {
    this.#maxLevels ??= this.#countLevels();
    return this.#maxLevels;
  }

  #countLevels(): number {
    const width = widthOf(this.#root) + Math.min(weightOf(this.#root, this.#weights), MAX_WEIGHT);
    return Math.min(MAX_LEVELS, Math.floor(STACK.most / (STACK.frame + STACK.member * width)));
  }

  constant(value: unknown): string {
    const known = this.#places.get(value);
    if (known !== undefined) return `constant${known}`;
    this.#places.set(value, this.constants.length);
    return `constant${this.constants.push(value) - 1}`;
  }

  literal(value: unknown): string {
    return primitive(value, this);
  }

  #leaf({ nullable, given = [], convert, rules, unsignsZero, isInexact = false, ...leaf }: Leaf, v: string): LeafCode {
    const made = convert === undefined ? v : MADE;
    const codeOf = (rule: Rule, value: string): string =>
      (rulePartsOf(rule) as RuleParts<Rule>).code(rule, value, this);
    const all = [
      ...given.map((rule) => codeOf(rule, v)),
      ...(convert === undefined ? [] : [this.#converted(v, convert, unsignsZero === true)]),
      ...byCost(rules).map((rule) => codeOf(rule, made)),
    ];
    const gives = unsignsZero ? `${made} + 0` : made;
    const only = "only" in leaf ? { only: leaf.only } : {};
    return { ...only, ...this.#leafOf(nullable, v, all, gives, plainTypeOf(rules)), isInexact };
  }

  /** Code for a value that is valid if all conditions hold, and for its result. */
  #leafOf(nullable: boolean, v: string, conditions: readonly string[], gives: string, type?: PlainType): LeafCode {
    const all = conditions.join(" && ");
    const orNull = nullable && all !== "";
    const written =
      type === "string" ? `escaped(${gives})` : type === undefined ? `textOf(${gives})` : `"" + (${gives})`;
    const text = type === "string" ? `'"' + ${written} + '"'` : written;
    return {
      kind: "leaf",
      converts: gives.includes(MADE),
      isInexact: false,
      when: orNull ? `(${v} === null || ${all})` : all,
      gives: orNull && gives !== v ? `(${v} === null ? null : ${gives})` : gives,
      text: orNull ? `(${v} === null ? "null" : ${text})` : `(${text})`,
      unquoted: type === "string" && !orNull ? written : undefined,
    };
  }

  /** A condition: `convert` returns a value other than undefined. */
  /** @param isNumber text may become an integer that no number is: the check decides then. */
  #converted(v: string, convert: (input: never) => unknown, isNumber: boolean): string {
    const made = `typeof ${v} !== "bigint" && (${MADE} = ${this.constant(convert)}(${v})) !== undefined`;
    return isNumber ? `${made} && typeof ${MADE} !== "bigint"` : made;
  }

  /** The model of a validator, unless its check has to be called: a subclass may override the check. */
  #rawModelOf(validator: Checker): Leaf | CopyModel | undefined {
    if (this.#models.has(validator)) return this.#models.get(validator);
    const raw = copyModelOf(validator);
    const model = raw !== undefined && isPipeline(raw) && !this.#hasPipeline(validator, raw) ? undefined : raw;
    this.#models.set(validator, model);
    return model;
  }

  /** Returns whether there is code for a validator whose members validate the value itself. */
  #hasPipeline(validator: Checker, model: Leaf | CopyModel): boolean {
    if (chainLength(validator, MAX_CHAIN, this.#chains, this.isRecursive) > MAX_CHAIN) return false;
    if (model.kind === "reference") this.usesAliases = true;
    if (model.kind !== "choice") return true;
    if (model.tags === undefined) return model.steps.length >= 2 && triesOf(validator) <= MAX_TRIES;
    return checkersIn(model).every((step) => STEPS.has(this.#rawModelOf(step)?.kind));
  }

  modelOf(validator: Checker, value = "input"): LeafCode | CopyModel | undefined {
    const model = this.#rawModelOf(validator);
    if (model?.kind === "leaf") return this.#leaf(model, value);
    return model?.kind === "chain" ? (this.#joined(model.steps, value) ?? model) : model;
  }

  /** Joins a chain of values without members into one: the result of a step is the input of the next. */
  #joined(steps: readonly Checker[], value: string): LeafCode | undefined {
    const leaves: LeafCode[] = [];
    for (const step of steps) {
      const model = this.modelOf(step, value);
      if (model?.kind !== "leaf") return undefined;
      leaves.push(model);
    }
    const last = leaves.at(-1);
    // The steps after it would get its result.
    if (leaves.some((leaf) => leaf.converts && leaf !== last)) return undefined;
    const conditions = leaves.map(({ when }) => when).filter((when) => when !== "");
    // The result of the last step; else of the first step that changes anything, such as -0 to 0.
    const giving = last?.converts ? last : leaves.find(({ gives }) => gives !== value);
    const leaf = this.#leafOf(false, value, conditions, giving?.gives ?? value);
    // For a verdict, all steps but the first convert their input. And the check of a chain takes work units.
    return { ...leaf, isInexact: true };
  }

  /**
   * An expression of the form for the result of a validator for the value `v`, at the depth `at`: `slow` if the fast
   * path rejects the value, and `mismatch` if primitives that it rejects are invalid.
   */
  #expression(form: Form, validator: Checker, v: string, at: string, slow: string, mismatch: string): string {
    const model = this.modelOf(validator, v);
    if (model === undefined) return slow;
    if (model.kind !== "leaf") return `${this.functionOf(form, validator, model)}(${v}, ${at})`;
    const { when, text, isInexact } = model;
    const gives = form === "text" ? text : model.gives;
    return when === "" ? gives : `(${when} ? ${gives} : ${isInexact ? slow : mismatch})`;
  }

  /** An expression for the member `key` of a container. */
  member(form: Form, validator: Checker, v: string, key: string, at: string, node = this.constant(validator)): string {
    const args = `(${node}, ${key}, ${v}, ${at})`;
    const [slow, mismatch] = [`call.member${args}`, `call.mismatchMember${args}`].map((one) => this.outcome(form, one));
    const code = this.#expression(form, validator, v, at, slow as string, mismatch as string);
    // The check itself has already prepended the key to the path.
    return this.#isCall(validator) ? `(call.truncated ? FAILED : call.under(call.size, ${code}, ${key}))` : code;
  }

  laterMembers(validators: readonly Checker[]): string {
    return `laterMembers(${this.constant(new MemberParts(this, this.#module, validators))}, call, environment, functions)`;
  }

  /** A reference to the function of a member. Members whose code is the same share one. */
  #memberFunction(validator: Checker): string {
    const expression = this.member("value", validator, "value", "key", "depth, schemaDepth", "validator");
    const id = this.#module.memberId(expression);
    const parameters = "validator, key, value, depth, schemaDepth";
    return this.#module.linked(id, parameters, () => `return ${expression};\n`);
  }

  mismatch(validator: Checker, { isInexact }: LeafCode, v: string, key: string, at: string): string {
    return `call.${isInexact ? "member" : "mismatchMember"}(${this.constant(validator)}, ${key}, ${v}, ${at})`;
  }

  unquoted(validator: Checker, v: string, key: string, at: string): string | undefined {
    const model = this.modelOf(validator, v);
    if (model?.kind !== "leaf" || model.unquoted === undefined || model.when === "") return undefined;
    return `(${model.when} ? ${model.unquoted} : unquoted(${this.mismatch(validator, model, v, key, at)}))`;
  }

  outcome(form: Form, checked: string): string {
    return form === "value" ? checked : `textOf(${checked})`;
  }

  /** An expression for a value that is not a member. */
  whole(form: Form, validator: Checker, v: string, at: string): string {
    const args = `(${this.constant(validator)}, ${v}, ${at})`;
    const [slow, mismatch] = [`call.check${args}`, `call.mismatch${args}`].map((one) => this.outcome(form, one));
    return this.#expression(form, validator, v, at, slow as string, mismatch as string);
  }

  #isCall(validator: Checker): boolean {
    const model = this.modelOf(validator);
    return model !== undefined && model.kind !== "leaf";
  }

  /** The name of a function of the input, with its depth and its schema depth. */
  functionOf(form: Form, validator: Checker, model: CopyModel, tag?: Tag): string {
    const parameters = `input, depth, schemaDepth${tag === undefined ? "" : ", tag"}`;
    return this.#module.linked(this.#idOf(form, validator, tag), parameters, (name) => {
      const room = this.#room;
      this.#room = MAX_WEIGHT;
      const body = this.#body(form, validator, model, name, this.exitsOf(form, validator, tag), tag);
      this.#room = room;
      return body;
    });
  }

  #idOf(form: Form, validator: Checker, tag: Tag | undefined): string {
    const id = this.#ids.get(validator) ?? this.#ids.size;
    this.#ids.set(validator, id);
    return `${form === "value" ? "copy" : "text"}${id}${tag === undefined ? "" : `By${tag.id.replace(/\D+/, "")}`}`;
  }

  add(name: string, parameters: string, write: () => string): void {
    this.#module.add(name, parameters, write);
  }

  declare(code: string): void {
    this.#module.declare(code);
  }

  exitsOf(
    form: Form,
    validator: Checker,
    tag: Tag | undefined,
    give: Exits["give"] = (expression) => `return ${expression};\n`,
  ): Exits {
    const args = `${this.constant(validator)}, input, depth, schemaDepth)`;
    const mismatch = give(this.outcome(form, `call.mismatch(${args}`));
    if (tag?.discriminator !== undefined)
      return { give, mismatch, ...leavingStep(this, form, tag.discriminator, give) };
    const unreadable = `} catch (error) {\n${give(this.outcome(form, `call.unreadable(error, ${args}`))}}\n`;
    return { give, mismatch, own: give(this.outcome(form, `call.check(${args}`)), unreadable };
  }

  #body(form: Form, validator: Checker, model: CopyModel, name: string, exits: Exits, tag?: Tag): string {
    switch (model.kind) {
      case "object":
        return objectCode(this, form, model, { name, validator, tag, ...exits });
      case "list":
        return arrayCode(this, form, model, exits);
      case "tuple":
        return tupleCode(this, form, model, exits);
      case "choice":
        return model.tags === undefined
          ? choiceCode(this, form, model, exits)
          : taggedCode(this, form, model, model.tags, exits);
      case "chain":
        return chainCode(this, form, model, exits);
      case "reference":
        return `call.steps += 2;\n${exits.give(this.whole(form, model.target as Checker, "input", "depth, schemaDepth + 1"))}`;
    }
  }

  memberBlock(form: Form, validator: Checker, v: string, key: string, c: string): string | undefined {
    const block = this.#block(form, validator, { value: v, depth: "depth + 1", schemaDepth: "schemaDepth + 1" }, c);
    if (block === undefined) return undefined;
    // The check itself has already prepended the key to the path.
    return `if (call.truncated) ${c} = FAILED;\nelse {\nconst since = call.size;\n${block}if (${c} === FAILED) call.under(since, FAILED, ${key});\n}\n`;
  }

  stepBlock(form: Form, step: Checker, c: string, tag?: Tag): string | undefined {
    return this.#block(form, step, { value: "input", depth: "depth", schemaDepth: "schemaDepth + 1" }, c, tag);
  }

  #block(
    form: Form,
    validator: Checker,
    { value, depth, schemaDepth }: Readonly<Record<"value" | "depth" | "schemaDepth", string>>,
    c: string,
    tag?: Tag,
  ): string | undefined {
    const model = this.modelOf(validator);
    if (model === undefined || model.kind === "leaf") return undefined;
    const weight = weightOf(validator, this.#weights);
    if (weight > this.#room) return undefined;
    this.#room -= weight;
    const label = `block${this.#blocks++}`;
    const give = (expression: string): string => `{ blockResult = ${expression}; break ${label}; }\n`;
    const name = this.#module.named(this.#idOf(form, validator, tag));
    const body = this.#body(form, validator, model, name, this.exitsOf(form, validator, tag, give), tag);
    // The inlined code has a scope of its own: inputs and outputs have names that the code of validators does not use.
    const [given, taken] = tag === undefined ? ["", ""] : [", blockTag = tag", ", tag = blockTag"];
    return `{\nlet blockResult;\nconst blockInput = ${value}, blockDepth = ${depth}, blockSchemaDepth = ${schemaDepth}${given};\n${label}: {\nconst input = blockInput, depth = blockDepth, schemaDepth = blockSchemaDepth${taken};\n${body}}\n${c} = blockResult;\n}\n`;
  }

  enter(steps: string, { give, own }: Exits, x = "input", most = Number(steps)): { depth: string; steps: string } {
    const meet = most <= REMEMBERED_STEPS ? "" : `if (${steps} > ${REMEMBERED_STEPS}) call.meet(${x}, ${steps});\n`;
    return {
      depth: this.isRecursive ? `if (depth >= ${this.#levels}) ${own}` : "",
      steps: `${meet}if ((call.steps += ${steps}) > call.free && !call.take(${steps}, ${x}, depth, schemaDepth)) ${give("FAILED")}`,
    };
  }

  polluted(leave: string): string {
    // An array has a length of its own, which hides an inherited one.
    return `for (const key in NONE) ${leave}if ("length" in objectPrototype) ${leave}`;
  }

  /** Statements that set `checked` for an outermost call. */
  #outermost(form: Form, root: Checker): string {
    this.#room = MAX_WEIGHT;
    const block = this.#block(form, root, { value: "input", depth: "0", schemaDepth: "0" }, "checked");
    if (block === undefined) return `const checked = ${this.whole(form, root, "input", "0, 0")};\n`;
    return `let checked;\n${block}`;
  }

  /** The source text of a module: it returns the function of that form for outermost calls. */
  module(root: Checker, form: Form): string {
    // Another form has functions of its own, and functions of a failed attempt are of no use.
    this.#module = new Module();
    const code = this.#outermost(form, root);
    const functions = this.#module.end();
    const stale = this.usesAliases ? " || instances.version !== environment.version" : "";
    const polluted = this.isAllRequired ? "" : this.polluted("return NOT_HANDLED;\n");
    return `${this.#begin(functions, code)}return function (input, limits) {
if (call.busy || isChecking()${stale}) return NOT_HANDLED;
${polluted}call.busy = true;
call.limits = limits;
try {
${declared(code)}${code}return call.report === undefined ? checked : call.report.exhausted ? FAILED : checked;
} catch (error) {
try {
call.mustBeRevoked(error);
} finally {
call.abandon();
}
return NOT_HANDLED;
} finally {
call.busy = false;
call.steps = 0;
if (call.large !== undefined || call.report !== undefined || call.refused > 0) call.end();
}
};`;
  }

  /**
   * The source text of a further part of a module: it returns a list of the functions of members.
   * @param members those from the first on that have none yet. There are as many functions as one part has.
   */
  part(module: Module, members: readonly Checker[]): string {
    this.#module = module;
    const names: string[] = [];
    for (const member of members.slice(0, PART.members)) {
      names.push(this.#memberFunction(member));
      if (module.partLength > PART.length) break;
    }
    return `${this.#begin(module.end())}return [${names.join(", ")}];`;
  }

  /** The beginning of a module or of a part: what its functions use, and the functions. */
  #begin(functions: string, code = ""): string {
    const used = [...new Set(`${functions}${code}`.match(/\bconstant\d+\b/g))];
    const constants = used.map((name) => `const ${name} = constants[${name.slice("constant".length)}];\n`).join("");
    return `"use strict";
const { getPrototypeOf: prototypeOf, keys: keysOf, is } = Object;
const { getOwnPropertyNames: namesOf, getOwnPropertySymbols: symbolsOf } = Object;
const { isArray } = Array, { isInteger, isSafeInteger } = Number;
const objectPrototype = Object.prototype, arrayPrototype = Array.prototype;
const { FAILED, NOT_HANDLED, codePoints, define, grown, hasOwn, hidesNamed } = environment;
const { escaped, instances, isChecking, isPlainObject, laterMembers, lists, ownValue, present } = environment;
const { textOf, unquoted, withUnlisted } = environment, NONE = [];
${constants}${functions}`;
  }
}
