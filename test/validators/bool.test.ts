import { describe } from "vitest";
import { Bool } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows, unchanged } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='boolean', actual='${actual}')>`;
const NAMES = "['1', 'true', 'yes', 'y', 'on', '0', 'false', 'no', 'n', 'off']";

describe("Bool", () => {
  describe("accepts booleans as they are", () => {
    unchanged(Bool(), [true, false]);
    unchanged(Bool({ coerce_str: true, coerce_int: true }), [true, false]);
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [Bool(), null, type("null")],
      [Bool({ nullable: true }), null, { value: null }],
      [Bool({ nullable: true }), undefined, type("undefined")],
    ]);
  });

  describe("accepts the names of true and false, in any case, with coerce_str", () => {
    const coerce = Bool({ coerce_str: true });
    rows([
      ...["1", "true", "yes", "y", "on", "TRUE", "Yes"].map((name) => [coerce, name, { value: true }] as const),
      ...["0", "false", "no", "n", "off", "FALSE", "oFF"].map((name) => [coerce, name, { value: false }] as const),
      [coerce, "Maybe", `<OptionsError(expected=${NAMES}, actual='maybe')>`],
      [coerce, " true", `<OptionsError(expected=${NAMES}, actual=' true')>`],
      [coerce, "", `<OptionsError(expected=${NAMES}, actual='')>`],
      [coerce, 1, type("integer")],
      [Bool(), "true", type("string")],
      [Bool({ coerce_int: true }), "1", type("string")],
    ]);
  });

  describe("accepts integers with coerce_int", () => {
    const coerce = Bool({ coerce_int: true });
    rows([
      [coerce, 0, { value: false }],
      [coerce, -0, { value: false }],
      [coerce, 1, { value: true }],
      [coerce, -3, { value: true }],
      [coerce, 0n, { value: false }],
      [coerce, 2n ** 70n, { value: true }],
      [coerce, 0.5, type("number")],
      [coerce, Number.NaN, type("number")],
      [Bool(), 1, type("integer")],
      [Bool({ coerce_str: true }), 0n, type("bigint")],
    ]);
  });

  describe("refuses what is not a boolean", () => {
    rows([
      [Bool(), [], type("array")],
      [Bool(), Object(true), type("instance")],
      [Bool({ coerce_str: true, coerce_int: true }), {}, type("object")],
    ]);
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(Bool, [
      [[], "<Bool()>", {}],
      [
        [{ coerce_int: true, coerce_str: true, nullable: true }],
        "<Bool(nullable=true, coerce_str=true, coerce_int=true)>",
        { nullable: true, coerce_str: true, coerce_int: true },
      ],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Bool, [
      [[{ coerce_str: "1" }], TypeError, "Bool.coerce_str should be of type boolean or integer or null"],
      [[{ coerce_int: 1.5 }], TypeError, "Bool.coerce_int should be of type boolean or integer or null"],
      [[{ coerce: true }], TypeError, "Bool got an unexpected parameter 'coerce'"],
    ]);
  });
});
