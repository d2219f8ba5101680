/** What a validator class makes of parameters. */
import { expect, test } from "vitest";
import { load, type Validator } from "../../src/index.ts";
import { literal } from "../../src/values/text.ts";

type Arguments = readonly unknown[];
type Make = (...args: never[]) => Validator;

/** Arguments, the text form of the validator, and its dump without `__class__`. */
export type Made = readonly [args: Arguments, text: string, dump: Readonly<Record<string, unknown>>];

/** One test for each row: what is made shows, dumps, loads and compares as it should. */
export function makes(make: Make, table: readonly Made[]): void {
  for (const [args, text, dump] of table) {
    test(`${make.name}(${args.map(literal).join(", ")}) is ${text}`, () => {
      const validator = make(...(args as never[]));
      expect(String(validator)).toBe(text);
      expect(validator.dump()).toStrictEqual({ __class__: make.name, ...dump });
      expect(load(validator.dump()).equals(validator)).toBe(true);
      expect(validator.clone()).not.toBe(validator);
      expect(validator.clone().equals(validator)).toBe(true);
    });
  }
}

/** Arguments, and the class and the message of the error that refuses them. */
export type Refused = readonly [args: Arguments, errorClass: new (...args: never[]) => Error, message: string];

/** One test for each row. */
export function refuses(make: Make, table: readonly Refused[]): void {
  for (const [args, errorClass, message] of table) {
    test(`${make.name}(${args.map(literal).join(", ")}) throws ${errorClass.name}: ${message}`, () => {
      expect(thrown(() => make(...(args as never[])))).toStrictEqual([errorClass, message]);
    });
  }
}

/** Class and message of what a function throws. */
export function thrown(act: () => unknown): [unknown, string] | undefined {
  try {
    act();
  } catch (error) {
    return [(error as Error).constructor, (error as Error).message];
  }
  return undefined;
}
