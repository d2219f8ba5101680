/** The memory that reading one large document takes. */
import { jsonArray, validators } from "./data.mjs";

/** Bytes of the items that come again and again. */
const CYCLE = 4;

/**
 * Reads a document that is made while it is read.
 * @param {"records" | "columns" | "released"} how
 * @param {number} gigabytes its size
 * @returns {Promise<number>} by how many megabytes the process has grown at most, since the library was loaded and warm
 */
export async function grown(how, gigabytes) {
  const { order } = await validators();
  const items = jsonArray(CYCLE).subarray(1, -1);
  let sum = 0;
  const read = async (bytes) => {
    const options = { format: "json", at: "/items" };
    if (how !== "records")
      for await (const batch of order.columns(documentOf(items, bytes), options)) {
        sum += batch.rows;
        if (how === "released") batch.release();
      }
    else for await (const { ok } of order.records(documentOf(items, bytes), options)) sum += ok ? 1 : 0;
  };
  await read(items.length * 4);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  await read(gigabytes * 1e9);
  if (sum < gigabytes * 3e6) throw new Error(`${sum} records`);
  // Kilobytes; what the warm-up took counts, too.
  return (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
}

/** One JSON document of about so many bytes, in parts of 64 kB. */
function* documentOf(items, bytes) {
  yield Buffer.from('{"about": "what is there", "items": [');
  for (let size = 0; size < bytes; size += items.length) {
    if (size > 0) yield Buffer.from(",");
    for (let at = 0; at < items.length; at += 64 * 1024) yield items.subarray(at, at + 64 * 1024);
  }
  yield Buffer.from("]}");
}
