/** Writes verdicts: the code that the library generates, with its constants as code. What needs a check has none. */
import { rulesOf } from "../../core/builtin.ts";
import type { NumberRule } from "../../core/rules/number.ts";
import { reach } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import { Code } from "../../engines/fast/code.ts";
import { TooMuchCode } from "../../engines/fast/generator-errors.ts";
import { VerdictCode } from "../../engines/fast/verdict.ts";
import { regexp, scalar } from "../source/values.ts";
import { indented, type Shared, Slow, slow } from "./fast.ts";

/** What the code of verdicts has of the language, by its names there. */
const LANGUAGE: Readonly<Record<string, string>> = {
  prototypeOf: "Object.getPrototypeOf",
  namesOf: "Object.getOwnPropertyNames",
  isArray: "Array.isArray",
  isInteger: "Number.isInteger",
  isSafeInteger: "Number.isSafeInteger",
  objectPrototype: "Object.prototype",
  arrayPrototype: "Array.prototype",
  hasOwn: "Object.prototype.hasOwnProperty",
};

/** What it has of the runtime. */
const RUNTIME = ["bail", "codePoints", "hasDuplicates", "hasOthers", "isListed", "leaveUnlessNull", "ownValue"];

/** Its constants, as code. */
class ConstantCode extends Code {
  readonly #shared: Shared;
  /** The functions of rules. */
  readonly #functions = new Map<unknown, () => string>();

  constructor(root: Validator, shared: Shared) {
    super(root);
    this.#shared = shared;
    for (const one of reach(root).keys()) this.#collect(one as Validator);
  }

  #collect(validator: Validator): void {
    for (const rule of rulesOf(validator)?.rules ?? []) {
      if (rule.kind === "pattern")
        this.#functions.set(rule.test(), () => {
          const pattern = this.#shared.patternOf(validator);
          return this.#shared.constant("isMatch", `(text) => ${this.#shared.use("matches")}(${pattern}, text)`);
        });
      if (rule.kind === "format") this.#functions.set(rule.test(), () => `${this.#shared.formatOf(validator)}.test`);
      if (rule.kind === "number") this.#ofNumber(rule as NumberRule);
    }
  }

  #ofNumber({ isMultiple, limits }: NumberRule): void {
    const { multiple_of } = limits;
    if (isMultiple === undefined || typeof multiple_of === "bigint") return;
    this.#functions.set(isMultiple, () =>
      this.#shared.constant("isMultiple", `${this.#shared.use("multiplesOf")}(${multiple_of})`),
    );
  }

  override constant(value: unknown): string {
    const known = this.#functions.get(value);
    if (known !== undefined) return known();
    if (value instanceof RegExp) return this.#shared.constant("pattern", this.#regexp(value));
    if (!(value instanceof Set)) return slow();
    return this.#shared.constant("keySet", `new Set([${[...value].map((one) => this.#scalar(one)).join(", ")}])`);
  }

  #regexp(value: RegExp): string {
    const doc = regexp(value, this.#shared.names);
    return typeof doc === "string" ? doc : slow();
  }

  #scalar(value: unknown): string {
    const text = typeof value === "bigint" ? undefined : scalar(value, this.#shared.names);
    return typeof text === "string" ? text : slow();
  }
}

const NAMES: readonly string[] = [...Object.keys(LANGUAGE), ...RUNTIME];

/** Gives something of the language, or of the runtime, its name in the code. */
function declared(name: string, shared: Shared): string {
  const value = LANGUAGE[name]?.replace(/^\w+/, (global) => shared.names.global(global)) ?? shared.use(name);
  return value === name ? "" : `const ${name} = ${value};\n`;
}

/** An expression for the verdict of a validator; undefined if there is none. */
export function verdictExpression(validator: Validator, shared: Shared): string | undefined {
  try {
    const source = new VerdictCode(validator, new ConstantCode(validator, shared), true).source();
    if (source === undefined) return undefined;
    const { code, levels } = source;
    const names = NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    const own = names.map((name) => declared(name, shared)).join("");
    const usesLevels = code.includes("state.levels");
    const state = code.includes("state") ? "state" : "";
    const body = indented(laidOut(`${own}${code}`));
    return `${shared.use("verdict")}((${state}) => {\n${body}\n}${usesLevels ? `, ${levels}` : ""})`;
  } catch (error) {
    if (!(error instanceof Slow || error instanceof TooMuchCode)) throw error;
    return undefined;
  }
}

/** Statements with the indentation of their blocks: lines end with the brace that opens one. */
function laidOut(code: string): string {
  let depth = 0;
  const lines = code.split("\n").filter((line) => line !== "");
  return lines
    .map((line) => {
      if (line.startsWith("}")) depth--;
      const text = `${"  ".repeat(Math.max(0, depth))}${line}`;
      if (line.endsWith("{")) depth++;
      return text;
    })
    .join("\n");
}
