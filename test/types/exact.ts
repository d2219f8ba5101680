/** Whether two types are the same, not merely assignable to each other. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only when the types are the same. */
export function exact<Actual, Expected>(
  ..._proof: Same<Actual, Expected> extends true ? [] : [actual: Actual, isNot: Expected]
): void {}
