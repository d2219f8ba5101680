import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Process, temporaryFolder, until } from "../testing/processes.js";
import { files, isRefused, tradesFrom } from "../testing/trades.js";

const COUNT = 10_000;
const trades = tradesFrom(1, COUNT);
const good = trades.filter(({ id }) => !isRefused(id));

function setUp(t) {
  const folder = temporaryFolder(t);
  for (const [kind, write] of Object.entries(files)) writeFileSync(join(folder, `trades.${kind}`), write(trades));
  const start = (script, ...args) =>
    Process.node(t, join(import.meta.dirname, script), [join(folder, "trades.duckdb"), ...args], { cwd: folder });
  const query = async (sql) => {
    const done = start("query.js", sql);
    assert.deepEqual(await done.ended, { code: 0, signal: null }, done.stderr);
    return done.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  return { folder, start, query };
}

for (const file of ["trades.csv", "trades.ndjson", "trades.json#/trades"]) {
  test(`${file} becomes a table, with what was refused beside it`, async (t) => {
    const { start, query } = setUp(t);
    const load = start("load.js", file);
    assert.deepEqual(await load.ended, { code: 0, signal: null }, load.stderr);
    assert.equal(load.stdout, `${file}: ${good.length} rows, ${COUNT - good.length} refused\n`);
    const rows = await query("SELECT * FROM trades ORDER BY id");
    assert.deepEqual(
      rows,
      good.map(({ size = null, note = null, ...trade }) => ({ ...trade, size, note })),
    );
    const refused = await query("SELECT record, issues FROM refused ORDER BY record");
    assert.deepEqual(
      refused.map(({ record }) => Number(record)),
      trades.map(({ id }) => id).filter(isRefused),
    );
    assert.match(refused[0].issues, /"code":"/);
  });
}

test("a file that is cut, and a loader that is killed, leave nothing", async (t) => {
  const { folder, start, query } = setUp(t);
  writeFileSync(join(folder, "cut.json"), files.json(trades).slice(0, -1000));
  const cut = start("load.js", "cut.json#/trades");
  assert.equal((await cut.ended).code, 1);
  assert.match(cut.stderr, /JsonDecodeError/);
  assert.deepEqual(await query("SELECT count(*)::INTEGER AS n FROM trades"), [{ n: 0 }]);
  const victim = start("load.js", "trades.csv");
  await until(() => existsSync(join(folder, "trades.duckdb.wal")), "it has begun", victim);
  await victim.kill();
  const [{ n }] = await query("SELECT count(*)::INTEGER AS n FROM trades");
  // It may have been done already.
  assert.ok(n === 0 || n === good.length);
});

test("npm start loads the file that is there, and asks for it", async (t) => {
  const { folder } = setUp(t);
  const file = join(import.meta.dirname, "trades.csv");
  const load = Process.node(t, join(import.meta.dirname, "load.js"), [join(folder, "s.duckdb"), file]);
  assert.deepEqual(await load.ended, { code: 0, signal: null }, load.stderr);
  assert.match(load.stdout, /3 rows, 2 refused/);
});
