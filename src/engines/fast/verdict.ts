/**
 * Writes code that returns only whether a value is valid. It has no state but a count of its work, and reads the
 * properties of the schema by their names, as often as validators look at them. For objects and arrays that are not
 * ordinary, and if there is too much work, the call falls back to the check; and if anything throws, for the check
 * reads in another order, leaves unread what a Proxy does not list, and takes a revoked one for any other value.
 */
import { rulesOf } from "../../core/builtin.ts";
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel, ClosedModel, ConditionalModel } from "../../core/models/steps.ts";
import { typesOf } from "../../core/params/by-type.ts";
import { FAILED } from "../../core/report/report.ts";
import type { ArrayVerdictWriter, ObjectVerdictWriter } from "../../core/rules/container.ts";
import { type AnyArrayRule, arrayPartsOf, objectPartsOf } from "../../core/rules/index.ts";
import { quickOf, takesAny } from "../../core/rules/leaf.ts";
import { isOutside } from "../../core/rules/lengths.ts";
import { type Checker, isApplied } from "../../core/schemas/checker.ts";
import { isBuiltIn } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import { commonTag } from "./analysis.ts";
import type { Code } from "./code.ts";
import { type Condition, conditionOf, innerOf, isPlain, looseIn, stepsOf, takesNull } from "./conditions.ts";
import { generated, TooMuchCode } from "./generator-errors.ts";
import { primitive, quote } from "./literals.ts";
import { definedValue, readOwn, WIDE } from "./members.ts";
import { execution } from "./mode.ts";
import { MOST_WORK, type VerdictState, verdictCalls } from "./verdict-calls.ts";
import type { LeafCode } from "./writer.ts";

/** Maximum weight of the validators in one function, one for each validator and key: V8 optimizes no long function. */
const MAX_WEIGHT = 120;
/** Maximum weight of a validator whose code is repeated wherever it occurs. */
const MAX_REPEATED = 4;
/** With more tests than this, those that occur several times may be most of the work. */
const MAX_SIZE = 10_000;
/** Maximum schema depth in one function. */
const MAX_LEVELS = 20;
/** Up to this number, keys are compared one by one. */
const MAX_COMPARED = 12;
/** Up to this number, keys with rules that have no validator are looked for one by one. */
const MAX_TESTED = 8;
/** Maximum length of the code. */
const MAX_CODE = 4_000_000;
/** Weight of the validators from which on no more code is written at once: some milliseconds of work. */
const MAX_CHUNK = 120;
/** Maximum schema depth: the check goes on to its own limit. */
const MOST_LEVELS = 480;
/** The bytes of stack of a function, and of each variable: see `code.ts`. */
const STACK = { most: 300_000, frame: 400, variable: 10 };

type Verdict = (value: unknown, depth: number) => boolean;

/** The conditions that evaluate no members. */
const WITHOUT_MEMBERS: ReadonlySet<Condition["kind"]> = new Set(["leaf", "check", "like"]);

/** Reads a key of the schema. */
const read = (model: ObjectModel, key: string, v: string): string =>
  definedValue(readOwn(key, v), { skipsNull: model.skipsNull(key) });

/** Statements that leave the surrounding code because the value is invalid. */
type Fail = string;

/** A value, and where it is. */
interface Place {
  /** The variable. */
  readonly v: string;
  /** The levels of the schema around it, in the function. */
  readonly level: number;
  /** It is known to be a plain object. */
  readonly isObject?: boolean;
}

/** What runs if an object has a key. */
type Statements = readonly [key: string, statements: string];

/** The keys of the schema of an object, by how they are read. */
interface Keys {
  /** By their names, in functions of their own: there are too many for one. */
  readonly parts: readonly (readonly string[])[];
  /** By their names. */
  readonly read: readonly string[];
  /** By the keys that an object has: most of them are missing. */
  readonly wide: readonly string[];
  /** Always missing: they are dropped, whatever their value. */
  readonly dropped: readonly string[];
}

