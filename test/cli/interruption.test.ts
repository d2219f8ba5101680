import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { INTERRUPTED, Interruption, SIGNALS } from "../../src/cli/interruption.ts";
import { FakeHost } from "./host.ts";

describe("an interruption", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("treats a signal that arrives twice within a second as one, and leaves later ones to the system", () => {
    const host = new FakeHost();
    let count = 0;
    const interruption = new Interruption(host, SIGNALS, () => count++);
    expect(interruption.code).toBeUndefined();
    expect(host.emit("SIGINT", "SIGINT")).toBe(true);
    expect(() => interruption.stop.check()).toThrow(INTERRUPTED);
    vi.advanceTimersByTime(900);
    expect(SIGNALS.map((signal) => host.emit(signal, signal))).toEqual([true, true]);
    expect([interruption.code, count]).toEqual([130, 1]);
    vi.advanceTimersByTime(200);
    expect(SIGNALS.map((signal) => host.emit(signal, signal))).toEqual([false, false]);
  });

  test("leaves all signals to the system once it is over", () => {
    const host = new FakeHost();
    new Interruption(host, SIGNALS, () => {}).close();
    expect(SIGNALS.map((signal) => host.emit(signal, signal))).toEqual([false, false]);
  });
});
