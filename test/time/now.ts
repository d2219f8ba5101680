import { onTestFinished, vi } from "vitest";

/** Sets the clock, which stands still until the test ends. */
export function at(iso: string): void {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(iso));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}
