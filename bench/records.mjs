/**
 * npm run bench -- --only records: gigabytes of records, beside what people do without the library. Records of seven
 * members and 250 bytes; one row of the table each:
 *
 * - columns of NDJSON, beside a loop of `JSON.parse` that fills the same arrays and validates nothing;
 * - columns of NDJSON to Arrow's IPC, beside `JSON.parse` and `tableFromJSON` of apache-arrow.
 *
 * Each row has a process of its own, in which both take turns; times are those of the processor, all threads together.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { median } from "./measure.mjs";
import { figure } from "./table.mjs";

/** Megabytes of records that a turn reads. */
const MEGABYTES = 32;
/** Turns of each that do not count: compilers are at work. */
const WARM_UP = 3;

/** @type {{ what: string, peer: string, least: number, load: () => Promise<{ ours: Run, theirs: Run }> }[]} */
const rows = [
  {
    what: "columns of NDJSON",
    peer: "a loop of JSON.parse that fills the same arrays",
    least: 5,
    load: async () => {
      const { order } = await validators();
      const bytes = ndjson(MEGABYTES);
      return {
        ours: async () => {
          let count = 0;
          for await (const { rows } of order.columns(bytes)) count += rows;
          return count;
        },
        theirs: async () => {
          const columns = new Loop();
          for (let at = 0; at < bytes.length; ) {
            const end = bytes.indexOf(10, at);
            columns.add(JSON.parse(bytes.toString("utf8", at, end)));
            at = end + 1;
          }
          return columns.rows;
        },
      };
    },
  },
  {
    what: "columns to IPC",
    peer: "JSON.parse and tableFromJSON",
    least: 8,
    load: async () => {
      const { order, toIpc } = await validators();
      const { tableFromJSON, tableToIPC } = await import("apache-arrow");
      const bytes = ndjson(MEGABYTES / 4);
      return {
        ours: async () => {
          let size = 0;
          for await (const part of toIpc(order.columns(bytes))) size += part.length;
          return size > 0 ? 1 : 0;
        },
        theirs: async () => {
          const records = [];
          for (let at = 0; at < bytes.length; ) {
            const end = bytes.indexOf(10, at);
            records.push(JSON.parse(bytes.toString("utf8", at, end)));
            at = end + 1;
          }
          return tableToIPC(tableFromJSON(records), "stream").length > 0 ? 1 : 0;
        },
      };
    },
  },
];

async function validators() {
  const { Bool, Dict, Float, Int, Nullable, Str, toIpc } = await import("../dist/index.js");
  const order = Dict({
    id: Int({ min: 0, max: 2 ** 31 - 1 }),
    customer: Str({ minlen: 1, maxlen: 60 }),
    price: Float({ min: 0 }),
    quantity: Nullable(Int({ min: 1, max: 10_000 })),
    paid: Bool(),
    status: Str({ options: STATUSES }),
    note: Str({ maxlen: 200 }),
  });
  return { order, toIpc };
}

const STATUSES = ["new", "packed", "shipped", "returned"];
const WORDS =
  "the parcel was left with a neighbour who knows that it is fragile and wants to be called before noon".split(" ");

/** Lines of records, the same each time. */
function ndjson(megabytes) {
  const lines = [];
  for (let size = 0, id = 0; size < megabytes * 1e6; id++) {
    const note = Array.from({ length: 18 }, (_, word) => WORDS[(id * 7 + word * (1 + (id % 5))) % WORDS.length]).join(
      " ",
    );
    const record = {
      id,
      customer: `customer-${(id * 7919) % 100_003}@example.com`,
      price: ((id * 37) % 100_000) / 100,
      quantity: id % 8 === 0 ? null : (id % 40) + 1,
      paid: id % 3 === 0,
      status: STATUSES[id % STATUSES.length],
      note,
    };
    const line = `${JSON.stringify(record)}\n`;
    size += line.length;
    lines.push(line);
  }
  return Buffer.from(lines.join(""));
}

