/** One engine's instance of the WebAssembly module. */
import { whenGone } from "../../../values/weak.ts";
import type { Arrays, Compiled, FilledColumns, Heap, Port, ThreadPool } from "../addon.ts";
import { Head, Verdict } from "../tape.ts";
import type { Exports } from "./exports.ts";
import { Strings } from "./strings.ts";

/**
 * Memory of a module never shrinks. An instance with more bytes is given up when its buffers are released, and in a
 * runtime without a FinalizationRegistry when it has compiled another validator.
 */
const MAX_KEPT = 64 * 1024 * 1024;
/** Integers that `validateLines` writes for each run of lines. */
const NUMBERS_PER_RUN = 3;
/** Integers of `runMany` for each text. */
const NUMBERS_PER_TEXT = 2;

const encoder = new TextEncoder();

/** A part of the memory of the module. */
interface Block {
  readonly pointer: number;
  readonly length: number;
}
const NONE: Block = { pointer: 0, length: 0 };

export class WasmPort implements Port, Heap {
  readonly minimal: boolean;
  readonly exports: Exports;
  /** The module has trapped, or has too much memory. */
  isLost = false;
  onMove: (arrays: Arrays) => void = () => {};
  readonly #port: number;
  readonly #returned: number;
  readonly #onTrap: () => void;
  #buffer: ArrayBuffer;
  #strings: Strings;
  #words: Uint32Array;
  #text = NONE;
  #integers = NONE;
  #numbers = NONE;
  /** Created and not yet attached. */
  #newTape: readonly [Block, Block] = [NONE, NONE];
  /** Frees compiled validators that are no longer used; a lost instance is garbage as a whole. */
  readonly #registry = whenGone<number>((compiled) => {
    if (!this.isLost) this.call(() => this.exports.destroy(compiled));
  });

  readonly #columns = whenGone<number>((columns) => {
    if (!this.isLost) this.call(() => this.exports.destroyColumns(columns));
  });

  /** @param onTrap is called when the module traps. */
  constructor(exports: Exports, minimal: boolean, onTrap: () => void) {
    this.exports = exports;
    this.minimal = minimal;
    this.#onTrap = onTrap;
    this.#port = exports.open(minimal);
    this.#returned = exports.returned() / Uint32Array.BYTES_PER_ELEMENT;
    this.#buffer = exports.memory.buffer;
    this.#strings = new Strings(this.#buffer);
    this.#words = new Uint32Array(this.#buffer);
  }

  get heap(): Heap {
    return this;
  }

  /**
   * Calls the module, if it can still be called. Undefined if it traps: for want of memory or stack, or by a defect.
   * Its state is unknown then, so it is never called again.
   */
  call<T>(act: () => T): T | undefined {
    if (this.isLost) return undefined;
    try {
      return act();
    } catch {
      this.trapped();
      return undefined;
    } finally {
      this.settle();
    }
  }

  trapped(): void {
    this.isLost = true;
    this.#onTrap();
  }

  /** Replaces the arrays if the memory has grown: the old ones are detached. */
  settle(): void {
    const { buffer } = this.exports.memory;
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.#strings = new Strings(buffer);
    this.#words = new Uint32Array(buffer);
    this.onMove({
      text: new Uint8Array(buffer, this.#text.pointer, this.#text.length),
      integers: this.integers,
      numbers: new Float64Array(buffer, this.#numbers.pointer, this.#numbers.length),
    });
  }

  get integers(): Int32Array {
    return new Int32Array(this.#buffer, this.#integers.pointer, this.#integers.length);
  }

  /** The number of elements that the last returned pointer leads to. */
  get returned(): number {
    return this.#words[this.#returned] as number;
  }

  /** The head of the integers says that the pure engine has to do the work. */
  giveUp(): undefined {
    const { integers } = this;
    integers[Head.verdict] = Verdict.fallBack;
    integers[Head.delegated] = integers[Head.texts] = 0;
  }

  newText(length: number): Uint8Array {
    const pointer = this.#allocate(length, 1);
    return new Uint8Array(this.#buffer, pointer, length);
  }

  newTape(length: number, count: number): [Int32Array, Float64Array] {
    const integers = { pointer: this.#allocate(length, Int32Array.BYTES_PER_ELEMENT), length };
    let numbers: Block;
    try {
      numbers = { pointer: this.#allocate(count, Float64Array.BYTES_PER_ELEMENT), length: count };
    } catch (error) {
      this.#free(integers);
      throw error;
    }
    this.#newTape = [integers, numbers];
    return [
      new Int32Array(this.#buffer, integers.pointer, length),
      new Float64Array(this.#buffer, numbers.pointer, count),
    ];
  }

  /** @throws RangeError if there is not enough memory. */
  #allocate(length: number, bytes: number): number {
    // A pointer is signed.
    const pointer = (this.call(() => this.exports.allocate(length * bytes)) ?? 0) >>> 0;
    if (pointer === 0) throw new RangeError("not enough memory");
    return pointer;
  }

  #free({ pointer }: Block): void {
    this.call(() => this.exports.free(pointer));
  }

  attachText(text: Uint8Array): boolean {
    const old = this.#text;
    this.#text = { pointer: text.byteOffset, length: text.length };
    this.call(() => this.exports.attachText(this.#port, this.#text.pointer, this.#text.length));
    this.#free(old);
    return true;
  }

  attachTape(): boolean {
    const old = [this.#integers, this.#numbers];
    [this.#integers, this.#numbers] = this.#newTape;
    const [integers, numbers] = this.#newTape;
    this.call(() =>
      this.exports.attachTape(this.#port, integers.pointer, integers.length, numbers.pointer, numbers.length),
    );
    for (const block of old) this.#free(block);
    return true;
  }

  release(): void {
    this.call(() => this.exports.release(this.#port));
    if (this.#buffer.byteLength > MAX_KEPT) this.isLost = true;
  }

  compile(plan: string): Compiled | undefined {
    const bytes = encoder.encode(plan);
    const pointer = this.call(() => this.with(bytes, (at) => this.exports.compile(this.#port, at, bytes.length)));
    if (!pointer) return undefined;
    const at = this.exports.kinds(pointer);
    const compiled = new WasmCompiled(this, pointer, new Int32Array(this.#buffer, at, this.returned).slice());
    this.#registry?.register(compiled, pointer);
    // Nothing frees compiled validators one by one.
    if (this.#registry === undefined && this.#buffer.byteLength > MAX_KEPT) this.isLost = true;
    return compiled;
  }

  /** Calls `act` with a copy of the bytes in the memory of the module, which it frees afterwards. */
  with<T>(bytes: Uint8Array, act: (pointer: number) => T): T {
    const pointer = this.exports.allocate(Math.max(bytes.length, 1)) >>> 0;
    if (pointer === 0) throw new RangeError("not enough memory");
    new Uint8Array(this.exports.memory.buffer).set(bytes, pointer);
    const result = act(pointer);
    this.exports.free(pointer);
    return result;
  }

  itemsToLines(bytes: Uint8Array, parts: Float64Array): number | undefined {
    const { exports } = this;
    return this.call(() =>
      this.with(bytes, (at) =>
        this.with(bytesOf(parts), (partsAt) => {
          const end = exports.itemsToLines(at, bytes.length, partsAt) >>> 0;
          const { buffer } = exports.memory;
          bytes.set(new Uint8Array(buffer, at, bytes.length));
          parts.set(new Float64Array(buffer, partsAt, parts.length));
          return end;
        }),
      ),
    );
  }

  extent(bytes: Uint8Array, into: Uint32Array): boolean | undefined {
    const { exports } = this;
    return this.call(() =>
      this.with(bytes, (at) =>
        this.with(bytesOf(into), (intoAt) => {
          exports.extent(at, bytes.length, intoAt);
          into.set(new Uint32Array(exports.memory.buffer, intoAt, into.length));
          return true;
        }),
      ),
    );
  }

  columns(layout: Int32Array): FilledColumns | undefined {
    const pointer = this.call(() => this.with(bytesOf(layout), (at) => this.exports.columns(at, layout.length)));
    if (!pointer) return undefined;
    const columns = new WasmColumns(this, this.#port, pointer);
    this.#columns?.register(columns, pointer);
    return columns;
  }

  /** The calling thread is the only one. */
  parallelLines(): ThreadPool {
    return this;
  }

  latin1(pointer: number): string {
    return this.#strings.latin1(pointer >>> 0, this.returned);
  }

  narrow(index: number): string {
    return this.latin1(this.exports.narrow(this.#port, index));
  }

  wide(index: number): string {
    return this.#strings.utf16(this.exports.wide(this.#port, index) >>> 0, this.returned);
  }

  repeats(): string {
    return this.latin1(this.exports.repeats(this.#port));
  }

  /** There are none: TypeScript validates an invalid text. */
  failures(): undefined {}
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

class WasmColumns implements FilledColumns {
  readonly #port: WasmPort;
  readonly #portPointer: number;
  readonly #columns: number;

  constructor(port: WasmPort, portPointer: number, columns: number) {
    this.#port = port;
    this.#portPointer = portPointer;
    this.#columns = columns;
  }

  setReads(reads: Int32Array): boolean {
    const port = this.#port;
    return (
      port.call(() => port.with(bytesOf(reads), (at) => port.exports.setReads(this.#columns, at, reads.length))) === 1
    );
  }

  add(rows: number, most: number): number {
    const port = this.#port;
    return port.call(() => port.exports.addRows(this.#columns, this.#portPointer, rows, most)) ?? -1;
  }

  take(into: Uint8Array): number {
    const port = this.#port;
    const taken = port.call(() =>
      port.with(into, (at) => {
        const size = port.exports.takeRows(this.#columns, at, into.length) >>> 0;
        if (size <= into.length) into.set(new Uint8Array(port.exports.memory.buffer, at, size));
        return size;
      }),
    );
    return taken ?? 0;
  }
}

class WasmCompiled implements Compiled {
  readonly kinds: Int32Array;
  readonly #port: WasmPort;
  readonly #compiled: number;

  constructor(port: WasmPort, compiled: number, kinds: Int32Array) {
    this.#port = port;
    this.#compiled = compiled;
    this.kinds = kinds;
  }

  run(): string | undefined {
    const port = this.#port;
    if (port.isLost) return port.giveUp();
    let chunk: number;
    try {
      chunk = port.exports.run(this.#compiled);
    } catch {
      port.trapped();
      port.settle();
      return port.giveUp();
    }
    port.settle();
    return chunk === 0 ? undefined : port.latin1(chunk);
  }

  async runAsync(): Promise<string | undefined> {
    return this.run() ?? "";
  }

  runMany(texts: Int32Array, given: number, maxBytes: number): string | undefined {
    const port = this.#port;
    const bytes = new Uint8Array(texts.buffer, texts.byteOffset, texts.byteLength);
    const chunk = port.call(() =>
      port.with(bytes, (pointer) => {
        const found = port.exports.runMany(this.#compiled, pointer, texts.length / NUMBERS_PER_TEXT, given, maxBytes);
        bytes.set(new Uint8Array(port.exports.memory.buffer, pointer, bytes.length));
        return found;
      }),
    );
    if (chunk === undefined) return port.giveUp();
    return chunk === 0 ? undefined : port.latin1(chunk);
  }

  async runManyAsync(texts: Int32Array, given: number, maxBytes: number): Promise<string | undefined> {
    return this.runMany(texts, given, maxBytes) ?? "";
  }

  learn(node: number, shapes: Int32Array): boolean {
    const port = this.#port;
    const bytes = new Uint8Array(shapes.buffer, shapes.byteOffset, shapes.byteLength);
    const learned = port.call(() =>
      port.with(bytes, (pointer) => port.exports.learn(this.#compiled, node, pointer, shapes.length)),
    );
    return learned === 1;
  }

  validateLines(
    blocks: readonly Uint8Array[],
    maxDepth: number,
    maxBytes: number,
    _pool: ThreadPool,
    numbers: Uint32Array,
  ): Uint32Array | undefined {
    const found = blocks.map((block) => this.#linesOf(block, maxDepth, maxBytes));
    const size = found.reduce((sum, runs) => sum + 1 + (runs?.length ?? 0), 0);
    const all = size > numbers.length ? new Uint32Array(size) : numbers;
    let at = 0;
    for (const runs of found) {
      if (runs === undefined) return undefined;
      all[at] = runs.length;
      all.set(runs, at + 1);
      at += 1 + runs.length;
    }
    return all;
  }

  #linesOf(block: Uint8Array, maxDepth: number, maxBytes: number): Uint32Array | undefined {
    const port = this.#port;
    return port.call(() =>
      port.with(block, (pointer) => {
        const found = port.exports.validateLines(this.#compiled, pointer, block.length, maxDepth, maxBytes) >>> 0;
        if (found === 0) return undefined;
        port.settle();
        return new Uint32Array(port.exports.memory.buffer, found, port.returned * NUMBERS_PER_RUN).slice();
      }),
    );
  }
}
