/** What editors show of public names: a comment each, with an example where there is something to call. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { classes } from "../src/index.ts";
import { publicNames } from "./docs/public-names.ts";

const root = join(import.meta.dirname, "..");
const ENTRIES = [
  "src/index.ts",
  "src/exc.ts",
  "src/core/contracts.ts",
  "src/servers/fastify.ts",
  "src/servers/express.ts",
  "src/servers/hono.ts",
  "src/servers/nest.ts",
  "src/servers/fetch.ts",
];

const FIRST = ["item", "items", "make", "schema", "steps", "test", "tp", "use", "value"];

describe.each(ENTRIES)("of %s", (entry) => {
  const names = publicNames(root, entry);

  test("all names are found", () => {
    expect(names.length).toBeGreaterThan(3);
  });

  test("each has a comment", () => {
    expect(names.filter(({ comment }) => comment === "").map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  test("each value has an example", () => {
    const bare = names.filter(({ isType, comment }) => !isType && !comment.includes("@example"));
    expect(bare.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });
});

test.each(publicNames(root, "src/validators/index.ts").filter(({ name }) => classes.has(name)))(
  "the comment of $name names its parameters",
  ({ name, comment }) => {
    const named = comment.slice(comment.indexOf("@param params"), comment.indexOf("@example"));
    const missing = Object.keys(classes.get(name).params).filter((param) => !named.includes(`\`${param}\``));
    // What stands in front of the parameters, as the schema of a Dict, is seen at once.
    expect(missing.filter((param) => !FIRST.includes(param))).toEqual([]);
  },
);
