/** The limits of calls that wait for functions of the caller's. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { AllOf, Check, Int, List, Tuple } from "../../src/index.ts";

/** Counts how many run at once. */
function counted() {
  const state = { running: 0, most: 0, calls: 0 };
  const check = Check(
    async () => {
      state.calls++;
      state.most = Math.max(state.most, ++state.running);
      await sleep(1);
      state.running--;
      return true;
    },
    { async: true },
  );
  return { state, check };
}
const numbers = Array.from({ length: 100 }, (_, index) => index);

test.each([
  [undefined, 16],
  [1, 1],
  [7, 7],
  [1000, 100],
])("with concurrency %s at most %i run at once", async (concurrency, most) => {
  const { state, check } = counted();
  await List(AllOf(Int(), check)).validateAsync(numbers, { concurrency });
  expect(state).toEqual({ running: 0, most, calls: 100 });
});

test.each([0, -1, 1.5, "3", Number.NaN])("concurrency %s is a TypeError", async (concurrency) => {
  const call = Int().validateAsync(1, { concurrency: concurrency as number });
  await expect(call).rejects.toThrow("concurrency should be a positive integer");
});

test("other limits count too, and unknown ones are a TypeError", async () => {
  const name = AllOf(
    Int(),
    Check(async () => false, { async: true }),
  );
  const { error } = await List(name).safeAsync([1, 2, 3], { maxErrors: 2, concurrency: 2 });
  expect(error).toMatchObject({ length: 2, truncated: true });
  await expect(List(name).safeAsync([], { concurency: 2 } as never)).rejects.toThrow("concurrency");
});

test("a signal ends the call, and nothing more is called", async () => {
  const { state, check } = counted();
  const controller = new AbortController();
  const stop = Check(
    async () => {
      controller.abort(new Error("enough"));
      await sleep(50);
      return true;
    },
    { async: true },
  );
  const validator = Tuple(AllOf(Int(), stop), List(AllOf(Int(), check)));
  const { signal } = controller;
  await expect(validator.validateAsync([1, numbers], { signal, concurrency: 1 })).rejects.toThrow("enough");
  await sleep(60);
  expect(state.calls).toBe(0);
});
