/** An order, as the examples of queues and pipelines pass it on: one JSON document each. */
import { Dict, Int, Str } from "validlib";

// PostgreSQL's jsonb has no place for U+0000 and for half a surrogate pair, and nobody orders them.
const text = (maxlen) => Str({ minlen: 1, maxlen, pattern: "^[^\\p{Cc}\\p{Cs}]*$" });

export default Dict(
  { id: Int({ min: 1 }), item: text(100), count: Int({ min: 1, max: 1000 }), note: text(1000) },
  { optional: ["note"] },
);