export class VerdictCode {
  /** There is code for more than a call of the check. */
  readonly isPossible: boolean;
  /** A class of the caller's may lead back to what asks it: only one check of the whole remembers outcomes. */
  readonly isLeftToCheck: boolean;
  readonly #root: Checker;
  readonly #code: Code;
  readonly #conditions = new Map<Checker, Condition>();
  /** Those that may get a value which is not as it was given: it may be converted. */
  readonly #loose = new Set<Checker>();
  /** Those that have a function, because they occur several times, or contain themselves. */
  readonly #shared = new Set<Checker>();
  readonly #weights = new Map<Checker, number>();
  /** The number of tests, where one that occurs several times counts each time. */
  readonly #sizes = new Map<Checker, number>();
  /** The indexes of functions in the table; with a log of evaluated members, there is another. */
  readonly #ids = { plain: new Map<Checker, number>(), logging: new Map<Checker, number>() };
  readonly #table: Verdict[] = [];
  /** What all chunks share. */
  readonly #state: VerdictState = {
    ...{ work: 0, waste: 0, toAsk: 10, levels: MOST_LEVELS, hasWritten: false },
    ...{ ids: undefined, log: undefined },
  };
  #environment: object = {};
  /** The functions of the current chunk. */
  readonly #chunk = new Set<number>();
  #chunkWeight = 0;
  /** The variable with the log of evaluated members of the value, for a Closed around it; empty if there is none. */
  #log = "";
  #functions: string[] = [];
  /** A validator contains itself, or so many others inside each other that levels have to be counted, too. */
  #isRecursive = false;
  /** A class of the caller's is asked: what it leads to is not known. */
  #asksOthers = false;
  /** There is a reference, which the check may have to follow. */
  #refers = false;
  /** A validator may test a value many times, as one that contains itself may: the work has to be counted. */
  #countsWork = false;
  /** Aliases were looked up: the code is valid as long as they mean the same. */
  usesAliases = false;
  #length = 0;
  /** The remaining weight of the current function. */
  #room = 0;
  /** The code is for a module: it has no checks to call, and all of it is written at once. */
  readonly #isAhead: boolean;
  #variables = 0;
  #mostVariables = 0;
  #labels = 0;

  constructor(root: Checker, code: Code, isAhead = false) {
    this.#root = root;
    this.#code = code;
    this.#isAhead = isAhead;
    this.#collect(root, new Set());
    for (const condition of this.#conditions.values()) for (const one of looseIn(condition)) this.#loosen(one);
    this.isLeftToCheck = this.#asksOthers && (this.#isRecursive || this.#refers);
    this.isPossible = !this.isLeftToCheck && !["check", "applied"].includes(this.#conditionOf(root).kind);
    this.#countsWork = this.#isRecursive || (this.#sizes.get(root) ?? 1) > MAX_SIZE;
    // Where checks are asked again and again, the check of the whole soon takes over, which remembers outcomes.
    if (this.#countsWork) this.#state.toAsk = 1000;
  }

  /**
   * Creates the function for outermost calls. Code beyond the first chunk is written when it is first called.
   * @param environment what the code calls.
   */
  link(environment: object): (value: unknown) => unknown {
    this.#environment = environment;
    const body = this.#shared.has(this.#root)
      ? `return ${this.#functionOf(this.#root)}(value, 0);\n`
      : `const depth = 0;\n${this.#body(this.#root)}return true;\n`;
    const stale = this.usesAliases ? " || instances.version !== environment.version" : "";
    const kinds = new Set([...this.#conditions.values()].map(({ kind }) => kind));
    const hasArrays = kinds.has("list") || kinds.has("tuple");
    const usesState = this.#countsWork || hasArrays || this.#table.length > 0 || body.includes("state");
    const [begin, end] = usesState
      ? [
          "state.work = state.waste = 0;\nstate.hasWritten = false;\n",
          "finally {\nstate.ids = state.log = undefined;\n}",
        ]
      : ["", ""];
    // Holes of arrays would have inherited items.
    const polluted = hasArrays ? "for (const key in NO_ITEMS) return NOT_HANDLED;\n" : "";
    return this.#compiled(`return function (value) {
if (isChecking()${stale}) return NOT_HANDLED;
${polluted}${begin}try {
${body}} catch {
return NOT_HANDLED;
} ${end}
};`) as (value: unknown) => unknown;
  }

  /**
   * The code for a module: a function body that declares functions and returns that of `(value, depth)`. What needs a
   * check leaves it by `bail()`.
   * @returns undefined if that is any value.
   */
  source(): { readonly code: string; readonly levels: number } | undefined {
    const kinds = new Set([...this.#conditions.values()].map(({ kind }) => kind));
    if (!this.isPossible || kinds.has("check") || kinds.has("applied")) return undefined;
    const root = this.#functionOf(this.#root);
    return { code: `${this.#functions.join("")}return ${root};\n`, levels: this.#levels() };
  }

  #levels(): number {
    return Math.floor(STACK.most / (STACK.frame + STACK.variable * this.#mostVariables));
  }

  /** Compiles the functions of a chunk, and what follows them. */
  #compiled(end: string): unknown {
    const own = [...this.#chunk].map((id) => `functions[${id}] = valid${id};\n`);
    const code = [...this.#functions, ...own, end].join("");
    const used = [...new Set(code.match(/\bconstant\d+\b/g))];
    const constants = used.map((name) => `const ${name} = constants[${name.slice("constant".length)}];\n`);
    this.#functions = [];
    this.#chunk.clear();
    this.#chunkWeight = 0;
    this.#state.levels = Math.min(this.#state.levels, this.#levels());
    const module = `"use strict";
const { getPrototypeOf: prototypeOf, getOwnPropertyNames: namesOf } = Object;
const { isArray } = Array, { isInteger, isSafeInteger } = Number;
const objectPrototype = Object.prototype, arrayPrototype = Array.prototype;
const { NOT_HANDLED, codePoints, hasOwn, instances, isChecking, ownValue } = environment, NO_ITEMS = [];
const { ALL, applies, areApplied, bail, fills, hasDuplicates, hasOthers, holds } = environment;
const { isEvaluated, isLike, isListed, leaveUnlessNull } = environment;
let made;
${constants.join("")}${code}`;
    const { constants: all } = this.#code;
    const make = new Function("constants", "environment", "state", "functions", module);
    return make(all, this.#environment, this.#state, this.#table);
  }

  /** Finds the conditions of all validators, and those that need a function. */
  #collect(validator: Checker, around: Set<Checker>): void {
    if (around.has(validator)) {
      this.#isRecursive = true;
      this.#shared.add(validator);
      return;
    }
    if (this.#conditions.has(validator)) {
      if ((this.#weights.get(validator) ?? 1) > MAX_REPEATED) this.#shared.add(validator);
      return;
    }
    const condition = conditionOf(validator);
    this.#conditions.set(validator, condition);
    if (condition.kind === "reference") this.usesAliases = true;
    if (condition.kind === "check" && !isBuiltIn(validator)) this.#asksOthers = true;
    if (Object.hasOwn(validator, "use")) this.#refers = true;
    around.add(validator);
    if (around.size > MOST_LEVELS) this.#isRecursive = true;
    const parts = innerOf(condition);
    for (const part of parts) this.#collect(part, around);
    around.delete(validator);
    const own = condition.kind === "object" ? condition.names.length : 1;
    this.#weights.set(validator, this.#weightOf(parts, own));
    this.#sizes.set(
      validator,
      parts.reduce((sum, part) => sum + (this.#sizes.get(part) ?? 1), own),
    );
  }

  #loosen(validator: Checker): void {
    if (this.#loose.has(validator)) return;
    this.#loose.add(validator);
    for (const part of innerOf(this.#conditionOf(validator))) this.#loosen(part);
  }

  /** The weight of parts of the code: that of a call if one has a function. */
  #weightOf(parts: readonly Checker[], own: number): number {
    return parts.reduce((sum, one) => sum + (this.#shared.has(one) ? 1 : (this.#weights.get(one) ?? 1)), own);
  }

  #conditionOf(validator: Checker): Condition {
    return this.#conditions.get(validator) as Condition;
  }

  /** The function `(value, depth)` of a validator: the depth is the schema depth of the value. */
  #functionOf(validator: Checker): string {
    const ids = this.#log === "" ? this.#ids.plain : this.#ids.logging;
    const known = ids.get(validator);
    if (known !== undefined) return this.#chunk.has(known) ? `valid${known}` : `functions[${known}]`;
    const weight = Math.min(MAX_WEIGHT, this.#weights.get(validator) ?? 1);
    return this.#function(
      weight,
      (id) => ids.set(validator, id),
      () => this.#body(validator),
    );
  }

  /** The code of a function of a validator. */
  #body(validator: Checker): string {
    return this.#roomy(() => this.#composite(validator, { v: "value", level: 0 }, "return false;"));
  }

  /** Writes the code of a function. */
  #roomy(write: () => string): string {
    const [room, variables] = [this.#room, this.#variables];
    this.#room = MAX_WEIGHT;
    this.#variables = 0;
    const body = write();
    this.#mostVariables = Math.max(this.#mostVariables, this.#variables);
    this.#room = room;
    this.#variables = variables;
    return body;
  }

  /** A function of that weight, written at once or when it is first called. */
  #function(weight: number, begin: (id: number) => unknown, body: () => string): string {
    const isLogging = this.#log !== "";
    const id = this.#table.length;
    begin(id);
    const write = (): void => this.#write(id, weight, isLogging, body);
    this.#table.push((...args) => {
      // One call writes no more, so that none takes long. The next goes on.
      if (this.#state.hasWritten && execution.mode === "auto") return verdictCalls.bail();
      this.#state.hasWritten = true;
      const compiled = generated(() => {
        write();
        return this.#compiled(`return valid${id};`) as Verdict;
      });
      this.#table[id] = compiled ?? verdictCalls.bail;
      return (this.#table[id] as Verdict)(...args);
    });
    if (this.#chunkWeight > MAX_CHUNK && !this.#isAhead) return `functions[${id}]`;
    write();
    return `valid${id}`;
  }

  #write(id: number, weight: number, isLogging: boolean, write: () => string): void {
    this.#chunk.add(id);
    this.#chunkWeight += weight;
    const body = this.#logging(isLogging ? "log" : "", write);
    const tooDeep = this.#isRecursive ? "depth > state.levels || " : "";
    const enter = this.#countsWork ? `if (${tooDeep}++state.work > ${MOST_WORK}) bail();\n` : "";
    // The log of the caller comes and goes by the state.
    const [begin, end] = isLogging ? ["let log = state.log;\n", "state.log = log;\n"] : ["", ""];
    const code = `function valid${id}(value, depth) {\n${enter}${begin}${body}${end}return true;\n}\n`;
    this.#length += code.length;
    if (this.#length > MAX_CODE) throw new TooMuchCode();
    this.#functions.push(code);
  }

  /** Writes code that logs evaluated members in that variable, if any. */
  #logging(log: string, write: () => string): string {
    const before = this.#log;
    this.#log = log;
    const code = write();
    this.#log = before;
    return code;
  }

  #variable(word: string): string {
    return `${word}${this.#variables++}`;
  }

  #label(): string {
    return `block${this.#labels++}`;
  }

  /** An expression for the verdict, if there is one. */
  #test(validator: Checker, { v, level }: Place): string | undefined {
    const condition = this.#conditionOf(validator);
    if (condition.kind === "leaf") return this.#leafTest(validator, v, level);
    if (condition.kind === "like") {
      const test = `isLike(${v}, ${this.#code.constant(condition.value)})`;
      return condition.nullable ? `(${v} === null || ${test})` : test;
    }
    if (condition.kind === "check") return this.#called("holds", validator, v, level);
    if (condition.kind === "applied") return this.#called("applies", validator, v, level);
    if (this.#shared.has(validator) || level >= MAX_LEVELS) return this.#call(validator, v, level);
    const inner = { v, level: level + 1 };
    switch (condition.kind) {
      case "choice":
      case "chain":
      case "nullable":
      case "reference": {
        // With a log, all steps are tried.
        const isChoice = condition.kind === "choice";
        if (this.#log !== "" || (isChoice && isExclusive(condition))) return undefined;
        const parts = isChoice ? condition.steps : this.#stepTests(condition, inner);
        const tests = parts.map((part) => (typeof part === "string" ? part : this.#test(part, inner)));
        if (tests.includes(undefined)) return undefined;
        const [none, operator] = isChoice ? ["false", " || "] : ["true", " && "];
        const all = tests.length === 0 ? none : `(${tests.join(operator)})`;
        return takesNull(condition) ? `(${v} === null || ${all})` : all;
      }
      case "not": {
        if (this.#log !== "") return undefined;
        const test = this.#test(condition.item, inner);
        return test && `!(${test})`;
      }
      default:
        return undefined;
    }
  }

  #called(name: "holds" | "applies", validator: Checker, v: string, level: number): string {
    if (this.#isAhead) return "bail()";
    return `${name}(${this.#code.constant(validator)}, ${v}, depth + ${level}, state)`;
  }

  #leafTest(validator: Checker, v: string, level: number): string {
    const { when, isInexact } = this.#code.modelOf(validator, v) as LeafCode;
    if (when === "") return "true";
    if (isInexact) return `(${when} || ${this.#called("holds", validator, v, level)})`;
    // There the check takes a bigint for a number.
    const isNumber = rulesOf(validator)?.rules.some(({ kind }) => kind === "number") === true;
    const takesBigint = isNumber && this.#loose.has(validator);
    return takesBigint ? `(${when} || (typeof ${v} === "bigint" && bail()))` : when;
  }

  #call(validator: Checker, v: string, level: number): string {
    const log = this.#log;
    const call = `${this.#functionOf(validator)}(${v}, depth + ${level + 1})`;
    return log === "" ? call : `(((state.log = ${log}), ${call}) && ((${log} = state.log), true))`;
  }

  /**
   * The steps that test the value itself, and tests by functions of the caller, which get the result of the step before
   * them: never the value itself, if that has members.
   */
  #stepTests(condition: Parameters<typeof stepsOf>[0], { v, level }: Place): (Checker | string)[] {
    const steps = stepsOf(condition);
    return steps.flatMap((step, index): (Checker | string)[] => {
      if (!isApplied(step)) return [step];
      const before = steps.slice(0, index).findLast((one) => !isApplied(one));
      const leaf = before && this.#code.modelOf(before, v);
      if (before === undefined || leaf?.kind === "leaf")
        return [this.#called("applies", step, leaf?.kind === "leaf" ? leaf.gives : v, level)];
      if (isApplied(steps[index - 1] as Checker)) return [];
      const end = steps.findIndex((one, at) => at > index && !isApplied(one));
      const run = [before, ...steps.slice(index, end < 0 ? undefined : end)];
      return [`areApplied(${this.#code.constant(run)}, ${v}, depth + ${level}, state)`];
    });
  }

  /** Statements that fail if the value is invalid. */
  #check(validator: Checker, place: Place, fail: Fail): string {
    const test = this.#test(validator, place);
    if (test !== undefined) return test === "true" ? "" : `if (!(${test})) ${fail}\n`;
    const weight = this.#weights.get(validator) as number;
    if (weight > this.#room) return `if (!${this.#call(validator, place.v, place.level)}) ${fail}\n`;
    this.#room -= weight;
    return this.#composite(validator, place, fail);
  }

  /** As `#check`, for a validator with members or steps. */
  #composite(validator: Checker, place: Place, fail: Fail): string {
    const condition = this.#conditionOf(validator);
    const { v } = place;
    const inner = { ...place, level: place.level + 1 };
    const body = (): string => {
      switch (condition.kind) {
        case "object":
          return this.#object(condition, inner, fail);
        case "list":
        case "tuple":
          return this.#array(condition, inner, fail);
        case "choice":
          return isExclusive(condition) ? this.#exactlyOne(condition, inner, fail) : this.#some(condition, inner, fail);
        case "chain":
        case "nullable":
        case "reference":
          return this.#all(condition, inner, fail);
        case "if":
          return this.#if(condition, inner, fail);
        case "not":
          // A refused value has no evaluated members.
          return this.#logging("", () => this.#attempt(condition.item, inner, `${fail}\n`));
        case "closed":
          return this.#closed(condition, inner, fail);
        default: {
          const test = this.#test(validator, place);
          return test === "true" ? "" : `if (!(${test})) ${fail}\n`;
        }
      }
    };
    return takesNull(condition) ? `if (${v} !== null) {\n${body()}}\n` : body();
  }

  #all(condition: Parameters<typeof stepsOf>[0], place: Place, fail: Fail): string {
    const codes = this.#stepTests(condition, place).map((part, index) => {
      const code = typeof part === "string" ? `if (!${part}) ${fail}\n` : this.#check(part, place, fail);
      return this.#counted(index > 0, code);
    });
    return codes.join("");
  }

  /**
   * Counts the work of repeated tests as wasted, where they may be repeated on each level of a value.
   * @param when the condition on which the code repeats a test, if it does not always.
   */
  #counted(isRepeated: boolean, code: string, when?: string): string {
    if (!isRepeated || !this.#countsWork || !code.includes("depth + ")) return code;
    const before = this.#variable("before");
    return `const ${before} = state.work;\n${code}${when === undefined ? "" : `if (${when}) `}${wasted(before)}`;
  }

  /** A block that is left by `break` if the value is invalid, and what follows if it is valid. */
  #attempt(validator: Checker, place: Place, then: string): string {
    const label = this.#label();
    const log = this.#log;
    const code = this.#check(validator, place, `break ${label};`);
    const isCounted = this.#countsWork && code.includes("depth + ");
    const [before, mark, isValid] = [this.#variable("before"), this.#variable("mark"), this.#variable("isValid")];
    const counted = isCounted ? [`const ${before} = state.work;\n`, wasted(before)] : ["", ""];
    // A step that refuses the value evaluates nothing.
    const logged =
      log === ""
        ? ["", "", ""]
        : [
            `const ${mark} = ${log};\nlet ${isValid} = false;\n`,
            `${isValid} = true;\n`,
            `if (!${isValid}) ${log} = ${mark};\n`,
          ];
    return `${counted[0]}${logged[0]}${label}: {\n${code}${logged[1]}${then}}\n${logged[2]}${counted[1]}`;
  }

  /** As `#test`, for a step that may refuse the value: a call might log members before it does. */
  #stepTest(step: Checker, place: Place): string | undefined {
    return this.#log === "" || WITHOUT_MEMBERS.has(this.#conditionOf(step).kind) ? this.#test(step, place) : undefined;
  }

  #some(model: ChoiceModel, place: Place, fail: Fail): string {
    const { steps } = model;
    if (this.#log !== "") return this.#someLogged(steps, place, fail);
    const tag = tagsIn(model);
    if (tag !== undefined) return this.#tagged(tag, place, fail);
    const tests = steps.map((step) => this.#test(step, place));
    const tested = tests.filter((test) => test !== undefined);
    const others = steps.filter((_, index) => tests[index] === undefined);
    const last = others.pop();
    if (last === undefined) return `if (!(${tested.join(" || ") || "false"})) ${fail}\n`;
    const rest = this.#check(last, place, fail);
    if (others.length === 0) return tested.length === 0 ? rest : `if (!(${tested.join(" || ")})) {\n${rest}}\n`;
    const label = this.#label();
    const leave = `break ${label};\n`;
    const first = tested.length === 0 ? "" : `if (${tested.join(" || ")}) ${leave}`;
    return `${label}: {\n${first}${others.map((step) => this.#attempt(step, place, leave)).join("")}${rest}}\n`;
  }

  /** The value of a key selects the step. */
  #tagged({ key, steps }: TaggedSteps, place: Place, fail: Fail): string {
    const { v } = place;
    const byStep = new Map<Checker, string[]>();
    for (const [tag, step] of steps) byStep.set(step, [...(byStep.get(step) ?? []), primitive(tag, this.#code)]);
    const cases = [...byStep].map(([step, tags]) => {
      const checked = this.#check(step, { ...place, isObject: true }, fail);
      return `${tags.map((tag) => `case ${tag}:`).join(" ")} {\n${checked}break;\n}\n`;
    });
    return `${opening(place, fail, true)}switch (${readOwn(key, v)}) {\n${cases.join("")}default: ${fail}\n}\n`;
  }

  /** Each step that accepts the value may evaluate other members. */
  #someLogged(steps: readonly Checker[], place: Place, fail: Fail): string {
    const isValid = this.#variable("isValid");
    const found = `${isValid} = true;\n`;
    const attempts = steps.map((step) => {
      const test = this.#stepTest(step, place);
      return test === undefined ? this.#attempt(step, place, found) : `if (${test}) ${found}`;
    });
    return `let ${isValid} = false;\n${attempts.join("")}if (!${isValid}) ${fail}\n`;
  }

  #exactlyOne({ steps }: ChoiceModel, place: Place, fail: Fail): string {
    const count = this.#variable("count");
    const attempts = steps.map((step, index) => {
      const test = this.#stepTest(step, place);
      const found = index === 0 ? `${count} = 1;\n` : `if (++${count} > 1) ${fail}\n`;
      return test === undefined ? this.#attempt(step, place, found) : `if (${test}) {\n${found}}\n`;
    });
    return `let ${count} = 0;\n${attempts.join("")}if (${count} !== 1) ${fail}\n`;
  }

  #if({ condition, consequent, alternate }: ConditionalModel, place: Place, fail: Fail): string {
    const [yes, no] = [consequent, alternate].map((one) => (one === undefined ? "" : this.#check(one, place, fail)));
    const test = this.#stepTest(condition, place);
    if (test !== undefined) return `if (${test}) {\n${yes}} else {\n${no}}\n`;
    const label = this.#label();
    const attempt = this.#attempt(condition, place, `${yes}break ${label};\n`);
    return `${label}: {\n${attempt}${no}}\n`;
  }

  #closed({ item, rest }: ClosedModel, { v, level }: Place, fail: Fail): string {
    const [log, key, member] = [this.#variable("log"), this.#variable("key"), this.#variable("member")];
    const size = this.#variable("size");
    const checked = this.#logging(log, () => this.#check(item, { v, level }, fail));
    const left =
      rest === undefined ? `${fail}\n` : this.#logging("", () => this.#check(rest, { v: member, level }, fail));
    const known = `if (isEvaluated(${log}, ${key})) continue;\n`;
    const outer = this.#log === "" ? "" : entered(this.#log, "ALL");
    return `let ${log};
${checked}if (typeof ${v} === "object" && ${v} !== null) {
if (isArray(${v})) {
const ${size} = ${v}.length;
${arrayGuard(v, size)}for (let ${key} = 0; ${key} < ${size}; ${key}++) {
const ${member} = ${v}[${key}];
${known}${left}}
} else {
if (prototypeOf(${v}) !== objectPrototype) leaveUnlessNull(${v});
for (const ${key} in ${v}) {
const ${member} = hasOwn.call(${v}, ${key}) ? ${v}[${key}] : undefined;
if (${member} === undefined) continue;
${known}${left}}
}
}
${outer}`;
  }

  /** Statements that log evaluated members, if there is a log. */
  #evaluated(keys: readonly unknown[], patterns: readonly unknown[], isAll: boolean): string {
    if (this.#log === "" || (keys.length + patterns.length === 0 && !isAll)) return "";
    return entered(this.#log, isAll ? "ALL" : this.#code.constant({ keys: new Set(keys), patterns, isAll }));
  }

  #object(model: ObjectModel, place: Place, fail: Fail): string {
    const { names, patterns, extra } = model;
    const matchers = patterns.map(({ matches }) => matches);
    const keys = keysOf(model);
    const variables = new Map(keys.read.map((key) => [key, this.#variable("member")]));
    const members = this.#logging("", () => this.#members(model, keys, variables, place, fail));
    const dependent = this.#dependent(model, variables, place, fail);
    return `${members}${dependent}${this.#evaluated(names, matchers, extra !== undefined)}`;
  }

  #members(model: ObjectModel, keys: Keys, variables: ReadonlyMap<string, string>, place: Place, fail: Fail): string {
    const { names, patterns, dispose } = model;
    const { v } = place;
    const areCounted = forbidsOthers(model) && patterns.length + dispose.size === 0;
    // Comparing few keys takes less time than listing all.
    const areCompared = areCounted && names.length <= MAX_COMPARED;
    const present = this.#variable("present");
    const rest = areCounted && !isLimited(model) ? "" : this.#otherKeys(model, present, place, fail);
    const counts = (areCounted && !areCompared) || keys.wide.length > 0 || rest.includes(present);
    const first: string[] = [];
    const later: string[] = [];
    // Defaults come last: they may be functions of the caller.
    const filled = [...keys.dropped, ...keys.read, ...keys.wide].map((key) => this.#missing(model, key, place, fail));
    for (const key of keys.read) {
      const variable = variables.get(key) as string;
      const { soon, late } = this.#member(model, key, { v: variable, level: place.level }, counts ? present : "", fail);
      first.push(`const ${variable} = ${read(model, key, v)};\n${soon}`);
      later.push(late);
    }
    const parts = keys.parts.map((some) => this.#part(model, some, place, fail));
    const wide = keys.wide.length === 0 ? "" : this.#wideMembers(model, keys.wide, present, place, fail);
    const required = names.filter((key) => !mayMiss(model, key)).length;
    const isSame = [...keys.read, ...keys.wide].every((key) => !mayMiss(model, key));
    const begin = counts ? `${isSame ? "const" : "let"} ${present} = ${required};\n` : "";
    const hasOthers = `hasOthers(${v}, ${this.#code.constant(new Set(names))})`;
    const counted = `if (namesOf(${v}).length !== ${present} && ${hasOthers}) ${fail}\n`;
    const closed = areCompared ? this.#noOthers(names, place, hasOthers, fail) : areCounted ? counted : "";
    return [
      opening(place, fail, keys.read.length + keys.parts.length > 0),
      begin,
      ...parts,
      ...first,
      wide,
      closed,
      rest,
      ...later,
      ...filled,
    ].join("");
  }

  /** Statements that fail if an object has a member other than those. */
  #noOthers(names: readonly string[], { v }: Place, hasOthers: string, fail: Fail): string {
    const key = this.#variable("key");
    const isOther = names.map((name) => `${key} !== ${quote(name)}`).join(" && ");
    const test = `if (${hasOthers}) ${fail}\nbreak;\n`;
    return `for (const ${key} in ${v}) ${isOther === "" ? "" : `if (${isOther}) `}{\n${test}}\n`;
  }

  /** Statements about a key whose value is in a variable: those to begin with, and those that take longer. */
  #member(
    model: ObjectModel,
    key: string,
    place: Place,
    present: string,
    fail: Fail,
  ): { readonly soon: string; readonly late: string } {
    const { v } = place;
    const member = model.schema[key] as Checker;
    const test = this.#test(member, place);
    const tested = test === undefined || test === "true" ? "" : `if (!(${test})) ${fail}\n`;
    const code = test === undefined ? this.#check(member, place, fail) : "";
    if (!mayMiss(model, key)) {
      // What is counted has to be there before the count is compared.
      const isAsked = this.#refusesAbsent(member) && (code === "" || present === "");
      const isThere = isAsked ? "" : `if (${v} === undefined) ${fail}\n`;
      return { soon: `${isThere}${tested}`, late: code };
    }
    const count = present === "" ? "" : `${present}++;\n`;
    const soon = `${tested}${count}`;
    return {
      soon: soon === "" ? "" : `if (${v} !== undefined) {\n${soon}}\n`,
      late: code === "" ? "" : `if (${v} !== undefined) {\n${code}}\n`,
    };
  }

  /** Statements that fail if a key is missing and has no default that is valid. */
  #missing(model: ObjectModel, key: string, place: Place, fail: Fail): string {
    const { schema, optional, defaults } = model;
    const isDropped = model.dispose.has(key);
    if (!defaults.has(key)) return isDropped && !optional.has(key) ? `${fail}\n` : "";
    const leaf = rulesOf(schema[key] as Checker);
    const value = defaults.get(key);
    const isConstant = Object(value) !== value && typeof value !== "bigint" && value !== undefined;
    if (isConstant && leaf !== undefined && quickOf(leaf)(value) !== FAILED) return "";
    const isMissing = isDropped ? "" : `${read(model, key, place.v)} === undefined && `;
    if (this.#isAhead) return `if (${isMissing}!bail()) ${fail}\n`;
    return `if (${isMissing}!fills(${this.#code.constant(model)}, ${quote(key)}, depth + ${place.level}, state)) ${fail}\n`;
  }

  /** The verdict is false if the value is undefined. */
  #refusesAbsent(member: Checker): boolean {
    const { kind } = this.#conditionOf(member);
    if (kind !== "leaf") return kind === "object" || kind === "list" || kind === "tuple";
    const { when, isInexact, ...model } = this.#code.modelOf(member, "value") as LeafCode;
    return !isInexact && when !== "" && !("only" in model && model.only === undefined);
  }

  /** Some keys of an object that must be there, in a function of their own. */
  #part(model: ObjectModel, keys: readonly string[], { v, level }: Place, fail: Fail): string {
    const members = keys.map((key) => model.schema[key] as Checker);
    const weight = Math.min(MAX_WEIGHT, this.#weightOf(members, keys.length));
    const write = (): string =>
      this.#roomy(() =>
        keys
          .map((key) => {
            const variable = this.#variable("member");
            const { soon, late } = this.#member(model, key, { v: variable, level: 0 }, "", "return false;");
            return `const ${variable} = ${readOwn(key, "value")};\n${soon}${late}`;
          })
          .join(""),
      );
    return `if (!${this.#function(weight, () => undefined, write)}(${v}, depth + ${level})) ${fail}\n`;
  }

  /** Many keys that may be missing. An object usually has few of them, and the time depends on those. */
  #wideMembers(model: ObjectModel, keys: readonly string[], present: string, place: Place, fail: Fail): string {
    const { v, level } = place;
    const [all, index, member, kind] = ["names", "index", "member", "kind"].map((word) => this.#variable(word));
    // Most members are of few kinds.
    const kinds = new Map<string, number>();
    const kindOf = new Map<string, number>();
    const [variables, labels] = [this.#variables, this.#labels];
    let most = variables;
    for (const key of keys) {
      this.#variables = variables;
      this.#labels = labels;
      const whole = this.#check(model.schema[key] as Checker, { v: member as string, level }, fail);
      const check = model.skipsNull(key) ? `if (${member} !== null) {\n${whole}}\n` : whole;
      most = Math.max(most, this.#variables);
      const number = kinds.get(check) ?? kinds.size;
      kinds.set(check, number);
      kindOf.set(key, number);
    }
    this.#variables = most;
    this.#labels = labels + keys.length;
    const cases = [...kinds].map(([check, number]) => `case ${number}: {\n${check}break;\n}\n`);
    return `const ${all} = namesOf(${v});
for (let ${index} = 0; ${index} < ${all}.length; ${index}++) {
const ${kind} = ${this.#code.constant(kindOf)}.get(${all}[${index}]);
if (${kind} === undefined) continue;
const ${member} = ${v}[${all}[${index}]];
if (${member} === undefined) continue;
${present}++;
switch (${kind}) {
${cases.join("")}}
}
`;
  }

  /** The keys that are not in the schema, and the number of all keys. */
  #otherKeys(model: ObjectModel, present: string, place: Place, fail: Fail): string {
    const { names, extra, patterns, keys, lengths, dispose } = model;
    const { v, level } = place;
    const [key, member, size] = [this.#variable("key"), this.#variable("other"), this.#variable("size")];
    const [isMatched, known] = [this.#variable("isMatched"), this.#variable("known")];
    const ofKey = keys === undefined ? "" : this.#check(keys, { v: key, level }, fail);
    const all = [...new Set([...names, ...dispose])] as string[];
    const isKnown =
      all.length > MAX_COMPARED
        ? `${this.#code.constant(new Set(all))}.has(${key})`
        : all.map((one) => `${key} === ${quote(one)}`).join(" || ");
    const ofOther = extra
      ? extra.map((one, index) => this.#check(one, { v: index === 0 ? key : member, level }, fail)).join("")
      : forbidsOthers(model)
        ? `${fail}\n`
        : "";
    const countsMatches = patterns.length > 0 && (ofOther !== "" || (patterns.length > 1 && this.#countsWork));
    const found = countsMatches ? `${isMatched} = true;\n` : "";
    const ofPatterns = patterns.map(({ matches, validator }, index) => {
      // The validator of the key, or of a pattern before, has tested the value too.
      const isAgain = [...(all.length > 0 ? [isKnown] : []), ...(index > 0 ? [isMatched] : [])].join(" || ");
      const check = this.#counted(isAgain !== "", this.#check(validator, { v: member, level }, fail), isAgain);
      return `if (${this.#code.constant(matches)}(${key})) {\n${check}${found}}\n`;
    });
    const isOther = [
      ...(patterns.length > 0 ? [`!${isMatched}`] : []),
      ...(all.length > 0 ? [`!(${isKnown})`] : []),
    ].join(" && ");
    const matched = countsMatches ? `let ${isMatched} = false;\n` : "";
    const rest = ofOther === "" ? "" : isOther === "" ? ofOther : `if (${isOther}) {\n${ofOther}}\n`;
    const body = `${ofKey}${matched}${ofPatterns.join("")}${rest}`;
    const limits = isOutside(lengths, size);
    if (body === "" && limits === "") return "";
    // Those about all members see hidden ones by the check only.
    const isAboutAll = names.length > 0 && (ofKey !== "" || patterns.length > 0 || limits !== "");
    const ofSchema = `${this.#code.constant(new Set(names.filter((one) => !dispose.has(one))))}.has(${key})`;
    const [begin, see, end] = isAboutAll
      ? [`let ${known} = 0;\n`, `if (${ofSchema}) ${known}++;\n`, `if (${known} !== ${present}) bail();\n`]
      : ["", "", ""];
    const [count, counted] = limits === "" ? ["", ""] : [`let ${size} = 0;\n`, `${size}++;\n`];
    const wrong = limits === "" ? "" : `if (${limits}) ${fail}\n`;
    return `${count}${begin}for (const ${key} in ${v}) {
const ${member} = hasOwn.call(${v}, ${key}) ? ${v}[${key}] : undefined;
if (${member} === undefined) continue;
${counted}${see}${body}}
${end}${wrong}`;
  }

  /** The rules of the whole object. */
  #dependent(
    { rules, dependent_schemas, schema }: ObjectModel,
    variables: ReadonlyMap<string, string>,
    place: Place,
    fail: Fail,
  ): string {
    const { v } = place;
    // Keys without a validator count if they are listed.
    const isPresent = (key: string): string => {
      const variable = variables.get(key) ?? (Object.hasOwn(schema, key) ? readOwn(key, v) : undefined);
      return variable === undefined ? `isListed(${v}, ${quote(key)})` : `${variable} !== undefined`;
    };
    const code: ObjectVerdictWriter = {
      fail,
      isPresent,
      whenPresent: (all) => {
        // The keys of the schema have been read. Of others there may be many.
        const known = all.filter(([key]) => variables.has(key));
        const others = all.filter(([key]) => !variables.has(key));
        const tested = others.length > MAX_TESTED ? known : all;
        const found = others.length > MAX_TESTED ? this.#byKey(others, v) : "";
        return `${tested.map(([key, statements]) => `if (${isPresent(key)}) {\n${statements}}\n`).join("")}${found}`;
      },
      check: (validator) => this.#counted(true, this.#check(validator, place, fail)),
    };
    const all = [...rules, ...(dependent_schemas ? [dependent_schemas] : [])];
    return all.map((rule) => objectPartsOf(rule).verdict?.(rule as never, code)).join("");
  }

  /** Finds, for each key of an object, the statements that run because of it. */
  #byKey(all: readonly Statements[], v: string): string {
    const key = this.#variable("key");
    const places = new Map(all.map(([key], place) => [key, place]));
    const cases = all.map(([, statements], place) => `case ${place}: {\n${statements}break;\n}\n`);
    return `for (const ${key} in ${v}) {
if (!hasOwn.call(${v}, ${key}) || ${v}[${key}] === undefined) continue;
switch (${this.#code.constant(places)}.get(${key})) {
${cases.join("")}}
}
`;
  }

  #array(condition: ListModel | TupleModel, place: Place, fail: Fail): string {
    const { v } = place;
    const [size, index, item] = ["size", "index", "item"].map((word) => this.#variable(word)) as [
      string,
      string,
      string,
    ];
    const names: ItemNames = { v, size, index, item };
    const isList = condition.kind === "list";
    const first = isList ? condition.prefix : condition.items;
    const items = this.#logging("", () => this.#items(condition, first, names, place.level, fail));
    const code: ArrayVerdictWriter = {
      ...{ fail, array: v, size },
      countMatches: (validator) => this.#countMatches(validator, names, place.level),
    };
    const testOf = (rule: AnyArrayRule): string => `if (!${this.#code.constant(rule)}.test(${v})) bail();\n`;
    const rules = isList
      ? condition.rules.map((rule) => arrayPartsOf(rule).verdict?.(rule as never, code) ?? testOf(rule))
      : [];
    return `${items}${rules.join("")}${this.#evaluated([...first.keys()], [], isList ? evaluatesRest(condition) : condition.rest !== undefined)}`;
  }

  #items(
    condition: ListModel | TupleModel,
    first: readonly Checker[],
    names: ItemNames,
    level: number,
    fail: Fail,
  ): string {
    const { v, size, item } = names;
    const isList = condition.kind === "list";
    const minlen = isList ? condition.minlen : condition.least;
    const maxlen = isList || condition.rest !== undefined ? (condition as ListModel).maxlen : first.length;
    // Defaults are validated too.
    const filled = isList ? 0 : condition.filled;
    const others = isList ? condition.item : condition.rest;
    const limits = isOutside({ minlen, maxlen }, size);
    const wrong = limits === "" ? "" : `if (${limits}) ${fail}\n`;
    const firsts = first.map((one, index) => {
      const body = this.#check(one, { v: item, level }, fail);
      const given = index < filled ? "" : `if (${size} > ${index}) `;
      return body === "" ? "" : `${given}{\nconst ${item} = ${v}[${index}];\n${body}}\n`;
    });
    const rest = others ? eachItem(names, first.length, this.#check(others, { v: item, level }, fail)) : "";
    return `if (!isArray(${v})) ${fail}
const ${size} = ${v}.length;
${arrayGuard(v, size)}${wrong}${firsts.join("")}${rest}`;
  }

  #countMatches(item: Checker, names: ItemNames, level: number): ReturnType<ArrayVerdictWriter["countMatches"]> {
    const [count, indexes] = [this.#variable("count"), this.#variable("indexes")];
    const log = this.#log;
    const note = log === "" ? "" : `${indexes}.add(${names.index});\n`;
    const attempt = this.#logging("", () => this.#attempt(item, { v: names.item, level }, `${count}++;\n${note}`));
    const begin = log === "" ? "" : `const ${indexes} = new Set();\n`;
    const end = log === "" ? "" : entered(log, `{ keys: ${indexes}, patterns: [], isAll: false }`);
    return { count, code: `let ${count} = 0;\n${begin}${this.#counted(true, eachItem(names, 0, attempt))}`, end };
  }
}

/** More than one step may accept a value, and only one must. */
function isExclusive({ exclusive, steps }: ChoiceModel): boolean {
  if (!exclusive) return false;
  const types = steps.map((step) => typesOf(step as Validator));
  const all = types.flatMap((some) => some ?? []);
  return types.includes(undefined) || new Set(all).size < all.length;
}

/** Keys that are not in the schema are forbidden. */
const forbidsOthers = ({ unknown, extra }: ObjectModel): boolean => unknown === "forbid" && extra === undefined;

/** From so many keys that must be there on, they have functions of their own. */
const MAX_KEYS = 100;
/** How many each has. */
const KEYS_OF_PART = 50;

function keysOf(model: ObjectModel): Keys {
  const { names, dispose } = model;
  const dropped = names.filter((key) => dispose.has(key));
  const kept = dropped.length === 0 ? names : names.filter((key) => !dispose.has(key));
  const gaps = kept.filter((key) => mayMiss(model, key));
  const needed = gaps.length === 0 ? kept : kept.filter((key) => !mayMiss(model, key));
  const isWide = gaps.length >= WIDE;
  const parts: string[][] = [];
  if (needed.length <= MAX_KEYS) return { parts, dropped, read: isWide ? needed : kept, wide: isWide ? gaps : [] };
  for (let from = 0; from < needed.length; from += KEYS_OF_PART) parts.push(needed.slice(from, from + KEYS_OF_PART));
  return { parts, dropped, read: isWide ? [] : gaps, wide: isWide ? gaps : [] };
}

const mayMiss = ({ optional, defaults }: ObjectModel, key: string): boolean => optional.has(key) || defaults.has(key);

const isLimited = ({ keys, lengths }: ObjectModel): boolean => keys !== undefined || lengths.isGiven;

/** The steps of a choice by the value of a key that all of them have. */
interface TaggedSteps {
  readonly key: string;
  readonly steps: ReadonlyMap<unknown, Checker>;
}

const isTag = (tag: unknown): boolean => typeof tag === "string" || typeof tag === "boolean";

/** The steps by the value of a key, if no other value selects one. */
function tagsIn({ discriminator, tags, steps }: ChoiceModel): TaggedSteps | undefined {
  if (tags === undefined || discriminator === undefined) {
    const tag = steps.length > 1 ? commonTag(steps) : undefined;
    if (tag === undefined || !steps.every((step) => conditionOf(step).kind === "object")) return undefined;
    return { key: tag.key, steps: new Map(steps.map((step, index) => [tag.values[index], step])) };
  }
  const isUsual =
    (tags.missing ?? tags.nullable) === undefined &&
    // Those of unions by the same key inside it, too.
    [...tags.steps].every(([tag, step]) => isTag(tag) && conditionOf(step).kind === "object") &&
    tags.converting.every(({ member }) => isPlain(member));
  return isUsual ? { key: discriminator, steps: tags.steps } : undefined;
}

/** Statements that fail unless a value is an object, and leave one that is not plain to the check. */
function opening({ v, isObject }: Place, fail: Fail, reads: boolean): string {
  if (isObject) return "";
  // A property that all hidden classes have from the same object: V8 knows the prototype then.
  const read = reads ? `${v}.constructor;\n` : "";
  return `if (typeof ${v} !== "object" || ${v} === null || isArray(${v})) ${fail}
${read}if (prototypeOf(${v}) !== objectPrototype) leaveUnlessNull(${v});
`;
}

/** The items behind the first count as evaluated. */
function evaluatesRest({ evaluates, item }: ListModel): boolean {
  const leaf = rulesOf(item);
  return evaluates || leaf === undefined || !takesAny(leaf);
}

/** The variables of an array, its length, an index and an item. */
type ItemNames = Readonly<Record<"v" | "size" | "index" | "item", string>>;

/** A loop over the items from an index on. */
const eachItem = ({ v, size, index, item }: ItemNames, from: number, body: string): string =>
  body === ""
    ? ""
    : `for (let ${index} = ${from}; ${index} < ${size}; ${index}++) {\nconst ${item} = ${v}[${index}];\n${body}}\n`;

/** Leaves arrays that are not ordinary, or too long, to the check; `size` is the variable of the length. */
const arrayGuard = (v: string, size: string): string =>
  `if (prototypeOf(${v}) !== arrayPrototype || typeof ${size} !== "number" || ${size} >>> 0 !== ${size} || (state.work += ${size}) > ${MOST_WORK}) bail();\n`;

/** A statement that adds an entry to a log of evaluated members, which is a linked list. */
const entered = (log: string, evaluated: string): string => `${log} = { evaluated: ${evaluated}, next: ${log} };\n`;

/** Ends the call if most of the work was wasted: the check remembers outcomes. */
const wasted = (before: string): string =>
  `if ((state.waste += state.work - ${before}) > 5000 + 2 * state.work) bail();\n`;
