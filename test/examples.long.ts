import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = join(root, "examples");

/** It starts processes, and freezes and kills some of them. */
test.skipIf(process.platform === "win32")("the mapper for Hadoop and Spark keeps to its contract", () => {
  const args = ["--test", "--test-reporter=tap", join(folder, "hadoop/test.js")];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const [passed, all] = ["pass", "tests"].map((what) => new RegExp(`^# ${what} (\\d+)$`, "m").exec(stdout)?.[1]);
  expect(passed, stdout).toBe(all);
  expect(Number(passed)).toBeGreaterThan(5);
});

test("the example of Nest starts with one command, and has the types of its schemas", async () => {
  const bin = (name: string): string => join(root, "node_modules", name);
  const project = "examples/nest/tsconfig.json";
  const types = spawnSync(process.execPath, [bin("typescript/bin/tsc"), "-p", project, "--noEmit"], {
    cwd: root,
    encoding: "utf8",
  });
  expect([types.status, types.stdout]).toEqual([0, ""]);
  const args = [bin("tsx/dist/cli.mjs"), "--tsconfig", project, "examples/nest/main.ts"];
  const server = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit").then(([status]) => {
    throw new Error(`the server ended with status ${status}`);
  });
  try {
    const [line] = await Promise.race([once(server.stdout, "data"), ended]);
    const url = String(line).trim().replace("[::1]", "localhost");
    const body = JSON.stringify({ day: "2026-02-28", lines: [{ item: "beer", count: 2 }] });
    const made = await fetch(`${url}/orders`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect([made.status, await made.json()]).toEqual([201, { id: 1, ...JSON.parse(body) }]);
    expect(await (await fetch(`${url}/orders?line.item=ale`)).json()).toEqual([]);
    expect(await (await fetch(`${url}/orders?line.item=`)).json()).toMatchObject({ issues: [{ field: "line.item" }] });
    expect((await fetch(`${url}/orders/2`)).status).toBe(404);
    const { paths } = (await (await fetch(`${url}/docs-json`)).json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(["/orders", "/orders/{id}"]);
  } finally {
    ended.catch(() => {});
    server.kill();
  }
});
