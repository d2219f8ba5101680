import { expect, test } from "vitest";
import {
  firstArg,
  memberArgs,
  onlyParams,
  type ReadArgs,
  schemaArg,
  secondArg,
  valueArg,
} from "../../src/core/params/args.ts";
import { flag } from "../../src/core/params/shared.ts";
import { isValidator } from "../../src/core/validator.ts";
import { Int, Str } from "../../src/index.ts";

const owner = { name: "Owner", params: { schema: flag, nullable: flag } };
const [int, str] = [Int(), Str()];
const item = firstArg("item", isValidator);
const items = memberArgs("items");
const value = valueArg("value");
const itemAndValue = secondArg("item", "value");
const schema = schemaArg("schema");

test.each<[string, ReadArgs, unknown[], Record<string, unknown>]>([
  ["onlyParams", onlyParams, [], {}],
  ["onlyParams", onlyParams, [{ min: 1 }], { min: 1 }],
  ["firstArg", item, [int], { item: int }],
  ["firstArg", item, [int, { min: 1 }], { item: int, min: 1 }],
  ["firstArg", item, [{ item: int, min: 1 }], { item: int, min: 1 }],
  ["memberArgs", items, [], { items: [] }],
  ["memberArgs", items, [int, str], { items: [int, str] }],
  ["memberArgs", items, [int, str, { min: 1 }], { items: [int, str], min: 1 }],
  ["memberArgs", items, [[int, str], { min: 1 }], { items: [int, str], min: 1 }],
  ["memberArgs", items, [{ items: [int], min: 1 }], { items: [int], min: 1 }],
  ["secondArg", itemAndValue, [int, 1], { item: int, value: 1 }],
  ["secondArg", itemAndValue, [int, undefined, { alias: "one" }], { item: int, value: undefined, alias: "one" }],
  ["secondArg", itemAndValue, [int], { item: int }],
  ["secondArg", itemAndValue, [{ item: int, value: 1 }], { item: int, value: 1 }],
  ["secondArg", itemAndValue, [5, 1], { item: 5, value: 1 }],
  ["valueArg", value, [], {}],
  ["valueArg", value, [undefined], { value: undefined }],
  ["valueArg", value, [{ value: 1 }], { value: { value: 1 } }],
  ["valueArg", value, [1, { alias: "one" }], { value: 1, alias: "one" }],
  ["schemaArg", schema, [], {}],
  ["schemaArg", schema, [{}], { schema: {} }],
  ["schemaArg", schema, [{ a: int }], { schema: { a: int } }],
  ["schemaArg", schema, [{ a: int }, { nullable: true }], { schema: { a: int }, nullable: true }],
  ["schemaArg", schema, [{ schema: { a: int }, nullable: true }], { schema: { a: int }, nullable: true }],
  ["schemaArg, of a key that is called as a parameter is", schema, [{ schema: int }], { schema: { schema: int } }],
  ["schemaArg, where parameters follow", schema, [{ nullable: true }, {}], { schema: { nullable: true } }],
])("%s(%#)", (_name, readArgs, args, params) => {
  expect(readArgs(args, owner)).toEqual(params);
});

test.each<[string, ReadArgs, unknown[]]>([
  ["onlyParams", onlyParams, [5]],
  ["firstArg", item, [5]],
  ["firstArg", item, [int, 5]],
  ["memberArgs", items, [5]],
  ["memberArgs", items, [int, 5]],
  ["valueArg", value, [1, 5]],
  ["schemaArg", schema, [{}, 5]],
])("%s refuses parameters that are no object (%#)", (_name, readArgs, args) => {
  expect(() => readArgs(args, owner)).toThrow(new TypeError("Owner parameters should be an object"));
});
