/** Whether a peer checks what the shapes say: nothing is timed that has not passed. */
import { withJson } from "./measures.mjs";
import { refused, withMore } from "./samples.mjs";
import { valuesOf } from "./workloads.mjs";

const text = (value) => JSON.stringify(value);
const encode = (value) => Buffer.from(text(value));

/**
 * @param {object} peer What an adapter has loaded.
 * @param {object} workload
 * @param {{ texts?: boolean }} options Whether its calls with JSON text are asked too.
 * @returns {Promise<{ faults: string[], samples: number }>} Each fault names the call and the sample.
 */
export async function disagreements(peer, workload, { texts = true } = {}) {
  const { name, shape } = workload;
  const faults = [];
  if (peer.checksNothing) return { faults, samples: 0 };
  const calls = {};
  try {
    for (const [call, make] of Object.entries(texts ? withJson(peer) : peer)) {
      if (typeof make === "function") calls[call] = await make(shape, name);
    }
  } catch ({ message }) {
    return { faults: [message.split("\n")[0]], samples: 0 };
  }
  const claim = (call, holds, sample) => {
    if (faults.length < 5 && !holds) faults.push(`${call} is of another opinion on ${text(sample).slice(0, 200)}`);
  };
  const valid = valuesOf(workload, "valid");
  const accepted = [...valid, ...valid.slice(0, 1).map((value) => withMore(shape, value))];
  for (const value of accepted) {
    const expected = shape.unknown === "drop" ? text(valid[0]) : text(value);
    // Keys may be in the order of the schema, and undefined is as good as absent.
    const equal = (result) => text(sorted(result)) === text(sorted(JSON.parse(expected)));
    if (calls.is) claim("is", calls.is(value) === true, value);
    if (calls.ok) claim("ok", calls.ok(value) === true, value);
    if (calls.read) claim("read", calls.read(value) === 0, value);
    if (calls.value) claim("value", equal(calls.value(value)), value);
    if (calls.isJson) claim("isJson", calls.isJson(encode(value)) === true, value);
    // A verdict drops nothing.
    if (calls.json && shape.unknown !== "drop") claim("json", equal(calls.json(encode(value))), value);
    if (calls.readJson) claim("readJson", calls.readJson(encode(value)) === 0, value);
  }
  const wrong = [...refused(shape, valid[0])];
  if (workload.one) wrong.push(...valuesOf(workload, "one"), ...valuesOf(workload, "two"));
  for (const value of wrong) {
    if (calls.is) claim("is", calls.is(value) === false, value);
    if (calls.ok) claim("ok", calls.ok(value) === false, value);
    if (calls.read) claim("read", calls.read(value) > 0, value);
    if (calls.value) claim("value", refuses(calls.value, value), value);
    const bytes = encode(value);
    if (calls.isJson) claim("isJson", calls.isJson(bytes) === false, value);
    if (calls.json) claim("json", refuses(calls.json, bytes), value);
    if (calls.readJson) claim("readJson", calls.readJson(bytes) > 0, value);
  }
  return { faults, samples: accepted.length + wrong.length };
}

function refuses(call, input) {
  try {
    return call(input) === undefined;
  } catch {
    return true;
  }
}

function sorted(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}
