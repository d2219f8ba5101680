/**
 * Programs to begin with, and inputs for them: most inputs are not quite right. The first one is that of the README.
 */
import readme from "../README.md?raw";

/** @typedef {{ name: string, code: string, input: string }} Example */

const [, code] = /```ts\n([\s\S]*?)```/.exec(readme);
const [, input] = /\.safeJson\(`([\s\S]*?)`\)/.exec(code);

/** @type {readonly Example[]} */
export const examples = [
  { name: "Search, as in the README", code, input },
  {
    name: "A user",
    code: `import { Dict, Int, List, Str } from "validlib";

export default Dict(
  {
    name: Str({ minlen: 1, maxlen: 50 }),
    email: Str({ format: "email" }),
    age: Int({ min: 0, max: 150 }),
    roles: List(Str({ options: ["admin", "editor", "reader"] }), { unique: true }),
  },
  { optional: ["roles"] },
);
`,
    input: `{
  "name": "Ada Lovelace",
  "email": "ada at example.org",
  "age": -36,
  "roles": ["reader", "owner"],
  "password": "swordfish"
}`,
  },
  {
    name: "A tagged union",
    code: `import { Const, Dict, Float, OneOf } from "validlib";

const circle = Dict({ shape: Const("circle"), radius: Float({ min: 0 }) });
const square = Dict({ shape: Const("square"), side: Float({ min: 0 }) });

export default OneOf(circle, square);
`,
    input: `{ "shape": "square", "radius": 2 }`,
  },
  {
    name: "A booking, with dates",
    code: `import { Date, Datetime, Dict, Float } from "validlib";

const booking = Dict({
  from: Date({ min: "2020-01-01" }),
  to: Date(),
  made: Datetime({ tz: "UTC" }),
  price: Float({ min: 0 }),
});

export default booking;
`,
    input: `{
  "from": "2026-02-27",
  "to": "2026-02-30",
  "made": "2025-11-21T10:15:00+01:00",
  "price": "free"
}`,
  },
  {
    name: "A tree, which refers to itself",
    code: `import { Dict, LazyRef, List, Str } from "validlib";

export default Dict(
  { label: Str(), children: List(LazyRef("tree")) },
  { alias: "tree", optional: ["children"] },
);
`,
    input: `{
  "label": "root",
  "children": [
    { "label": "left" },
    { "label": "right", "children": [{ "label": 5 }, { "lable": "typo" }] }
  ]
}`,
  },
  {
    name: "Settings, converted",
    code: `import { Bool, Default, Dict, Int, Str } from "validlib";

export default Dict(
  {
    port: Int({ coerce: "text", min: 1, max: 65535 }),
    debug: Bool({ coerce_str: true }),
    host: Default(Str(), "localhost"),
  },
  { unknown: "strip" },
);
`,
    input: `{
  "port": "8080",
  "debug": "yes",
  "theme": { "dark": true }
}`,
  },
];
