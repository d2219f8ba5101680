import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { orderText, orderTexts } from "../testing/orders.js";
import { Process, program, temporaryFolder } from "../testing/processes.js";

const script = join(import.meta.dirname, "check.sh");
const schema = join(import.meta.dirname, "../schemas/order.js");
const command = join(import.meta.dirname, "../../dist/cli/main.js");
const files = ["valid.ndjson", "invalid.ndjson", "errors.ndjson"];

const lines = (texts) => Buffer.concat(texts.flatMap((text) => [text, Buffer.from("\n")]));

/** A folder with a file of orders in it, and ways to check it. */
function setUp(t, content) {
  program("parallel", "parallel");
  const folder = temporaryFolder(t);
  const file = join(folder, "the orders.ndjson");
  writeFileSync(file, content);
  const out = join(folder, "out");
  const check = (env) => {
    const all = { ...process.env, VALIDLIB: `${process.execPath} ${command}`, LINES_PER_PART: "100", ...env };
    const { status, stdout, stderr } = spawnSync("bash", [script, schema, file, out], { env: all, encoding: "utf8" });
    return { status, stdout, stderr };
  };
  return { folder, file, out, check };
}

const contents = (folder) =>
  Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "latin1")]));

/** What one check of the whole file gives. */
function inOneGo({ folder, file }) {
  const whole = join(folder, "whole");
  mkdirSync(whole);
  const [valid, invalid, errors] = files.map((name) => join(whole, name));
  const args = ["check", "--schema", schema, "--format", "ndjson", "--valid", valid, "--invalid", invalid, file];
  const { status, stdout } = spawnSync(process.execPath, [command, ...args], { maxBuffer: 2 ** 28 });
  writeFileSync(errors, stdout);
  return { status, ...contents(whole) };
}

for (const [what, content] of [
  ["orders, of which some are refused", lines(orderTexts(650))],
  ["orders that are all valid", lines([orderText(1), orderText(2), orderText(3)])],
  ["a last line without an end", lines(orderTexts(150)).subarray(0, -1)],
  ["nothing", ""],
]) {
  test(`${what}: the parts give together what one check gives`, (t) => {
    const place = setUp(t, content);
    const { status, stdout, stderr } = place.check();
    assert.deepEqual({ status, ...contents(place.out) }, inOneGo(place), stderr);
    assert.equal(stdout, "");
  });
}

test("a check that is killed in the middle leaves nothing that looks whole", (t) => {
  const { folder, out, check } = setUp(t, lines(orderTexts(650)));
  const killed = join(folder, "killed.sh");
  writeFileSync(
    killed,
    `case "$*" in *part-000003*) kill -KILL $$ ;; esac; exec ${process.execPath} ${command} "$@"\n`,
  );
  chmodSync(killed, 0o755);
  const { status, stderr } = check({ VALIDLIB: `bash ${killed}` });
  assert.equal(status, 2);
  assert.match(stderr, /not all parts could be checked/);
  assert.deepEqual(readdirSync(folder).includes("out"), false);
  assert.equal(check().status, 1);
  assert.equal(readdirSync(out).length, 3);
});

test("a schema that cannot be read is a failure of the check, not of the data", (t) => {
  const { folder, check } = setUp(t, lines(orderTexts(10)));
  writeFileSync(join(folder, "broken.sh"), `exec ${process.execPath} ${command} check --schema nowhere.js "$3"\n`);
  const { status, stderr } = check({ VALIDLIB: `bash ${join(folder, "broken.sh")}` });
  assert.equal(status, 2);
  assert.match(stderr, /nowhere\.js/);
});

test("the whole script killed in the middle leaves nothing that looks whole", async (t) => {
  const { folder, file, out } = setUp(t, lines(orderTexts(650)));
  const slow = join(folder, "slow.sh");
  writeFileSync(slow, `touch ${join(folder, "started")}; sleep 5; exec ${process.execPath} ${command} "$@"\n`);
  const env = { ...process.env, VALIDLIB: `bash ${slow}` };
  const run = new Process(t, "bash", [script, schema, file, out], { env, detached: true });
  while (!readdirSync(folder).includes("started")) await new Promise((resolve) => setTimeout(resolve, 20));
  process.kill(-run.child.pid, "SIGKILL");
  await run.ended;
  assert.equal(readdirSync(folder).includes("out"), false);
});
