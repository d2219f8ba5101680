/** What is measured: which call of a peer, on which values. */
import { valuesOf } from "./workloads.mjs";

const encode = (value) => Buffer.from(JSON.stringify(value));
const texts = (workload, kind) => valuesOf(workload, kind).map(encode);

export const measures = {
  values: {
    is: { title: "the verdict", inputs: (workload) => valuesOf(workload, "valid"), call: "is" },
    value: { title: "the validated value", inputs: (workload) => valuesOf(workload, "valid"), call: "value" },
    ok1: { title: "one error, `ok` is read", inputs: (workload) => valuesOf(workload, "one"), call: "ok" },
    read1: { title: "one error, its message is read", inputs: (workload) => valuesOf(workload, "one"), call: "read" },
    ok2: { title: "two errors, `ok` is read", inputs: (workload) => valuesOf(workload, "two"), call: "ok" },
    read2: {
      title: "two errors, all messages are read",
      inputs: (workload) => valuesOf(workload, "two"),
      call: "read",
    },
  },
  json: {
    json: { title: "from text to the validated value", inputs: (workload) => texts(workload, "valid"), call: "json" },
    isJson: { title: "from text to the verdict", inputs: (workload) => texts(workload, "valid"), call: "isJson" },
    readJson: {
      title: "two errors, all messages are read",
      inputs: (workload) => texts(workload, "two"),
      call: "readJson",
    },
    cut: {
      title: "text that is cut short, the message is read",
      inputs: (workload) => texts(workload, "valid").map((text) => text.subarray(0, -1)),
      call: "readJson",
    },
  },
  cold: {
    import: { title: "the import" },
    first: { title: "first schema and first call" },
    built: { title: "another schema" },
    called: { title: "another schema and its first call" },
  },
  rotation: {
    is: { title: "200 schemas in rotation, the verdict" },
    value: { title: "200 schemas in rotation, the validated value" },
  },
};
measures.cases = { is: measures.values.is, value: measures.values.value };

/** The calls of a peer with texts. What it has none for is made of JSON.parse and its calls with values. */
export function withJson(peer) {
  const parse = (text) => JSON.parse(text.toString());
  return {
    ...peer,
    isJson:
      peer.isJson ??
      (async (...shape) => {
        const is = await peer.is(...shape);
        return is && ((text) => is(parse(text)));
      }),
    json:
      peer.json ??
      (async (...shape) => {
        // What has been parsed belongs to nobody else, so a verdict is all that is needed.
        const value = peer.copies ? await peer.value(...shape) : validated(await peer.is(...shape));
        return value && ((text) => value(parse(text)));
      }),
    readJson:
      peer.readJson ??
      (peer.read || peer.checksNothing
        ? async (...shape) => {
            const read = peer.checksNothing ? () => 0 : await peer.read(...shape);
            return (
              read &&
              ((text) => {
                let value;
                try {
                  value = parse(text);
                } catch ({ message }) {
                  return message.length;
                }
                return read(value);
              })
            );
          }
        : undefined),
  };
}

const validated = (is) => (value) => {
  if (!is(value)) throw new Error("not valid");
  return value;
};
