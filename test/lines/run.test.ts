import { expect, test } from "vitest";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { Frame } from "../../src/lines/frame.ts";
import { Run } from "../../src/lines/run.ts";
import { encode } from "./streams.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const { valid, invalid } = LineVerdict;

const shown = ({ verdict, line, lines, offset, size, bytes, text }: Run) => [
  verdict,
  line,
  lines,
  offset,
  size,
  decode(bytes),
  decode(text),
];

test("a run of several lines has each as a run of its own, with its number and offset", () => {
  const run = new Run(valid, { bytes: encode("x\nab\n\nc\ny\n"), offset: 100 }, 2, 6, 3, 7);
  expect([...run.each()].map(shown)).toEqual([
    [valid, 7, 1, 102, 3, "ab\n", "ab"],
    [valid, 8, 1, 105, 1, "\n", ""],
    [valid, 9, 1, 106, 2, "c\n", "c"],
  ]);
});

test("a run of one record is itself, line feeds included", () => {
  const run = new Run(valid, { bytes: encode("a\nb\n"), offset: 0 }, 0, 4, 1, 1);
  expect([...run.each()]).toEqual([run]);
});

test("a run with another verdict has the same lines", () => {
  const block = { bytes: encode("x\nab\nc\n"), offset: 100, long: { size: 9, last: false } };
  const run = new Run(valid, block, 2, 5, 2, 7);
  expect(run.as(valid)).toBe(run);
  const other = run.as(invalid);
  expect(shown(other)).toEqual([invalid, ...shown(run).slice(1)]);
  expect([other.long, other.frame]).toEqual([block.long, undefined]);
});

test("the bytes of a run are those of the file, and its text those of the line", () => {
  const frame = new Frame(encode("[1\n],[2],"), { offset: 5, line: 1, column: 6 }, []);
  const run = new Run(valid, { bytes: encode("[1\r]\n[2]\n"), offset: 5, frame }, 0, 5, 1, 1);
  expect([decode(run.bytes), decode(run.text), run.frame]).toEqual(["[1\n],", "[1\r]", frame]);
});
