/** What a user's program does: it prints which engine serves it, and what becomes of good and bad data. */
import * as v from "validlib";

const schema = v.Dict({
  id: v.Int({ min: 1 }),
  tags: v.List(v.Str({ pattern: "^\\w+$" })),
  day: v.Date({ format: "%Y-%m-%d" }),
});
const good = schema.json(new TextEncoder().encode('{"id": 7, "tags": ["a", "b"], "day": "2026-02-03"}'));
const bad = schema.safeJson('{"id": 0, "tags": ["a", "?"], "day": "2026-02-31", "more": 1}');
const value = schema.safe({ id: 0, tags: "a" });
const answers = [
  [good.id, good.tags, String(good.day), schema.isJson("{}"), schema.is({})],
  bad.ok ? [] : Array.from(bad.error, (one) => `${one.line}:${one.column} ${one}`.replace(/[<>]/g, "")),
  value.ok ? [] : Array.from(value.error, (one) => `${one}`.replace(/[<>]/g, "")),
];
const { impl, reason, path } = v.engine();
console.log(JSON.stringify({ impl, reason, path, answers }));
