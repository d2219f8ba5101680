/** Orders to run the examples on: most are valid, some are not, each in a way of its own. */

const faults = [
  (id) => `{"id": ${id}, "item": "", "count": 2}`,
  (id) => `{"id": ${id}, "item": "beer", "count": "2"}`,
  (id) => `{"id": ${id}, "item": "beer", "count": 0, "colour": "blonde"}`,
  (id) => `{"id": ${id}, "item": "beer", "count": 2`,
  (id) => `{"id": ${id}, "item": "a\\u0000b", "count": 2}`,
  (id) => `{"id": ${id}, "item": "\\ud83c", "count": 2}`,
  (id) => Buffer.from(`{"id": ${id}, "item": "b\xe9er", "count": 2}`, "latin1"),
  () => "beer",
  () => `\\.`,
];

const notes = [
  "as cold as you can",
  "for “Ann” \u{1f37a}",
  "a backslash: \\, a tab: not here",
  'a quote: "; \\n is no newline, \\. is no end',
  "C:\\beer\\new",
];

/** Every seventh is refused. */
export const isRefused = (id) => id % 7 === 0;

/** The bytes of the order with this number, from 1 on. */
export function orderText(id) {
  if (isRefused(id)) return Buffer.from(faults[(id / 7) % faults.length](id));
  const text = JSON.stringify({ id, item: "Craft Beer", count: 1 + (id % 1000), note: notes[id % notes.length] });
  // White space that JSON allows, and that formats of one record a line may stumble over.
  return Buffer.from(id % 5 === 0 ? text.replace(",", ",\t\r ") : text);
}

export const orderTexts = (count) => Array.from({ length: count }, (_, index) => orderText(index + 1));
