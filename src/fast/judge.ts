/** Decides, for each validator, when calls with JavaScript values are judged by generated code. */
import type { Checker } from "../schemas/checker.ts";
import type { Compiled } from "./compile.ts";
import { UNJUDGED, values } from "./mode.ts";

/** Steps that a validator takes until code is generated for it: about a thousand calls with a small object. */
const HOT = 20_000;
/** With each validator that code has been generated for, the next has to take a little more. */
const HOTTER = 1.05;
/** How often code is generated anew for a validator, when aliases mean something else. */
const MAX_COMPILED = 10;

type Compile = (root: Checker) => Compiled | undefined;

/** Undefined where no code may be generated. */
let generate: Compile | undefined;
let hot = HOT;

/** Allows to generate code. */
export function useCompiler(compile: Compile): void {
  generate = compile;
}

/** What is known of one validator. */
export class Judge {
  compiled: Compiled | undefined;
  #steps = 0;
  #times = 0;

  /** The code for a call, if there is any. */
  codeFor(root: Checker): Compiled | undefined {
    if (this.compiled === undefined && values.mode === "compiled") this.#generate(root);
    return values.mode === "check" ? undefined : this.compiled;
  }

  /** Counts a call that took so many steps; after many, code is generated. */
  warm(root: Checker, steps: number): void {
    this.#steps += steps;
    if (this.#steps >= hot && values.mode === "auto") this.#generate(root);
  }

  #generate(root: Checker): void {
    this.#steps = 0;
    if (generate === undefined || this.#times === MAX_COMPILED) return;
    this.#times++;
    hot *= HOTTER;
    const compiled = generate(root);
    this.compiled = values.mode === "compiled" && compiled !== undefined ? counted(compiled) : compiled;
  }

  /** The code did not judge a call. If that is so as aliases have changed, it is of no more use. */
  cool(): void {
    if (this.compiled?.isStale()) this.compiled = undefined;
  }
}

/** Counts the calls that the code has judged. */
function counted(compiled: Compiled): Compiled {
  const count = (result: unknown): unknown => {
    if (result !== UNJUDGED) values.answered++;
    return result;
  };
  return {
    ...compiled,
    value: (x, limits) => count(compiled.value(x, limits)),
    verdict: (x, limits) => count(compiled.verdict(x, limits)),
  };
}
