/** A value inside as many others, made in a loop: recursion would not go as deep. */
export function nest(levels: number, core: unknown, around: (inner: unknown) => unknown): unknown {
  let value = core;
  for (let i = 0; i < levels; i++) value = around(value);
  return value;
}
