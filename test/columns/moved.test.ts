import { expect, test } from "vitest";
import { moved } from "../../src/columns/moved.ts";

test.each(["with", "without"])("the memory of a buffer moves to another one, %s ArrayBuffer.transfer", (which) => {
  const buffer = new ArrayBuffer(16);
  if (which === "without") Object.defineProperty(buffer, "transfer", { value: undefined });
  const array = new Uint8Array(buffer, 4, 8).fill(7);
  const memory = moved(buffer);
  expect([array.length, buffer.byteLength, memory.byteLength]).toEqual([0, 0, 16]);
  expect([...new Uint8Array(memory, 3, 3)]).toEqual([0, 7, 7]);
});
