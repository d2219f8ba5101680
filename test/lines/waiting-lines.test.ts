/** Lines whose validator waits for async functions, as values and in batches. */
import { describe, expect, test, vi } from "vitest";
import { AllOf, Check, Dict, Int } from "../../src/index.ts";
import { all } from "../support/all.ts";

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

/** A validator of numbers from 0 that waits for the test, and what it does. */
function waitingInt() {
  const answers: (() => void)[] = [];
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const validator = AllOf(
    Int({ min: 0 }),
    Check((value: number) => begun.push(value) > 0),
    Check(
      async (value: number) => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => answers.push(resolve));
        running--;
        if (value === 13) throw new Error("not this one");
        return value % 2 === 1;
      },
      { async: true },
    ),
  );
  return { validator, answers, begun, most: () => most };
}

/** Answers all calls, the last one first, until the promise is settled. */
async function answered<T>(answers: (() => void)[], promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    await turns();
    for (const answer of answers.splice(0).reverse()) answer();
  }
  return promise;
}

const TEXT = "1\n\n2\n   99999\nx\n3\n-4\n5";
const OPTIONS = { maxLineBytes: 5, concurrency: 3 };

describe("lines whose validator waits", () => {
  test("are in order, whatever their functions take, and skip blank ones", async () => {
    const { validator, answers, most } = waitingInt();
    const results = await answered(answers, all(validator.lines(TEXT, OPTIONS)));
    expect(results.map(({ line, offset, ok }) => `${line} @${offset} ${ok}`)).toEqual([
      "1 @0 true",
      "3 @3 false",
      "4 @5 false",
      "5 @14 false",
      "6 @16 true",
      "7 @18 false",
      "8 @21 true",
    ]);
    expect(most()).toBeLessThanOrEqual(3);
  });

  test("are batches in order too", async () => {
    const { validator, answers, most } = waitingInt();
    const [batch] = await answered(answers, all(validator.batches(TEXT.replace(/5$/, "5\n"), OPTIONS)));
    expect(batch).toMatchObject({ values: [1, 3, 5], line: 1, lines: 8, offset: 0, bytes: 23 });
    expect(batch?.issues.map(({ line }) => line)).toEqual([3, 4, 5, 7]);
    expect(most()).toBeGreaterThan(1);
  });

  test("are begun when so many wait as may run at once", async () => {
    const { validator, answers, begun } = waitingInt();
    const lines = validator.lines("1\n3\n5\n7\n9\n", { concurrency: 2 });
    const first = answered(answers, lines.next());
    expect((await first).value).toMatchObject({ value: 1 });
    expect(Math.max(...begun)).toBeLessThanOrEqual(5);
    await lines.return();
  });

  test("have bytes that do not change, if the caller uses the memory again", async () => {
    for (const kind of ["lines", "batches"] as const) {
      const { validator, answers } = waitingInt();
      const memory = new TextEncoder().encode("1\n");
      const read = all<unknown>(validator[kind]([memory]));
      await turns();
      memory.fill(0x78);
      const [result] = await answered(answers, read);
      expect(result).toMatchObject(kind === "lines" ? { ok: true } : { issues: [] });
    }
  });

  test.each(["lines", "batches"] as const)("throw what their functions throw, as %s, once", async (kind) => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const { validator, answers } = waitingInt();
    const read = all<unknown>(validator[kind]("1\n13\n13\n") as AsyncGenerator<unknown>);
    await expect(answered(answers, read)).rejects.toThrow("not this one");
    await turns();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("throw it while the source waits", async () => {
    const { validator, answers } = waitingInt();
    async function* source() {
      yield "13\n";
      await new Promise(() => {});
    }
    await expect(answered(answers, validator.lines(source()).next())).rejects.toThrow("not this one");
  });

  test.each(["lines", "batches"] as const)("are not called any more when the loop over %s ends", async (kind) => {
    const { validator, answers, begun } = waitingInt();
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
    const closed = vi.fn();
    function* source() {
      try {
        for (;;) yield "1\n".repeat(5000);
      } finally {
        closed();
      }
    }
    const items: AsyncGenerator<unknown> = validator[kind](source(), { signal, concurrency: 2 });
    const first = items.next();
    await turns();
    const ended = items.throw(new Error("enough"));
    const both = Promise.allSettled([first, ended]);
    if (kind === "lines") await answered(answers, first);
    else signal.dispatchEvent(new Event("abort"));
    await both;
    const { length } = begun;
    for (const answer of answers.splice(0)) answer();
    await turns();
    expect(begun).toHaveLength(length);
    expect(closed).toHaveBeenCalledTimes(1);
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });

  test("have errors in the words of the call, which say nothing of a secret", async () => {
    const told = Check((value, fail) => fail({ message: `not ${value}` }), { secret: true });
    const validator = Dict({ pin: told, id: Check(async () => true, { async: true }) });
    const errorOf = async (options: object) => {
      const [result] = await all(validator.lines('{"pin": 1234, "id": 1}', options));
      return result?.ok === false ? result.error : undefined;
    };
    const error = await errorOf({});
    expect(error?.issues).toMatchObject([{ pointer: "/pin", message: "Value is not valid." }]);
    expect(String(error)).not.toContain("1234");
    expect((await errorOf({ formatter: () => [["pin", "said so"]] }))?.issues).toMatchObject([{ message: "said so" }]);
    const fine = Check(async () => true, { async: true }).lines("1", { formatter: () => [["", "said so"]] });
    expect(await all(fine)).toMatchObject([{ ok: true, value: 1 }]);
  });

  test("have a source", async () => {
    await expect(
      waitingInt()
        .validator.lines(5 as never)
        .next(),
    ).rejects.toThrow("source should be a stream");
  });
});
