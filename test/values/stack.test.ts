import { expect, test } from "vitest";
import { hasRoom, hasRoomAt, type Recursion, unstacked, withinStack } from "../../src/values/stack.ts";

/** The results of a function on the way to the end of the stack, and back: the last ones come where it ends. */
function onTheWay<T>(act: (level: number) => T): T[] {
  const results: T[] = [];
  const descend = (level: number): void => {
    results.push(act(level));
    descend(level + 1);
  };
  try {
    descend(0);
  } catch {
    // It is used up.
  }
  return results;
}

test("there is room at the start, and none at the end", () => {
  const results = onTheWay(() => hasRoom());
  expect([results.at(0), results.at(-1)]).toEqual([true, false]);
  expect(results.indexOf(false)).toBe(results.lastIndexOf(true) + 1);
});

test("some levels do not look", () => {
  const results = onTheWay((level) => hasRoomAt(level));
  expect(results.slice(-100).filter(Boolean)).toHaveLength(75);
});

test("what uses up the stack ends with the error that is asked for, any other error is left", () => {
  const recur = (): number => 1 + recur();
  expect(() => withinStack(recur, () => new TypeError("too deep"))).toThrow("too deep");
  const failing = (): never => {
    throw new RangeError("Invalid array length");
  };
  expect(() => withinStack(failing, () => new TypeError("too deep"))).toThrow("Invalid array length");
  expect(withinStack(() => 5, Error)).toBe(5);
});

test.each([
  [new RangeError("Maximum call stack size exceeded"), "too deep"],
  [new Error("too much recursion, as Firefox says"), "too deep"],
  [new Error("Is there too much recursion?"), "Is there too much recursion?"],
])("%s ends with %j", (error, message) => {
  const recur = (): never => {
    throw error;
  };
  expect(() => withinStack(recur, () => new Error("too deep"))).toThrow(new Error(message));
});

test("a recursion without the stack is as deep as it likes, and ends with what is thrown", () => {
  function* sum(n: number): Recursion<number> {
    if (n === 0) return 0;
    if (n < 0) throw new TypeError("negative");
    return n + (yield sum(n - 1));
  }
  expect(unstacked(sum(200_000))).toBe((200_000 * 200_001) / 2);
  expect(() => unstacked(sum(0.5))).toThrow("negative");
});
