import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("the example takes orders, and says what is wrong with them", async () => {
  const root = join(import.meta.dirname, "../..");
  const server = spawn(process.execPath, [join(root, "examples/server.js")], { env: { ...process.env, PORT: "0" } });
  onTestFinished(() => void server.kill());
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  const url = `${String(line).trim()}/orders`;
  const post = async (body: string): Promise<[number, unknown]> => {
    const response = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
    return [response.status, await response.json()];
  };
  expect(await post('{"item": "beer", "count": 2}')).toEqual([201, { ordered: 2 }]);
  expect(await post('{"item": "", "count": "2"}')).toMatchObject([422, { issues: [{ in: "body" }, { in: "body" }] }]);
  expect(await post('{"item": "beer",')).toMatchObject([400, { issues: [{ line: 1, column: 17 }] }]);
  const found = async (query: string): Promise<unknown> => (await fetch(url + query)).json();
  expect(await found("?item=beer&from=2026-01-01")).toMatchObject([{ item: "beer", count: 2 }]);
  expect(await found("?from=9999-01-01")).toEqual([]);
  expect(await found("?from=2026-02-30")).toMatchObject({ status: 422, issues: [{ in: "query", pointer: "/from" }] });
});

test("the example with an OpenAPI document validates requests by it", async () => {
  const root = join(import.meta.dirname, "../..");
  const server = spawn(process.execPath, [join(root, "examples/openapi.js")], { env: { ...process.env, PORT: "0" } });
  onTestFinished(() => void server.kill());
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  const put = async (path: string, body: string, type = "application/json"): Promise<[number, unknown]> => {
    const init = { method: "PUT", body, headers: { "content-type": type } };
    const response = await fetch(`${String(line).trim()}${path}`, init);
    return [response.status, await response.json()];
  };
  expect(await put("/orders/7?tags=a&tags=b", '{"item": "beer", "note": null}')).toEqual([
    200,
    { operation: "changeOrder", params: { id: 7 }, query: { tags: ["a", "b"] }, body: { item: "beer", note: null } },
  ]);
  expect(await put("/orders/0", '{"item": "", "x": 1}')).toMatchObject([
    422,
    {
      issues: [
        { in: "params", pointer: "/id" },
        { in: "body", pointer: "/item" },
        { in: "body", pointer: "/x" },
      ],
    },
  ]);
  const form = "application/x-www-form-urlencoded";
  expect(await put("/orders/7", "item=beer&count=2", form)).toMatchObject([200, { body: { item: "beer", count: 2 } }]);
  expect(await put("/orders/7", "item=&count=x", form)).toMatchObject([
    422,
    { issues: [{ pointer: "/item" }, { pointer: "/count" }] },
  ]);
  const latest = (headers: object) =>
    fetch(`${String(line).trim()}/orders/latest`, { headers: { ...headers } }).then((response) => response.json());
  expect(await latest({ cookie: "other=x; session=5" })).toEqual({ operation: "latestOrder", cookies: { session: 5 } });
  expect(await latest({})).toMatchObject({ issues: [{ in: "cookies", pointer: "/session" }] });
  expect(await put("/orders/%37", '{"item": "beer"}')).toMatchObject([200, { params: { id: 7 } }]);
  expect((await put("/orders/7", "a", "text/plain"))[0]).toBe(415);
  expect((await put("/else", "{}"))[0]).toBe(404);
});
