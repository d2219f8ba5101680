import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { ValidationError } from "../../src/exc.ts";
import { AllOf, Check, Dict, Int, type LineResult, type RecordOptions, Str, type Validator } from "../../src/index.ts";
import { readRecordOptions } from "../../src/lines/options.ts";
import { readRowBatches, readRows } from "../../src/lines/rows.ts";
import type { Take } from "../../src/values/one-by-one.ts";

const ids = Dict({ id: Int({ min: 0 }) });
const optionsOf = (validator: Validator, options: Omit<RecordOptions, "format">) =>
  readRecordOptions(validator, { format: "csv", ...options });

const takesOf = (validator: Validator, source: unknown, options: Omit<RecordOptions, "format"> = {}) =>
  readRows<{ id: number }>(validator, source as never, optionsOf(validator, options));

const batchesOf = (validator: Validator, source: unknown, options: Omit<RecordOptions, "format"> = {}) =>
  readRowBatches<{ id: number }>(validator, source as never, optionsOf(validator, options));

const shown = (result: Row): string =>
  `${result.line}@${result.offset} ${result.ok ? result.value.id : result.error.issues.map(({ code }) => code)}`;

/** The results of all rows, one by one. */
async function resultsOf(takes: AsyncIterable<Take<Row>>): Promise<string[]> {
  const results: string[] = [];
  for await (const take of takes) {
    for (let next = take(); next !== undefined; next = take()) results.push(shown(await next));
  }
  return results;
}

/** Batches as texts: the values, what is wrong, and where they are. */
async function shownBatches(batches: ReturnType<typeof batchesOf>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { values, issues, line, lines, offset, bytes } of batches) {
    const wrong = issues.map(({ line, offset, error }) => `${line}@${offset} ${error.issues.map(({ code }) => code)}`);
    all.push([values.map(({ id }) => id), wrong, `${line}+${lines} @${offset}+${bytes}`]);
  }
  return all;
}

/** A schema with a function that the test answers, row by row. */
function waiting() {
  const asked: number[] = [];
  const answers = new Map<number, (isValid: boolean | Promise<boolean>) => void>();
  const check = (id: unknown): Promise<boolean> => {
    asked.push(id as number);
    return new Promise((resolve) => answers.set(id as number, resolve));
  };
  const validator = Dict({ id: AllOf(Int(), Check(check, { async: true })) });
  const answer = (id: number, isValid: boolean | Promise<boolean> = true) => answers.get(id)?.(isValid);
  return { validator: validator as Validator, asked, answer };
}

/** csv-parse holds back the rows that are near the end of what it has got. */
const BLANK = "\n".repeat(30);

type Row = LineResult<{ id: number }>;

/** A signal that is never aborted. */
const listening = (): AbortSignal => new AbortController().signal;

const turn = (): Promise<void> => new Promise(setImmediate);

/** A source of one chunk, which knows whether it has been closed. */
function closing(text: string) {
  const state = { closed: false };
  async function* chunks() {
    try {
      yield text;
    } finally {
      state.closed = true;
    }
  }
  return { source: chunks(), state };
}

