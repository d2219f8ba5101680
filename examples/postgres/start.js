/**
 * Trades of CSV as rows of a table, from nothing: `npm start`. Uses the database that PGHOST and so on name, whose
 * tables it makes, or starts a PostgreSQL of its own, which is gone at the end. Shows the rows, and what was refused.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../testing/postgres.js";
import { Process } from "../testing/processes.js";

const here = import.meta.dirname;
/** What a test would give. */
const ends = [];
const t = { after: (end) => ends.push(end) };
try {
  const env = process.env.PGHOST === undefined ? await startPostgres(t) : {};
  const client = new pg.Client({ host: env.PGHOST, user: env.PGUSER, database: env.PGDATABASE });
  await client.connect();
  await client.query(readFileSync(join(here, "tables.sql"), "utf8"));
  const load = Process.node(t, join(here, "import-rows.js"), [join(here, "../duckdb/trades.csv")], { env });
  const { code } = await load.ended;
  process.stdout.write(load.stdout);
  process.stderr.write(load.stderr);
  for (const sql of ["SELECT * FROM trades ORDER BY id", "SELECT record, verdict FROM refused_trades ORDER BY record"])
    for (const row of (await client.query(sql)).rows) console.log(JSON.stringify(row));
  await client.end();
  process.exitCode = code;
} finally {
  for (const end of ends.reverse()) await end();
}
