/**
 * Loads trades into a database of DuckDB: `node load.js DATABASE FILE`. FILE is of CSV or NDJSON, or FILE#/PATH, an
 * array in one JSON document. Good records become rows of the table `trades`, and what is wrong with the others rows of
 * `refused`. All of it is one transaction.
 */
import { DuckDBDataChunk, DuckDBInstance } from "@duckdb/node-api";
import { columnsOf } from "../schemas/trade.js";
import { valuesOf } from "./values.js";

/** DuckDB takes so many rows at once. */
const CHUNK = 2048;

const [database, file] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(database)).connect();
await connection.run(`
  CREATE TABLE IF NOT EXISTS trades
    (id INTEGER, symbol VARCHAR, side VARCHAR, price DOUBLE, size INTEGER, note VARCHAR);
  CREATE TABLE IF NOT EXISTS refused (file VARCHAR, record BIGINT, "offset" BIGINT, issues JSON);
  BEGIN`);
const [trades, refused] = [await connection.createAppender("trades"), await connection.createAppender("refused")];
const counts = { rows: 0, refused: 0 };
for await (const { rows, columns, issues } of columnsOf(file)) {
  for (let first = 0; first < rows; first += CHUNK)
    append(trades, Object.values(columns), first, Math.min(first + CHUNK, rows));
  for (const { record, offset, error } of issues) {
    refused.appendVarchar(file);
    refused.appendBigInt(BigInt(record));
    refused.appendBigInt(BigInt(offset));
    refused.appendVarchar(JSON.stringify(error));
    refused.endRow();
  }
  counts.rows += rows;
  counts.refused += issues.length;
}
for (const appender of [trades, refused]) appender.closeSync();
await connection.run("COMMIT");
connection.closeSync();
console.log(`${file}: ${counts.rows} rows, ${counts.refused} refused`);

/** Appends rows of columns, which are in the order of those of the table. */
function append(appender, columns, first, last) {
  const types = columns.map((_, index) => appender.columnType(index));
  const chunk = DuckDBDataChunk.create(types, last - first);
  for (const [index, column] of columns.entries()) chunk.setColumnValues(index, valuesOf(column, first, last));
  appender.appendDataChunk(chunk);
}
