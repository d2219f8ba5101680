/**
 * Imports trades as rows: `node import-rows.js FILE`. FILE is of CSV or NDJSON, or FILE#/PATH, an array in one JSON
 * document. Columns go into the table by binary COPY, some thousand rows at a time. All of it is one transaction, and
 * what has been imported is not imported again.
 */
import { basename } from "node:path";
import { finished } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { columnsOf } from "../schemas/trade.js";
import { toBinary } from "./binary.js";

const file = process.argv[2];
const name = basename(file.split("#")[0]);
const client = new pg.Client(); // PGHOST, PGUSER and so on say which
client.on("error", ({ message }) => {
  console.error(`connection lost: ${message}`);
  process.exit(1);
});
await client.connect();
await client.query("BEGIN");
const start = "INSERT INTO imports (name) VALUES ($1) ON CONFLICT DO NOTHING";
if ((await client.query(start, [name])).rowCount === 0) {
  console.log(`${name} was imported before`);
} else {
  let [good, bad] = [0, 0];
  for await (const { rows, columns, issues } of columnsOf(file)) {
    await copy("trades", toBinary(rows, Object.values(columns)));
    await refuse(issues);
    good += rows;
    bad += issues.length;
  }
  await client.query("UPDATE imports SET good = $2, bad = $3 WHERE name = $1", [name, good, bad]);
  await client.query("COMMIT");
  console.log(`${name}: ${good} good, ${bad} refused`);
}
await client.end();

async function copy(table, bytes) {
  const stream = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  stream.end(bytes);
  await finished(stream);
}

async function refuse(issues) {
  if (issues.length === 0) return;
  await client.query(
    `INSERT INTO refused_trades (import, record, "offset", verdict)
     SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[])`,
    [
      name,
      issues.map(({ record }) => record),
      issues.map(({ offset }) => offset),
      issues.map(({ error }) => JSON.stringify(error)),
    ],
  );
}
