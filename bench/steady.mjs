/**
 * Runs a call until it gets no faster. V8 compiles what runs often again and again, Node 26 later than Node 20 did:
 * after a fixed number of calls, one of them would be measured in the middle of it.
 * @param {(calls: number) => number} time how long that many calls take, in any unit
 * @param {number} least the time, in that unit, for which it must not have become faster
 * @param {number} most the time after which a call that varies is not waited for
 * @returns {number} how many calls take a tenth of `least`
 */
export function untilSteady(time, least, most) {
  const block = least / 10;
  let spent = 0;
  let calls = 1;
  for (let last = 0; ; calls *= 2) {
    last = time(calls);
    spent += last;
    if (last >= block / 2) break;
  }
  let best = Number.POSITIVE_INFINITY;
  for (let since = 0; since < least && spent < most; ) {
    const now = time(calls);
    spent += now;
    since += now;
    // A few hundredths are noise.
    if (now < best * 0.97) {
      best = now;
      since = 0;
    }
    // Compiled, it may take a tenth of the time.
    if (now < block / 4) {
      calls *= 2;
      best = Number.POSITIVE_INFINITY;
    }
  }
  return calls;
}
