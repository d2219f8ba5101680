/**
 * npm run demo: sets the project up, validates real open data, and shows what it finds in damaged copies of it.
 * Ends with exit code 1 if anything is not as it should be.
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { styleText } from "node:util";
import { ADVICE, addon, build, install } from "./setup.mjs";

install();
build();
addon();

// Only now is there anything to import.
const { engine } = await import("../dist/index.js");
const { amount } = await import("../dist/cli/amounts.js");
const { findingsOf } = await import("../dist/cli/findings.js");
const { pretty } = await import("../dist/cli/pretty.js");
const { datasets, keysOf } = await import("../examples/datasets.js");

const root = join(import.meta.dirname, "..");
const color = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
const paint = color ? styleText : (_, text) => text;
const columns = Math.min(process.stdout.columns ?? 80, 100);
const INDENT = 2;
const number = (value) => value.toLocaleString("en-US");
const print = (text = "") => console.log(text);

/** Times what is to be compared in turns, so that a slow moment of the machine slows all of it; medians, in seconds. */
function measure(tasks) {
  const times = tasks.map(() => []);
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; round < MOST_ROUNDS && (round < LEAST_ROUNDS || performance.now() < end); round++) {
    tasks.forEach((task, index) => {
      const start = performance.now();
      task();
      times[index].push((performance.now() - start) / 1000);
    });
  }
  return { rounds: times[0].length, medians: times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]) };
}
const LEAST_ROUNDS = 3;
const MOST_ROUNDS = 21;
const SECONDS = 6;

function countValues(value) {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const member of Object.values(value)) count += countValues(member);
  return count;
}

function showSpeed(schema, bytes) {
  const names = ["JSON.parse alone", "schema.json(bytes)", "schema.isJson(bytes)"];
  const notes = ["parsed, nothing checked", "parsed, checked, converted", "checked, nothing built"];
  const tasks = [() => JSON.parse(bytes.toString()), () => schema.json(bytes), () => schema.isJson(bytes)];
  const { rounds, medians } = measure(tasks);
  const fastest = Math.min(...medians);
  print(paint("dim", `  ${`median of ${rounds} rounds`.padEnd(23)}MB/s`));
  medians.forEach((seconds, index) => {
    const bar = "\u2588".repeat(Math.max(Math.round((fastest / seconds) * 20), 1)).padEnd(20);
    const rate = String(Math.round(bytes.length / 1e6 / seconds)).padStart(6);
    const ratio = `${(medians[0] / seconds).toFixed(1)}x`.padStart(6);
    print(`  ${names[index].padEnd(21)}${rate}${ratio}  ${paint("cyan", bar)} ${paint("dim", notes[index])}`);
  });
}

function showErrors(name, error, bytes) {
  const format = pretty(name, { color, columns: columns - INDENT, timing: false });
  for (const finding of findingsOf(error, bytes, 0)) {
    process.stdout.write(format.finding(finding).replaceAll(/^(?=.)/gm, " ".repeat(INDENT)));
  }
}

/** Shows one damage and the errors it makes; false if it makes none. */
function showDamage(name, { what, at }, errors, bytes) {
  const found = errors.filter((error) => `${keysOf(error)}.`.startsWith(`${at}.`));
  print(paint("dim", `  # ${what}`));
  for (const error of found) showErrors(name, error, bytes);
  return found.length > 0;
}

async function show({ name, about, file, schema: module, unit, count, damages, corruption }) {
  const bytes = readFileSync(join(root, "node_modules", file));
  const path = join(root, "examples", module);
  const { default: schema } = await import(pathToFileURL(path).href);
  const data = JSON.parse(bytes.toString());

  print(`\n${paint("bold", `${name}`)}  ${about}`);
  print(`  data    node_modules/${file}`);
  print(`  schema  ${relative(root, path)}`);
  const valid = schema.safeJson(bytes);
  const size = `${amount(bytes.length)}, ${number(count(data))} ${unit}, ${number(countValues(data))} values`;
  print(`  ${valid.ok ? paint("green", "\u2713 valid") : paint("red", "\u2717 invalid")}: ${size}\n`);
  showSpeed(schema, bytes);

  print(`\n  ${paint("bold", "A damaged copy")}\n`);
  for (const { apply } of damages) apply(data);
  const damaged = Buffer.from(JSON.stringify(data));
  const result = schema.safeJson(damaged);
  const errors = result.ok ? [] : [...result.error];
  const found = damages.filter((damage) => showDamage(name, damage, errors, damaged));

  print(paint("dim", `  # ${corruption.what}`));
  const corrupted = corruption.apply(bytes);
  const refusal = schema.safeJson(corrupted);
  if (!refusal.ok) showErrors(name, refusal.error, corrupted);
  const refused = !refusal.ok && refusal.error.reason === corruption.reason;

  const all = damages.length + 1;
  const seen = found.length + (refused ? 1 : 0);
  print(`  ${seen === all ? paint("green", "\u2713") : paint("red", "\u2717")} ${seen} of ${all} damages found`);
  return valid.ok && seen === all;
}

const { impl, reason, path } = engine();
const { version: own } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
print(
  `${paint("bold", `validlib ${own}`)} on Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`,
);
const file = path === undefined ? "" : `, ${relative(root, path)}`;
print(`engine: ${impl}${file} (${impl === "N-API" || process.env.VALIDLIB_IMPL ? reason : ADVICE})`);

let good = true;
for (const dataset of datasets) good = (await show(dataset)) && good;

print(`\n${paint("bold", "Try it yourself")}`);
for (const { file, schema } of datasets.slice(0, 1)) {
  print(`  npx validlib check --schema examples/${schema} node_modules/${file}`);
}
print("  npx validlib --help");
process.exitCode = good ? 0 : 1;
