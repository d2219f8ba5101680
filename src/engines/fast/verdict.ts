/**
 * Writes code that returns only whether a value is valid, for validators that have a condition. It has no state but a
 * count of its work, and reads properties as often as validators look at them: those of the schema by their names. For
 * objects and arrays that are not ordinary, and if there is too much work, the call falls back to the check.
 */
import { rulesOf } from "../../core/builtin.ts";
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel, ClosedModel, ConditionalModel } from "../../core/models/steps.ts";
import { typesOf } from "../../core/params/by-type.ts";
import type { ArrayVerdictWriter, ObjectVerdictWriter } from "../../core/rules/container.ts";
import { type AnyArrayRule, arrayPartsOf, objectPartsOf } from "../../core/rules/index.ts";
import { takesAny } from "../../core/rules/leaf.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { reach, resultFormOf } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import type { Ids } from "../../values/ids.ts";
import type { Code } from "./code.ts";
import { type Condition, conditionOf, innerOf, stepsOf, takesNull } from "./conditions.ts";
import { generated, TooMuchCode } from "./generator-errors.ts";
import { quote } from "./literals.ts";
import { readOwn, WIDE } from "./members.ts";
import { verdictCalls } from "./verdict-calls.ts";
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
/** Up to this number, keys with rules are looked for one by one: V8 does not optimize code that is longer. */
const MAX_TESTED = 256;
/** Maximum length of the code. */
const MAX_CODE = 4_000_000;
/** Weight of the validators from which on no more code is written at once: some ten milliseconds of work. */
const MAX_CHUNK = 1000;
/** Maximum schema depth: the check goes on to its own limit. */
const MOST_LEVELS = 480;
/** The bytes of stack of a function, and of each variable: see `code.ts`. */
const STACK = { most: 300_000, frame: 400, variable: 10 };

type Verdict = (x: unknown, f: number) => boolean;

/** The conditions that evaluate no members. */
const WITHOUT_MEMBERS: ReadonlySet<Condition["kind"]> = new Set(["leaf", "check", "like"]);

/** Statements that leave the surrounding code because the value is invalid. */
type Fail = string;

/** A value, and where it is. */
interface Place {
  /** The variable. */
  readonly v: string;
  /** The levels of the schema around it, in the function. */
  readonly level: number;
}

/** What runs if an object has a key. */
type Statements = readonly [key: string, statements: string];

export class VerdictCode {
  /** All validators have conditions. Otherwise there is no module. */
  readonly isPossible: boolean;
  readonly #root: Checker;
  readonly #code: Code;
  readonly #conditions = new Map<Checker, Condition>();
  /** Those that have a function, because they occur several times, or contain themselves. */
  readonly #shared = new Set<Checker>();
  readonly #weights = new Map<Checker, number>();
  /** The number of tests, where one that occurs several times counts each time. */
  readonly #sizes = new Map<Checker, number>();
  /** The indexes of functions in the table; with a log of evaluated members, there is another. */
  readonly #ids = { plain: new Map<Checker, number>(), logging: new Map<Checker, number>() };
  readonly #table: Verdict[] = [];
  /** What all chunks share. */
  readonly #state = { work: 0, waste: 0, levels: MOST_LEVELS, ids: undefined as Ids | undefined, log: undefined };
  #environment: object = {};
  /** The functions of the current chunk. */
  readonly #chunk = new Set<number>();
  #chunkWeight = 0;
  /** The variable with the log of evaluated members of the value, for a Closed around it; empty if there is none. */
  #log = "";
  #functions: string[] = [];
  /** A validator contains itself. */
  #isRecursive = false;
  /** A validator may test a value many times, as one that contains itself may: the work has to be counted. */
  #countsWork = false;
  /** Aliases were looked up: the code is valid as long as they mean the same. */
  usesAliases = false;
  #length = 0;
  /** The remaining weight of the current function. */
  #room = 0;
  #variables = 0;
  #mostVariables = 0;
  #labels = 0;

  constructor(root: Checker, code: Code) {
    this.#root = root;
    this.#code = code;
    this.isPossible = resultFormOf(root) === "input" && this.#collect(root, new Set());
    this.#countsWork = this.#isRecursive || (this.#sizes.get(root) ?? 1) > MAX_SIZE;
  }