describe("the rows of CSV", () => {
  test("are validated one by one, or in batches, without those that are blank", async () => {
    const text = "id\n1\nx\n \n2,3\n4";
    const results = ["1@3 1", "2@5 invalid_type", "4@9 csv_cells", "5@13 4"];
    expect(await resultsOf(takesOf(ids, text))).toEqual(results);
    expect(await shownBatches(batchesOf(ids, text))).toEqual([
      [[1], ["2@5 invalid_type"], "1+3 @3+6"],
      [[4], ["4@9 csv_cells"], "4+2 @9+5"],
    ]);
  });

  test("come in batches of at least 64 kB, the last one of what is left", async () => {
    const row = (id: number, size: number): string => `${id},`.padEnd(size - 1, "x").concat("\n");
    const sizes = [2 ** 15, 2 ** 15, 2 ** 15, 2 ** 15 - 1, 1024, 2 ** 17, 1024];
    const text = `id,text\n${sizes.map((size, id) => row(id, size)).join("")}`;
    const validator = Dict({ id: Int(), text: Str() });
    const batches = await shownBatches(batchesOf(validator, new TextEncoder().encode(text)));
    expect(batches).toEqual([
      [[0, 1], [], `1+2 @8+${2 ** 16}`],
      [[2, 3, 4], [], `3+3 @${8 + 2 ** 16}+${2 ** 16 - 1 + 1024}`],
      [[5], [], `6+1 @${8 + 2 ** 17 - 1 + 1024}+${2 ** 17}`],
      [[6], [], `7+1 @${8 + 2 ** 18 - 1 + 1024}+1024`],
    ]);
  });

  test("have an error of the source after those before it", async () => {
    async function* failing() {
      yield `id\n1\n${BLANK}`;
      throw new Error("gone");
    }
    const takes = takesOf(ids, failing());
    expect(shown((await (await takes.next()).value?.()) as Row)).toBe("1@3 1");
    await expect(takes.next()).rejects.toThrow("gone");
  });

  test("of columns that the schema does not know have an error of their own", async () => {
    const signal = listening();
    await expect(takesOf(ids, "1", { columns: ["other"], signal }).next()).rejects.toThrow(ValidationError);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("leave the source and the signal as soon as nobody reads them", async () => {
    for (const read of [takesOf, batchesOf]) {
      const { source, state } = closing(`id\n1\n${BLANK}`);
      const signal = listening();
      const reader = read(ids, source, { signal });
      await reader.next();
      expect([state.closed, getEventListeners(signal, "abort").length]).toEqual([false, 1]);
      await reader.return();
      expect([state.closed, getEventListeners(signal, "abort").length]).toEqual([true, 0]);
    }
  });

  test("end with the reason of the signal", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const { value: take } = await takesOf(ids, `id\n1\n2\n${BLANK}`, { signal }).next();
    expect(shown((await take?.()) as Row)).toBe("1@3 1");
    controller.abort("enough");
    expect(take).toThrow("enough");
    await expect(batchesOf(ids, "id\n1\n", { signal }).next()).rejects.toBe("enough");
  });
});

describe("the rows of CSV whose schema waits", () => {
  const text = `id\n1\n2,2\n3\n4\n${BLANK}`;
  const results = ["1@3 1", "2@5 csv_cells", "3@9 check", "4@11 4"];

  const first: [concurrency: number, asked: number[]][] = [
    [1, [1]],
    [2, [1]],
    [3, [1, 3]],
    [10, [1, 3, 4]],
  ];

  test("come in order, and as many are read ahead as the call allows", async () => {
    for (const [concurrency, expected] of first) {
      const { validator, asked, answer } = waiting();
      const all = resultsOf(takesOf(validator, text, { concurrency }));
      await turn();
      expect(asked).toEqual(expected);
      for (const id of [4, 3, 1, 3, 4]) {
        answer(id, id !== 3);
        await turn();
      }
      expect(await all).toEqual(results);
    }
  });

  test("come in order in batches", async () => {
    for (const [concurrency, expected] of first) {
      const { validator, asked, answer } = waiting();
      const all = shownBatches(batchesOf(validator, text, { concurrency }));
      await turn();
      expect(asked).toEqual(expected);
      for (const id of [4, 3, 1, 3, 4]) {
        answer(id, id !== 3);
        await turn();
      }
      expect(await all).toEqual([[[1, 4], results.slice(1, 3), expect.any(String)], expect.anything()]);
    }
  });

  test("end with the reason of the signal while they wait, and begin no more", async () => {
    const controller = new AbortController();
    const { validator, asked } = waiting();
    const options = { signal: controller.signal, concurrency: 1 };
    const { value: take } = await takesOf(validator, text, options).next();
    const result = take?.();
    const batch = batchesOf(validator, text, options).next();
    await turn();
    controller.abort("enough");
    await expect(result).rejects.toBe("enough");
    await expect(batch).rejects.toBe("enough");
    expect(take).toThrow("enough");
    expect(asked).toEqual([1, 1]);
  });

  test("call no more functions once nobody reads them", async () => {
    const called: string[] = [];
    let answer = (): void => {};
    const check = (name: string) => {
      const ask = (): Promise<boolean> => {
        called.push(name);
        return new Promise((resolve) => {
          answer = () => resolve(true);
        });
      };
      return Check(ask, { async: true });
    };
    const rows = takesOf(Dict({ a: check("a"), b: check("b") }), `a,b\n1,2\n${BLANK}`, { concurrency: 1 });
    const { value: take } = await rows.next();
    const result = take?.();
    await turn();
    await rows.return();
    answer();
    await expect(result).rejects.toBeUndefined();
    expect(called).toEqual(["a"]);
  });
});
