import assert from "node:assert/strict";
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import order from "../schemas/order.js";
import { isRefused, orderText, orderTexts } from "../testing/orders.js";
import { Process, temporaryFolder, until } from "../testing/processes.js";

const script = join(import.meta.dirname, "filter.js");
const schema = join(import.meta.dirname, "../schemas/order.js");
const COUNT = 5000;

const lines = (texts) => Buffer.concat(texts.flatMap((text) => [text, Buffer.from("\n")]));
const input = lines(orderTexts(COUNT));
const pick = (isWanted) => lines(orderTexts(COUNT).filter((_, index) => isWanted(index + 1)));
const counters = (valid, invalid) =>
  `reporter:counter:validlib,valid,${valid}\nreporter:counter:validlib,invalid,${invalid}\n`;
const REFUSED = Math.floor(COUNT / 7);

/** Runs a mapper over records, as a framework does. */
async function map(t, records, args = [schema]) {
  const mapper = Process.node(t, script, args);
  mapper.child.stdout.setEncoding("latin1");
  mapper.stdin.end(records);
  return { ...(await mapper.ended), stdout: mapper.stdout, stderr: mapper.stderr };
}

test("valid records go out as they are, in order, and nothing else does; invalid ones are no failure", async (t) => {
  assert.deepEqual(await map(t, input), {
    code: 0,
    signal: null,
    stdout: pick((id) => !isRefused(id)).toString("latin1"),
    stderr: counters(COUNT - REFUSED, REFUSED),
  });
});

test("another run gives the invalid records, byte for byte", async (t) => {
  const { code, stdout } = await map(t, input, ["--emit", "invalid", schema]);
  assert.equal(code, 0);
  assert.equal(stdout, pick(isRefused).toString("latin1"));
});

test("or what is wrong with them", async (t) => {
  const { code, stdout } = await map(t, input, ["--emit", "errors", schema]);
  assert.equal(code, 0);
  const records = stdout
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(Buffer.from(text, "latin1")));
  assert.equal(records.length, REFUSED);
  const { error } = order.safeJson(orderText(7));
  assert.deepEqual(records[0].line, 7);
  assert.deepEqual(
    records[0].issues.map(({ message }) => message),
    error.issues.map(({ message }) => message),
  );
});

test("no record, no output: an empty split, and blank lines", async (t) => {
  const { stderr: none, ...empty } = await map(t, "");
  assert.deepEqual([empty, none], [{ code: 0, signal: null, stdout: "" }, counters(0, 0)]);
  const { stderr, ...blank } = await map(t, "\n  \n\r\n");
  assert.deepEqual([blank, stderr], [{ code: 0, signal: null, stdout: "" }, counters(0, 3)]);
});

test("splits that are mapped apart give together what one mapper gives", async (t) => {
  const texts = orderTexts(COUNT);
  const splits = [0, 1, 2].map((index) => lines(texts.slice((index * COUNT) / 3, ((index + 1) * COUNT) / 3)));
  const outcomes = await Promise.all(splits.map((split) => map(t, split)));
  assert.equal(outcomes.map(({ stdout }) => stdout).join(""), pick((id) => !isRefused(id)).toString("latin1"));
});

for (const [what, args, reason] of [
  ["no schema", [], /^usage: /],
  ["a schema that is not there", ["nowhere.js"], /nowhere\.js/],
  ["an output that does not exist", ["--emit", "all", schema], /^usage: /],
]) {
  test(`${what} is a failure of the task, and nothing goes out`, async (t) => {
    const { code, stdout, stderr } = await map(t, input, args);
    assert.notEqual(code, 0);
    assert.equal(stdout, "");
    assert.match(stderr, reason);
  });
}

test("output that nobody takes is a failure of the task", async (t) => {
  const mapper = Process.node(t, script, [schema]);
  mapper.child.stdout.destroy();
  mapper.stdin.end(input);
  assert.notEqual((await mapper.ended).code, 0);
});

test("a mapper killed in the middle has failed, and the next attempt gives all, as if there had been no first", async (t) => {
  const file = join(temporaryFolder(t), "split.ndjson");
  writeFileSync(file, input);
  const mapper = Process.node(t, script, [schema]);
  mapper.child.stdout.setEncoding("latin1");
  mapper.stdin.write(input.subarray(0, input.length >> 1));
  await until(() => mapper.stdout.length > 0, "the first records are through", mapper);
  await mapper.kill();
  assert.deepEqual(await mapper.ended, { code: null, signal: "SIGKILL" });
  // No counters: what Hadoop adds up is what whole attempts have said.
  assert.equal(mapper.stderr, "");

  const again = Process.node(t, script, [schema]);
  again.child.stdout.setEncoding("latin1");
  createReadStream(file).pipe(again.stdin);
  assert.deepEqual(await again.ended, { code: 0, signal: null });
  assert.equal(again.stdout, pick((id) => !isRefused(id)).toString("latin1"));
});
