import { afterEach, describe, expect, test } from "vitest";
import { Report } from "../../src/report/report.ts";
import { isChecking, reportAround, setRunning } from "../../src/report/running.ts";

afterEach(() => setRunning(undefined));

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
