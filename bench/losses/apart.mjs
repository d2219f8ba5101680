/** What is measured in processes of its own: the start, the pauses of the first calls, and servers. */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stage } from "../../scripts/pack.mjs";

const folder = import.meta.dirname;
const root = join(folder, "../..");
const library = pathToFileURL(join(root, "dist/index.js")).href;

/** Runs a module, and returns the number that it prints. */
function run(program, code) {
  const args = ["--input-type=module", "--eval", code];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const CPU = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";

/** The import of what users get, whose modules are joined, and an empty process. */
async function imports(program) {
  const packed = mkdtempSync(join(root, "build-packed-"));
  stage(packed);
  const module = pathToFileURL(join(packed, "dist/index.js")).href;
  return {
    ours: async () => run(program, `import ${JSON.stringify(module)}; ${CPU}`),
    theirs: async () => run(program, CPU),
    close: () => rmSync(packed, { recursive: true }),
  };
}

/**
 * The longest of the first 300 calls of a fresh validator, of three, in milliseconds of its thread: the clock would
 * count other processes, too.
 */
const PAUSES = `
import { Dict, Int } from ${JSON.stringify(library)};
const keys = Array.from({ length: 1000 }, (_, index) => "key" + index);
const value = Object.fromEntries(keys.map((key, index) => [key, index]));
const now = () => {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage).call(process);
  return (user + system) / 1000;
};
const longest = () => {
  const validator = Dict(Object.fromEntries(keys.map((key) => [key, Int()])));
  let most = 0;
  for (let call = 0; call < 300; call++) {
    const start = now();
    validator(value);
    most = Math.max(most, now() - start);
  }
  return most;
};
console.log(Math.min(longest(), longest(), longest()));
`;

const CONNECTIONS = 20;
const REQUESTS = 4000;

/** A body like those of `node bench/http.mjs`, of 0.2 kB, with a fault. */
const REFUSED = JSON.stringify([
  {
    ...{ id: 1, name: "Ann Miller", email: "ann@example.org", age: -1, active: true, score: 1.5, tags: ["amber"] },
    ...{ address: { street: "Main Street 1", city: "Oslo", zip: "0150", country: "NO" } },
  },
]);

function answered(url, agent) {
  return new Promise((done, fail) => {
    const headers = { "content-type": "application/json", "content-length": REFUSED.length };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => done(response.statusCode));
    });
    sent.on("error", fail);
    sent.end(REFUSED);
  });
}

/** A server of `bench/http.mjs`, whose peer refuses the body, or validates nothing. */
async function server(program, peer) {
  const child = fork(join(folder, "../http-server.mjs"), ["fastify", peer], { execPath: program, execArgv: [] });
  const [{ url }] = await once(child, "message");
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const status = peer === "none" ? 200 : 422;
  const work = async () => {
    child.send("work");
    return (await once(child, "message"))[0];
  };
  /** Milliseconds of processor time for a request. */
  const turn = async () => {
    const before = await work();
    let left = REQUESTS;
    const connection = async () => {
      while (left-- > 0) {
        const found = await answered(url, agent);
        if (found !== status) throw new Error(`${peer} answered ${found}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return ((await work()) - before) / REQUESTS / 1000;
  };
  return { turn, close: () => [agent.destroy(), child.disconnect()] };
}

const refusedBy = (peer) => async (program) => {
  const [ours, theirs] = [await server(program, peer), await server(program, "none")];
  return { ours: ours.turn, theirs: theirs.turn, close: () => [ours.close(), theirs.close()] };
};

export const rows = [
  {
    what: "the package is imported, over an empty process",
    peer: "",
    most: { unit: "ms", value: 25, of: 1 },
    open: imports,
  },
  {
    what: "the longest of the first calls, 1,000 keys",
    peer: "",
    most: { unit: "ms", value: 5, of: 1 },
    open: async (program) => ({ ours: async () => run(program, PAUSES) }),
  },
  {
    what: "a refused request of 0.2 kB, Fastify, over one that nothing validates",
    peer: "",
    most: { unit: "µs", value: 12, of: 1000 },
    open: refusedBy("validlib"),
  },
];
