/** What the library answers to a record about anything but a validation, beside what the original answered. */
import {
  classes,
  contracts,
  exc,
  formatError,
  Formatter,
  instances,
  load,
  type Templates,
  type Update,
  type ValidationError,
  type Validator,
} from "../../../src/pure.ts";
import { difference, differentValue, type Expected, outcomeOf } from "../compare.ts";
import { standIn } from "../stand-ins.ts";
import { decode, decodeSchema, isTaggedObject, NotExpressible, type Tagged, tagOf } from "../tagged.ts";
import { failureOf, isFailure, type PythonFailure, translateMessage } from "./exceptions.ts";
import { decodeDump, javascriptText, pythonText } from "./validators.ts";

/** A record: what is in it depends on its kind. */
export interface ApiRecord {
  readonly id: string;
  readonly kind: string;
  readonly expect: { readonly [field: string]: unknown };
  readonly unordered?: boolean;
  readonly [field: string]: unknown;
}

/** A field in which the library answers otherwise. */
export interface Mismatch {
  readonly field: string;
  readonly expected: unknown;
  readonly ours: unknown;
}

/** Collects the fields that differ. */
class Fields {
  readonly mismatches: Mismatch[] = [];
  check(field: string, expected: unknown, ours: unknown): void {
    if (differentValue(expected, ours, field) !== undefined) this.mismatches.push({ field, expected, ours });
  }
}
