import { describe, expect, test } from "vitest";
import { sweep } from "../support/sweep.ts";
import { compareSchemas, compareValidators } from "./differential.ts";

describe("JSON Schema", () => {
  test("of a validator: what it takes is what Ajv finds valid, and what the validator of the schema takes", () => {
    const { tally, differences } = compareValidators(1, sweep(1500, 6000));
    console.info("validators to schemas:", tally);
    expect(differences.slice(0, 3)).toEqual([]);
    expect(tally.pairs).toBeGreaterThan(sweep(200, 1000));
    expect(tally.valid).toBeGreaterThan(tally.pairs / 5);
    expect(tally.loose).toBeLessThan(tally.pairs / 2);
  });

  test("becomes a validator: what it takes, and returns, is what Ajv finds valid", () => {
    const { tally, differences } = compareSchemas(1, sweep(800, 4000));
    console.info("schemas to validators:", tally);
    expect(differences.slice(0, 3)).toEqual([]);
    expect(tally.pairs).toBeGreaterThan(sweep(200, 1000));
    expect(tally.valid).toBeGreaterThan(tally.pairs / 5);
    expect(tally.valid).toBeLessThan(tally.pairs * 0.8);
  });
});
