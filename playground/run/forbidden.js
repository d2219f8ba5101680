/**
 * The policy of the frame forbids code from strings. A function that throws, in place of `Function`, tells the
 * library so without a report of a violation in the console. It then interprets its rules, as on any page with such
 * a policy.
 */
const { prototype } = Function;

globalThis.Function = function Function() {
  throw new EvalError("code from strings is forbidden here");
};
globalThis.Function.prototype = prototype;
