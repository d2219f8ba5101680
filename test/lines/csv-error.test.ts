import { describe, expect, test } from "vitest";
import { CheckError } from "../../src/index.ts";
import { csvError } from "../../src/lines/csv-error.ts";
import { de } from "../../src/text/locales/de.ts";

describe("an error of CSV", () => {
  test.each([
    ["csv_cells", { expected: 2000, actual: 1 }, "csv_cells", "Number of cells in the row: expected 2000, got 1."],
    ["csv_cells", { expected: 2 }, "csv_cells", "Number of cells in the row: expected 2."],
    ["csv_no_header", undefined, "csv_header", "There is no header."],
    ["csv_column_twice", { expected: 3 }, "csv_header", "The column has the name of column 3."],
    ["csv_encoding", { expected: "UTF-8" }, "csv_encoding", "The row is not text in UTF-8."],
    ["csv_size", { expected: 8 }, "csv_size", expect.stringContaining("the limit (8 bytes)")],
    ["csv_quote_open", {}, "csv_quote", "The quote is not closed."],
    ["csv_quote_late", {}, "csv_quote", "A quote is inside a cell that does not begin with one."],
    ["csv_quote_after", {}, "csv_quote", "A cell goes on after its closing quote."],
  ] as const)("%s with %j has the code %s and says: %s", (key, said, code, message) => {
    const error = csvError(key, said);
    expect(error).toBeInstanceOf(CheckError);
    expect(error.issues).toMatchObject([{ code, message, path: [] }]);
    expect(error.issues[0]).not.toHaveProperty("params.columns");
  });

  test("has what programs need, and the column as its path, which is its own", () => {
    const context = ["name"];
    const error = csvError("csv_cells", { expected: 2, actual: 1 }, { columns: 2, cells: 1 }, context);
    error.addContext(0);
    expect(error.issues).toMatchObject([{ params: { columns: 2, cells: 1 }, path: [0, "name"] }]);
    expect(context).toEqual(["name"]);
  });

  test("is said in the language of the call, with its numbers and names", () => {
    const said = (error: ReturnType<typeof csvError>) => error.formatWith(de).message;
    expect(said(csvError("csv_cells", { expected: 2, actual: 1 }))).toBe(
      "Anzahl der Zellen in der Zeile: 2 erwartet, 1 erhalten.",
    );
    expect(said(csvError("csv_encoding", { expected: "UTF-8" }))).toBe(
      "Die Zeile ist kein Text in der Codierung UTF-8.",
    );
  });

  test("has no stack, which would show nothing of the program that reads the table", () => {
    const error = csvError("csv_no_header");
    expect(error.stack).toBe("CheckError: There is no header.");
    expect(Object.hasOwn(error, "stack")).toBe(false);
  });
});
