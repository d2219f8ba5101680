/**
 * Hostile byte texts, each with what `JSON.parse` behind a fatal UTF-8 decoder makes of it. A line of `cases.jsonl`
 * carries its bytes as `b64` or, when they are long and repeat themselves, as `gen`: pairs of a text and a count.
 */
import { readFileSync } from "node:fs";

interface Line {
  id: string;
  tags: string[];
  b64?: string;
  gen?: [text: string, count: number][];
  verdict: string;
  stage?: "utf8" | "json";
  value?: string;
}

export interface Case {
  readonly id: string;
  readonly tags: readonly string[];
  /** In bytes. */
  readonly size: number;
  readonly accepted: boolean;
  /** What refused the bytes: the decoder or the parser. Absent where they were accepted or are too many to decode. */
  readonly stage: "utf8" | "json" | undefined;
  /** The parsed value as JSON text that keeps -0 and infinities; absent when long. */
  readonly value: string | undefined;
  /** Made anew by each call. */
  bytes(): Uint8Array;
}

function read(line: string): Case {
  const { id, tags, b64 = "", gen = [], verdict, stage, value } = JSON.parse(line) as Line;
  const literal = Buffer.from(b64, "base64");
  const size = gen.reduce((sum, [text, count]) => sum + Buffer.byteLength(text) * count, literal.length);
  const bytes = () => {
    const all = new Uint8Array(size);
    all.set(literal);
    let at = literal.length;
    for (const [text, count] of gen) {
      const length = Buffer.byteLength(text) * count;
      Buffer.from(all.buffer, at, length).fill(text);
      at += length;
    }
    return all;
  };
  return { id, tags, size, accepted: verdict === "accept", stage, value, bytes };
}

const lines = readFileSync(new URL("cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

/** Every case; nothing is generated before `bytes` is called. */
export const allCases: readonly Case[] = lines.map(read);

/** The cases of at most 1 MB, which a test can afford to validate several times. */
export const cases: readonly Case[] = allCases.filter(({ size }) => size <= 1_000_000);

/** The bytes of a dense document with every kind of token. */
export const document = Buffer.from(
  '{"id":-12,"n":1.5e3,"s":"a\\u00e9\\n\\ud83d\\ude00é😀","l":[true,false,null,[],{}],"o":{"k":"v"}}\n',
);

const BYTES = [
  0x00, 0x09, 0x0a, 0x1f, 0x20, 0x22, 0x2b, 0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x39, 0x3a, 0x45, 0x5b, 0x5c, 0x5d, 0x65,
  0x74, 0x75, 0x7b, 0x7d, 0x7f, 0x80, 0xbf, 0xc0, 0xed, 0xef, 0xf4, 0xff,
];

/** {@link document} with one byte replaced, left out or doubled, at every place. */
export function* mutations(): Generator<Uint8Array> {
  for (let at = 0; at < document.length; at++) {
    for (const byte of BYTES) yield Uint8Array.from(document.with(at, byte));
    yield Uint8Array.from([...document.subarray(0, at), ...document.subarray(at + 1)]);
    yield Uint8Array.from([...document.subarray(0, at + 1), ...document.subarray(at)]);
  }
}

/** What the platform says of a text: the reference for everything under `src/core/json`. */
export function reference(source: Uint8Array | string): { value: unknown } | "utf8" | "json" {
  let text = source;
  if (typeof text !== "string") {
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(text);
    } catch {
      return "utf8";
    }
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return "json";
  }
}
