/** The rows of the bench of records. */
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Readable, Writable } from "node:stream";
import { chunksOf, csv, fileOf, jsonArray, Loop, ndjson, STATUSES, validators } from "./data.mjs";

/** Megabytes of records that a turn reads. */
const MEGABYTES = 32;

const LOOP = "a loop of JSON.parse that fills the same arrays";

/**
 * Each row: what is measured beside what, the bar, and the package that it needs; whether its times are those of the
 * clock, in place of the processor's.
 *
 * @type {{ what: string, peer: string, least: number, load: () => Promise<{ ours: Run, theirs: Run }>,
 *   needs?: string, isByClock?: boolean }[]}
 */
export const rows = [
  {
    what: "columns of NDJSON, each batch released",
    peer: LOOP,
    least: 5,
    load: () => ofLines((batch) => batch.release()),
  },
  {
    what: "columns of NDJSON, left to the garbage collector",
    peer: LOOP,
    least: 5,
    load: () => ofLines(() => {}),
  },
  {
    what: "columns to IPC",
    peer: "JSON.parse and tableFromJSON",
    least: 8,
    load: async () => {
      const { order, toIpc } = await validators();
      const { tableFromJSON, tableToIPC } = await import("apache-arrow");
      const bytes = ndjson(MEGABYTES / 4);
      return {
        ours: async () => {
          let size = 0;
          for await (const part of toIpc(order.columns(bytes))) size += part.length;
          return size > 0 ? 1 : 0;
        },
        theirs: async () => {
          const records = [];
          for (let at = 0; at < bytes.length; ) {
            const end = bytes.indexOf(10, at);
            records.push(JSON.parse(bytes.toString("utf8", at, end)));
            at = end + 1;
          }
          return tableToIPC(tableFromJSON(records), "stream").length > 0 ? 1 : 0;
        },
      };
    },
  },
  {
    what: "records of a JSON array in a file",
    peer: "stream-json's items",
    needs: "stream-json",
    least: 10,
    load: async () => {
      const { order } = await validators();
      const [{ parser }, { streamArray }, { default: chain }] = await Promise.all([
        import("stream-json"),
        import("stream-json/streamers/stream-array.js"),
        import("stream-chain"),
      ]);
      const file = fileOf("records.json", jsonArray(MEGABYTES / 4));
      return {
        ours: async () => {
          let count = 0;
          for await (const { ok } of order.records(createReadStream(file), { format: "json" })) if (ok) count++;
          return count;
        },
        theirs: async () => {
          let count = 0;
          const items = chain([createReadStream(file), parser(), streamArray()]);
          items.on("data", () => count++);
          await once(items, "end");
          return count;
        },
      };
    },
  },
  {
    what: "records of a JSON array in memory",
    peer: "JSON.parse of the whole",
    least: 1.2,
    load: () => inMemory("records"),
  },
  {
    what: "batches of a JSON array in memory",
    peer: "JSON.parse of the whole",
    least: 1.2,
    load: () => inMemory("batches"),
  },
  {
    what: "columns of a JSON array in memory",
    peer: "JSON.parse of the whole",
    least: 1.2,
    load: () => inMemory("columns"),
  },
  {
    what: "filterRecords of CSV",
    peer: "csv-parse alone",
    needs: "csv-parse",
    least: 0.7,
    load: async () => {
      const { order } = await validators();
      const bytes = csv(MEGABYTES / 2);
      const sink = () => new Writable({ write: (_chunk, _encoding, done) => done(), highWaterMark: 1 << 20 });
      return {
        ours: async () => {
          const outputs = { valid: sink(), invalid: sink() };
          return (await order.filterRecords(chunksOf(bytes), { format: "csv", ...outputs })).good;
        },
        theirs: () => parsedRows(bytes),
      };
    },
  },
  {
    what: "columns of CSV",
    peer: "csv-parse alone",
    needs: "csv-parse",
    least: 0.5,
    load: async () => {
      const { order } = await validators();
      const bytes = csv(MEGABYTES / 2);
      return {
        ours: async () => {
          let count = 0;
          for await (const { rows } of order.columns(chunksOf(bytes), { format: "csv" })) count += rows;
          return count;
        },
        theirs: () => parsedRows(bytes),
      };
    },
  },
  {
    what: "filterLines of NDJSON in a file, on two threads, by the clock",
    peer: "DuckDB's read_ndjson with the same rules in SQL",
    needs: "@duckdb/node-api",
    least: 1,
    isByClock: true,
    load: async () => {
      const { order } = await validators();
      const { DuckDBInstance } = await import("@duckdb/node-api");
      const file = fileOf("records.ndjson", ndjson(MEGABYTES));
      const connection = await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
      return {
        ours: async () => (await order.filterLines(createReadStream(file), { threads: 2 })).good,
        theirs: async () => Number((await connection.runAndReadAll(sqlOf(file))).getRows()[0][0]),
      };
    },
  },
];

/** @param done gets each batch of columns when its rows have been counted. */
async function ofLines(done) {
  const { order } = await validators();
  const bytes = ndjson(MEGABYTES);
  return {
    ours: async () => {
      let count = 0;
      for await (const batch of order.columns(bytes)) {
        count += batch.rows;
        done(batch);
      }
      return count;
    },
    theirs: async () => {
      const columns = new Loop();
      for (let at = 0; at < bytes.length; ) {
        const end = bytes.indexOf(10, at);
        columns.add(JSON.parse(bytes.toString("utf8", at, end)));
        at = end + 1;
      }
      return columns.rows;
    },
  };
}

/** How many rows csv-parse finds below the header. */
async function parsedRows(bytes) {
  const { parse } = await import("csv-parse");
  const rows = Readable.from(chunksOf(bytes)).pipe(parse());
  let count = -1;
  rows.on("readable", () => {
    while (rows.read() !== null) count++;
  });
  await once(rows, "end");
  return count;
}

async function inMemory(how) {
  const { order } = await validators();
  const bytes = jsonArray(MEGABYTES / 2);
  const counts = {
    records: async () => {
      let count = 0;
      for await (const { ok } of order.records(bytes, { format: "json" })) if (ok) count++;
      return count;
    },
    batches: async () => {
      let count = 0;
      for await (const { values } of order.batches(bytes, { format: "json" })) count += values.length;
      return count;
    },
    columns: async () => {
      let count = 0;
      for await (const { rows } of order.columns(bytes, { format: "json" })) count += rows;
      return count;
    },
  };
  return { ours: counts[how], theirs: async () => JSON.parse(bytes.toString()).length };
}

/** The rules of the schema, as one pass over the file. */
const sqlOf = (file) => `
  SELECT count(*) FROM read_ndjson('${file}', columns = {
    id: 'BIGINT', customer: 'VARCHAR', price: 'DOUBLE', quantity: 'BIGINT', paid: 'BOOLEAN', status: 'VARCHAR',
    note: 'VARCHAR'}, ignore_errors = true)
  WHERE id BETWEEN 0 AND 2147483647 AND length(customer) BETWEEN 1 AND 60 AND price >= 0
    AND (quantity IS NULL OR quantity BETWEEN 1 AND 10000) AND paid IS NOT NULL
    AND status IN (${STATUSES.map((status) => `'${status}'`)}) AND length(note) <= 200`;
