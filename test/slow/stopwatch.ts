/**
 * Takes the time of the calls a specimen can be given to, the least of several: what else runs here only adds to it.
 */
import type { Result, Validator } from "../../src/index.ts";
import { Random } from "../native/random.ts";
import { build, type Recipe } from "../native/recipe.ts";
import { allowanceOf, type Call, type Cost, excess, LONGEST, stretchedTextsOf, textsOf } from "./price.ts";
import type { Specimen } from "./specimen.ts";
import { growthOf, levelsOf, partsOf, reordered, type Tree, textOf, treeOf, uniform } from "./tree.ts";

/**
 * Nanoseconds a call may take, and those for each byte and each validator, beside what `JSON.parse` takes for the text.
 * The machine this was tried out on takes 3 to 10 ns for a byte; the rest is room.
 */
const FOR_CALL = 5_000;
const FOR_BYTE = 4;
/** So often that, where all is said in one word or value, and where there are errors. */
const TIMES = { valid: 5, invalid: 5, errors: 10 };
/**
 * Errors a call may collect, and nanoseconds for each: steps inside steps can have far more errors than a text has
 * bytes.
 */
const MOST_ERRORS = 100;
const FOR_ERROR = 40_000;
/** So many times what the same call took before the others, and a little for the clock. */
const TIMES_BEFORE = 2.5;
const FOR_CLOCK = 1_000;
/**
 * Calls until an engine has learned what it learns from a text: it generates code for a validator that is much used.
 */
const LEARNED = 150;

/** Bytes a schema gets to see before it is validated what it has learned from them, and the most texts. */
const OTHER_BYTES = 60_000;
const OTHERS = 200;

/** Far above what is allowed a text need not grow any further. */
const ENOUGH = 5;
const ENOUGH_NS = 1e8;
/** And is not tried after others, which takes hundreds of calls. */
const SLOW_NS = 2e5;

/**
 * What is the same on every machine and in every version of the library, and what it takes where the prices are from.
 */
const REFERENCE = JSON.stringify(
  Array.from({ length: 500 }, (_, id) => ({ id, name: `name ${id}`, tags: ["a", "b"] })),
);
const REFERENCE_NS = 150_000;

const now = (): number => performance.now() * 1e6;

/** Above this the clock of the process is exact enough, which stands still while others have the processor. */
const LONG_NS = 1e6;

/** The least of several calls, at least two of those that are short, within so many nanoseconds. */
function least(act: () => unknown, budget: number, enough = 2): number {
  const start = now();
  let best = Number.POSITIVE_INFINITY;
  for (let calls = 0, after = start; calls < enough || after - start < budget; calls++) {
    const used = process.cpuUsage();
    const before = now();
    act();
    after = now();
    let time = after - before;
    if (time > LONG_NS) {
      const { user, system } = process.cpuUsage(used);
      time = Math.min(time, (user + system) * 1000);
    }
    best = Math.min(best, time);
    // Not after the first: the machine may have been busy with something else.
    if (best > ENOUGH_NS && calls > 0) break;
  }
  return best;
}

/** How much slower this machine is, now. */
const pace = (): number => least(() => JSON.parse(REFERENCE), 0, 5) / REFERENCE_NS;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Direct = "isJson" | "safeJson" | "is" | "safe";

/** Nanoseconds a first call may take, and those for each validator: it compiles the schema. */
const FOR_FIRST = { call: 1e7, validator: 2e4 };

/** Makes a call ready, which gives the number of errors; a verdict counts as one. */
const CALLS: Readonly<Record<Direct, (v: Validator, bytes: Uint8Array) => () => number>> = {
  isJson: (v, bytes) => () => (v.isJson(bytes) ? 0 : 1),
  safeJson: (v, bytes) => () => errorsIn(v.safeJson(bytes, { maxErrors: MOST_ERRORS })),
  is: (v, bytes) => {
    const value = JSON.parse(decoder.decode(bytes));
    return () => (v.is(value) ? 0 : 1);
  },
  safe: (v, bytes) => {
    const value = JSON.parse(decoder.decode(bytes));
    return () => errorsIn(v.safe(value, { maxErrors: MOST_ERRORS }));
  },
};

/** Their issues are read too: what explains an error is made when it is read. */
const errorsIn = (result: Result<unknown>): number => (result.ok ? 0 : result.error.issues.length);

/** Nanoseconds for each reading of the clock: short while searching, long to be sure. */
export interface Patience {
  readonly first: number;
  readonly last: number;
}
export const HASTY: Patience = { first: 2e4, last: 2e5 };
const SECOND_LOOK: Patience = { first: 2e6, last: 2e7 };
/** So long that V8 has compiled what it will compile. */
export const SURE: Patience = { first: 5e6, last: 2e8 };

/** A text of a specimen, and the nanoseconds `JSON.parse` takes for it. */
interface Text {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly levels: number;
  readonly parse: number;
}

/**
 * What each call took for the text that was worst for it.
 * @param before is told what comes now, in case it does not end.
 */
