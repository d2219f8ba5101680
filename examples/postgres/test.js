import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import order from "../schemas/order.js";
import { isRefused, orderTexts } from "../testing/orders.js";
import { startPostgres } from "../testing/postgres.js";
import { atEnd, Process, temporaryFolder, until } from "../testing/processes.js";
import { isRefused as isRefusedTrade, files as tradeFiles, tradesFrom } from "../testing/trades.js";

const COUNT = 20_000;
const texts = orderTexts(COUNT);
const good = texts.filter((_, index) => !isRefused(index + 1));
const bad = texts.filter((_, index) => isRefused(index + 1));
const lines = (all, ending = "\n") => Buffer.concat(all.flatMap((text) => [text, Buffer.from(ending)]));
const input = lines(texts);

/** For all tests: it takes a while to start. */
const server = await startPostgres({ after });

/** A database with empty tables, a file of orders, and ways to move them. */
async function setUp(t) {
  const env = { ...server, PGDATABASE: await newDatabase() };
  const client = await connect(env);
  atEnd(t, () => client.end());
  await client.query(readFileSync(join(import.meta.dirname, "tables.sql"), "utf8"));
  const folder = temporaryFolder(t);
  const file = join(folder, "orders.ndjson");
  writeFileSync(file, input);
  const start = (script, ...args) => Process.node(t, join(import.meta.dirname, script), args, { env });
  return { client, folder, file, start };
}

async function connect({ PGHOST: host, PGUSER: user, PGDATABASE: database }) {
  const client = new pg.Client({ host, user, database });
  await client.connect();
  return client;
}

let databases = 0;

async function newDatabase() {
  const name = `test${++databases}`;
  const client = await connect(server);
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return name;
}

/** Runs a script to its end. */
async function run(process) {
  const { code } = await process.ended;
  return { code, stdout: process.stdout, stderr: process.stderr };
}

