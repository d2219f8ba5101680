/** The error of a compiled validator, and its issues. */
import type { Alternative, Condition } from "../core/errors/issue.ts";
import { type Arrange, type Failure, pathOf, type Texts } from "./report.ts";
import { messageOf } from "./texts.ts";

/** One failure, as the library describes it. There are no places in the text. */
export interface CompiledIssue {
  readonly code: string;
  readonly path: (string | number)[];
  /** The path as a JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly params?: object;
  /** The step of a union that the issue belongs to, as in the library. */
  readonly alternative?: Alternative;
  /** Why the rule applies to the value, as in the library. */
  readonly condition?: Condition;
}

/** What a report has, as far as issues need it. */
export interface Collected {
  readonly failures: readonly Failure[];
  /** There were more. */
  readonly truncated: boolean;
  readonly unions: { readonly arrange: Arrange } | undefined;
}

/** The failures of an error, for `fromCompiled` of the library, which has the same symbol. */
const FAILURES: unique symbol = Symbol.for("validlib.failures");

/** As `Error`, whose stack takes longer than all the rest: an error that is thrown gets one then. */
// biome-ignore lint/complexity/useArrowFunction: an arrow function makes no objects
const Stackless = /*#__PURE__*/ Object.assign(function () {}, {
  prototype: Error.prototype,
}) as unknown as ErrorConstructor;

/** Why a value is refused. */
export class CompiledError extends Stackless {
  readonly #collected: Collected;
  readonly #texts: Texts;
  #issues: readonly CompiledIssue[] | undefined;

  constructor(collected: Collected, texts: Texts) {
    super();
    this.#collected = collected;
    this.#texts = texts;
  }

  /** @internal */
  get [FAILURES](): readonly Failure[] {
    return this.#collected.failures;
  }

  // One for all: a property of each error takes time.
  override get name(): string {
    return "ValidationError";
  }

  override get message(): string {
    return this.issues.map(({ pointer, message }) => (pointer && `${pointer}: `) + message).join("\n");
  }

  /** All failures, in the order in which they were found. */
  get issues(): readonly CompiledIssue[] {
    const { failures, truncated, unions } = this.#collected;
    this.#issues ??= (unions?.arrange(failures, truncated, this.#texts) ?? failures).map((failure) => {
      const { code, expected, actual, more, write } = failure;
      const path = pathOf(failure);
      let pointer = "";
      for (const key of path as string[])
        pointer += `/${/[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key}`;
      const message = messageOf(failure, this.#texts);
      return { code, path, pointer, message, expected, actual, ...more, ...write.more?.(failure, this.#texts) };
    });
    return this.#issues;
  }
}
