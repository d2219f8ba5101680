/** Small objects that are written. */
import { createRequire } from "node:module";
import { randomly } from "../random.mjs";

const require = createRequire(import.meta.url);

/** The schema, and what one of the objects is. */
const KINDS = {
  "four members": ({ Dict, Int, Str }) => [
    Dict({ firstName: Str(), lastName: Str(), age: Int(), note: Str() }),
    (random) => ({ firstName: "Matteo", lastName: "Collina", age: random.below(100), note: '"quoted"' }),
  ],
  "a record of 7 keys": ({ Bool, Dict, Float, Int, Str }) => [
    Dict({ id: Int(), name: Str(), email: Str(), age: Int({ min: 0 }), active: Bool(), role: Str(), score: Float() }),
    (random) => ({
      ...{ id: random.below(1e6), name: "Ann Miller", email: "ann@example.org", age: random.below(100) },
      ...{ active: random.chance(0.5), role: "user", score: random.below(1000) / 4 },
    }),
  ],
};

export const rows = Object.entries(KINDS).map(([what, made]) => ({
  what: `stringify of ${what}`,
  peer: "fast-json-stringify",
  least: 1,
  async load() {
    const library = await import("../../dist/index.js");
    const [validator, value] = made(library);
    const write = require("fast-json-stringify")(library.toJsonSchema(validator, { target: "draft-07", io: "output" }));
    const random = randomly(1);
    const values = Array.from({ length: 16 }, () => value(random));
    if (values.some((one) => validator.stringify(one) !== write(one))) throw new Error("the texts differ");
    return {
      ours: (index) => validator.stringify(values[index % 16]).length > 0,
      theirs: (index) => write(values[index % 16]).length > 0,
    };
  },
}));
