/**
 * The work on one file. Each of its results gets its name when it is whole, so a worker that dies leaves parts only,
 * and two that do the same work, as the first was slow and not dead, write the same.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { columnsOf, toIpc } from "../schemas/trade.js";

/** The formats of files, and where the records are in each. */
export const KINDS = [
  ["csv", ""],
  ["ndjson", ""],
  ["json", "#/trades"],
];

/** NAME.arrows has the columns of the good records, NAME.refused.ndjson the others with their issues. */
export async function write(file, folder) {
  const [arrow, refused] = ["arrows", "refused.ndjson"].map((end) => nameOf(file, folder, end));
  const [arrowPart, refusedPart] = [partOf(arrow), partOf(refused)];
  const counts = { rows: 0, refused: 0 };
  const letters = createWriteStream(refusedPart);
  const written = finished(letters);
  written.catch(() => {}); // awaited below
  const columns = withoutRefused(columnsOf(file), letters, counts);
  await pipeline(toIpc(columns, { onIssue() {} }), createWriteStream(arrowPart));
  letters.end();
  await written;
  // The columns last: where they are, all is done.
  await rename(refusedPart, refused);
  await rename(arrowPart, arrow);
  return counts;
}

/** NAME.dead.json, the dead letter of a file that cannot be read: what is wrong with it. */
export async function refuse(file, folder, { message, issues = [] }) {
  const letter = nameOf(file, folder, "dead.json");
  const part = partOf(letter);
  await writeFile(part, `${JSON.stringify({ file, message, issues })}\n`);
  await rename(part, letter);
}

const nameOf = (file, folder, end) => join(folder, `${basename(file.split("#")[0])}.${end}`);
const partOf = (file) => `${file}.${randomUUID()}.part`;

/** Writes what was refused, as fast as it can be written. */
async function* withoutRefused(columns, letters, counts) {
  for await (const batch of columns) {
    const lines = batch.issues.map(({ record, offset, error }) => JSON.stringify({ record, offset, issues: error }));
    if (lines.length > 0 && !letters.write(`${lines.join("\n")}\n`)) await once(letters, "drain");
    counts.rows += batch.rows;
    counts.refused += batch.issues.length;
    yield batch;
  }
}
