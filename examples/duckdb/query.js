/** Runs a query on a database of DuckDB: `node query.js DATABASE SQL`. */
import { DuckDBInstance } from "@duckdb/node-api";

const [database, sql] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(database)).connect();
const result = await connection.runAndReadAll(sql);
for (const row of result.getRowObjectsJson()) console.log(JSON.stringify(row));
connection.closeSync();
