/**
 * The loop around what is measured. It is imported once for each measure (`loop.mjs?name`), so that V8 knows one callee
 * here, as at a place of a program where one schema is used.
 */

/** Where results go, so that nothing is found to be of no use, and no object is spared because nobody keeps it. */
export const sink = { last: undefined };

/** Calls with one input after the other. Returns nanoseconds. */
export function run(call, inputs, calls) {
  const start = process.hrtime.bigint();
  for (let index = 0, next = 0; index < calls; index++) {
    sink.last = call(inputs[next]);
    if (++next === inputs.length) next = 0;
  }
  return Number(process.hrtime.bigint() - start);
}
