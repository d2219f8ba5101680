/** Random JSON texts for a recipe: valid by construction, nearly valid, and broken. */
import type { Random } from "./random.ts";
import { type Recipe, visitDumps } from "./recipe.ts";
import { BROKEN } from "./vocabulary.ts";
import { Writer } from "./writer.ts";

/** Bytes, or a string, which may hold lone surrogates. */
export type Source = Uint8Array | string;

/** What becomes of the bytes of a text that has been written. */
const BYTES = [
  0x00, 0x09, 0x0a, 0x1f, 0x20, 0x22, 0x2b, 0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x31, 0x39, 0x3a, 0x45, 0x5b, 0x5c, 0x5d,
  0x65, 0x6e, 0x74, 0x75, 0x7b, 0x7d, 0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xff,
];

/** A random text for the recipe. */
export function randomDocument(random: Random, recipe: Recipe): Source {
  const noise = random.pick([0, 0, 0, 0.03, 0.1, 0.4]);
  const writer = new Writer(random, recipe, noise);
  let text = random.chance(0.01) && isLinear(recipe) ? deepText(random) : writer.document();
  if (random.chance(0.01)) text = random.pick(BROKEN);
  if (random.chance(0.02)) text = `\ufeff${text}`;
  if (random.chance(0.2)) return random.chance(0.2) ? mutatedText(random, text) : text;
  const bytes = new TextEncoder().encode(text);
  return random.chance(0.15) ? mutated(random, bytes) : bytes;
}

/** Time grows with the text: no validator validates the same value twice, or a deep text would take forever. */
function isLinear({ root, aliases }: Recipe): boolean {
  let linear = true;
  visitDumps([root, ...Object.values(aliases)], ({ __class__ }) => {
    linear &&= __class__ !== "AllOf" && __class__ !== "OneOf" && __class__ !== "Wrapped";
  });
  return linear;
}

/** Around the limit of 512 levels, and around that of 1,024 that simdjson has. */
function deepText(random: Random): string {
  const depth = random.pick([511, 512, 513, 1023, 1024, 1025, 1400]);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['{"next":', "}"],
    ['[{"a":', "}]"],
  ]) as [string, string];
  const times = Math.ceil(depth / (open.length > 6 ? 2 : 1));
  return open.repeat(times) + random.pick(["", "1", "[]", "null"]) + close.repeat(times - (random.chance(0.1) ? 1 : 0));
}

function mutated(random: Random, bytes: Uint8Array): Uint8Array {
  let list = Array.from(bytes);
  for (let left = random.between(1, 3); left > 0; left--) {
    const at = random.below(list.length + 1);
    const size = random.chance(0.7) ? 1 : random.between(1, 9);
    const kind = random.below(6);
    if (kind === 0) list.splice(at, size);
    else if (kind === 1) list.splice(at, 0, random.pick(BYTES));
    else if (kind === 2) list[at] = random.pick(BYTES);
    else if (kind === 3 && at < list.length) list[at] = (list[at] as number) ^ (1 << random.below(8));
    else if (kind === 4) list.splice(at, 0, ...list.slice(at, at + size));
    else if (random.chance(0.3)) list = list.slice(0, at);
  }
  return Uint8Array.from(list);
}

/** What only a string can be: halves of surrogate pairs that stand for themselves. */
function mutatedText(random: Random, text: string): string {
  if (random.chance(0.5)) {
    return text.replace(/(?<!\\)\\u(d[89a-f][\da-f]{2})/gi, (_, digits) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  const at = random.below(text.length + 1);
  const part = random.pick(["\ud800", "\udc00", "😀", "é", '"', "\\", ",", "\u0000", "\u2028", "\ufeff", ""]);
  return text.slice(0, at) + part + text.slice(at + random.below(2));
}
