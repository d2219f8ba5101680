import { afterEach, describe, expect, test } from "vitest";
import { Report } from "../../src/core/report/report.ts";
import { isChecking, reportAround, setRunning } from "../../src/core/report/running.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import { AllOf, Any, Check, Int, List, Transform, Validator } from "../../src/index.ts";

const { mode } = execution;
afterEach(() => {
  setRunning(undefined);
  execution.mode = mode;
});

describe("what runs a check", () => {
  test("is nothing outside of calls", () => {
    expect([isChecking(), reportAround()]).toEqual([false, undefined]);
  });

  test("is the innermost report that is open", () => {
    const outer = new Report().resume();
    const inner = new Report().resume();
    expect(reportAround()).toBe(inner);
    inner.close();
    expect(reportAround()).toBe(outer);
    outer.close();
    expect(isChecking()).toBe(false);
  });

  test("makes its report for who asks for it, not for who asks whether a check is running", () => {
    const report = new Report();
    let made = 0;
    setRunning({
      asReport() {
        made++;
        return report;
      },
    });
    expect([isChecking(), made]).toEqual([true, 0]);
    expect([reportAround(), made]).toEqual([report, 1]);
  });
});

describe.each(["check", "compiled"] as const)("what runs a check of the caller's (%s)", (one) => {
  const seen: boolean[] = [];
  const look = (): boolean => seen.push(isChecking()) > 0;

  test.each<[string, () => void]>([
    ["a function that accepts", () => void AllOf(Any(), Check(look))(1)],
    [
      "a function that refuses",
      () =>
        void AllOf(
          Any(),
          Check(() => !look()),
        ).safe(1),
    ],
    [
      "a function that asks a validator",
      () =>
        void AllOf(
          Any(),
          Check(() => Int().is("x") || look()),
        )(1),
    ],
    [
      "a function whose validator throws",
      () =>
        void AllOf(
          Any(),
          Transform(() => look() && Int()("x")),
        ).safe(1),
    ],
    [
      "a function that breaks",
      () =>
        expect(
          AllOf(
            Any(),
            Check(() => look() && missing()),
          ),
        ).toThrow("mine"),
    ],
    [
      "a class",
      () =>
        void new (class extends Validator {
          override check(): unknown {
            return look();
          }
        })()(1),
    ],
  ])("is known while it runs, and forgotten after it: %s", (_name, act) => {
    execution.mode = one;
    act();
    expect(seen.splice(0)).toEqual([true]);
    expect([isChecking(), reportAround()]).toEqual([false, undefined]);
  });

  test("is no check between them", () => {
    execution.mode = one;
    expect(List(Int())([1])).toEqual([1]);
    expect(isChecking()).toBe(false);
  });
});

function missing(): never {
  throw new RangeError("mine");
}
