/** Runs one record of the interface and says what came of it. */
import { instances, type ValidationError } from "../../../src/index.ts";
import { literal } from "../../../src/values/text.ts";
import type { Expected } from "../compare.ts";
import { differences, lineIds } from "../differences.ts";
import { compareAnswer, type ValidationCase, type Verdict, verdictOf } from "../run-case.ts";
import { isUndone } from "../undo.ts";
import { clone, construct, dump, loading } from "./building.ts";
import { checkError, errorObject, formatter } from "./errors.ts";
import { type ApiRecord, Fields, type Mismatch, Thrown } from "./fields.ts";
import { contract, equality, immutable, marker, purity, registry } from "./others.ts";

const KINDS: Readonly<Record<string, (record: ApiRecord) => Fields>> = {
  dump,
  clone,
  load: loading,
  construct,
  error,
  errobj: errorObject,
  formatter,
  contracts: contract,
  registry,
  immutable,
  eq: equality,
  marker,
  purity,
};

/** A validation that fails: first its errors, then everything that can be done with them. */
function error(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const { found, outcome } = compareAnswer(record as unknown as ValidationCase, record.expect as unknown as Expected);
  fields.check("error", undefined, found);
  if (found === undefined) checkError(fields, (outcome as { error: ValidationError }).error);
  return fields;
}

const show = (value: unknown): string =>
  value instanceof Thrown ? `a thrown ${value.raises}: ${value.message}` : literal(value);

/** A line that is undone accounts for it. */
const isExplained = (mismatch: Mismatch): boolean =>
  lineIds.some((line) => isUndone(line) && differences[line].explains?.(mismatch) === true);

export function runRecord(record: ApiRecord): Verdict {
  return verdictOf(record.id, () => {
    instances.clear();
    const kind = KINDS[record.kind];
    if (kind === undefined) throw new Error(`unknown kind ${record.kind}`);
    const fields = kind(record);
    const [first] = fields.mismatches.filter((mismatch) => !isExplained(mismatch));
    if (first !== undefined) return `${first.field}: expected ${show(first.expected)}, got ${show(first.ours)}`;
    const unseen = fields.unseen();
    return unseen.length === 0 ? undefined : `not compared: ${unseen.join(", ")}`;
  });
}
