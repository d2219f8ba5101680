/** Values and texts that are refused. */

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
  const values = faults.map((fault) => ({ ...good, age: -1, ...fault }));
  const texts = values.map((value) => Buffer.from(JSON.stringify(value)));
  return { user, value: (index) => values[index % values.length], text: (index) => texts[index % texts.length] };
}

/** The same schema in zod. */
async function zod() {
  const { z } = await import("zod");
  return z.strictObject({
    id: z.int().min(0),
    name: z.string().min(1).max(100),
    email: z.email(),
    age: z.int().min(0).max(150),
    active: z.boolean(),
    tags: z.array(z.string().max(40)).max(20),
    balance: z.number(),
  });
}

export const rows = [
  {
    what: "safe of a refused record, two errors, issues are read",
    peer: "zod",
    least: 2.5,
    async load() {
      const [{ user, value }, theirs] = [await load(), await zod()];
      return {
        ours: (index) => user.safe(value(index)).error.issues.length === 2,
        theirs: (index) => theirs.safeParse(value(index)).error.issues.length === 2,
      };
    },
  },
  {
    what: "safeJson of a refused record, two errors, issues are read",
    peer: "JSON.parse, then zod",
    least: 2.2,
    async load() {
      const [{ user, text }, theirs] = [await load(), await zod()];
      return {
        ours: (index) => user.safeJson(text(index)).error.issues.length === 2,
        theirs: (index) => theirs.safeParse(JSON.parse(text(index).toString())).error.issues.length === 2,
      };
    },
  },
  {
    what: "safe of a refused record, only `ok` is read",
    peer: "is of it",
    least: 0.5,
    async load() {
      const { user, value } = await load();
      return {
        ours: (index) => !user.safe(value(index)).ok,
        theirs: (index) => !user.is(value(index)),
      };
    },
  },
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
