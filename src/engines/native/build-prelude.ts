/** The code at the beginning of all generated builders. */
import { Form, Mark, REPEAT_WIDTH } from "./tape.ts";

/**
 * Its variables:
 * - ints, doubles: the integers and the numbers of the tape; at, doubleAt: the next position in each.
 * - longs: the numbers of longsOf as integers of 64 bits, once they are needed.
 * - narrow, wide: the current chunk of narrow (Latin-1) and of wide (UTF-16) strings, and the index of each.
 * - repeats, repeated: the short strings that occur more than once, all in one string; those that have been made.
 * - epoch: changes whenever code of the user may have run, which invalidates what is known of Object.prototype.
 * - start, in functions: a position in ints that `at` has not been set to yet.
 */
export const PRELUDE = `"use strict";
const NO_INTEGERS = new Int32Array(0), NO_NUMBERS = new Float64Array(0), NO_STRINGS = [];
const NO_WORDS = new BigInt64Array(0);
let ints = NO_INTEGERS, doubles = NO_NUMBERS, longs = NO_WORDS, longsOf = NO_NUMBERS, at = 0, doubleAt = 0;
let narrow = "", wide = "", repeats = "", repeated = NO_STRINGS, narrowIndex = 0, wideIndex = 0, epoch = 0;
const { port, shapes } = schema, emptyObject = {};
function str(start, end) { return (start | end) >= 0 ? narrow.substring(start, end) : otherString(start, end); }
function otherString(start, end) {
  if (start === ${Mark.noString}) return end === 0 ? null : repeated[end >> ${Math.log2(REPEAT_WIDTH)}] ?? repeat(end);
  if (start >= 0) {
    narrow = port.narrow(++narrowIndex);
    return narrow.substring(start, ~end);
  }
  if (end < 0) wide = port.wide(wideIndex = Math.max(wideIndex, 0) + 1);
  else if (wideIndex < 0) wide = port.wide(wideIndex = 0);
  return wide.substring(-2 - start, end < 0 ? ~end : end);
}
function repeat(end) {
  if (repeats === "") {
    repeats = port.repeats();
    repeated = new Array(repeats.length / ${REPEAT_WIDTH});
  }
  return repeated[end >> ${Math.log2(REPEAT_WIDTH)}] = repeats.substring(end & -${REPEAT_WIDTH}, end);
}
function int(value) { return value > ${Mark.null} ? value : value === ${Mark.null} ? null : doubles[doubleAt++]; }
function words() {
  if (longsOf !== doubles) {
    longs = new BigInt64Array(doubles.buffer, doubles.byteOffset, doubles.length);
    longsOf = doubles;
  }
  return longs;
}
function big() {
  const value = ints[at++];
  if (value > ${Mark.word}) return BigInt(value);
  if (value === ${Mark.word}) return words()[doubleAt++];
  return value === ${Mark.null} ? null : value === ${Mark.digits} ? BigInt(text()) : -BigInt(text());
}
function text() {
  at += 2;
  return str(ints[at - 2], ints[at - 1]);
}
function any() {
  switch (ints[at++]) {
    case ${Form.null}: return null;
    case ${Form.no}: return false;
    case ${Form.yes}: return true;
    case ${Form.number}: return doubles[doubleAt++];
    case ${Form.string}: return text();
    default: return JSON.parse(text());
  }
}
function check(id) {
  const value = schema.check(id, any());
  epoch++;
  return value;
}
function make(id, text) {
  if (text === null) return null;
  const value = schema.make(id, text);
  epoch++;
  return value;
}
function makeDefault(id, key) {
  const value = schema.makeDefault(id, key);
  epoch++;
  return value;
}
function noneInherited(names) {
  for (const name of names) if (name in emptyObject) return false;
  return true;
}
`;
