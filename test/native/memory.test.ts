import { expect, test } from "vitest";
import type { Port } from "../../src/native/binding.ts";
import { Memory } from "../../src/native/memory.ts";

test("bytes in memory that another thread makes grow meanwhile are as many as they were", () => {
  const growable = new (SharedArrayBuffer as new (size: number, options: object) => SharedArrayBuffer)(100_000, {
    maxByteLength: 10_000_000,
  });
  const bytes = new Uint8Array(growable);
  bytes.fill(32);
  let attached: Uint8Array | undefined;
  // Room is made between reading the length and copying: that is when the other thread comes in here.
  const port = {
    attach(text: Uint8Array): boolean {
      if (attached !== undefined) (growable as unknown as { grow(size: number): void }).grow(10_000_000);
      attached = text;
      return true;
    },
  };
  const memory = new Memory(port as unknown as Port);
  expect(memory.loadBytes(bytes, 10_000_000)).toBe(100_000);
  expect(bytes.length).toBe(10_000_000);
  expect([attached?.[0], attached?.[99_999], attached?.[100_000]]).toEqual([32, 32, 0]);
});
