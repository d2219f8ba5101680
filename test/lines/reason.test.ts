/** The reason that a filter of CSV writes behind invalid rows. */
import { expect, test } from "vitest";
import { Dict, type RecordFilterOptions, Str } from "../../src/index.ts";
import { Kept, record } from "./streams.ts";

const named = Dict({ id: Str({ maxlen: 1, message: 'it\'s \\ "bad",\nhere' }) });

test.each<[string, string, Partial<RecordFilterOptions>, valid: string, invalid: string]>([
  ["in quotes", "id\nab\na\n", {}, "id\na\n", 'id,"what"\nab,"id: it\'s \\ ""bad"", here"\n'],
  ["in other quotes", "id\nab", { quote: "'" }, "id\n", "id,'what'\nab,'id: it''s \\ \"bad\", here'\n"],
  [
    "in quotes with an escape of their own",
    "id\nab",
    { quote: "'", escape: "\\" },
    "id\n",
    "id,'what'\nab,'id: it\\'s \\\\ \"bad\", here'\n",
  ],
  ["without quotes", "id\nab\n", { quote: false }, "id\n", 'id,what\nab,id: it\'s \\ "bad"  here\n'],
  ["without a header", "ab\n", { columns: ["id"], header: false }, "", 'ab,"id: it\'s \\ ""bad"", here"\n'],
  ["of no row", "id\na", {}, "id\na", 'id,"what"\n'],
])("is a cell %s", async (_, text, options, good, bad) => {
  const [valid, invalid] = [new Kept(), new Kept()];
  const all = { format: "csv", valid, invalid, reason: "what", ...options } as RecordFilterOptions;
  await named.filterRecords(text, all);
  expect([valid.text, invalid.text]).toEqual([good, bad]);
});

test("an output of the web that fails ends the filter with its reason", async () => {
  const valid = new WritableStream({
    write() {
      throw new Error("full");
    },
  });
  await expect(record.filterLines('{"id":1}\n'.repeat(10), { valid })).rejects.toThrow("full");
});
