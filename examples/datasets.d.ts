/** Something done to a copy of the data. */
export interface Damage {
  /** What, for people. */
  readonly what: string;
  /** Where the errors have to be: keys and indexes, joined by dots. */
  readonly at: string;
  /** Changes the parsed data. */
  // biome-ignore lint/suspicious/noExplicitAny: each data set has a shape of its own
  apply(data: any): void;
}

export interface Dataset {
  readonly name: string;
  readonly about: string;
  /** Below `node_modules`. */
  readonly file: string;
  /** A module, below this folder. */
  readonly schema: string;
  /** What `count` counts. */
  readonly unit: string;
  count(data: unknown): number;
  readonly damages: readonly Damage[];
  /** Damage of the bytes: what is left is not JSON. */
  readonly corruption: {
    readonly what: string;
    readonly reason: "utf8" | "syntax";
    apply(bytes: Buffer): Buffer;
  };
}

export const datasets: readonly Dataset[];

/** The path of an error without its markers: of the steps and pairs that led to it. */
export function keysOf(error: { readonly context: readonly unknown[] }): string;
