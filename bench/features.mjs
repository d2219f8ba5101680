/**
 * node bench/features.mjs [--docs]: what validlib, zod, valibot and ajv do with the same task. Most of it is found by
 * running them, the rest is what their documentation says and has a mark. --docs writes the tables into
 * docs/compared.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tables } from "./feature-rows.mjs";
import { between } from "./page.mjs";
import { version } from "./versions.mjs";

const columns = ["validlib", "zod", "valibot", "ajv"];
const line = (cells) => `| ${cells.join(" | ")} |`;

async function written(rows) {
  const lines = [line(["", ...columns]), `|---|${"---|".repeat(columns.length)}`];
  for (const row of rows) {
    const cells = [];
    // One after the other: some of them take the time.
    for (const name of columns) cells.push(typeof row[name] === "function" ? await row[name]() : `${row[name]} °`);
    lines.push(line([row.title, ...cells]));
  }
  return lines.join("\n");
}

const sections = [];
for (const [title, rows] of Object.entries(tables)) sections.push(`## ${title}\n\n${await written(rows)}`);
const versions = ["zod", "valibot", "ajv"].map((name) => `${name} ${version(name)}`).join(", ");
const text = `${sections.join("\n\n")}\n\nRun with ${versions}.`;
console.log(text);
if (process.argv.includes("--docs")) {
  const page = join(import.meta.dirname, "../docs/compared.md");
  writeFileSync(page, between(readFileSync(page, "utf8"), "features", text, "docs/compared.md"));
}
