/** Each beginning of random texts, beside the text as a whole and other ends of it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonDecodeError, ValidationError } from "../../src/exc.ts";
import type { Result, Validator } from "../../src/index.ts";
import { documents } from "../support/arbitraries.ts";
import { expectEqual } from "../support/equal.ts";
import { sweep } from "../support/sweep.ts";
import { endings } from "./endings.ts";
import { structured } from "./schemas.ts";

type Found = ValidationError | undefined;

const errorOf = (result: Result<unknown>): Found => (result.ok ? undefined : result.error);

/** What errors are about, apart from the value, which may have had less of its text. */
const about = (error: Found): string[] => [...(error ?? [])].map((one) => `${one.name} ${one.formatContext()}`);

/** All that is told of an error. */
const told = (error: Found): unknown =>
  error && {
    errors: [...error].map(String),
    places: [...error].map(({ offset, line, column }) => [offset, line, column]),
  };

const isReadable = (validator: Validator): boolean => {
  try {
    validator.safeJson("null");
    return true;
  } catch {
    return false;
  }
};
const readable = fc.oneof(
  structured,
  documents.filter(([validator]) => isReadable(validator)),
);

test("an error of the beginning of a text is one of each text that begins with it, and a valid text has none", () => {
  fc.assert(
    fc.property(readable, fc.infiniteStream(fc.nat()), ([validator, text], random) => {
      const whole = errorOf(validator.safeJson(text));
      const reader = validator.partialReader();
      let before: string[] = [];
      for (let end = 1; end < text.length; end++) {
        const error = reader.push(text[end - 1] as string).error;
        const found = about(error);
        expect(about(whole), text.slice(0, end)).toEqual(expect.arrayContaining(found));
        // Beside what is new.
        if (found.join() === before.join()) continue;
        before = found;
        for (const ending of endings(text.slice(0, end), () => random.next().value as number)) {
          const other = errorOf(validator.safeJson(text.slice(0, end) + ending));
          expect(about(other), text.slice(0, end) + ending).toEqual(expect.arrayContaining(found));
        }
      }
    }),
    { numRuns: sweep(150, 4000) },
  );
});

test("at the end the outcome is that of the whole text, wherever its parts end, as text and as bytes", () => {
  fc.assert(
    fc.property(readable, fc.array(fc.nat({ max: 12 })), fc.boolean(), ([validator, text], cuts, asBytes) => {
      const source = asBytes ? new TextEncoder().encode(text) : text;
      const reader = validator.partialReader();
      let at = 0;
      for (const length of cuts) {
        reader.push(source.slice(at, at + length));
        at += length;
        expect(reader.value).toEqual(validator.partialJson(source.slice(0, at)).value);
        // A text that has not ended is refused when that is first asked: there may be more of it now.
        expectEqual(about(reader.error), about(validator.partialJson(source.slice(0, at)).error));
      }
      reader.push(source.slice(at));
      const whole = validator.safeJson(source);
      const ended = reader.end();
      expect(ended.ok).toBe(whole.ok);
      if (ended.ok && whole.ok) expectEqual(ended.value, whole.value);
      expectEqual(told(errorOf(ended)), told(errorOf(whole)));
      expect(reader.complete).toBe(true);
    }),
    { numRuns: sweep(120, 3000) },
  );
});

test("what is no JSON is refused at its place, as soon as it is read, and the reason is that of the whole", () => {
  const broken = fc
    .tuple(readable, fc.nat(), fc.constantFrom("", "x", '"', "]", "}", ",", ":", "0", "-", "\\", "\u0001", "t"))
    .map(([[validator, text], at, wrong]) => {
      const place = at % (text.length + 1);
      return [validator, text.slice(0, place) + wrong + text.slice(place + 1)] as const;
    });
  fc.assert(
    fc.property(broken, ([validator, text]) => {
      const whole = errorOf(validator.safeJson(text)) as JsonDecodeError | undefined;
      const reader = validator.partialReader();
      for (let end = 0; end < text.length; end++) {
        const { error } = reader.push(text[end] as string);
        const isRefused = error?.name === "JsonDecodeError";
        if (whole?.name === "JsonDecodeError") {
          expect(isRefused, `${text} ${end}`).toBe(end >= (whole.offset as number));
          if (isRefused) expectEqual(told(error), told(whole));
        } else expect(isRefused).toBe(false);
      }
      expectEqual(told(errorOf(reader.end())), told(whole));
    }),
    { numRuns: sweep(120, 3000) },
  );
});
