/** A small request does not cause a large answer. */
import { describe, expect, test } from "vitest";
import { Dict, fromJsonSchema, Int, List, Str, type Validator } from "../../src/index.ts";
import { ProblemError, type RequestLimits, readJson } from "../../src/servers/fetch.ts";
import { limitsOf } from "../../src/servers/parts.ts";

const headers = { "content-type": "application/json" };

/** The problem of a body: its JSON text, and its data. */
async function answer(schema: Validator, body: string, limits?: RequestLimits) {
  const request = new Request("http://localhost/", { method: "POST", headers, body });
  const error: ProblemError = await readJson(request, schema, limits).then(
    () => undefined as never,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ProblemError);
  const text = await error.toResponse().text();
  return { text, bytes: Buffer.byteLength(text), problem: JSON.parse(text), error };
}

const many = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));
const list = (n: number, text: string): string => `[${many(n, () => text).join()}]`;
const NAMES = many(2000, (index) => `a long name of an option that stands in the schema, number ${index}`);

/** Schemas, and small bodies with many or long issues. */
const CASES: Readonly<Record<string, readonly [schema: object, body: string]>> = {
  "required keys": [{ items: { type: "object", required: NAMES } }, "[{}]"],
  "an enumeration": [{ items: { enum: NAMES } }, list(200, '"x"')],
  "a long pattern": [{ items: { type: "string", pattern: `^(?:${NAMES.slice(0, 20).join("|")})$` } }, list(200, '""')],
  "a union of objects": [
    { items: { anyOf: NAMES.slice(0, 99).map((name) => ({ type: "object", required: [name] })) } },
    "[{},{}]",
  ],
  "long constants": [{ items: { const: "x".repeat(100_000) } }, list(200, "1")],
  "keys that are not allowed": [
    { additionalProperties: false },
    JSON.stringify(Object.fromEntries(many(200, (index) => [`${"ä".repeat(400)}${index}`, 1]))),
  ],
};

describe.each(Object.entries(CASES))("the problem of %s", (_, [schema, body]) => {
  const validator = fromJsonSchema(schema);

  test("has at most 100 issues and 32 kB, and says how many more there are", async () => {
    const { bytes, problem, error } = await answer(validator, body);
    expect(bytes).toBeLessThanOrEqual(32_768);
    expect(problem.issues.length).toBeGreaterThan(20);
    expect(problem.issues.length).toBeLessThanOrEqual(100);
    expect(problem.issues.length + (problem.more ?? 0)).toBe(error.issues.length);
    for (const [index, issue] of problem.issues.entries()) expect(issue.code).toBe(error.issues[index]?.code);
  });

  test("has as many issues and bytes as the server permits", async () => {
    const few = await answer(validator, body, { maxIssues: 2 });
    expect([few.problem.issues.length, few.problem.more]).toEqual([2, few.error.issues.length - 2]);
    const small = await answer(validator, body, { maxProblemBytes: 2000, maxErrors: 10_000 });
    expect(small.bytes).toBeLessThanOrEqual(2000);
    expect(small.problem.issues.length).toBeGreaterThan(0);
    expect(small.problem.issues.length + small.problem.more).toBe(small.error.issues.length);
    const least = await answer(validator, body, { maxProblemBytes: 1024 });
    expect(least.bytes).toBeLessThanOrEqual(1024);
    const large = await answer(validator, body, { maxProblemBytes: 1e9, maxIssues: 1e6 });
    expect(large.problem.more).toBeUndefined();
    expect(large.problem.issues).toHaveLength(large.error.issues.length);
  });
});

test("a problem with few issues has them in full", async () => {
  const { problem, error } = await answer(Dict({ a: Int(), b: List(Str()) }), '{"a":"x","b":[1]}');
  expect(problem).toEqual(JSON.parse(JSON.stringify({ ...problem, issues: error.issues })));
  expect(problem).not.toHaveProperty("more");
});

test("the issues of the error are whole, whatever the response has room for", async () => {
  const { error } = await answer(fromJsonSchema({ items: { enum: NAMES } }), list(200, '"x"'));
  expect(error.issues[0]?.expected).toEqual(NAMES);
  expect(error.issues).toHaveLength(100);
});

test("a problem of a handler is bounded, too", () => {
  const issues = many(500, () => ({ in: "body", code: "check", path: [], pointer: "", message: "x".repeat(1000) }));
  const text = JSON.stringify(new ProblemError(422, "No.", { issues: issues as never }));
  expect(text.length).toBeLessThanOrEqual(32_768);
  expect(JSON.parse(text).more).toBeGreaterThan(300);
});

test.each([
  [{ maxIssues: 0 }, "maxIssues should be an integer of at least 1"],
  [{ maxIssues: 1.5 }, "maxIssues should be an integer of at least 1"],
  [{ maxProblemBytes: 1000 }, "maxProblemBytes should be an integer of at least 1024"],
  [{ maxProblemBytes: "9999" }, "maxProblemBytes should be an integer of at least 1024"],
])("%j is refused", (limits, message) => {
  expect(() => limitsOf(limits as never)).toThrow(message);
});
