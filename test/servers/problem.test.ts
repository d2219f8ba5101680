import { describe, expect, test } from "vitest";
import {
  Any,
  Check,
  CheckError,
  Dict,
  Formatter,
  formatIssue,
  Int,
  issueTemplates,
  List,
  MinValueError,
  type ValidationError,
  type Validator,
} from "../../src/index.ts";
import { ProblemError, readJson } from "../../src/servers/fetch.ts";
import { de } from "../../src/text/locales/de.ts";

async function problemOf(schema: Validator, body: string, limits = {}): Promise<ProblemError> {
  const headers = { "content-type": "application/json" };
  const request = new Request("http://localhost/", { method: "POST", headers, body });
  return readJson(request, schema, limits).then(
    () => expect.fail("the body should be refused"),
    (error) => error,
  );
}

describe("a problem", () => {
  const schema = Dict({ count: Int({ min: 1 }) });

  test("is an error whose properties are those of the problem, and whose cause is what the validator says", async () => {
    const error = await problemOf(schema, '{"count": 0}');
    expect(error).toBeInstanceOf(ProblemError);
    expect([error.name, error.message]).toEqual(["ProblemError", error.detail]);
    expect([error.status, error.statusCode, error.title]).toEqual([422, 422, "Unprocessable Content"]);
    expect((error.cause as { at(index: number): unknown }).at(0)).toBeInstanceOf(MinValueError);
  });

  test("is sent as RFC 9457 has it, and no more than that", async () => {
    const error = await problemOf(schema, '{"count": 0}');
    const response = error.toResponse();
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toEqual({
      type: "about:blank",
      title: "Unprocessable Content",
      status: 422,
      detail: "body /count: Expected at least 1.",
      issues: [
        {
          code: "min_value",
          path: ["count"],
          pointer: "/count",
          message: "Expected at least 1.",
          expected: 1,
          offset: 10,
          line: 1,
          column: 11,
          in: "body",
        },
      ],
    });
  });

  test("has issues for programs, whose values are not cut short", async () => {
    const long = "x".repeat(50_000);
    const [issue] = (await problemOf(Dict({}), JSON.stringify({ [long]: 1 }))).issues;
    expect([issue?.in, issue?.path]).toEqual(["body", [long]]);
  });

  test.each<[what: string, schema: Validator, value: unknown]>([
    ["a long key", Dict({}), { ["x".repeat(500_000)]: 1 }],
    [
      "many mistakes below a long key",
      Dict({}, { extra: [Any(), List(Int())] }),
      { ["x".repeat(400_000)]: Array(900).fill("") },
    ],
    [
      "many long keys",
      Dict({}),
      Object.fromEntries(Array.from({ length: 90 }, (_, index) => [index + "x".repeat(10_000), 1])),
    ],
    ["values of many members", List(Int({ options: [1] })), Array(200).fill(Array(500).fill(1))],
  ])("takes little where %s is wrong", async (_, schema, value) => {
    const error = await problemOf(schema, JSON.stringify(value));
    expect(error.status).toBe(422);
    expect(error.detail.length).toBeLessThan(600);
    expect(JSON.stringify(error).length).toBeLessThan(2_500_000);
    expect(error.toText()).toBe(JSON.stringify(error));
  });

  test("has a stack if a handler has made it, and none if validators have found it", async () => {
    const callsIn = ({ stack }: Error): boolean => /\n +at /.test(stack ?? "");
    expect(callsIn(new ProblemError(409, "Too late."))).toBe(true);
    expect(callsIn(await problemOf(schema, '{"count": 0}'))).toBe(false);
    expect(callsIn(new Error())).toBe(true);
  });

  test("is logged with its properties, as by a logger that lists them", async () => {
    const listed: string[] = [];
    for (const name in await problemOf(schema, '{"count": 0}')) listed.push(name);
    expect(listed).toEqual(expect.arrayContaining(["status", "title", "detail", "issues", "headers"]));
  });

  test("says what the formatter says, in its detail too", async () => {
    const formatter: ReturnType<typeof Formatter> = () => [["", "Zu wenig."]];
    const error = await problemOf(schema, '{"count": 0}', { formatter });
    expect([error.detail, error.issues[0]?.message]).toEqual(["body /count: Zu wenig.", "Zu wenig."]);
  });

  test.each([
    [1, "(and at least 1 more)"],
    [3, "(and at least 3 more)"],
    [4, "(and 3 more)"],
  ])("of which %i issues are collected says how many more there are", async (maxErrors, ending) => {
    const { detail } = await problemOf(List(Int()), '["", "", "", ""]', { maxErrors });
    expect(detail).toBe(`body /0: Expected an integer, got a string. ${ending}`);
  });

  test("without room for an issue says that much", async () => {
    const { detail, issues, truncated, status } = await problemOf(schema, '{"count": 0}', { maxErrors: 0 });
    expect([detail, issues, truncated, status]).toEqual(["The request is not valid.", [], true, 422]);
  });

  test("has the values that are wrong if they are to be shown, and what functions say in any case", async () => {
    const [hidden, shown] = await Promise.all(
      [{}, { showValues: true }].map((limits) => problemOf(schema, '{"count": -5}', limits)),
    );
    expect([hidden?.detail, shown?.detail]).toEqual([
      "body /count: Expected at least 1.",
      "body /count: Expected at least 1, got -5.",
    ]);
    expect([hidden?.issues[0]?.actual, shown?.issues[0]?.actual]).toEqual([undefined, -5]);
    const said = Check((text: string, fail) => fail({ message: `${text} is taken.`, params: { text } }));
    const [issue] = (await problemOf(said, '"Ann"')).issues;
    expect([issue?.message, issue?.params]).toEqual(["Ann is taken.", { text: "Ann" }]);
    // An engine's message that quotes the text is none of the schema's.
    const parsed = Check((text: string) => JSON.parse(text), { throws: true });
    expect((await problemOf(parsed, '"hunter-secret"')).detail).toBe("body: Value is not valid.");
    await expect(readJson(new Request("http://x/"), schema, { showValue: true } as never)).rejects.toThrow(
      "There is no option 'showValue': did you mean 'showValues'?",
    );
  });

  test("names no type where the type might do, as of text that is no number", async () => {
    const count = Int({ coerce: "text" });
    for (const text of ['"x"', '"hunter"', "1.5"]) {
      expect((await problemOf(count, text)).detail).toBe("body: Expected an integer.");
    }
    expect((await problemOf(count, "[]")).detail).toBe("body: Expected an integer, got an array.");
    expect((await problemOf(count, '"x"', { showValues: true })).detail).toBe("body: Expected an integer, got “x”.");
    expect(Int({ coerce: "text", secret: true }).safe("x").error?.message).toBe("Expected an integer.");
  });

  test("may be of what a handler finds out, without the value", () => {
    const taken = ProblemError.of("body", new CheckError({ message: "Taken.", context: ["email"] }));
    expect(taken.toJSON()).toMatchObject({
      status: 422,
      detail: "body /email: Taken.",
      issues: [{ code: "check", pointer: "/email", message: "Taken.", in: "body" }],
    });
    const { error } = schema.safe({ item: "beer", count: -5 });
    const problem = ProblemError.of("query", error as ValidationError);
    expect(JSON.stringify(problem)).not.toContain("-5");
    expect(problem.cause).toBe(error);
  });

  test("is written anew in a language, or by a formatter", async () => {
    const problem = await problemOf(schema, '{"count": 0, "x": 1}');
    const english = JSON.stringify(problem);
    expect(problem.formatWith(de)).toBe(problem);
    expect(problem).toMatchObject({
      message: "body /count: Mindestens 1 erwartet. (und 1 weiterer Fehler)",
      detail: "body /count: Mindestens 1 erwartet. (und 1 weiterer Fehler)",
      headers: { "content-language": "de" },
    });
    expect(problem.issues[1]?.message).toBe("Schlüssel ist nicht erlaubt.");
    problem.formatWith(Formatter({ ...issueTemplates, ForbiddenKeyError: "Unknown." }));
    expect(problem.issues[1]).toMatchObject({ message: "Unknown.", in: "body" });
    expect(problem.headers).toEqual({});
    expect(JSON.stringify(problem.formatWith(formatIssue))).toBe(english);
    const other = new ProblemError(422, "There is no beer left.");
    expect(other.formatWith(de).detail).toBe("There is no beer left.");
  });

  test("says what its cause says, if that is written anew", async () => {
    const problem = await problemOf(schema, '{"count": 0, "x": 1}');
    (problem.cause as ValidationError).formatWith(de);
    expect(problem.toJSON()).toMatchObject({
      detail: "body /count: Mindestens 1 erwartet. (und 1 weiterer Fehler)",
      issues: [{ message: "Mindestens 1 erwartet." }, { message: "Schlüssel ist nicht erlaubt." }],
    });
    expect(problem.headers).toEqual({ "content-language": "de" });
    expect(problem.toResponse().headers.get("content-language")).toBe("de");
  });

  test.each([
    [400, "Bad Request"],
    [404, "Not Found"],
    [409, "Conflict"],
    [429, "Too Many Requests"],
    [451, "Unavailable For Legal Reasons"],
    [499, "Client Error"],
    [503, "Service Unavailable"],
    [599, "Server Error"],
  ])("may have the status %i", async (status, title) => {
    const problem = new ProblemError(status, "No.");
    expect(problem).toMatchObject({ status, statusCode: status, title, type: "about:blank", instance: undefined });
    const response = problem.toResponse();
    expect([response.status, await response.json()]).toEqual([
      status,
      { type: "about:blank", title, status, detail: "No.", issues: [] },
    ]);
  });

  test("has a type, a title and an instance", () => {
    const init = { type: "https://example.org/sent", title: "Sent already", instance: "/orders/5" };
    expect(JSON.stringify(new ProblemError(409, "Too late.", { ...init, headers: { "retry-after": "5" } }))).toBe(
      JSON.stringify({
        type: "https://example.org/sent",
        title: "Sent already",
        status: 409,
        detail: "Too late.",
        instance: "/orders/5",
        issues: [],
      }),
    );
    const taken = new CheckError({ message: "Taken.", context: ["email"] });
    const problem = ProblemError.of("body", taken, { ...init, status: 409, headers: { "retry-after": "5" } });
    expect(problem.toJSON()).toMatchObject({ ...init, status: 409, issues: [{ pointer: "/email", in: "body" }] });
    expect(problem.formatWith(de)).toMatchObject({
      ...init,
      status: 409,
      headers: { "retry-after": "5", "content-language": "de" },
    });
  });

  test("refuses what is none of it", () => {
    for (const status of [200, 399, 600, 400.5, "404", Number.NaN]) {
      expect(() => new ProblemError(status as number, "No.")).toThrow(
        "The status of a problem should be an integer from 400 to 599",
      );
    }
    for (const name of ["type", "title", "instance"]) {
      expect(() => new ProblemError(400, "No.", { [name]: 5 })).toThrow(`The ${name} of a problem should be a string`);
    }
  });

  test("may be one of the program's own", () => {
    const error = new ProblemError(422, "There is no beer left.");
    expect(error.toJSON()).toEqual({
      type: "about:blank",
      title: "Unprocessable Content",
      status: 422,
      detail: "There is no beer left.",
      issues: [],
    });
  });
});
