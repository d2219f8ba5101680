/** The fast path of a member of a container. */
import { expect, test } from "vitest";
import { FAILED } from "../../src/core/report/report.ts";
import { Member } from "../../src/core/rules/member.ts";
import { Any, Bool, Dict, Float, Int, Str, type Validator } from "../../src/index.ts";

/** The member, after the first value, which takes the slow path. */
function memberOf(validator: unknown): Member {
  const member = new Member(validator as Validator as never);
  expect(member.quick(undefined)).toBe(FAILED);
  return member;
}

test.each<[validator: unknown, value: unknown, result: unknown]>([
  [Int(), 5, 5],
  [Int({ nullable: true }), null, null],
  [Int({ nullable: true }), 5, 5],
  [Int(), "5", FAILED],
  [Float(), 0.5, 0.5],
  [Float(), "5", FAILED],
  [Float({ min: 1, multiple_of: 2 }), 3, FAILED],
  [Str(), "a", "a"],
  [Str(), [], FAILED],
  [Str({ strip: true }), " a", "a"],
  [Str({ strip: true, minlen: 1 }), " a", "a"],
  [Str({ minlen: 1, ascii: true }), "\u00e9", FAILED],
  [Bool(), true, true],
  [Bool(), "true", FAILED],
  [Any(), "a", "a"],
  [Dict({}), 0, FAILED],
  [Dict({}), {}, FAILED],
])("of %s gives %o the result %o", (validator, value, result) => {
  const member = memberOf(validator);
  expect([member.quick(value), member.quick(value)]).toEqual([result, result]);
});

test("a member has rules to explain a failure by, unless it has messages of its own", () => {
  const leafOf = (validator: unknown): unknown => {
    const member = memberOf(validator);
    member.quick(1);
    return member.leaf;
  };
  expect(leafOf(Str())).toMatchObject({ kind: "leaf" });
  expect([leafOf(Str({ message: "No." })), leafOf(Dict({}))]).toEqual([undefined, undefined]);
});
