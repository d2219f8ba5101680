/** The interface of the addon, and of the WebAssembly module. */

/**
 * A validator compiled by the addon. Call asynchronous functions as methods, so that the object stays alive meanwhile.
 */
export interface Compiled {
  /**
   * Runs once, as the head of the integers describes. Returns the first chunk of the Latin-1 strings of a value, if
   * there are any. The verdict is in the head.
   */
  run(): string | undefined;
  /**
   * As `run`, for a batch of texts that line feeds separate. Writes the end of each, and its `LineVerdict`, to `texts`,
   * and their number to the head. The first `given` ends are given; if it is 0, every line feed ends a text.
   * @param maxBytes of each text.
   */
  runMany(texts: Int32Array, given: number, maxBytes: number): string | undefined;
  /** As `runMany`, on another thread; see `runAsync`. */
  runManyAsync(texts: Int32Array, given: number, maxBytes: number): Promise<string | undefined> | undefined;
  /**
   * As `run`, on another thread; "" if there are no such strings, undefined if there was no run. The memory of the port
   * is in use until the promise settles.
   */
  runAsync(): Promise<string | undefined> | undefined;
  /**
   * Sets the shapes to expect of a Dict from the next run on: for each the number of its keys, and the keys by number.
   * Returns false if that is not possible.
   */
  learn(node: number, shapes: Int32Array): boolean;
  /**
   * Validates all lines of the blocks, each of fewer than 2^31 bytes, on the threads of the pool. Returns for each
   * block the count of the numbers that follow, and `end lines verdict` for each run of lines with the same verdict: in
   * the array, or in a new one if it is too small. Undefined if there is not enough memory.
   */
  validateLines(
    blocks: readonly Uint8Array[],
    maxDepth: number,
    maxBytes: number,
    pool: ThreadPool,
    numbers: Uint32Array,
  ): Uint32Array | undefined;
  /** The kind of each validator of the plan in the addon; see `Kind`. */
  readonly kinds: Int32Array;
}

/** Columns that the addon fills from the tape; see `native/core/columns.hpp`. Call the functions as methods. */
export interface FilledColumns {
  /** Sets how values get into the columns, as `columnRead` of the border says; false if that is not possible. */
  setReads(reads: Int32Array): boolean;
  /**
   * Appends the first values of the last run of the port, which was for columns. Returns the bytes of all rows; -1 if
   * nothing was added, for want of memory; -2 if there would be more than `most`.
   */
  add(rows: number, most: number): number;
  /**
   * Moves the rows to an array, as `filled` of the border says. Returns how many bytes they take; if the array has
   * fewer, nothing is moved. 0 if there is not enough memory.
   */
  take(into: Uint8Array): number;
}

/** The thread pool that validates lines for one caller, including its own thread. Opaque to JavaScript. */
export type ThreadPool = object;

/** The exports of the addon; the WebAssembly module has the same interface. */
export interface Addon {
  /** What `engine().impl` says of it. Default `"N-API"`. */
  readonly impl?: "Wasm";
  readonly version: string;
  /** The version of the binary interface; see `FORMAT`. */
  readonly format: number;
  /**
   * Makes an object that runs schemas, with memory of its own. There is one for each engine; there are few, so none is
   * freed.
   */
  open(): Port;
}

/**
 * The failures of a run: integers after a head, laid out as in native/core/failures.hpp, and the text of all their
 * strings.
 */
export type Failures = readonly [integers: Int32Array, texts: string];

/** The arrays that both sides use. */
export interface Arrays {
  readonly text: Uint8Array;
  readonly integers: Int32Array;
  readonly numbers: Float64Array;
}

/** Creates the arrays of a port whose memory is its own. Attach them before the next call. */
export interface Heap {
  /** @throws RangeError if there is not enough memory. */
  newText(length: number): Uint8Array;
  /** @throws RangeError if there is not enough memory. */
  newTape(length: number, count: number): readonly [integers: Int32Array, numbers: Float64Array];
  /** Called whenever a call has moved the memory, with new views: the earlier ones are detached. */
  onMove: (arrays: Arrays) => void;
}

/**
 * One engine's side of the addon. The addon owns the result of a run: the strings of a value, or the failures. The
 * result lives until the failures are taken, until `release` or `attachText`, or until the next run of this port, lines
 * included.
 */
export interface Port {
  /** The port is of no use any more, as after a trap of a WebAssembly module: the engine opens another. */
  readonly isLost?: boolean;
  /** Missing if the memory of both sides belongs to JavaScript. */
  readonly heap?: Heap;
  /** Buffers are as small as possible, as set by VALIDLIB_BUFFERS=minimal in the environment: for tests. */
  readonly minimal: boolean;
  /** Lists of floats are read by the instructions of AVX2: for tests. */
  readonly avx2?: boolean;
  /** Sets the memory that texts are copied to; false if it is too small. */
  attachText(text: Uint8Array): boolean;
  /** Sets the memory for the tape of the next runs; false if it is too small. The last result stays valid. */
  attachTape(integers: Int32Array, numbers: Float64Array): boolean;
  /** Frees the addon's large buffers. They are not freed at any other time. */
  release(): void;
  /** Compiles a plan; undefined if the addon cannot compile it. */
  compile(plan: string): Compiled | undefined;
  /** Makes columns, as `columns` of the border says; undefined if there is not enough memory. */
  columns(layout: Int32Array): FilledColumns | undefined;
  /** The threads of one caller; undefined if there is not enough memory. */
  parallelLines(threads: number): ThreadPool | undefined;
  /**
   * Makes the items of an array lines, as `itemsToLines` in src/lines; the parts of its state are those of `ItemPart`.
   * Undefined if nothing was done.
   */
  itemsToLines(bytes: Uint8Array, parts: Float64Array): number | undefined;
  /** Writes how many line feeds bytes have, and characters behind the last; false if nothing was written. */
  extent(bytes: Uint8Array, into: Uint32Array): boolean | undefined;
  /** A chunk of the Latin-1 strings of the value of the last run. */
  narrow(index: number): string;
  /** A chunk of its other strings. */
  wide(index: number): string;
  /** The short strings that occur more than once, each at a multiple of 16; see native/core/repeats.hpp. */
  repeats(): string;
  /**
   * Takes the failures of the last run. If their integers are in the array of the tape, only the text is returned; if
   * they need more space than that has, both. Undefined if there are no failures to take, or too many.
   */
  failures(): string | Failures | undefined;
}