/** The same arrays, written by hand: numbers, bits of booleans and of what is there, offsets and bytes of texts. */
class Loop {
  rows = 0;
  #id = new Int32Array(1024);
  #price = new Float64Array(1024);
  #quantity = new Int32Array(1024);
  #hasQuantity = new Uint8Array(128);
  #paid = new Uint8Array(128);
  #status = new Int32Array(1024);
  #customer = new Texts();
  #note = new Texts();

  add({ id, customer, price, quantity, paid, status, note }) {
    const row = this.rows++;
    if (row === this.#id.length) this.#grow();
    this.#id[row] = id;
    this.#price[row] = price;
    if (quantity !== null) {
      this.#quantity[row] = quantity;
      this.#hasQuantity[row >> 3] |= 1 << (row & 7);
    }
    if (paid) this.#paid[row >> 3] |= 1 << (row & 7);
    this.#status[row] = STATUSES.indexOf(status);
    this.#customer.add(row, customer);
    this.#note.add(row, note);
  }

  #grow() {
    this.#id = doubled(this.#id);
    this.#price = doubled(this.#price);
    this.#quantity = doubled(this.#quantity);
    this.#hasQuantity = doubled(this.#hasQuantity);
    this.#paid = doubled(this.#paid);
    this.#status = doubled(this.#status);
  }
}

class Texts {
  #offsets = new Int32Array(1025);
  #bytes = Buffer.alloc(64 * 1024);
  #size = 0;

  add(row, text) {
    if (this.#size + text.length * 3 > this.#bytes.length) {
      const larger = Buffer.alloc(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#size += this.#bytes.utf8Write(text, this.#size);
    if (row + 2 > this.#offsets.length) this.#offsets = doubled(this.#offsets);
    this.#offsets[row + 1] = this.#size;
  }
}

function doubled(array) {
  const larger = new array.constructor(array.length * 2);
  larger.set(array);
  return larger;
}

/** In a process of its own: milliseconds of processor time of each, by round. */
async function measured(number, rounds) {
  const things = Object.entries(await rows[number].load());
  const times = Object.fromEntries(things.map(([name]) => [name, []]));
  const counts = new Set();
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let turn = 0; turn < things.length; turn++) {
      const [name, run] = things[(turn + round + WARM_UP) % things.length];
      globalThis.gc?.({ type: "minor" });
      const start = process.cpuUsage();
      counts.add(await run());
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) times[name].push((user + system) / 1000);
    }
  }
  if (counts.size !== 1) throw new Error(`The counts differ: ${[...counts]}`);
  return times;
}

/**
 * Measures the rows whose words `only` names, and prints them as they come.
 * @param {{ programs: { program: string, version: string }[], rounds: number, only: string }} options
 */
export async function records({ programs, rounds, only }) {
  const results = [];
  for (const { program, version } of programs) {
    console.log(`Node ${version}: times as fast; processor time, ${rounds} rounds`);
    for (const [number, { what, peer, least }] of rows.entries()) {
      if (!what.includes(only)) continue;
      const child = fork(import.meta.filename, ["--row", String(number), String(rounds)], {
        execPath: program,
        execArgv: ["--expose-gc"],
        env: { ...process.env, NODE_ENV: "production" },
      });
      const [times] = await Promise.race([once(child, "message"), failed(child, what)]);
      const ratio = median(times.ours.map((ours, round) => times.theirs[round] / ours));
      const milliseconds = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
      results.push({ node: version, what, peer, least, ratio, milliseconds });
      const mark = ratio >= least ? "met" : "MISSED";
      console.log(`  ${figure(ratio).padStart(6)}  ${what} / ${peer}; bar ${least}: ${mark}`);
    }
  }
  return results;
}

async function failed(child, what) {
  const [code] = await once(child, "exit");
  // The message of a process that has ended well is on its way.
  if (code === 0) return new Promise(() => {});
  throw new Error(`${what} failed`);
}

if (process.argv[2] === "--row") {
  process.send(await measured(Number(process.argv[3]), Number(process.argv[4])));
  process.disconnect();
}
