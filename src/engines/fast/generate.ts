/** Generates the code for a validator, and creates functions from it. */
import { escaped, jsonText } from "../../core/encode/text.ts";
import type { Limits } from "../../core/report/limits.ts";
import { FAILED } from "../../core/report/report.ts";
import { isChecking } from "../../core/report/running.ts";
import { isAsync } from "../../core/schemas/async.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { targetsIn } from "../../core/schemas/graph.ts";
import { instances } from "../../core/schemas/registry.ts";
import { define, present } from "../../values/define.ts";
import { codePoints, isPlainObject, lists, ownValue } from "../../values/input.ts";
import { hidesNamed, withUnlisted } from "../../values/mapping.ts";
import { Call } from "./call.ts";
import { Code } from "./code.ts";
import { generated, isCodeForbidden } from "./generator-errors.ts";
import { laterMembers } from "./later.ts";
import { execution, NOT_HANDLED } from "./mode.ts";
import { VerdictCode } from "./verdict.ts";
import { verdictCalls } from "./verdict-calls.ts";
import { grown } from "./wide.ts";

/** An entry point of generated code. Returns NOT_HANDLED for a call that it does not handle. */
export type Run = (x: unknown, limits: Limits | undefined) => unknown;

/** The entry points that have been written so far. */
export interface Entries {
  value: Run | undefined;
  verdict: Run | undefined;
  text: Run | undefined;
}

/** The generated code of a validator, which runs in place of its check. */
export interface GeneratedCode extends Entries {
  readonly call: Call;
  /** Returns whether aliases have changed their meaning. */
  isStale(): boolean;
  /** @returns undefined if that is not possible. */
  write(form: keyof Entries): Run | undefined;
}

/** Captured now, because the caller may change the properties of Object.prototype. */
const { hasOwnProperty: hasOwn } = Object.prototype;

/** The text of a value that is valid. */
const textOf = (value: unknown): unknown => (value === FAILED ? FAILED : jsonText(value));
const unquoted = (value: unknown): unknown => (value === FAILED ? FAILED : escaped(value as string));

/**
 * Generates code for a validator.
 * @returns undefined if the runtime forbids code generation, the code would be too long, or there is nothing to gain.
 */
export function generate(root: Checker): GeneratedCode | undefined {
  if (isCodeForbidden() || isAsync(root)) return undefined;
  const texts = { escaped, textOf, unquoted };
  const objects = { define, grown, hasOwn, hidesNamed, isPlainObject, ownValue, present, withUnlisted };
  const functions = { ...texts, ...objects, codePoints, isChecking, laterMembers, lists };
  const environment = { ...functions, ...verdictCalls, FAILED, NOT_HANDLED, instances, version: instances.version };
  const targets = targetsIn(root);
  const isStale = (): boolean => {
    if (instances.version === environment.version) return false;
    for (const [alias, target] of targets) if (!instances.has(alias) || instances.get(alias) !== target) return true;
    // Other aliases have changed.
    environment.version = instances.version;
    return false;
  };
  return generated(() => {
    const code = new Code(root);
    let verdicts: VerdictCode | undefined;
    /** Made when it is first needed: it looks at all of a schema. */
    const verdictCode = (): VerdictCode => {
      verdicts ??= new VerdictCode(root, new Code(root));
      return verdicts;
    };
    // The code would only call the check.
    const hasCopy = execution.mode !== "auto" || code.modelOf(root) !== undefined;
    if (!hasCopy && !verdictCode().isPossible) return undefined;
    const call = new Call(root);
    const make = (form: keyof Entries): Run | undefined => {
      if (form === "verdict") return verdictCode().isLeftToCheck ? undefined : verdictCode().link(environment);
      return new Function("constants", "call", "environment", "functions", code.module(root, form))(
        code.constants,
        call,
        environment,
        {},
      );
    };
    return {
      call,
      value: undefined,
      verdict: undefined,
      text: undefined,
      isStale: () => (code.usesAliases || verdicts?.usesAliases === true) && isStale(),
      write: (form) => counted(generated(() => make(form))),
    };
  });
}

/** In tests, counts the calls that it handles. */
function counted(run: Run | undefined): Run | undefined {
  if (execution.mode === "auto" || run === undefined) return run;
  return (x, limits) => {
    const result = run(x, limits);
    if (result !== NOT_HANDLED) execution.answered++;
    return result;
  };
}
