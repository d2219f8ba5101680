/**
 * Imports orders, one JSON document a line: `node import.js FILE [NAME]`. FILE may be `-`, the standard input. NAME is
 * that of the import, by default that of the file: what has been imported is not imported again. All of it is one
 * transaction.
 */
import { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import order from "../schemas/order.js";
import { AS_IT_IS, toCopy, toCopyBytes } from "./copy.js";

const [file, name = basename(file)] = process.argv.slice(2);
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
  const { good, bad } = await importLines(file === "-" ? process.stdin : createReadStream(file));
  await client.query("UPDATE imports SET good = $2, bad = $3 WHERE name = $1", [name, good, bad]);
  await client.query("COMMIT");
  console.log(`${name}: ${good} good, ${bad} refused`);
}
await client.end();

/** A connection does one COPY at a time: good lines go into the table at once, the others wait in files. */
async function importLines(source) {
  const [refused, verdicts] = [openUnseen(), openUnseen()];
  const valid = toCopy();
  const [counts] = await Promise.all([
    order.filterLines(source, {
      valid,
      invalid: createWriteStream("", { fd: refused, autoClose: false }),
      errorsTo: createWriteStream("", { fd: verdicts, autoClose: false }),
      // A blank line is no document, and good lines are documents only.
      blank: "error",
    }),
    pipeline(valid, client.query(copyFrom(`COPY orders (doc) FROM STDIN ${AS_IT_IS}`))),
  ]);
  await client.query(`
    CREATE TEMPORARY TABLE new_refused (n bigserial, doc bytea) ON COMMIT DROP;
    CREATE TEMPORARY TABLE new_verdicts (n bigserial, verdict text) ON COMMIT DROP`);
  const again = { start: 0, autoClose: false };
  await pipeline(
    createReadStream("", { fd: refused, ...again }),
    toCopyBytes,
    client.query(copyFrom("COPY new_refused (doc) FROM STDIN")),
  );
  await pipeline(
    createReadStream("", { fd: verdicts, ...again }),
    client.query(copyFrom(`COPY new_verdicts (verdict) FROM STDIN ${AS_IT_IS}`)),
  );
  await client.query(
    `INSERT INTO refused (import, line, doc, verdict)
     SELECT $1, substring(verdict FROM '"line":(\\d+)')::bigint, doc, verdict
     FROM new_refused JOIN new_verdicts USING (n)`,
    [name],
  );
  for (const file of [refused, verdicts]) closeSync(file);
  return counts;
}

/** Opens a file without a name: nothing of it is left when the program ends, however that may be. */
function openUnseen() {
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  const file = openSync(join(folder, "lines"), "wx+");
  rmSync(folder, { recursive: true });
  return file;
}
