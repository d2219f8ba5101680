import { describe, expect, test } from "vitest";
import { fromJsonSchema } from "../../src/index.ts";
import { verdictByCode } from "../fast/mode.ts";
import { casesOf, remotes } from "./suite.ts";

/** Optional cases about what is no part of validation here. */
const LEFT_OUT = [
  // JavaScript has one kind of number: 1.0 is 1.
  "draft4/optional/zeroTerminatedFloats",
  // The content of text is an annotation, as all later drafts say.
  "draft7/optional/content",
];

describe("each schema of the suite is read, and gives its verdicts on values and on JSON text:", () => {
  test.each([
    ["draft4", "draft-04", 936],
    ["draft6", "draft-06", 1270],
    ["draft7", "draft-07", 1711],
    ["draft2019-09", "2019-09", 2174],
    ["draft2020-12", "2020-12", 2225],
  ] as const)("%s", (draft, dialect, count) => {
    const wrong: string[] = [];
    let cases = 0;
    for (const [file, groups] of Object.entries(casesOf(draft))) {
      if (LEFT_OUT.includes(`${draft}/${file}`)) continue;
      const format = file.startsWith("optional/format/") ? "assertion" : "annotation";
      for (const { description, schema, tests } of groups) {
        const options = { dialect, format, documents: remotes, backtrack: true } as const;
        const validator = fromJsonSchema(schema, options);
        for (const { description: what, data, valid } of tests) {
          cases++;
          const text = JSON.stringify(data);
          const verdicts = [
            validator.is(data),
            verdictByCode(validator, data),
            validator.safe(data).ok,
            validator.isJson(text),
            validator.safeJson(text).ok,
          ];
          if (verdicts.some((one) => one !== valid))
            wrong.push(`${file}: ${description}: ${what}: ${verdicts.join(", ")}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cases).toBe(count);
  });
});