async function sizes(client) {
  const count = (table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`;
  const { rows } = await client.query(`SELECT ${["imports", "orders", "refused"].map(count)}`);
  return rows[0];
}

const NOTHING = { imports: 0, orders: 0, refused: 0 };
const EVERYTHING = { imports: 1, orders: good.length, refused: bad.length };

/** Whether a COPY has taken rows, and goes on. */
async function isCopying(client) {
  const { rowCount } = await client.query("SELECT FROM pg_stat_progress_copy WHERE tuples_processed > 0");
  return rowCount > 0;
}

/** Whether nobody is connected to the database but the test. */
async function isAlone(client) {
  const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE datname = current_database()");
  return rows.length === 1;
}

test("one command loads trades and shows them", async (t) => {
  const { client, start } = await setUp(t);
  await client.query("DROP TABLE refused_trades, trades, refused, orders, imports");
  const { code, stdout, stderr } = await run(start("start.js"));
  assert.deepEqual([code, stderr], [0, ""]);
  const [loaded, ...rows] = stdout.trimEnd().split("\n");
  assert.match(loaded, /^trades\.csv: \d+ good, \d+ refused$/);
  const [, good, refused] = /(\d+) good, (\d+)/.exec(loaded);
  assert.equal(rows.length, Number(good) + Number(refused));
  assert.deepEqual(JSON.parse(rows[0]), { id: 1, symbol: "ACME", side: "buy", price: 9.5, size: 3, note: null });
});

test("good lines become rows, refused ones are kept byte for byte with their line and issues", async (t) => {
  const { client, file, start } = await setUp(t);
  const { code, stdout, stderr } = await run(start("import.js", file));
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(stdout, `orders.ndjson: ${good.length} good, ${bad.length} refused\n`);
  assert.deepEqual(await sizes(client), EVERYTHING);

  const { rows: orders } = await client.query("SELECT doc, id::int, item, count FROM orders ORDER BY id");
  const documents = good.map((text) => JSON.parse(text));
  assert.deepEqual(
    orders,
    documents.map((doc) => ({ doc, id: doc.id, item: doc.item, count: doc.count })),
  );
  const { rows: refused } = await client.query("SELECT line::int, doc, verdict FROM refused ORDER BY line");
  for (const [index, { line, doc, verdict }] of refused.entries()) {
    assert.equal(line, 7 * (index + 1));
    assert.deepEqual(doc, bad[index]);
    const codes = (issues) => issues.map(({ code, pointer }) => [code, pointer]);
    assert.deepEqual(codes(JSON.parse(verdict).issues), codes(order.safeJson(doc).error.issues));
  }
});

test("a byte order mark, carriage returns, blank lines and a last line without an end are no trouble", async (t) => {
  const { client, start } = await setUp(t);
  const process = start("import.js", "-", "from elsewhere");
  process.stdin.end(Buffer.concat([Buffer.from("\ufeff"), lines(good, "\r\n"), Buffer.from("\r\n\n"), good[0]]));
  const { stdout, stderr } = await run(process);
  assert.equal(stdout, `from elsewhere: ${good.length + 1} good, 2 refused\n`, stderr);
  assert.deepEqual(await sizes(client), { imports: 1, orders: good.length + 1, refused: 2 });
});

test("an import killed in the middle leaves nothing, and the next one imports all, once", async (t) => {
  const { client, file, start } = await setUp(t);
  const victim = start("import.js", "-", "orders.ndjson");
  victim.stdin.write(input.subarray(0, input.length >> 1));
  await until(() => isCopying(client), "rows go in", victim);
  await victim.kill();
  await until(() => isAlone(client), "the server has noticed");
  assert.deepEqual(await sizes(client), NOTHING);

  assert.equal((await run(start("import.js", file))).code, 0);
  assert.deepEqual(await sizes(client), EVERYTHING);
  const again = await run(start("import.js", file));
  assert.deepEqual(again, { code: 0, stdout: "orders.ndjson was imported before\n", stderr: "" });
  assert.deepEqual(await sizes(client), EVERYTHING);
});

test("killed at any moment, an import has done all or nothing", async (t) => {
  const { client, file, start } = await setUp(t);
  for (let round = 0; round < 8; round++) {
    const victim = start("import.js", file);
    await until(async () => !(await isAlone(client)), "it is connected", victim);
    await sleep(round * 30);
    await victim.kill();
    await until(() => isAlone(client), "the server has noticed");
    const { imports, ...rows } = await sizes(client);
    assert.deepEqual({ imports, ...rows }, imports === 0 ? NOTHING : EVERYTHING);
  }
  assert.equal((await run(start("import.js", file))).code, 0);
  assert.deepEqual(await sizes(client), EVERYTHING);
});

test("of two imports of the same name, at the same time, one imports", async (t) => {
  const { client, file, start } = await setUp(t);
  const outcomes = await Promise.all([run(start("import.js", file)), run(start("import.js", file))]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(outcomes.filter(({ stdout }) => stdout.includes("was imported before")).length, 1);
  assert.deepEqual(await sizes(client), EVERYTHING);
});

test("what the server refuses, and a server that goes away, end the import and leave nothing", async (t) => {
  const { client, file, start } = await setUp(t);
  await client.query("ALTER TABLE orders ADD CONSTRAINT few CHECK (id < 19000)");
  const refused = await run(start("import.js", file));
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /violates check constraint "few"/);
  await until(() => isAlone(client), "it is gone");
  assert.deepEqual(await sizes(client), NOTHING);

  const victim = start("import.js", "-", "orders.ndjson");
  victim.stdin.write(input.subarray(0, input.length >> 1));
  await until(() => isCopying(client), "rows go in", victim);
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_progress_copy");
  assert.equal((await victim.ended).code, 1);
  assert.match(victim.stderr, /^connection lost: /);
  assert.deepEqual(await sizes(client), NOTHING);
});

test("rows go out as lines; those that are no valid orders any more go elsewhere", async (t) => {
  const { client, folder, file, start } = await setUp(t);
  await run(start("import.js", file));
  await client.query(`UPDATE orders SET doc = doc || '{"count": 0}' WHERE id IN (1, 2)`);
  const exported = join(folder, "exported.ndjson");
  const { code, stdout, stderr } = await run(start("export.js", exported));
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(stdout, `${exported}: ${good.length - 2} good, 2 refused\n`);
  const read = (path) =>
    readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  assert.deepEqual(
    read(exported),
    good.slice(2).map((text) => JSON.parse(text)),
  );
  assert.deepEqual(
    read(`${exported}.invalid`).map(({ id }) => id),
    [1, 2],
  );
  assert.deepEqual(
    read(`${exported}.errors`).map(({ issues }) => issues[0].pointer),
    ["/count", "/count"],
  );
});

test("an export killed in the middle leaves nothing that looks whole", async (t) => {
  const { client, folder, file, start } = await setUp(t);
  await run(start("import.js", file));
  const exported = join(folder, "exported.ndjson");
  const victim = start("export.js", exported);
  await until(() => existsSync(`${exported}.part`), "it has begun", victim);
  await victim.kill();
  assert.equal(existsSync(exported), false);
  await run(start("export.js", exported));
  assert.equal(existsSync(exported), true);
  assert.equal(existsSync(`${exported}.part`), false);
});

const trades = tradesFrom(1, COUNT);
const rows = trades.filter(({ id }) => !isRefusedTrade(id));

const tradesIn = async (client) => (await client.query("SELECT * FROM trades ORDER BY id")).rows;
const isEmpty = async (client) => {
  const { rows } = await client.query(
    "SELECT FROM (SELECT 1 FROM trades UNION ALL SELECT 1 FROM refused_trades UNION ALL SELECT 1 FROM imports) AS all_rows",
  );
  return rows.length === 0;
};

for (const [kind, path] of [
  ["csv", ""],
  ["ndjson", ""],
  ["json", "#/trades"],
]) {
  test(`columns of ${kind} become rows, with what was refused beside them`, async (t) => {
    const { client, folder, start } = await setUp(t);
    const file = join(folder, `trades.${kind}`);
    writeFileSync(file, tradeFiles[kind](trades));
    const { code, stdout, stderr } = await run(start("import-rows.js", `${file}${path}`));
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(stdout, `trades.${kind}: ${rows.length} good, ${COUNT - rows.length} refused\n`);
    const expected = rows.map(({ size = null, note = null, ...trade }) => ({ ...trade, size, note }));
    assert.deepEqual(await tradesIn(client), expected);
    const { rows: refused } = await client.query("SELECT record::int, verdict FROM refused_trades ORDER BY record");
    assert.deepEqual(
      refused.map(({ record }) => record),
      trades.map(({ id }) => id).filter(isRefusedTrade),
    );
    assert.ok(refused.every(({ verdict }) => JSON.parse(verdict)[0].pointer !== undefined));
  });
}

test("an import of columns that is killed, cut, or refused by the server leaves nothing, and can be run again", async (t) => {
  const { client, folder, start } = await setUp(t);
  const file = join(folder, "trades.csv");
  writeFileSync(file, tradeFiles.csv(trades));
  for (let round = 0; round < 4; round++) {
    const victim = start("import-rows.js", file);
    await until(async () => !(await isAlone(client)), "it is connected", victim);
    await sleep(round * 20);
    await victim.kill();
    await until(() => isAlone(client), "the server has noticed");
    const found = (await tradesIn(client)).length;
    assert.ok(found === rows.length || (await isEmpty(client)), `${found} rows`);
    if (found > 0) await client.query("TRUNCATE trades, refused_trades, imports CASCADE");
  }
  const cut = join(folder, "cut.json");
  writeFileSync(cut, tradeFiles.json(trades).slice(0, -1000));
  assert.equal((await run(start("import-rows.js", `${cut}#/trades`))).code, 1);
  assert.ok(await isEmpty(client));
  await client.query("ALTER TABLE trades ADD CONSTRAINT few CHECK (id < 19000)");
  const refused = await run(start("import-rows.js", file));
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /violates check constraint "few"/);
  assert.ok(await isEmpty(client));
  await client.query("ALTER TABLE trades DROP CONSTRAINT few");
  assert.equal((await run(start("import-rows.js", file))).code, 0);
  assert.match((await run(start("import-rows.js", file))).stdout, /was imported before/);
  assert.equal((await tradesIn(client)).length, rows.length);
});
