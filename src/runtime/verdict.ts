/** What the code of verdicts calls, in compiled modules and where the library generates it. */
import type { Ids } from "../values/ids.ts";

/** Thrown to leave the code: the call falls back to the check. */
const NOT_HERE = new Error("not here");

export function bail(): never {
  throw NOT_HERE;
}

/** Leaves the code because of an object that does not inherit from Object.prototype, unless it has no prototype. */
export function leaveUnlessNull(value: object): void {
  if (Object.getPrototypeOf(value) !== null) bail();
}

const { hasOwnProperty: hasOwn, propertyIsEnumerable: isEnumerable } = Object.prototype;

/** Returns whether an object has a member other than those. */
export function hasOthers(object: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>): boolean {
  for (const key in object) {
    if (!keys.has(key) && hasOwn.call(object, key) && object[key] !== undefined) return true;
  }
  return false;
}

/** Returns whether an object lists a key that has a value. */
export const isListed = (object: Readonly<Record<string, unknown>>, key: string): boolean =>
  isEnumerable.call(object, key) && object[key] !== undefined;

/** What the functions of a verdict share. */
interface CompiledVerdictState {
  /** Work units so far, and how many of them repeated a test. */
  work: number;
  waste: number;
  /** Maximum schema depth. */
  readonly levels: number;
  ids: Ids | undefined;
}

const NO_ITEMS: readonly unknown[] = [];

/**
 * A verdict; undefined for a value that is left to the node.
 * @param make returns the code, which is called with a value and its depth.
 */
/*#__NO_SIDE_EFFECTS__*/ export function verdict(
  make: (state: CompiledVerdictState) => (value: unknown, depth: number) => boolean,
  levels = 0,
): (value: unknown) => boolean | undefined {
  const state: CompiledVerdictState = { work: 0, waste: 0, levels, ids: undefined };
  const isValid = make(state);
  // Without arrays and references there is nothing to count.
  if (make.length === 0)
    return (value) => {
      try {
        return isValid(value, 0);
      } catch {
        return undefined;
      }
    };
  return (value) => {
    // Holes of arrays would have inherited items.
    for (const _ in NO_ITEMS) return undefined;
    state.work = state.waste = 0;
    try {
      return isValid(value, 0);
    } catch {
      return undefined;
    } finally {
      state.ids = undefined;
    }
  };
}