export function timesOf(specimen: Specimen, patience: Patience, before: (call: Call, size: number) => void): Cost[] {
  const ofTree = specimen.stretched ? stretchedTextsOf : textsOf;
  const texts = [...ofTree(specimen.tree)].map(({ size, text }): Text => {
    const bytes = encoder.encode(text);
    const levels = levelsOf(text);
    return { size, bytes, levels, parse: least(() => JSON.parse(decoder.decode(bytes)), patience.first) };
  });
  const speed = pace();
  const costs = (Object.keys(CALLS) as Direct[]).flatMap(
    (call) => worstOf(specimen, texts, call, patience, speed, before) ?? [],
  );
  if (!specimen.stretched && texts[0] !== undefined) {
    for (const call of ["safe", "safeJson"] as const) {
      before(`first ${call}`, texts[0].size);
      costs.push(firstOf(specimen, texts[0], call, speed));
    }
  }
  const largest = texts.at(-1);
  // What is slow by itself has been found already.
  if (largest === undefined || costs.some(({ work, allowed }) => work > allowed || work > SLOW_NS)) return costs;
  if (specimen.stretched || !hasOrder(specimen.tree)) return costs;
  for (const call of ["isJson", "safeJson"] as const) {
    before(`${call} after others`, largest.size);
    const cost = afterOthers(specimen.recipe, largest, call, patience);
    // Code that has just been generated is slow either way: what seems to matter a little is looked at for longer.
    costs.push(excess(cost) < 0.5 ? cost : afterOthers(specimen.recipe, largest, call, SECOND_LOOK));
  }
  return costs;
}

function worstOf(
  { recipe }: Specimen,
  texts: readonly Text[],
  call: Direct,
  patience: Patience,
  speed: number,
  before: (call: Call, size: number) => void,
): Cost | undefined {
  const validator = build(recipe);
  const { validators, forTries, forNode, times: timesRecursive } = allowanceOf(recipe);
  const measure = ({ size, bytes, levels, parse }: Text, budget: number): Cost => {
    const act = CALLS[call](validator, bytes);
    let errors = 0;
    const work = least(() => {
      errors = act();
    }, budget);
    const valid = errors === 0;
    const times = timesRecursive * (valid ? TIMES.valid : call.startsWith("is") ? TIMES.invalid : TIMES.errors);
    const forErrors = FOR_ERROR * errors + forNode * Math.max(errors, 1) * levels ** 2;
    const forText = times * (speed * FOR_CALL + (speed * FOR_BYTE * bytes.length + parse) * validators);
    const allowed = speed * (forTries + forErrors) + forText;
    return {
      call,
      outcome: valid ? "valid" : "invalid",
      size,
      bytes: bytes.length,
      work,
      allowed,
      timesParse: work / parse,
    };
  };
  let worst: Cost | undefined;
  for (const text of texts) {
    before(call, text.size);
    let cost = measure(text, patience.first);
    const isWorse = (): boolean => worst === undefined || excess(cost) > excess(worst);
    if (text !== texts.at(-1) && worst !== undefined && excess(cost) < 1.3 * excess(worst)) continue;
    // Once more, for longer: a reading that is too high by accident is not met again.
    if (isWorse()) {
      const again = measure(text, patience.last);
      if (again.work < cost.work) cost = again;
    }
    if (isWorse()) worst = cost;
    if (excess(cost) > ENOUGH || cost.work > ENOUGH_NS) break;
  }
  return worst;
}

/** The first call of a validator, with its shortest text. */
function firstOf({ recipe }: Specimen, { size, bytes }: Text, call: "safe" | "safeJson", speed: number): Cost {
  let errors = 0;
  const times = [1, 2].map(() => {
    const act = CALLS[call](build(recipe), bytes);
    return least(
      () => {
        errors = act();
      },
      0,
      1,
    );
  });
  const { validators, forTries, forNode } = allowanceOf(recipe);
  const forSchema = FOR_FIRST.call + FOR_FIRST.validator * validators;
  const allowed = speed * (forTries + forNode + forSchema + FOR_ERROR * errors);
  return {
    call: `first ${call}`,
    outcome: errors === 0 ? "valid" : "invalid",
    ...{ size, bytes: bytes.length, work: Math.min(...times), allowed },
  };
}

/** Texts that grow deeper are left out: making others of them would take longer than the calls. */
const hasOrder = (tree: Tree): boolean =>
  growthOf(tree) !== "deeper" && partsOf(tree).some((part) => "members" in part.tree && part.tree.members.length > 2);

/**
 * A call whose objects are all alike, before and after others whose objects have their keys in any order, and not all.
 */
function afterOthers(recipe: Recipe, text: Text, call: "isJson" | "safeJson", { last }: Patience): Cost {
  const tree = treeOf(decoder.decode(text.bytes));
  const bytes = encoder.encode(textOf(uniform(tree), 1, 2 * LONGEST));
  let valid = false;
  const time = (validator: Validator): number => {
    const act = CALLS[call](validator, bytes);
    return least(
      () => {
        valid = act() === 0;
      },
      last,
      LEARNED,
    );
  };
  const alone = time(build(recipe));
  const taught = build(recipe);
  const random = new Random(1);
  for (let times = 0, total = 0; times < OTHERS && total < OTHER_BYTES; times++) {
    const other = encoder.encode(textOf(reordered(random, tree), 1, 2 * LONGEST));
    total += other.length;
    CALLS[call](taught, other)();
  }
  const work = time(taught);
  // A new validator once more: what V8 has learned meanwhile is not its fault.
  const allowed = FOR_CLOCK + TIMES_BEFORE * Math.max(alone, time(build(recipe)));
  return {
    call: `${call} after others`,
    outcome: valid ? "valid" : "invalid",
    size: text.size,
    bytes: bytes.length,
    work,
    allowed,
  };
}