  /**
   * Creates the function for outermost calls. Code beyond the first chunk is written when it is first called.
   * @param environment what the code calls.
   */
  link(environment: object): (x: unknown) => unknown {
    this.#environment = environment;
    const run = this.#functionOf(this.#root);
    const stale = this.usesAliases ? " || instances.version !== E.version" : "";
    return this.#compiled(`return function (x) {
if (isChecking()${stale}) return NOT_HANDLED;
S.work = S.waste = 0;
try {
return ${run}(x, 0);
} catch (error) {
if (isUnhandled(error)) return NOT_HANDLED;
throw error;
} finally {
S.ids = S.log = undefined;
}
};`) as (x: unknown) => unknown;
  }

  /** Compiles the functions of a chunk, and what follows them. */
  #compiled(end: string): unknown {
    const own = [...this.#chunk].map((id) => `F[${id}] = f${id};\n`);
    const code = [...this.#functions, ...own, end].join("");
    const constants = [...new Set(code.match(/\bK\d+\b/g))].map((name) => `const ${name} = K[${name.slice(1)}];\n`);
    this.#functions = [];
    this.#chunk.clear();
    this.#chunkWeight = 0;
    const levels = Math.floor(STACK.most / (STACK.frame + STACK.variable * this.#mostVariables));
    this.#state.levels = Math.min(this.#state.levels, levels);
    const module = `"use strict";
const { getPrototypeOf: protoOf, getOwnPropertyNames: namesOf } = Object;
const { isArray } = Array, { isInteger } = Number, OP = Object.prototype, AP = Array.prototype;
const { NOT_HANDLED, codePoints, hasOwn, instances, isChecking, ownValue } = E;
const { ALL, bail, hasDuplicates, isEvaluated, isLike, hasOthers, holds, isUnhandled, leaveUnlessNull } = E;
${constants.join("")}${code}`;
    const { constants: K } = this.#code;
    return new Function("K", "E", "S", "F", module)(K, this.#environment, this.#state, this.#table);
  }

  /**
   * Finds the conditions of all validators, and those that need a function.
   * @returns false if one has no condition.
   */
  #collect(validator: Checker, around: Set<Checker>): boolean {
    if (around.has(validator)) {
      this.#isRecursive = true;
      this.#shared.add(validator);
      return true;
    }
    const known = this.#conditions.get(validator);
    if (known !== undefined) {
      if ((this.#weights.get(validator) ?? 1) > MAX_REPEATED) this.#shared.add(validator);
      return true;
    }
    const condition = conditionOf(validator);
    if (condition === undefined) return false;
    this.#conditions.set(validator, condition);
    if (condition.kind === "check") return [...reach(validator).keys()].every((one) => conditionOf(one) !== undefined);
    if (condition.kind === "reference") this.usesAliases = true;
    around.add(validator);
    const parts = innerOf(condition);
    const haveConditions = parts.every((part) => this.#collect(part, around));
    around.delete(validator);
    const own = condition.kind === "object" ? condition.names.length : 1;
    const weight = parts.reduce((sum, part) => sum + this.#weightIn(part), own);
    this.#weights.set(validator, weight);
    this.#sizes.set(
      validator,
      parts.reduce((sum, part) => sum + (this.#sizes.get(part) ?? 1), own),
    );
    return haveConditions;
  }

  /** The weight of a part of the code: that of a call if it has a function. */
  #weightIn(validator: Checker): number {
    return this.#shared.has(validator) ? 1 : (this.#weights.get(validator) ?? 1);
  }

  #conditionOf(validator: Checker): Condition {
    return this.#conditions.get(validator) as Condition;
  }

  /** The function `(x, f)` of a validator: f is the schema depth of the value x. */
  #functionOf(validator: Checker): string {
    const isLogging = this.#log !== "";
    const ids = isLogging ? this.#ids.logging : this.#ids.plain;
    const known = ids.get(validator);
    if (known !== undefined) return this.#chunk.has(known) ? `f${known}` : `F[${known}]`;
    const id = this.#table.length;
    ids.set(validator, id);
    this.#table.push(this.#late(id, validator, isLogging));
    if (this.#chunkWeight > MAX_CHUNK) return `F[${id}]`;
    this.#write(id, validator, isLogging);
    return `f${id}`;
  }

  /** A function that writes the code for itself when it is called. */
  #late(id: number, validator: Checker, isLogging: boolean): Verdict {
    return (...args) => {
      const compiled = generated(() => {
        this.#write(id, validator, isLogging);
        return this.#compiled(`return f${id};`) as Verdict;
      });
      this.#table[id] = compiled ?? verdictCalls.bail;
      return (this.#table[id] as Verdict)(...args);
    };
  }

  #write(id: number, validator: Checker, isLogging: boolean): void {
    this.#chunk.add(id);
    this.#chunkWeight += Math.min(MAX_WEIGHT, this.#weights.get(validator) ?? 1);
    const log = isLogging ? "log" : "";
    const [room, variables] = [this.#room, this.#variables];
    this.#room = MAX_WEIGHT;
    this.#variables = 0;
    const body = this.#logging(log, () => this.#composite(validator, { v: "x", level: 0 }, "return false;"));
    this.#mostVariables = Math.max(this.#mostVariables, this.#variables);
    this.#room = room;
    this.#variables = variables;
    const enter = this.#countsWork ? `if (${this.#isRecursive ? "f > S.levels || " : ""}++S.work > 2e6) bail();\n` : "";
    // The log of the caller comes and goes by the state.
    const [begin, end] = isLogging ? ["let log = S.log;\n", "S.log = log;\n"] : ["", ""];
    const code = `function f${id}(x, f) {\n${enter}${begin}${body}${end}return true;\n}\n`;
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

  #variable(): string {
    return `v${this.#variables++}`;
  }

  /** An expression for the verdict, if there is one. */
  #test(validator: Checker, { v, level }: Place): string | undefined {
    const condition = this.#conditionOf(validator);
    if (condition.kind === "leaf") return this.#leafTest(validator, v);
    if (condition.kind === "like") {
      const test = `isLike(${v}, ${this.#code.constant(condition.value)})`;
      return condition.nullable ? `(${v} === null || ${test})` : test;
    }
    if (condition.kind === "check") return `holds(${this.#code.constant(validator)}, ${v}, f + ${level})`;
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
        const tests = (isChoice ? condition.steps : stepsOf(condition)).map((step) => this.#test(step, inner));
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

  #leafTest(validator: Checker, v: string): string {
    const when = (this.#code.modelOf(validator, v) as LeafCode).when || "true";
    // Behind the first step of an AllOf, the check takes a bigint for a number.
    const takesBigint = rulesOf(validator)?.rules.some(({ kind }) => kind === "number") === true;
    return takesBigint ? `(${when} || (typeof ${v} === "bigint" && bail()))` : when;
  }

  #call(validator: Checker, v: string, level: number): string {
    const log = this.#log;
    const call = `${this.#functionOf(validator)}(${v}, f + ${level + 1})`;
    return log === "" ? call : `(((S.log = ${log}), ${call}) && ((${log} = S.log), true))`;
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
    const inner = { v, level: place.level + 1 };
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
          return stepsOf(condition)
            .map((step, index) => this.#counted(index > 0, this.#check(step, inner, fail)))
            .join("");
        case "if":
          return this.#if(condition, inner, fail);
        case "not":
          // A refused value has no evaluated members.
          return this.#logging("", () => this.#attempt(condition.item, inner, `${fail}\n`));
        case "closed":
          return this.#closed(condition, inner, fail);
        default:
          return `if (!(${this.#test(validator, place)})) ${fail}\n`;
      }
    };
    return takesNull(condition) ? `if (${v} !== null) {\n${body()}}\n` : body();
  }

