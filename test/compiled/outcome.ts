/** What calls of validators come to, as far as a compiled one says it too. */
import type { Validator } from "../../src/index.ts";
import type { CompileOptions } from "../../src/interop/compiled/compile.ts";
import type { Compiled } from "../../src/runtime/index.ts";
import { compiled } from "./evaluate.ts";

/** What a compiled validator and one of the library have in common. */
export interface Calls {
  safe(value: unknown): {
    readonly ok: boolean;
    readonly value?: unknown;
    readonly error?: { readonly issues: readonly object[] } | undefined;
  };
  is(value: unknown): boolean;
}

export interface Outcome {
  readonly value?: unknown;
  readonly issues?: readonly object[];
  readonly thrown?: unknown;
}

const given = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** What an issue of a compiled validator says, too. */
function stated(issue: object): object {
  const { code, path, pointer, message, expected, actual, params, alternative, condition } = issue as Record<
    string,
    unknown
  >;
  return { code, path, pointer, message, expected, actual, ...given({ params, alternative, condition }) };
}

export function outcome(act: () => ReturnType<Calls["safe"]>): Outcome {
  try {
    const result = act();
    return result.ok ? { value: result.value } : { issues: (result.error?.issues ?? []).map(stated) };
  } catch (thrown) {
    return { thrown: String(thrown) };
  }
}

/** The way back, and why a compiled validator may not have it though the library does. */
export interface Encodes {
  encode(value: never): unknown;
  stringify(value: never): string;
}

const NOT_COMPILED = / cannot encode: .*cannot be compiled: /s;

/** What a value is encoded as, and its text; undefined if a compiled validator has no compiled encoder. */
export function encoded(one: Encodes, value: unknown): Outcome | undefined {
  const act = (): Outcome => ({ value: [one.encode(value as never), one.stringify(value as never)] });
  try {
    return act();
  } catch (thrown) {
    const { message } = thrown as Error;
    if (NOT_COMPILED.test(message)) return undefined;
    const { issues } = thrown as { readonly issues?: readonly object[] };
    return issues === undefined ? { thrown: message } : { issues: issues.map(stated) };
  }
}

/** Compiles validators, and counts those that are declined. */
export class Attempts {
  all = 0;
  compiled = 0;
  readonly #reasons = new Map<string, number>();

  /** Undefined if the validator has no compiled form. Other errors than those that say so are thrown again. */
  compile(validator: Validator, options: Pick<CompileOptions, "small"> = {}): Compiled | undefined {
    this.all++;
    try {
      const other = compiled(validator, options);
      this.compiled++;
      return other;
    } catch (error) {
      const reason = reasonOf(error);
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
      return undefined;
    }
  }

  get share(): number {
    return this.compiled / this.all;
  }

  /** Why they were declined, and how often, the most frequent reason first. */
  get declined(): string[] {
    return [...this.#reasons].sort(([, a], [, b]) => b - a).map(([reason, times]) => `${times}: ${reason}`);
  }
}

/** The reason why a validator has no compiled form, without its path. Other errors are thrown again. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !error.message.includes("cannot be compiled: ")) throw error;
  return error.message.replace(/^.*?cannot be compiled: /s, "").replace(/'.*'/, "'…'");
}
