/** What all tests of Dict share. */
import { Dict, Int } from "../../src/index.ts";

/** The text of an error, from its class on: what stands in front is its place. */
export const type = (actual: string, expected = "integer"): string =>
  `InvalidTypeError(expected='${expected}', actual='${actual}')>`;
export const point = Dict({ x: Int(), y: Int() });
