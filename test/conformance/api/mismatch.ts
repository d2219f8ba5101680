/** A field of a record in which the library answers otherwise than the original. */
import type { Tagged } from "../tagged-json.ts";

/** A record: what is in it depends on its kind. */
export interface ApiRecord {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly expect: { readonly [field: string]: Tagged };
  /** The text of a set is in the expectation: any order is right. */
  readonly unordered?: boolean;
  readonly [field: string]: unknown;
}

/** A field in which the library answers otherwise. */
export interface Mismatch {
  readonly record: ApiRecord;
  readonly field: string;
  readonly expected: unknown;
  readonly ours: unknown;
}

/** What a call threw. */
export class Thrown {
  readonly raises: string;
  readonly message: string;
  constructor(raises: string, message: string) {
    this.raises = raises;
    this.message = message;
  }
}
