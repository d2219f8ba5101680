/**
 * What came of the cases: a change here is a change of meaning. The tests hold these figures against what they find.
 */
export interface Counts {
  /** Cases with the answer of the original. */
  same: number;
  /** Cases with another answer, which lines of `differences.ts` account for. */
  different: number;
  /** Cases by line; a case may have several. */
  lines: { [line: string]: number };
  /** Cases that JavaScript has no counterpart for, by reason. */
  "not expressible": { [reason: string]: number };
  /** Cases about classes and parameters that later versions of the original have. */
  "not in this version": number;
}

export const counts: { readonly [file in "unit" | "generated" | "api"]: Counts } = {
  unit: {
    same: 565,
    different: 70,
    lines: {
      booleans: 7,
      "one number type": 1,
      "big integers": 3,
      "infinite integers": 1,
      "coerced text": 5,
      "regular expressions": 3,
      "timestamps out of range": 18,
      "today in the time zone": 1,
      "lengths of the input": 2,
      mappings: 13,
      "multikeys once": 1,
      sequences: 12,
      "depth counter": 1,
      constructors: 1,
      "Type refuses null": 1,
    },
    "not expressible": { "a time of day with a time zone": 1, Decimal: 1 },
    "not in this version": 56,
  },
  generated: {
    same: 2621,
    different: 309,
    lines: {
      booleans: 40,
      "one number type": 4,
      "big integers": 21,
      "infinite integers": 6,
      "bytes are no text": 8,
      "ASCII digits": 1,
      "no negative zero": 2,
      "regular expressions": 52,
      "ASCII classes": 2,
      "timestamps out of range": 2,
      "today in the time zone": 1,
      "lengths of the input": 14,
      mappings: 18,
      "disposed keys": 29,
      "multikeys once": 7,
      "extra never overwrites": 1,
      "result keys": 26,
      "indexes as keys": 3,
      "keys in contexts": 29,
      sequences: 22,
      "one array type": 1,
      "unique by structure": 4,
      "depth counter": 10,
      constructors: 6,
      "objects have no length": 19,
      "values without order": 5,
    },
    "not expressible": { "a schema key that is no string": 63, bytearray: 7, "a time of day with a time zone": 3 },
    "not in this version": 0,
  },
  api: {
    same: 462,
    different: 120,
    lines: {
      booleans: 14,
      "one number type": 3,
      "big integers": 1,
      "regular expressions": 6,
      "lengths of the input": 4,
      mappings: 2,
      "disposed keys": 6,
      "keys in contexts": 7,
      sequences: 1,
      "one array type": 3,
      "depth counter": 6,
      "objects have no length": 1,
      "values without order": 1,
      "Type refuses null": 1,
      "Const keeps its value": 4,
      "NaN in parameters": 3,
      "checked at construction": 2,
      "ISO 8601 texts": 2,
      "time zones by name": 2,
      "parsers of dates": 1,
      "arguments of Tuple": 3,
      "nullable pipelines": 1,
      "sets are arrays": 1,
      "paths with slashes": 2,
      "paths that lead nowhere": 2,
      "parameters that are not set": 2,
      "several signs": 1,
      "updates by type": 4,
      "names of classes": 1,
      "a message for every class": 1,
      templates: 2,
      "not given is undefined": 4,
      "order of contexts": 8,
      "formatting leaves order": 39,
    },
    "not expressible": {
      "a schema key that is no string": 4,
      Decimal: 1,
      "a time of day with a time zone": 1,
      "parameters by position": 3,
      "a context node that is no key, index or marker": 1,
      bytearray: 1,
    },
    "not in this version": 0,
  },
};
