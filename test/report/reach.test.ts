import { expect, test } from "vitest";
import { Reach } from "../../src/core/report/reach.ts";

const stateOf = ({ depth, schemaDepth, schemaTooDeep, errorBudget }: Reach) => ({
  ...{ depth, schemaDepth, schemaTooDeep, errorBudget },
});

test("an outcome reaches as far as what was entered since it began", () => {
  const reach = new Reach();
  reach.enter(9, 9);
  reach.begin(2, 3);
  reach.enter(1, 5);
  reach.enter(4, 4);
  expect(stateOf(reach)).toEqual({ depth: 4, schemaDepth: 5, schemaTooDeep: false, errorBudget: 0 });
});

test("the outcome around it reaches as far as both", () => {
  const reach = new Reach();
  reach.enter(1, 9);
  reach.include({ depth: 0, schemaDepth: 0, schemaTooDeep: false, errorBudget: 2 });
  const outer = reach.begin(1, 2);
  reach.enter(3, 4);
  reach.exceedSchemaDepth();
  reach.include(outer);
  expect(stateOf(reach)).toEqual({ depth: 3, schemaDepth: 9, schemaTooDeep: true, errorBudget: 2 });
});

test("a trial leaves the error budget as it was, and the depths that it reached", () => {
  const reach = new Reach();
  reach.include({ depth: 5, schemaDepth: 6, schemaTooDeep: false, errorBudget: 7 });
  reach.endTrial(1);
  expect(stateOf(reach)).toEqual({ depth: 5, schemaDepth: 6, schemaTooDeep: false, errorBudget: 1 });
});
