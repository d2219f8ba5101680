/** The vocabulary of the border: one table, from which both sides are written, and a number that tells tables apart. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
// @ts-expect-error: a script has no types.
import { formatOf, generate, readTable } from "../../scripts/border.mjs";
import { bind } from "../../src/native/binding.ts";
import * as tape from "../../src/native/tape.ts";

interface Group {
  readonly name: string;
  readonly values: Record<string, [number, string?]>;
}
interface Table {
  readonly groups: Group[];
  readonly constants: Record<string, [number, string, string]>;
  readonly layouts: Record<string, string>;
}
const table = (): Table => readTable();

describe("both sides are what native/border.json says: node scripts/border.mjs writes them anew", () => {
  test.each(Object.entries(generate(table()) as Record<string, string>))("%s", (file, text) => {
    expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8")).toBe(text);
  });

  test("which names every number once", () => {
    for (const { name, values } of table().groups) {
      expect((tape as unknown as Record<string, unknown>)[name]).toEqual(
        Object.fromEntries(Object.entries(values).map(([key, [value]]) => [key, value])),
      );
      // Marks stand in different places.
      if (name === "Mark") continue;
      const numbers = Object.values(values).map(([value]) => value);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});

describe("the format", () => {
  test("is that of the table", () => {
    expect(tape.FORMAT).toBe(formatOf(table()));
    expect(tape.FORMAT).toBeGreaterThan(0);
    expect(tape.FORMAT).toBeLessThan(2 ** 31);
  });

  const changes: Record<string, (changed: Table) => void> = {
    "a number": ({ groups }) => {
      const [group] = groups as [Group];
      const [name] = Object.keys(group.values) as [string];
      group.values[name] = [99];
    },
    "a name": ({ groups }) => {
      (groups[0] as Group).values.more = [14];
    },
    "a constant": ({ constants }) => {
      constants.headSize = [17, "", ""];
    },
    "a layout": ({ layouts }) => {
      layouts.list = `${layouts.list}.`;
    },
  };
  test.each(Object.entries(changes))("differs with %s", (_, change) => {
    const changed = table();
    change(changed);
    expect(formatOf(changed)).not.toBe(tape.FORMAT);
  });

  test("does not differ with what is said about a name", () => {
    const changed = table();
    for (const { values } of changed.groups) for (const entry of Object.values(values)) entry[1] = "something else";
    expect(formatOf(changed)).toBe(tape.FORMAT);
  });

  const { addon } = bind();
  test.skipIf(addon === undefined)("is what the addon was compiled with", () => {
    expect(addon?.format).toBe(tape.FORMAT);
  });
});
