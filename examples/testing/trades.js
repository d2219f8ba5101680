/** Files of trades to run the examples on: most are valid, some are not. */

const faults = [
  (trade) => ({ ...trade, price: 0 }),
  (trade) => ({ ...trade, side: "hold" }),
  (trade) => ({ ...trade, symbol: "acme" }),
];

/** Every ninth is refused. */
export const isRefused = (id) => id % 9 === 0;

export function tradeOf(id) {
  const trade = { id, symbol: ["ACME", "BEER", "NUTS"][id % 3], side: id % 2 ? "buy" : "sell", price: id / 4 };
  if (id % 4) trade.size = 1 + (id % 1000);
  if (id % 5 === 0) trade.note = ["for “Ann” \u{1f37a}", 'a "quote", a\nline', "NULL \\N"][id % 3];
  return isRefused(id) ? faults[(id / 9) % faults.length](trade) : trade;
}

const cell = (value = "") => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
const KEYS = ["id", "symbol", "side", "price", "size", "note"];

/** A file of each kind with these trades: what its name ends in, and its text. */
export const files = {
  csv: (trades) =>
    `${[KEYS, ...trades.map((one) => KEYS.map((key) => cell(one[key])))].map((row) => row.join()).join("\n")}\n`,
  ndjson: (trades) => trades.map((one) => `${JSON.stringify(one)}\n`).join(""),
  json: (trades) => JSON.stringify({ trades }),
};

export const tradesFrom = (first, count) => Array.from({ length: count }, (_, index) => tradeOf(first + index));
