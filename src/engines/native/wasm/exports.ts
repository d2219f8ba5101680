/** The exports of the module, native/wasm/module.cpp. Pointers and sizes are numbers; a pointer may be 0. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  format(): number;
  /** The address of the number of elements that a returned pointer leads to. */
  returned(): number;
  allocate(bytes: number): number;
  free(pointer: number): void;
  open(minimal: boolean): number;
  attachText(port: number, text: number, size: number): void;
  attachTape(port: number, integers: number, size: number, numbers: number, count: number): void;
  release(port: number): void;
  compile(port: number, plan: number, size: number): number;
  destroy(compiled: number): void;
  kinds(compiled: number): number;
  learn(compiled: number, node: number, orders: number, size: number): number;
  run(compiled: number): number;
  runMany(compiled: number, texts: number, room: number, given: number, maxBytes: number): number;
  validateLines(compiled: number, bytes: number, size: number, maxDepth: number, maxBytes: number): number;
  itemsToLines(bytes: number, size: number, parts: number): number;
  extent(bytes: number, size: number, into: number): void;
  columns(layout: number, size: number): number;
  destroyColumns(columns: number): void;
  setReads(columns: number, reads: number, size: number): number;
  addRows(columns: number, port: number, rows: number, most: number): number;
  takeRows(columns: number, into: number, size: number): number;
  narrow(port: number, index: number): number;
  wide(port: number, index: number): number;
  repeats(port: number): number;
}
