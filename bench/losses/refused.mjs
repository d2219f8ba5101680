/** Texts that are refused. */

async function load() {
  const { Bool, Dict, Float, Int, List, Str } = await import("../../dist/index.js");
  const user = Dict({
    id: Int({ min: 0 }),
    name: Str({ minlen: 1, maxlen: 100 }),
    email: Str({ format: "email" }),
    age: Int({ min: 0, max: 150 }),
    active: Bool(),
    tags: List(Str({ maxlen: 40 }), { maxlen: 20 }),
    balance: Float(),
  });
  const good = {
    id: 1,
    name: "Ann Miller",
    email: "ann@example.org",
    age: 30,
    active: true,
    tags: ["amber"],
    balance: 1.5,
  };
  const faults = [{ email: "nobody" }, { balance: "x" }, { tags: [1] }];
  const texts = faults.map((fault) => Buffer.from(JSON.stringify({ ...good, age: -1, ...fault })));
  return { user, text: (index) => texts[index % texts.length] };
}

export const rows = [
  {
    what: "safeJson of a refused record, only `ok` is read",
    peer: "isJson of it",
    least: 0.5,
    async load() {
      const { user, text } = await load();
      return {
        ours: (index) => !user.safeJson(text(index)).ok,
        theirs: (index) => !user.isJson(text(index)),
      };
    },
  },
];
