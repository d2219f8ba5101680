/** The code at the beginning of all generated builders. */
import { Form, Mark, REPEAT_WIDTH } from "./tape.ts";

/**
 * Its variables have short names, because they occur in all generated code:
 * - I, F: the integers and the numbers of the tape; p, f: the next position in each.
 * - B: the numbers of W64 as integers of 64 bits, once they are needed.
 * - T, W: the current chunk of narrow (Latin-1) and of wide (UTF-16) strings; t, w: the index of each chunk.
 * - D, R: the short strings that occur more than once, all in one string; those of them that have been made.
 * - e: the epoch. It changes whenever code of the user may have run, which invalidates what is known of
 * Object.prototype.
 * - q, in functions: a position in I that p has not been set to yet.
 */
export const PRELUDE = `"use strict";
const NO_INTEGERS = new Int32Array(0), NO_NUMBERS = new Float64Array(0), NO_STRINGS = [];
const NO_WORDS = new BigInt64Array(0);
let I = NO_INTEGERS, F = NO_NUMBERS, T = "", W = "", D = "", R = NO_STRINGS, p = 0, f = 0, t = 0, w = 0, e = 0;
let B = NO_WORDS, W64 = NO_NUMBERS;
const { port, shapes } = schema, emptyObject = {};
function str(a, b) { return (a | b) >= 0 ? T.substring(a, b) : otherString(a, b); }
function otherString(a, b) {
  if (a === ${Mark.noString}) return b === 0 ? null : R[b >> ${Math.log2(REPEAT_WIDTH)}] ?? repeat(b);
  if (a >= 0) {
    T = port.narrow(++t);
    return T.substring(a, ~b);
  }
  if (b < 0) W = port.wide(w = Math.max(w, 0) + 1);
  else if (w < 0) W = port.wide(w = 0);
  return W.substring(-2 - a, b < 0 ? ~b : b);
}
function repeat(b) {
  if (D === "") {
    D = port.repeats();
    R = new Array(D.length / ${REPEAT_WIDTH});
  }
  return R[b >> ${Math.log2(REPEAT_WIDTH)}] = D.substring(b & -${REPEAT_WIDTH}, b);
}
function int(a) { return a > ${Mark.null} ? a : a === ${Mark.null} ? null : F[f++]; }
function words() {
  if (W64 !== F) B = new BigInt64Array(F.buffer, F.byteOffset, F.length), W64 = F;
  return B;
}
function big() {
  const a = I[p++];
  if (a > ${Mark.word}) return BigInt(a);
  if (a === ${Mark.word}) return words()[f++];
  return a === ${Mark.null} ? null : a === ${Mark.digits} ? BigInt(text()) : -BigInt(text());
}
function text() {
  p += 2;
  return str(I[p - 2], I[p - 1]);
}
function any() {
  switch (I[p++]) {
    case ${Form.null}: return null;
    case ${Form.no}: return false;
    case ${Form.yes}: return true;
    case ${Form.number}: return F[f++];
    case ${Form.string}: return text();
    default: return JSON.parse(text());
  }
}
function check(id) {
  const value = schema.check(id, any());
  e++;
  return value;
}
function make(id, text) {
  if (text === null) return null;
  const value = schema.make(id, text);
  e++;
  return value;
}
function makeDefault(id, key) {
  const value = schema.makeDefault(id, key);
  e++;
  return value;
}
function noneInherited(names) {
  for (const name of names) if (name in emptyObject) return false;
  return true;
}
`;
