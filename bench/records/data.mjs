/** Records of seven members and 250 bytes, as files of each format; and columns that are filled by hand. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function validators() {
  const { Bool, Dict, Float, Int, Nullable, Str, toIpc } = await import("../../dist/index.js");
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

export const STATUSES = ["new", "packed", "shipped", "returned"];
const WORDS =
  "the parcel was left with a neighbour who knows that it is fragile and wants to be called before noon".split(" ");

/** Records until their lines have some megabytes, the same each time. */
export function recordsOf(megabytes) {
  const records = [];
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
    size += JSON.stringify(record).length + 1;
    records.push(record);
  }
  return records;
}

export const ndjson = (megabytes) =>
  Buffer.from(
    recordsOf(megabytes)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(""),
  );

export const jsonArray = (megabytes) => Buffer.from(JSON.stringify(recordsOf(megabytes)));

/** Rows of CSV; where a quantity is null, they have one. */
export function csv(megabytes) {
  const rows = recordsOf(megabytes).map((record) => Object.values(record).map((cell) => cell ?? 1));
  return Buffer.from([Object.keys(recordsOf(0.001)[0]), ...rows].map((row) => `${row.join()}\n`).join(""));
}

/** A file with the bytes, gone when the process ends. */
export function fileOf(name, bytes) {
  const folder = mkdtempSync(join(tmpdir(), "validlib-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** The bytes in parts, as a file gives them. */
export function* chunksOf(bytes, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The same arrays, written by hand: numbers, bits of booleans and of what is there, offsets and bytes of texts. */
export class Loop {
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
