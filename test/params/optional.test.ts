import { expect, test } from "vitest";
import { itemOfOptional } from "../../src/core/params/optional.ts";
import { Dict, Int, Optional, type Validator } from "../../src/index.ts";

test("the item of an Optional is what is not one", () => {
  const item = Int();
  expect(itemOfOptional(Optional(item))).toBe(item);
  expect(itemOfOptional(Optional(Optional(item)))).toBe(item);
  expect(itemOfOptional(item)).toBe(undefined);
  const named = Optional(item, { message: "no" });
  expect(itemOfOptional(named)).toBe(named);
});

test("the members of a schema are read once", () => {
  let reads = 0;
  const schema = {
    get a(): Validator {
      reads++;
      return Optional(Int());
    },
  };
  expect(Dict(schema)({})).toEqual({});
  expect(reads).toBeLessThanOrEqual(2);
});
