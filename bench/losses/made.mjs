/** Schemas that are made. */

export const rows = [
  {
    what: "a schema of ten fields is made",
    peer: "zod",
    least: 2,
    async load() {
      const { Bool, Dict, Float, Int, List, Str } = await import("../../dist/index.js");
      const { z } = await import("zod");
      const ours = () =>
        Dict(
          {
            id: Int({ min: 1 }),
            name: Str({ minlen: 1, maxlen: 100 }),
            email: Str({ format: "email" }),
            age: Int({ min: 0, max: 150 }),
            active: Bool(),
            score: Float({ min: 0, max: 100 }),
            role: Str({ options: ["admin", "editor", "viewer"] }),
            zip: Str({ pattern: /^[0-9]{5}$/ }),
            tags: List(Str({ maxlen: 20 }), { maxlen: 10 }),
            note: Str(),
          },
          { optional: ["note"] },
        );
      const theirs = () =>
        z.strictObject({
          id: z.int().min(1),
          name: z.string().min(1).max(100),
          email: z.email(),
          age: z.int().min(0).max(150),
          active: z.boolean(),
          score: z.number().min(0).max(100),
          role: z.enum(["admin", "editor", "viewer"]),
          zip: z.string().regex(/^[0-9]{5}$/),
          tags: z.array(z.string().max(20)).max(10),
          note: z.string().optional(),
        });
      return { ours: () => ours() !== undefined, theirs: () => theirs() !== undefined };
    },
  },
];
