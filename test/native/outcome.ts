/** Everything an engine says of a text, and that all engines say the same. */
import { expect } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { pure } from "../../src/core/json/pure.ts";
import type { Tally } from "../../src/engines/native/engine.ts";
import { JsonDecodeError } from "../../src/exc.ts";
import type { JsonLimits, Validator } from "../../src/index.ts";
import { List } from "../../src/index.ts";
import { eager, native } from "./addon.ts";
import { same } from "./same.ts";

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const isWasm = engineInUse().impl === "Wasm";
export const engines = [engineInUse(), ...(eager === undefined ? [] : [eager])];

/** Everything an engine says. */
export function outcome(
  engine: typeof pure,
  validator: Validator,
  source: string | Uint8Array,
  limits?: JsonLimits,
): unknown {
  const result = engine.parse(validator, source, limits);
  const said = result.ok
    ? result.value
    : Array.from(result.error, (error) => {
        const { name, context, offset, line, column } = error;
        const { expected, actual } = error as JsonDecodeError;
        return [name, context, expected, actual, offset, line, column];
      });
  return [result.ok, said, !result.ok && result.error.constructor.name, engine.test(validator, source, limits)];
}

/** All engines say the same, of the text and of its bytes, also in a second call. */
export function expectSame(validator: Validator, text: string, limits?: JsonLimits): void {
  for (const source of [text, encode(text)]) {
    const expected = outcome(pure, validator, source, limits);
    for (const engine of engines) {
      // What a call leaves behind shows in the next.
      for (let call = 0; call < 2; call++) {
        const actual = outcome(engine, validator, source, limits);
        // Called a million times: an assertion that holds takes longer than the outcome.
        if (same(actual, expected)) continue;
        expect(actual).toEqual(expected);
        expect(same(actual, expected)).toBe(true);
      }
    }
  }
}

/**
 * The same; and who answers all of it, where the addon is in use: the addon, alone or with checks, or the pure engine.
 */
export function expectAnswered(by: keyof Tally, validator: Validator, text: string, limits?: JsonLimits): void {
  const used = [native, eager].filter((engine) => engine !== undefined);
  const before = used.map(({ tally }) => ({ ...tally }));
  expectSame(validator, text, limits);
  for (const [index, { tally }] of used.entries()) {
    const was = before[index] as Tally;
    const answers: Tally = {
      native: tally.native - was.native,
      delegated: tally.delegated - was.delegated,
      fellBack: tally.fellBack - was.fellBack,
    };
    // Two sources, two calls, `json` and `isJson` of each.
    const expected = { native: 0, delegated: 0, fellBack: 0, [by]: 8 };
    expect(answers).toEqual(isWasm && isInvalid(validator, text, limits) ? wasmAnswers(by) : expected);
  }
}

/** The same; and where the addon is in use, it never falls back to the pure engine. */
export function expectNoFallback(validator: Validator, text: string, limits?: JsonLimits): void {
  const used = [native, eager].filter((engine) => engine !== undefined);
  const before = used.map(({ tally }) => tally.fellBack);
  expectSame(validator, text, limits);
  // The WebAssembly module has neither failures nor the decimals of numbers with more than 15 digits.
  if (isWasm && (isInvalid(validator, text, limits) || String(validator).includes("multiple_of"))) return;
  const after = used.map(({ tally }) => tally.fellBack);
  if (!same(after, before)) expect([after, text, String(validator)]).toEqual([before, text, String(validator)]);
}

/** The text is JSON, but its value is not valid. */
function isInvalid(validator: Validator, text: string, limits?: JsonLimits): boolean {
  const result = pure.parse(validator, text, limits);
  return !result.ok && !(result.error instanceof JsonDecodeError);
}

/** The module gives the verdict on an invalid text, but TypeScript its errors. */
const wasmAnswers = (by: keyof Tally): Tally => ({ native: 0, delegated: 0, [by]: 4, fellBack: 4 });

/** The same of each text, and of all in a list, with limits on errors and on depth; the addon answers. */
export function expectAnsweredWithin(validator: Validator, texts: readonly string[]): void {
  for (const text of texts) expectAnswered("native", validator, text);
  const all = `[${texts.join()}]`;
  expectAnswered("native", List(validator), all);
  for (const maxErrors of [0, 1, 2, 5]) expectAnswered("native", List(validator), all, { maxErrors });
  for (const maxDepth of [0, 1, 2, 3]) expectSame(List(validator), all, { maxDepth });
}
