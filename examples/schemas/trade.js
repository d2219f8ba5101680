/** A trade, and the files that have trades: what the examples of columns read. */
import { createReadStream } from "node:fs";
import { Dict, Float, Int, Optional, Str, toIpc } from "validlib";

export { toIpc };

const trade = Dict({
  id: Int({ min: 1, max: 2 ** 31 - 1 }),
  symbol: Str({ pattern: "^[A-Z]{1,6}$" }),
  side: Str({ options: ["buy", "sell"] }),
  price: Float({ exclusive_min: 0, max: 1e6 }),
  size: Optional(Int({ min: 1, max: 1_000_000 })),
  // PostgreSQL has no place for U+0000 in a text, and none of them has one for half a surrogate pair.
  note: Optional(Str({ maxlen: 1000, pattern: "^[^\\0\\p{Cs}]*$" })),
});
export default trade;

/**
 * The columns of a file: `trades.csv`, `trades.ndjson`, or `trades.json#/path`, an array in one JSON document.
 * @param options of `columns`.
 */
export function columnsOf(name, options = {}) {
  const [file, at] = name.split("#");
  const source = createReadStream(file);
  if (at !== undefined) return trade.columns(source, { ...options, format: "json", at });
  return trade.columns(source, { ...options, format: file.endsWith(".csv") ? "csv" : "ndjson" });
}
