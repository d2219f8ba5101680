/** Random validators, written as source and built from it again. */
import "../support/fresh.ts";
import { describe, expect, test } from "vitest";
import { classes, functions, instances, toSource, type Validator, type ValidatorClass } from "../../src/index.ts";
import { randomSchema } from "../fast/schemas.ts";
import { Random } from "../native/random.ts";
import { build, named, type Recipe, classes as recipeClasses, visitDumps } from "../native/recipe.ts";
import { sweep } from "../support/sweep.ts";
import { Modules } from "./modules.ts";

const modules = new Modules();

const SCHEMAS = sweep(60, 1000);

/** A class with the name of another one cannot be registered. */
const UNREGISTERED = ["Impostor"];

for (const [name, one] of Object.entries(named))
  if (typeof one === "function") functions.put(name, one as () => unknown);
for (const one of Object.values(recipeClasses) as ValidatorClass[]) {
  if (typeof one === "function" && "params" in one && !classes.has(one.name)) classes.add(one);
}

function isWritten({ root, aliases }: Recipe): boolean {
  let isRegistered = true;
  for (const dump of [root, ...Object.values(aliases)]) {
    visitDumps(dump, ({ __class__ }) => {
      if (UNREGISTERED.includes(__class__)) isRegistered = false;
    });
  }
  return isRegistered;
}

describe("random validators", () => {
  test(`${SCHEMAS} of them are built again from their source, which a formatter would not change`, async () => {
    for (let seed = 1; seed <= SCHEMAS; seed++) {
      const recipe = randomSchema(new Random(seed));
      if (!isWritten(recipe)) continue;
      let validator: Validator;
      try {
        validator = build(recipe);
      } catch {
        continue;
      }
      const aliases = instances.entries();
      const source = toSource(validator, { name: "root" });
      const registered = new Map(aliases);
      instances.clear();
      const { root } = (await modules.import(source)) as { root: Validator };
      expect(root.equals(validator), `${seed}:\n${source}`).toBe(true);
      expect(root.dump(), source).toEqual(validator.dump());
      for (const [alias, instance] of instances.entries())
        expect(instance.dump()).toEqual(registered.get(alias)?.dump());
      expect(toSource(root, { name: "root" })).toBe(source);
    }
    expect(modules.format()).toBe("");
    expect(modules.compile()).toBe("");
  });
});
