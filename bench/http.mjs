/**
 * Servers whose bodies are validated by validlib, by ajv and by zod, beside one that validates nothing:
 * node bench/http.mjs [--framework fastify] [--rounds 7] [--seconds 3] [--connections 20] [--cpu] [--requests 2000]
 * [--bytes 300,4000,64000]. Each server has a process of its own. First, all have to give the same verdicts on the same
 * samples. Then they take turns; ratios are medians of ratios to ajv within a round. Bodies are lists of users, of so
 * many bytes.
 *
 * Columns are requests a second, and microseconds of processor time that a server takes for a request. A busy machine
 * changes the second less. `--cpu` measures only that, and better: many short turns (21 rounds if not told) of so many
 * requests each.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { installPeers } from "./install.mjs";
import { median } from "./measure.mjs";
import { many, randomly } from "./random.mjs";
import { refused } from "./samples.mjs";
import { workloads } from "./workloads.mjs";

const { values: given } = parseArgs({
  options: {
    framework: { type: "string", default: "fastify" },
    rounds: { type: "string" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "20" },
    cpu: { type: "boolean", default: false },
    requests: { type: "string", default: "2000" },
    bytes: { type: "string", default: "300,4000,64000" },
  },
});

installPeers(console.error);
const { default: autocannon } = await import("autocannon");

const PEERS = ["ajv", "zod", "validlib", "none"];
const rounds = Number(given.rounds ?? (given.cpu ? 21 : 7));
const { shape } = workloads.find(({ name }) => name === "users");
const { make } = workloads.find(({ name }) => name === "user");
const random = randomly(1);
const users = (count) => many(count, (index) => make(random, index));
const bodies = given.bytes.split(",").map((bytes) => bodyOf(Number(bytes)));
const headers = { "content-type": "application/json" };

const servers = await Promise.all(
  PEERS.map(async (name) => {
    const child = fork(new URL("http-server.mjs", import.meta.url), [given.framework, name], { stdio: "inherit" });
    const [{ url, version }] = await once(child, "message");
    return { name, url, version, child };
  }),
);

try {
  await agree();
  console.log(`${cpus()[0].model}, Node ${process.version}, ${given.framework}, ${given.connections} connections`);
  for (const { name, version } of servers) console.log(`${name} ${version}`);
  for (const body of bodies) await compare(body);
} finally {
  for (const { child } of servers) child.disconnect();
}

/** At least one user, and as many as there is room for; the last gets tags until the text is of that size. */
function bodyOf(bytes) {
  const all = users(1);
  let room = bytes - JSON.stringify(all).length;
  for (;;) {
    const next = make(random, all.length);
    const size = JSON.stringify(next).length + 1;
    if (size > room) break;
    all.push(next);
    room -= size;
  }
  // A tag takes a comma, two quotes and at least one letter.
  const { tags } = all.at(-1);
  for (; room > 3; room -= tags.at(-1).length + 3) tags.push("x".repeat(Math.min(room - 3, 6)));
  return JSON.stringify(all);
}

/** Refuses to measure servers that validate the samples differently. */
async function agree() {
  const valid = users(2);
  const samples = [...bodies.map(JSON.parse), valid, []].map((value) => [value, true]);
  for (const value of refused(shape, valid)) samples.push([value, false]);
  for (const [value, expected] of samples) {
    const text = JSON.stringify(value);
    for (const { name, url } of servers.filter((server) => server.name !== "none")) {
      const response = await fetch(url, { method: "POST", headers, body: text });
      await response.arrayBuffer();
      if (response.ok !== expected || response.status >= 500) {
        throw new Error(`${name} answers ${response.status} to ${text.slice(0, 1000)}`);
      }
    }
  }
  console.log(`all agree on ${samples.length} samples`);
}

/** Microseconds of processor time that a server has taken so far. */
async function workOf(child) {
  child.send("work");
  const [work] = await once(child, "message");
  return work;
}

/** Requests a second, and the processor time of one. */
async function load({ url, child }, body, amount) {
  const connections = Number(given.connections);
  const before = await workOf(child);
  const result = await autocannon({ url, method: "POST", headers, body, connections, ...amount });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const answers = result["2xx"];
  return { rate: answers / result.duration, work: ((await workOf(child)) - before) / answers };
}

async function compare(body) {
  const found = Object.fromEntries(PEERS.map((name) => [name, []]));
  const amount = given.cpu ? { amount: requestsOf(body) } : { duration: Number(given.seconds) };
  for (const server of servers) await load(server, body, given.cpu ? amount : { duration: 1 });
  for (let round = 0; round < rounds; round++) {
    // Who comes after whom changes.
    for (let turn = 0; turn < servers.length; turn++) {
      const server = servers[(turn + round) % servers.length];
      found[server.name].push(await load(server, body, amount));
    }
  }
  const columns = given.cpu ? ["work"] : ["rate", "work"];
  const heads = { rate: "requests/s", work: "\u00b5s each" };
  const size = `${(body.length / 1000).toFixed(1)} kB`;
  console.log(`\n${size.padEnd(10)}${columns.map((key) => `${heads[key].padStart(12)}   to ajv`).join("")}`);
  for (const name of PEERS) {
    const ratio = (key) => median(found[name].map((one, round) => one[key] / found.ajv[round][key]));
    const middle = (key) => median(found[name].map((one) => one[key]));
    const cells = columns.map(
      (key) =>
        middle(key)
          .toFixed(key === "rate" ? 0 : 1)
          .padStart(12) + ratio(key).toFixed(2).padStart(9),
    );
    console.log(name.padEnd(10) + cells.join(""));
  }
}

/** Of large bodies fewer requests are enough. */
function requestsOf(body) {
  return Math.max(200, Math.round(Number(given.requests) / Math.max(1, body.length / 4000)));
}