  /**
   * Counts the work of repeated tests as wasted, where they may be repeated on each level of a value.
   * @param when the condition on which the code repeats a test, if it does not always.
   */
  #counted(isRepeated: boolean, code: string, when?: string): string {
    if (!isRepeated || !this.#countsWork || !code.includes("f + ")) return code;
    const before = this.#variable();
    return `const ${before} = S.work;\n${code}${when === undefined ? "" : `if (${when}) `}${wasted(before)}`;
  }

  /** A block that is left by `break` if the value is invalid, and what follows if it is valid. */
  #attempt(validator: Checker, place: Place, then: string): string {
    const label = `L${this.#labels++}`;
    const log = this.#log;
    const code = this.#check(validator, place, `break ${label};`);
    const isCounted = this.#countsWork && code.includes("f + ");
    const [before, mark, isValid] = [this.#variable(), this.#variable(), this.#variable()];
    const counted = isCounted ? [`const ${before} = S.work;\n`, wasted(before)] : ["", ""];
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

  #some({ steps }: ChoiceModel, place: Place, fail: Fail): string {
    if (this.#log !== "") return this.#someLogged(steps, place, fail);
    const tests = steps.map((step) => this.#test(step, place));
    const tested = tests.filter((test) => test !== undefined);
    const others = steps.filter((_, index) => tests[index] === undefined);
    const last = others.pop();
    if (last === undefined) return `if (!(${tested.join(" || ") || "false"})) ${fail}\n`;
    const rest = this.#check(last, place, fail);
    if (others.length === 0) return tested.length === 0 ? rest : `if (!(${tested.join(" || ")})) {\n${rest}}\n`;
    const label = `L${this.#labels++}`;
    const leave = `break ${label};\n`;
    const first = tested.length === 0 ? "" : `if (${tested.join(" || ")}) ${leave}`;
    return `${label}: {\n${first}${others.map((step) => this.#attempt(step, place, leave)).join("")}${rest}}\n`;
  }

  /** Each step that accepts the value may evaluate other members. */
  #someLogged(steps: readonly Checker[], place: Place, fail: Fail): string {
    const isValid = this.#variable();
    const found = `${isValid} = true;\n`;
    const attempts = steps.map((step) => {
      const test = this.#stepTest(step, place);
      return test === undefined ? this.#attempt(step, place, found) : `if (${test}) ${found}`;
    });
    return `let ${isValid} = false;\n${attempts.join("")}if (!${isValid}) ${fail}\n`;
  }

  #exactlyOne({ steps }: ChoiceModel, place: Place, fail: Fail): string {
    const count = this.#variable();
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
    const label = `L${this.#labels++}`;
    const attempt = this.#attempt(condition, place, `${yes}break ${label};\n`);
    return `${label}: {\n${attempt}${no}}\n`;
  }

