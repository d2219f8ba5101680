/** What the library says of some texts: the same in every runtime, on every engine. */

/** This file, which is copied to where the runtime finds it. */
export const RESULTS = import.meta.filename;

/** @param {typeof import("../src/pure.ts")} library */
export function results({ Date, Dict, Int, List, Str }) {
  const schema = { id: Int({ min: 0 }), name: Str({ maxlen: 9 }), day: Date({ format: "iso" }) };
  const validator = List(Dict(schema, { optional: ["day"] }));
  const record = (/** @type {number} */ id) => ({ id, name: ["Ann", "\u00e9", "\u65e5\u672c", "\ud800"][id % 4] });
  const texts = [
    JSON.stringify(Array.from({ length: 20000 }, (_, id) => record(id))),
    '[{"id": -1, "name": "too long for it"}, {}]',
    '[{"id": 1, "name": "a"}',
    "[]",
  ];
  return texts.map((text) => {
    const result = validator.safeJson(text);
    const errors = result.ok ? [] : Array.from(result.error, (one) => [one.name, String(one.context), one.offset]);
    const said = result.ok ? JSON.stringify(result.value) : JSON.stringify(errors);
    return [validator.isJson(text), validator.isJson(new TextEncoder().encode(text)), said];
  });
}
