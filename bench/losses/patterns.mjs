/** Patterns whose automaton has more states than a table, on texts for which it needs many of them. */
import { randomly } from "../random.mjs";

const SIZE = 16 * 1024;

const texts = {
  "only `a`": () => `${"a".repeat(SIZE - 1)}b`,
  "random letters": (random) => Array.from({ length: SIZE }, () => random.pick(["a", "b", "c"])).join(""),
};

async function load(pattern, text) {
  const { Str } = await import("../../dist/index.js");
  const { pure } = await import("../../dist/core/json/pure.js");
  const validator = Str({ pattern });
  const json = Buffer.from(JSON.stringify(text(randomly(1))));
  const verdict = pure.test(validator, json);
  return {
    ours: () => validator.isJson(json) === verdict,
    theirs: () => pure.test(validator, json) === verdict,
  };
}

export const rows = [".*a.{0,400}b$", "(?:a?){0,2000}b$"].flatMap((pattern) =>
  Object.entries(texts).flatMap(([name, text]) => [
    {
      what: `isJson, \`/${pattern}/\` on 16 kB of ${name}`,
      peer: "the same in TypeScript",
      least: 0.8,
      load: () => load(pattern, text),
    },
    {
      what: `the time for it`,
      peer: "",
      most: { unit: "ms a MB", value: 1000, of: 2 ** 20 / SIZE },
      load: async () => ({ ours: (await load(pattern, text)).ours }),
    },
  ]),
);
