import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Port } from "../../src/engines/native/addon.ts";
import { Memory } from "../../src/engines/native/memory.ts";
import { Head } from "../../src/engines/native/tape.ts";
import { longTest } from "../support/long.ts";

test("bytes in memory that another thread makes grow meanwhile are as many as they were", () => {
  const growable = new (SharedArrayBuffer as new (size: number, options: object) => SharedArrayBuffer)(100_000, {
    maxByteLength: 10_000_000,
  });
  const bytes = new Uint8Array(growable);
  bytes.fill(32);
  let attached: Uint8Array | undefined;
  // Room is made between reading the length and copying: that is when the other thread comes in here.
  const port = {
    attachTape: () => true,
    attachText(text: Uint8Array): boolean {
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

describe("memory of a large text", () => {
  const MiB = 1024 * 1024;
  /** The sizes of the arrays that are attached, and how often others were. */
  let sizes: { text: number; integers: number; numbers: number };
  let attached: number;
  let released: number;
  let initial: typeof sizes;
  let memory: Memory;

  beforeEach(() => {
    vi.useFakeTimers();
    attached = released = 0;
    sizes = { text: 0, integers: 0, numbers: 0 };
    const port: Partial<Port> = {
      attachText({ byteLength }) {
        sizes.text = byteLength;
        return ++attached > 0;
      },
      attachTape(integers, numbers) {
        Object.assign(sizes, { integers: integers.byteLength, numbers: numbers.byteLength });
        return ++attached > 0;
      },
      release: () => void released++,
    };
    memory = new Memory(port as Port);
    initial = { ...sizes };
  });
  afterEach(() => void vi.useRealTimers());

  /** Reads a text of so many bytes; true if the memory for it was not there. */
  function read(size: number): boolean {
    const before = attached;
    expect(memory.loadBytes(new Uint8Array(size), size)).toBe(size);
    expect(memory.reserveTape(size)).toBe(true);
    memory.trim();
    return attached > before;
  }

  test("is kept for the next one, and given back when none has come for a second", () => {
    expect(read(10)).toBe(false);
    expect(read(24 * MiB)).toBe(true);
    expect(Object.values(sizes).every((size) => size > 4 * MiB)).toBe(true);
    vi.advanceTimersByTime(999);
    expect(read(20 * MiB)).toBe(false);
    vi.advanceTimersByTime(999);
    expect([sizes.text > 4 * MiB, released]).toEqual([true, 0]);
    vi.advanceTimersByTime(1);
    expect([sizes, released]).toEqual([initial, 1]);
    expect(vi.getTimerCount()).toBe(0);
    // From then on it is as it was at first.
    expect(read(24 * MiB)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect([sizes, released]).toEqual([initial, 2]);
  });

  test("is given back too where only the addon has some, after a second", () => {
    expect(read(10)).toBe(false);
    memory.integers[Head.large] = 1;
    expect(read(10)).toBe(false);
    expect(released).toBe(0);
    vi.advanceTimersByTime(1000);
    expect([sizes, released, memory.integers[Head.large]]).toEqual([initial, 1, 0]);
  });

  test("is given back at once where no timer may be set, as in Cloudflare Workers while they start", () => {
    vi.spyOn(globalThis, "setTimeout").mockImplementation(() => {
      throw new Error("Disallowed operation called within global scope");
    });
    expect(read(24 * MiB)).toBe(true);
    expect([sizes, released]).toEqual([initial, 1]);
    vi.restoreAllMocks();
  });

  test("is kept for no timer when it is small", () => {
    expect(read(1 * MiB)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  longTest("is given back at once when it is more than any text of the default limit takes", () => {
    expect(read(65 * MiB)).toBe(true);
    expect([sizes, released]).toEqual([initial, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
