/** Counts what came of cases. */
import type { Counts } from "./counts.ts";
import { differences, lineIds } from "./differences.ts";
import type { Verdict } from "./run-case.ts";

/** The figures of a file. */
export function countOf(verdicts: Iterable<Verdict>): Counts {
  const found: Counts = { same: 0, different: 0, lines: {}, "not expressible": {}, "not in this version": 0 };
  const add = (table: { [key: string]: number }, key: string): void => {
    table[key] = (table[key] ?? 0) + 1;
  };
  for (const verdict of verdicts) {
    if (verdict.kind === "not expressible") add(found["not expressible"], verdict.reason);
    else if (verdict.kind !== "unexplained") found[verdict.kind]++;
    if (verdict.kind === "different") for (const line of verdict.lines) add(found.lines, line);
  }
  return found;
}

/** All numbers of a table. */
export const total = (table: { readonly [key: string]: number }): number =>
  Object.values(table).reduce((all, count) => all + count, 0);

/** How many cases were counted. */
export const sum = (found: Counts): number =>
  found.same + found.different + total(found["not expressible"]) + found["not in this version"];

/** The figures as text for people. */
export function report(name: string, found: Counts): string {
  const row = (label: string, count = 0): string => `${String(count).padStart(6)}  ${label}`;
  const lines = lineIds.filter((line) => found.lines[line] !== undefined);
  return [
    `${name}: ${sum(found)} cases`,
    row("same", found.same),
    row("different by decision; by line (a case may have several):", found.different),
    ...lines.map((line) => `      ${row(`${differences[line].decision}: ${line}`, found.lines[line])}`),
    row("not expressible:", total(found["not expressible"])),
    ...Object.entries(found["not expressible"]).map(([reason, count]) => `      ${row(reason, count)}`),
    row("not in this version", found["not in this version"]),
  ].join("\n");
}
