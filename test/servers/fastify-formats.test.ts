/**
 * The formats that Fastify's own compiler checks (`ajv-formats`), asked of Fastify without the plugin, and with it and
 * `jsonSchemas: true`.
 */
import { createRequire } from "node:module";
import Fastify, { type FastifyInstance } from "fastify";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { validlib } from "../../src/servers/fastify.ts";

const ofFastify = createRequire(createRequire(import.meta.url).resolve("@fastify/ajv-compiler"));
const { fullFormats } = ofFastify("ajv-formats/dist/formats.js") as { fullFormats: Record<string, unknown> };
const names = Object.keys(fullFormats);

/** Values on which both agree; `bad` is empty if Fastify refuses no value. */
const CASES: Readonly<Record<string, { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }>> = {
  date: { good: ["2020-02-29", "1999-12-31"], bad: ["2020-13-01", "2021-02-29", "2020-1-1", "20200101", ""] },
  time: {
    good: ["12:00:00Z", "23:59:60Z", "01:29:60+01:30"],
    bad: ["12:00:00", "25:00:00Z", "12:60:00Z", "22:59:60Z", "12:00Z", "12:00:00+24:00"],
  },
  "date-time": {
    good: ["2020-02-29T12:00:00Z", "2020-02-29t12:00:00.5+01:00"],
    bad: ["2020-02-30T12:00:00Z", "2020-02-29T12:00:00", "2020-02-29", "2020-02-29T25:00:00Z", "2020-02-29TT12:00:00Z"],
  },
  "iso-time": {
    good: ["12:00:00", "12:00:00.5Z", "12:00:00+01", "12:00:00+0130", "12:00:00+01:30", "23:59:60", "00:59:60+01"],
    bad: ["25:00", "25:00:00", "12:60:00", "12:00", "22:59:60", "12:00:00+1", "12:00:00+24"],
  },
  "iso-date-time": {
    good: ["2020-02-29T12:00:00", "2020-02-29 12:00:00", "2020-02-29T12:00:00+0100", "2020-02-29T12:00:00Z"],
    bad: [
      ...["2020-13-01T00:00:00", "2020-02-30T00:00:00", "2020-02-29", "2020-02-29T24:00:00", "2020-02-29T12:00"],
      "2020-02-29_12:00:00",
    ],
  },
  duration: { good: ["P1DT12H", "P2W", "PT5M"], bad: ["P", "1D", "PT", "P1S", "P1W1D", "p1d", "P1H"] },
  uri: {
    good: ["https://example.org/a?b#c", "urn:isbn:0451450523", "http://[::1]/"],
    bad: ["/a", "example.org", "http://h/a b", "http://h/%zz", "", "//h/p"],
  },
  "uri-reference": {
    good: ["/a?b#c", "a/b:c", "https://example.org"],
    bad: ["/a b", "/%zz", "\\\\h", "#a\\b", "/<>", "/\u00e4"],
  },
  "uri-template": { good: ["/a/{b}", "{?a,b*}", "x"], bad: ["/{a", "/a}", "/%zz", "/a b", "{a:0}", "{a b}"] },
  url: {
    good: ["https://example.org/a", "http://example.org:8080"],
    bad: ["example.org", "/a", "http://", "https://?q", "", "http://exa mple.org"],
  },
  email: {
    good: ["ann@example.org", "a.b+c@x-y.example"],
    bad: ["ann", "@example.org", "ann@", "a..b@example.org", "a b@example.org", "ann@-a.org", "a@b@c.org"],
  },
  hostname: {
    good: ["example.org", "localhost", "a-b.c1"],
    bad: ["-a", "a-", "a..b", "a_b", "", "a b", `${"a".repeat(64)}.org`],
  },
  ipv4: {
    good: ["127.0.0.1", "255.255.255.255"],
    bad: ["256.1.1.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "", "1.2.3.4 "],
  },
  ipv6: {
    good: ["::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"],
    bad: ["1:2:3", "::g", ":::", "1::2::3", "12345::", "", "::1%eth0"],
  },
  regex: { good: ["^a+$", "[a-z]\\d", "(?<n>a)"], bad: ["(", "[", "a**", ")", "(?<n", "+a"] },
  uuid: {
    good: ["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    bad: ["x", "", "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "{}", "2eb8aa08-"],
  },
  "json-pointer": { good: ["", "/a/b~0/c~1"], bad: ["a", "#/a", "/~", "/~2", "/a~"] },
  "json-pointer-uri-fragment": { good: ["#", "#/a~1b/%20"], bad: ["", "nope", "/a", "#a", "#/~2", "#/%zz", "#/a b"] },
  "relative-json-pointer": { good: ["0#", "1/name"], bad: ["", "/a", "01/a", "-1/a", "1/~2", "a"] },
  byte: { good: ["aGk=", "AAAA", ""], bad: ["@@@", "A", "AA", "AAA", "A===", "AA=A", "-_-_", "AA AA"] },
  int32: {
    good: [0, 2 ** 31 - 1, -(2 ** 31), 5.0],
    bad: [2 ** 31, -(2 ** 31) - 1, 1e10, 2 ** 53, -1e300],
  },
  int64: { good: [0, 2 ** 53, -(2 ** 63)], bad: [0.5, -1.5, 1e-5, 12.25, 1e9 + 0.5] },
  float: { good: [0, -1.5, 3.4e38], bad: [] },
  double: { good: [0, 1e300, -1.5], bad: [] },
  password: { good: ["", "any"], bad: [] },
  binary: { good: ["", "\0\u00ff"], bad: [] },
};

test("all formats of Fastify have cases, and each that refuses any value has five of those", () => {
  expect(Object.keys(CASES).toSorted()).toEqual(names.toSorted());
  const refusing = names.filter((name) => fullFormats[name] !== true && name !== "float" && name !== "double");
  for (const name of names) expect(CASES[name]?.good.length, name).toBeGreaterThanOrEqual(2);
  for (const name of refusing) expect(CASES[name]?.bad.length, name).toBeGreaterThanOrEqual(5);
});

describe("a value of a format of Fastify is accepted or refused by both", () => {
  const logged: string[] = [];

  async function start(withPlugin: boolean): Promise<FastifyInstance> {
    const app = Fastify({ logger: { level: "warn", stream: { write: (line: string) => logged.push(line) } } });
    if (withPlugin) app.register(validlib, { jsonSchemas: true });
    app.register(async (inner) => {
      for (const name of names) {
        const type = typeof CASES[name]?.good[0] as "number" | "string";
        const body = { type: "object", properties: { value: { type, format: name } } };
        inner.post(`/${name}`, { schema: { body } }, () => "accepted");
      }
    });
    await app.ready();
    return app;
  }

  let apps: readonly FastifyInstance[];
  beforeAll(async () => {
    apps = [await start(false), await start(true)];
    return () => Promise.all(apps.map((app) => app.close()));
  });

  const cases = names.flatMap((name) => [
    ...(CASES[name]?.good.map((value) => [name, value, true] as const) ?? []),
    ...(CASES[name]?.bad.map((value) => [name, value, false] as const) ?? []),
  ]);

  test.each(cases)("%s %j: %s", async (name, value, accepted) => {
    const answers = await Promise.all(
      apps.map((app) => app.inject({ method: "POST", url: `/${name}`, payload: { value } })),
    );
    expect(answers.map(({ statusCode }) => statusCode < 300)).toEqual([accepted, accepted]);
    expect(logged).toEqual([]);
  });
});

describe("the log of Fastify", () => {
  async function logOf(jsonSchemas: object | true, schema: object): Promise<string[]> {
    const logged: string[] = [];
    const app = Fastify({
      logger: { level: "warn", stream: { write: (line: string) => logged.push(JSON.parse(line).msg) } },
    });
    onTestFinished(() => app.close());
    app.register(validlib, { jsonSchemas });
    app.register(async (inner) => inner.get("/a/:id", { schema }, () => ""));
    await app.ready();
    return logged;
  }
  const schema = {
    params: { type: "object", properties: { id: { type: "integer", format: "made-up" } } },
    querystring: {
      type: "object",
      properties: { day: { type: "string", format: "invented" }, n: { format: "int32" } },
    },
  };

  test("warns of formats that are not known, of text and of numbers, and says where they are", async () => {
    const logged = await logOf(true, schema);
    expect(logged.filter((line) => line.startsWith("GET")).toSorted()).toEqual([
      "GET /a/:id params: format at /properties/id/format: 'made-up' is not known, so it is not checked",
      "GET /a/:id querystring: format at /properties/day/format: 'invented' is not known, so it is not checked",
    ]);
  });

  test("warns of keywords without effect beside $ref", async () => {
    const params = {
      type: "object",
      definitions: { a: {} },
      properties: { id: { $ref: "#/definitions/a", minLength: 2 } },
    };
    expect(await logOf(true, { params })).toContain(
      "GET /a/:id params: minLength at /properties/id/minLength: it has no effect beside $ref in draft-07",
    );
  });

  test("says nothing if formats are not checked, or if the options have an onWarning", async () => {
    const warnings: string[] = [];
    expect(await logOf({ format: "annotation" }, schema)).toEqual([]);
    expect(await logOf({ onWarning: (one: { pointer: string }) => warnings.push(one.pointer) }, schema)).toEqual([]);
    expect(new Set(warnings)).toEqual(new Set(["/properties/id/format", "/properties/day/format"]));
  });
});
