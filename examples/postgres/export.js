/**
 * Exports orders: `node export.js FILE`. Rows that are no valid orders, whoever has put them there, go to FILE.invalid,
 * and what is wrong with them to FILE.errors.
 */
import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import order from "../schemas/order.js";
import { AS_IT_IS } from "./copy.js";

const file = process.argv[2];
const outputs = { valid: file, invalid: `${file}.invalid`, errorsTo: `${file}.errors` };
const partOf = (path) => `${path}.part`;

const client = new pg.Client();
await client.connect();
const rows = client.query(copyTo(`COPY (SELECT doc FROM orders ORDER BY id) TO STDOUT ${AS_IT_IS}`));
const streams = Object.entries(outputs).map(([output, path]) => [output, createWriteStream(partOf(path))]);
const { good, bad } = await order.filterLines(rows, Object.fromEntries(streams));
await client.end();

// Only what is whole gets its name.
for (const path of Object.values(outputs)) await rename(partOf(path), path);
console.log(`${file}: ${good} good, ${bad} refused`);
