/** The bench itself: that peers are held to the same rules, and that it runs. How fast anything is, is not tested. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const bench = join(import.meta.dirname, "../bench");
const load = (file: string) => import(pathToFileURL(join(bench, file)).href);

interface Peer {
  readonly [call: string]: () => (value: unknown) => unknown;
}

/** Processes are started by the dozen: on a busy machine that takes its time. */
const LONG = 300_000;

test(
  "the adapters of what is installed with the project validate all samples as the shapes say",
  async () => {
    const { plan, quick, verify } = await load("compare.mjs");
    // The large ones are made of the same parts.
    const values = plan.values.filter(({ name }: { name: string }) => !["users", "numbers"].includes(name));
    const json = plan.json.filter(({ name }: { name: string }) => name === "user");
    const settings = { ...quick, program: process.execPath, progress: () => {}, peers: ["hand", "ajv", "ata"] };
    const { versions, missing, samples } = await verify({ values, cases: plan.cases, json }, settings);
    expect(Object.fromEntries(missing)).toEqual({});
    expect(Object.keys(versions)).toEqual(expect.arrayContaining(["validlib", "hand", "ajv", "ata"]));
    expect(samples).toBeGreaterThan(1000);
  },
  LONG,
);

test.each<[string, Peer]>([
  ["takes everything", { is: () => () => true }],
  ["takes nothing", { is: () => () => false }],
  ["returns something else", { value: () => () => ({}) }],
  ["finds nothing to say", { read: () => () => 0 }],
])("a peer that %s is found", async (_, peer) => {
  const { disagreements } = await load("agreement.mjs");
  const { plan } = await load("compare.mjs");
  for (const workload of plan.values) {
    const { faults } = await disagreements(peer, workload, { texts: false });
    expect(faults.length, workload.name).toBeGreaterThan(0);
  }
});

test("the work that two commits are compared by runs, and gives what it should", async () => {
  const { workOf } = await load("against-work.mjs");
  const work: Record<string, () => unknown> = workOf(await import("../src/index.ts"));
  for (const [name, call] of Object.entries(work)) {
    const results = Array.from({ length: 40 }, call);
    if (/^is|ok read/.test(name)) expect(new Set(results), name).toEqual(new Set([!name.includes("refused")]));
    else if (name.includes("issues")) for (const result of results) expect(result, name).toHaveLength(2);
    else for (const result of results) expect(result, name).toBeDefined();
  }
});

test(
  "a run ends with tables, results and charts",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "validlib-bench-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const results = join(folder, "results.json");
    const args = ["--quick", "--offline", "--only", "values/flat", "--peers", "hand,ajv", "--rounds", "1"];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(bench, "run.mjs"), ...args, "--json", results, "--charts", folder],
      { encoding: "utf8", timeout: LONG },
    );
    expect(stderr).toContain("all agree");
    expect(status).toBe(0);
    expect(stdout).toContain("Values: the verdict");
    const { runs } = JSON.parse(readFileSync(results, "utf8"));
    const verdicts = runs[0].results.filter(({ measure }: { measure: string }) => measure === "is");
    expect(verdicts.map(({ line }: { line: string }) => line).sort()).toEqual([
      "ajv",
      "hand",
      "validlib",
      "validlib, no eval",
    ]);
    expect(readdirSync(folder)).toContain("values-is.svg");
    const again = spawnSync(process.execPath, [join(bench, "run.mjs"), "--from", results], { encoding: "utf8" });
    expect(again.stdout).toBe(stdout);
  },
  LONG,
);

test(
  "a run over texts becomes a table, and the number and the bars of the README",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "validlib-bench-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const results = join(folder, "results.json");
    const args = ["--quick", "--offline", "--only", "texts/integers", "--rounds", "1", "--json", results];
    const { status, stdout } = spawnSync(process.execPath, [join(bench, "run.mjs"), ...args], {
      encoding: "utf8",
      timeout: LONG,
    });
    expect(status).toBe(0);
    expect(stdout).toContain("| integers, 69 kB |");
    const { runs } = JSON.parse(readFileSync(results, "utf8"));
    expect(runs[0].texts[0].things).toMatchObject({ "JSON.parse": { ratio: 1 }, "parse + ajv": {} });

    const { barsOf, headline } = await load("texts.mjs");
    expect(headline(runs[0].texts)).toBeUndefined();
    const at = (ratio: number) => ({ ratio, microseconds: 640 / ratio });
    const things = { "JSON.parse": at(1), json: at(4), "parse + zod": at(0.5) };
    const texts = [{ name: "records, 64 kB", bytes: 64_000, things }];
    expect(headline(texts)).toEqual({ parse: "4.0", zod: "8.0" });
    const [{ title, bars }] = barsOf(texts);
    expect(title).toBe("250 API records, 64 kB");
    expect(bars.map(({ ours, rate }: { ours: boolean; rate: number }) => [ours, rate])).toEqual([
      [true, 400],
      [false, 100],
      [false, 50],
    ]);
    const { barChart } = await load("bars.mjs");
    expect(barChart(barsOf(texts), "here").match(/<rect [^>]*class="(?:ours|theirs)"/g)).toHaveLength(3);
  },
  LONG,
);

test("what cannot be run is said", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(bench, "run.mjs"), "--only", "nothing"], {
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stderr).toContain("names nothing");
});
