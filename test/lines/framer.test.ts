import { describe, expect, test } from "vitest";
import { LineVerdict } from "../../src/core/json/engine.ts";
import type { Issue } from "../../src/index.ts";
import { CsvFramer, type Framer, framerOf } from "../../src/lines/framer.ts";
import type { Long } from "../../src/lines/open-record.ts";
import { Run } from "../../src/lines/run.ts";
import { encode } from "./streams.ts";

const runOf = (text: string, long?: Long, verdict: Run["verdict"] = LineVerdict.valid): Run =>
  new Run(verdict, { bytes: encode(text), offset: 0, ...(long && { long }) }, 0, encode(text).length, 1, 1);

const decode = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString();

/** The file of some records; of some parts of a long one with its size so far, and `true` at its end. */
function fileOf(framer: Framer, records: readonly (string | [part: string, size: number, last?: boolean])[]): string {
  const parts = records.map((one) => {
    if (typeof one === "string") return framer.write(runOf(one));
    const [text, size, last = false] = one;
    return framer.write(runOf(text, { size, last }));
  });
  return decode([...parts.flat(), framer.end()]);
}

describe("records in a file of a format", () => {
  test("are lines as they are", () => {
    expect(framerOf("ndjson")).toBe(undefined);
  });

  test.each<["json" | "json-seq", records: (string | [string, number, boolean?])[], file: string]>([
    ["json", [], "[]\n"],
    ["json", ["1"], "[1]\n"],
    ["json", ["1,"], "[1]\n"],
    ["json", ["1,2,", " 3"], "[1,2, 3]\n"],
    ["json", ["", ""], "[,]\n"],
    // Parts of an item that is too long: the last byte is the comma after it only if it is not of the item.
    [
      "json",
      [
        ["[1,", 3],
        ["2]", 5],
        ["", 5, true],
      ],
      "[[1,2]]\n",
    ],
    ["json", [["[1,", 3], ["2],", 5], ["", 5, true], "3"], "[[1,2],3]\n"],
    ["json", [["[1],", 3], ["", 3, true], "3"], "[[1],3]\n"],
    ["json", ["0,", ["[1,", 3], [",", 3], ["", 3, true], ["[2", 2], ["]", 3], ["", 3, true]], "[0,[1,,[2]]\n"],
    ["json-seq", [], ""],
    ["json-seq", ["1\n"], "\x1e1\n"],
    ["json-seq", ["1\n\x1e", "2\n\x1e3,"], "\x1e1\n\x1e2\n\x1e3,"],
    ["json-seq", [["[1,", 3], ["2]\x1e", 5], ["", 5, true], "3"], "\x1e[1,2]\x1e3"],
  ])("of %s: %j are %j", (format, records, file) => {
    expect(fileOf(framerOf(format) as Framer, records)).toBe(file);
  });
});

describe("rows in a file of CSV", () => {
  const syntax = {
    header: true,
    columns: undefined,
    delimiter: ",",
    quote: '"' as string | undefined,
    escape: '"' as string | undefined,
    encoding: undefined,
    skipBlank: true,
  };
  const framerWith = (changes: Partial<typeof syntax> = {}, reason?: string, header: string | undefined = "a,b\n") =>
    new CsvFramer(() => (header === "" ? undefined : encode(header as string)), { ...syntax, ...changes }, reason);
  const issue = (message: string, name?: string) => ({ message, ...(name && { cell: { name } }) }) as unknown as Issue;
  const bad = (text: string) => runOf(text, undefined, LineVerdict.invalid);

  test("are below the header of their source, once", () => {
    expect(fileOf(framerWith(), ["1,2\n", "3,4"])).toBe("a,b\n1,2\n3,4");
    expect(fileOf(framerWith(), [])).toBe("a,b\n");
    expect(fileOf(framerWith({}, undefined, ""), ["1,2\n"])).toBe("1,2\n");
  });

  test("are as they are without a column for reasons", () => {
    const framer = framerWith();
    expect(decode([...framer.write(bad("1\n"))])).toBe("a,b\n1\n");
    expect(framer.report(bad("1\n"), [issue("no")])).toBe(undefined);
  });

  test("have the reasons in one more column, the bad ones only", () => {
    const framer = framerWith({}, "why");
    expect(decode([...framer.write(bad("1,2\n"))])).toBe('a,b,"why"\n');
    expect(decode([...framer.write(runOf("1,2\n"))])).toBe("1,2\n");
    const cell = (row: string, ...issues: Issue[]) => decode([framer.report(bad(row), issues) as Uint8Array]);
    expect(cell("1,2\n", issue("no", "a"), issue("not this"))).toBe('1,2,"a: no not this"\n');
    expect(cell("1,2\r\n", issue('no "x"\r\n\nhere'))).toBe('1,2,"no ""x"" here"\r\n');
    // The last row of a source may have no end.
    expect(cell("1,2", issue("no"))).toBe('1,2,"no"\n');
    expect(decode([framer.end()])).toBe("");
    expect(fileOf(framerWith({}, "why", ""), [])).toBe("");
  });

  test.each([
    [{ escape: "\\" }, 'a\\,"b"', '1,"a\\\\,\\"b\\""\n'],
    [{ quote: "'", escape: "'" }, 'it\'s "b"', "1,'it''s \"b\"'\n"],
    [{ quote: undefined, escape: undefined, delimiter: ";" }, 'a; "b";c', '1;a  "b" c\n'],
    [{ delimiter: "::" }, "a::b", '1::"a::b"\n'],
  ])("have reasons as %j writes cells", (changes, message, row) => {
    const framer = framerWith(changes, "why");
    expect(decode([framer.report(bad("1\n"), [issue(message)]) as Uint8Array])).toBe(row);
  });
});