  #closed({ item, rest }: ClosedModel, { v, level }: Place, fail: Fail): string {
    const [log, q, u, s] = [this.#variable(), this.#variable(), this.#variable(), this.#variable()];
    const checked = this.#logging(log, () => this.#check(item, { v, level }, fail));
    const left = rest === undefined ? `${fail}\n` : this.#logging("", () => this.#check(rest, { v: u, level }, fail));
    const known = `if (isEvaluated(${log}, ${q})) continue;\n`;
    const outer = this.#log === "" ? "" : entered(this.#log, "ALL");
    return `let ${log};
${checked}if (typeof ${v} === "object" && ${v} !== null) {
if (isArray(${v})) {
const ${s} = ${v}.length;
${arrayGuard(v, s)}for (let ${q} = 0; ${q} < ${s}; ${q}++) {
const ${u} = ${v}[${q}];
${known}${left}}
} else {
if (protoOf(${v}) !== OP) leaveUnlessNull(${v});
for (const ${q} in ${v}) {
const ${u} = hasOwn.call(${v}, ${q}) ? ${v}[${q}] : undefined;
if (${u} === undefined) continue;
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

  #object(condition: ObjectModel, place: Place, fail: Fail): string {
    const { names, patterns, extra } = condition;
    const matchers = patterns.map(({ matches }) => matches);
    const isWide = names.length >= WIDE;
    const variables = new Map(isWide ? [] : names.map((key) => [key, this.#variable()]));
    const members = this.#logging("", () =>
      isWide ? this.#wideMembers(condition, place, fail) : this.#members(condition, variables, place, fail),
    );
    const dependent = this.#dependent(condition, variables, place, fail);
    return `${members}${dependent}${this.#evaluated(names, matchers, extra !== undefined)}`;
  }

  #members(condition: ObjectModel, variables: ReadonlyMap<string, string>, place: Place, fail: Fail): string {
    const { schema, optional, patterns, names } = condition;
    const { v } = place;
    const isClosed = forbidsOthers(condition);
    const reads: string[] = [];
    const members: string[] = [];
    const others: string[] = [];
    // Comparing few keys takes less time than listing all.
    const areCompared = isClosed && patterns.length === 0 && names.length <= MAX_COMPARED;
    const areCounted = isClosed && patterns.length === 0 && !areCompared;
    const present = this.#variable();
    for (const key of names) {
      const variable = variables.get(key) as string;
      const member = schema[key] as Checker;
      const inner = { v: variable, level: place.level };
      const test = this.#test(member, inner);
      reads.push(`const ${variable} = ${readOwn(key, v)};\n`);
      if (optional.has(key)) {
        const count = areCounted ? `${present}++;\n` : "";
        if (test === undefined) {
          if (count !== "") members.push(`if (${variable} !== undefined) ${count}`);
          others.push(`if (${variable} !== undefined) {\n${this.#check(member, inner, fail)}}\n`);
        } else if (count === "") {
          if (test !== "true") members.push(`if (${variable} !== undefined && !(${test})) ${fail}\n`);
        } else {
          const refused = test === "true" ? "" : `if (!(${test})) ${fail}\n`;
          members.push(`if (${variable} !== undefined) {\n${refused}${count}}\n`);
        }
      } else {
        members.push(`if (${variable} === undefined) ${fail}\n`);
        if (test === undefined) others.push(this.#check(member, inner, fail));
        else if (test !== "true") members.push(`if (!(${test})) ${fail}\n`);
      }
    }
    const required = names.filter((key) => !optional.has(key)).length;
    const count = areCounted ? `let ${present} = ${required};\n` : "";
    const closed = areCompared
      ? this.#noOthers(names, v, fail)
      : areCounted
        ? `if (namesOf(${v}).length !== ${present} && hasOthers(${v}, ${this.#code.constant(new Set(names))})) ${fail}\n`
        : "";
    const begin = `if (typeof ${v} !== "object" || ${v} === null || isArray(${v})) ${fail}\n`;
    // Behind a read for which all hidden classes are alike, so that V8 knows the prototype.
    const prototype = `${v}.constructor;\nif (protoOf(${v}) !== OP) leaveUnlessNull(${v});\n`;
    const rest = this.#otherKeys(condition, place, fail);
    return [begin, prototype, ...reads, count, ...members, closed, rest, ...others].join("");
  }

  /** The same for many keys. An object usually has few of them, and the time depends on those. */
  #wideMembers(condition: ObjectModel, place: Place, fail: Fail): string {
    const { list, names, optional, patterns, places } = condition;
    const { v, level } = place;
    const [all, j, q, k, u] = Array.from({ length: 5 }, () => this.#variable());
    const [present, needed] = [this.#variable(), this.#variable()];
    const isNeeded = this.#code.constant(Uint8Array.from(names, (key) => (optional.has(key) ? 0 : 1)));
    const cases = list.map((member, index) => {
      const check = this.#check(member, { v: u as string, level }, fail);
      return check === "" ? "" : `case ${index}: {\n${check}break;\n}\n`;
    });
    const hasOthers = `namesOf(${v}).length !== ${present} && hasOthers(${v}, ${this.#code.constant(new Set(names))})`;
    const closed = forbidsOthers(condition) && patterns.length === 0 ? `if (${hasOthers}) ${fail}\n` : "";
    return `if (typeof ${v} !== "object" || ${v} === null || isArray(${v})) ${fail}
if (protoOf(${v}) !== OP) leaveUnlessNull(${v});
const ${all} = namesOf(${v});
let ${present} = 0, ${needed} = 0;
for (let ${j} = 0; ${j} < ${all}.length; ${j}++) {
const ${q} = ${all}[${j}], ${k} = ${this.#code.constant(places)}.get(${q});
if (${k} === undefined) continue;
const ${u} = ${v}[${q}];
if (${u} === undefined) continue;
${present}++;
${needed} += ${isNeeded}[${k}];
switch (${k}) {
${cases.join("")}}
}
if (${needed} !== ${names.filter((key) => !optional.has(key)).length}) ${fail}
${closed}${this.#otherKeys(condition, place, fail)}`;
  }

  /** Statements that fail if an object has a member other than those. */
  #noOthers(names: readonly string[], v: string, fail: Fail): string {
    const q = this.#variable();
    const isOther = names.map((key) => `${q} !== ${quote(key)}`).join(" && ");
    const test = `if (hasOthers(${v}, ${this.#code.constant(new Set(names))})) ${fail}\nbreak;\n`;
    return `for (const ${q} in ${v}) ${isOther === "" ? "" : `if (${isOther}) `}{\n${test}}\n`;
  }

  /** The keys that are not in the schema, and the number of all keys. */
  #otherKeys(condition: ObjectModel, place: Place, fail: Fail): string {
    const { names, extra, patterns, keys, minlen, maxlen } = condition;
    const { v, level } = place;
    const [q, u, n] = [this.#variable(), this.#variable(), this.#variable()];
    const ofKey = keys === undefined ? "" : this.#check(keys, { v: q, level }, fail);
    const isKnown =
      names.length > MAX_COMPARED
        ? `${this.#code.constant(new Set(names))}.has(${q})`
        : names.map((key) => `${q} === ${quote(key)}`).join(" || ");
    const ofOther = extra
      ? extra.map((one, index) => this.#check(one, { v: index === 0 ? q : u, level }, fail)).join("")
      : forbidsOthers(condition) && patterns.length > 0
        ? `${fail}\n`
        : "";
    const isMatched = this.#variable();
    const countsMatches = patterns.length > 0 && (ofOther !== "" || (patterns.length > 1 && this.#countsWork));
    const found = countsMatches ? `${isMatched} = true;\n` : "";
    const ofPatterns = patterns.map(({ matches, validator }, index) => {
      // The validator of the key, or of a pattern before, has tested the value too.
      const isAgain = [...(names.length > 0 ? [isKnown] : []), ...(index > 0 ? [isMatched] : [])].join(" || ");
      const check = this.#counted(isAgain !== "", this.#check(validator, { v: u, level }, fail), isAgain);
      return `if (${this.#code.constant(matches)}(${q})) {\n${check}${found}}\n`;
    });
    const isOther = [
      ...(patterns.length > 0 ? [`!${isMatched}`] : []),
      ...(names.length > 0 ? [`!(${isKnown})`] : []),
    ].join(" && ");
    const matched = countsMatches ? `let ${isMatched} = false;\n` : "";
    const rest = ofOther === "" ? "" : isOther === "" ? ofOther : `if (${isOther}) {\n${ofOther}}\n`;
    const body = `${ofKey}${matched}${ofPatterns.join("")}${rest}`;
    const limits = [minlen && `${n} < ${minlen}`, maxlen !== undefined && `${n} > ${maxlen}`].filter(Boolean);
    if (body === "" && limits.length === 0) return "";
    const [count, counted] = limits.length === 0 ? ["", ""] : [`let ${n} = 0;\n`, `${n}++;\n`];
    const wrong = limits.length === 0 ? "" : `if (${limits.join(" || ")}) ${fail}\n`;
    return `${count}for (const ${q} in ${v}) {
const ${u} = hasOwn.call(${v}, ${q}) ? ${v}[${q}] : undefined;
if (${u} === undefined) continue;
${counted}${body}}
${wrong}`;
  }

  /** The rules of the whole object. */
  #dependent(
    { rules, dependent_schemas }: ObjectModel,
    variables: ReadonlyMap<string, string>,
    place: Place,
    fail: Fail,
  ): string {
    const isPresent = (key: string): string => `${variables.get(key) ?? readOwn(key, place.v)} !== undefined`;
    const code: ObjectVerdictWriter = {
      fail,
      isPresent,
      whenPresent: (all) => {
        // The keys of the schema have been read. Of others there may be many.
        const known = all.filter(([key]) => variables.has(key));
        const others = all.filter(([key]) => !variables.has(key));
        const tested = others.length > MAX_TESTED ? known : all;
        const found = others.length > MAX_TESTED ? this.#byKey(others, place.v) : "";
        return `${tested.map(([key, statements]) => `if (${isPresent(key)}) {\n${statements}}\n`).join("")}${found}`;
      },
      check: (validator) => this.#counted(true, this.#check(validator, place, fail)),
    };
    const all = [...rules, ...(dependent_schemas ? [dependent_schemas] : [])];
    return all.map((rule) => objectPartsOf(rule).verdict?.(rule as never, code)).join("");
  }

  /** Finds, for each key of an object, the statements that run because of it. */
  #byKey(all: readonly Statements[], v: string): string {
    const q = this.#variable();
    const places = new Map(all.map(([key], place) => [key, place]));
    const cases = all.map(([, statements], place) => `case ${place}: {\n${statements}break;\n}\n`);
    return `for (const ${q} in ${v}) {
if (!hasOwn.call(${v}, ${q}) || ${v}[${q}] === undefined) continue;
switch (${this.#code.constant(places)}.get(${q})) {
${cases.join("")}}
}
`;
  }

  #array(condition: ListModel | TupleModel, place: Place, fail: Fail): string {
    const { v } = place;
    const names: ItemNames = { v, s: this.#variable(), i: this.#variable(), u: this.#variable() };
    const isList = condition.kind === "list";
    const first = isList ? condition.prefix : condition.items;
    const items = this.#logging("", () => this.#items(condition, first, names, place.level, fail));
    const code: ArrayVerdictWriter = {
      ...{ fail, array: v, size: names.s },
      countMatches: (validator) => this.#countMatches(validator, names, place.level),
    };
    const testOf = (rule: AnyArrayRule): string => `if (!${this.#code.constant(rule)}.test(${v})) bail();\n`;
    const rules = isList
      ? condition.rules.map((rule) => arrayPartsOf(rule).verdict?.(rule as never, code) ?? testOf(rule))
      : [];
    return `${items}${rules.join("")}${this.#evaluated([...first.keys()], [], isList && evaluatesRest(condition))}`;
  }

  #items(
    condition: ListModel | TupleModel,
    first: readonly Checker[],
    names: ItemNames,
    level: number,
    fail: Fail,
  ): string {
    const { v, s, u } = names;
    const isList = condition.kind === "list";
    const { minlen, maxlen } = isList ? condition : { minlen: first.length, maxlen: first.length };
    const limits = [minlen && `${s} < ${minlen}`, maxlen !== undefined && `${s} > ${maxlen}`].filter(Boolean);
    const wrong = limits.length === 0 ? "" : `if (${limits.join(" || ")}) ${fail}\n`;
    const firsts = first.map((one, index) => {
      const body = this.#check(one, { v: u, level }, fail);
      return body === "" ? "" : `if (${s} > ${index}) {\nconst ${u} = ${v}[${index}];\n${body}}\n`;
    });
    const rest = isList ? eachItem(names, first.length, this.#check(condition.item, { v: u, level }, fail)) : "";
    return `if (!isArray(${v})) ${fail}
const ${s} = ${v}.length;
${arrayGuard(v, s)}${wrong}${firsts.join("")}${rest}`;
  }

  #countMatches(item: Checker, names: ItemNames, level: number): ReturnType<ArrayVerdictWriter["countMatches"]> {
    const [count, indexes] = [this.#variable(), this.#variable()];
    const log = this.#log;
    const note = log === "" ? "" : `${indexes}.add(${names.i});\n`;
    const attempt = this.#logging("", () => this.#attempt(item, { v: names.u, level }, `${count}++;\n${note}`));
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

/** The items behind the first count as evaluated. */
function evaluatesRest({ evaluates, item }: ListModel): boolean {
  const leaf = rulesOf(item);
  return evaluates || leaf === undefined || !takesAny(leaf);
}

/** The variables of an array, its length, an index and an item. */
type ItemNames = Readonly<Record<"v" | "s" | "i" | "u", string>>;

/** A loop over the items from an index on. */
const eachItem = ({ v, s, i, u }: ItemNames, from: number, body: string): string =>
  body === "" ? "" : `for (let ${i} = ${from}; ${i} < ${s}; ${i}++) {\nconst ${u} = ${v}[${i}];\n${body}}\n`;

/** Leaves arrays that are not ordinary, or too long, to the check; `size` is the variable of the length. */
const arrayGuard = (v: string, size: string): string =>
  `if (protoOf(${v}) !== AP || typeof ${size} !== "number" || ${size} >>> 0 !== ${size} || (S.work += ${size}) > 2e6) bail();\n`;

/** A statement that adds an entry to a log of evaluated members, which is a linked list. */
const entered = (log: string, evaluated: string): string => `${log} = { evaluated: ${evaluated}, next: ${log} };\n`;

/** Ends the call if most of the work was wasted: the check remembers outcomes. */
const wasted = (before: string): string => `if ((S.waste += S.work - ${before}) > 5000 + 2 * S.work) bail();\n`;
