/** Breeds specimens that cost more and more: the best of each kind are kept, and changed at random. */
import type { Random } from "../native/random.ts";
import { visitDumps } from "../native/recipe.ts";
import { type Cost, excess } from "./price.ts";
import { mutated, randomSpecimen, reductionsOf, type Specimen } from "./specimen.ts";
import { growthOf } from "./tree.ts";

/** A specimen and the call that it cost most. */
export interface Entry {
  readonly specimen: Specimen;
  readonly cost: Cost;
}

export interface Search {
  readonly random: Random;
  /** What each call costs for a specimen; asked again, `surely`, before anything is called a finding. */
  readonly evaluate: (specimen: Specimen, surely: boolean) => Promise<readonly Cost[]>;
  /** Asked before each specimen. */
  readonly isOver: () => boolean;
  /** What takes more than so many times what it may is a finding. */
  readonly bound: number;
  readonly onFinding?: (entry: Entry) => void;
}

/** What a search has to say at any time. */
export interface Outcome {
  evaluations: number;
  /** The worst of each kind that is within the bound. */
  readonly best: Map<string, Entry>;
  /** The worst of each kind that is above it. */
  readonly findings: Map<string, Entry>;
}

/** How often a specimen that is new is tried in place of one that is bred. */
const FRESH = 0.3;
/** Attempts to make a finding smaller. */
const REDUCTIONS = 40;

/** Searches until it is over; `outcome` can be looked at meanwhile. */
export async function search({ random, evaluate, isOver, bound, onFinding }: Search, outcome: Outcome): Promise<void> {
  const { best, findings } = outcome;
  const costsOf = (specimen: Specimen, surely = false): Promise<readonly Cost[]> => {
    outcome.evaluations++;
    return evaluate(specimen, surely);
  };
  const met = new Set<string>();
  while (!isOver()) {
    const kept = [...best.values()];
    const specimen =
      kept.length === 0 || random.chance(FRESH) ? randomSpecimen(random) : mutated(random, random.pick(kept).specimen);
    const costs = await costsOf(specimen);
    // What is above the bound is put aside and not bred: other things are to be found too.
    if (costs.some((cost) => excess(cost) > bound)) {
      const kind = kindOf(specimen);
      if (met.has(kind)) continue;
      const finding = await surest({ specimen, cost: worst(costs) as Cost }, costsOf, bound);
      if (finding === undefined) continue;
      met.add(kind);
      const smallest = await reduced(random, finding, costsOf, bound);
      const known = findings.get(kindOf(smallest.specimen));
      if (known !== undefined) continue;
      findings.set(kindOf(smallest.specimen), smallest);
      onFinding?.(smallest);
      continue;
    }
    for (const cost of costs) {
      const place = `${cost.call}, ${cost.outcome}, ${growthOf(specimen.tree)}`;
      const known = best.get(place);
      if (known === undefined || excess(cost) > excess(known.cost)) best.set(place, { specimen, cost });
    }
  }
}

type CostsOf = (specimen: Specimen, surely?: boolean) => Promise<readonly Cost[]>;

function worst(costs: readonly Cost[]): Cost | undefined {
  return costs.reduce<Cost | undefined>(
    (most, cost) => (most && excess(most) >= excess(cost) ? most : cost),
    undefined,
  );
}

/** The same, if it is above the bound again. */
async function surest({ specimen }: Entry, costsOf: CostsOf, bound: number): Promise<Entry | undefined> {
  const cost = worst(await costsOf(specimen, true));
  return cost !== undefined && excess(cost) > bound ? { specimen, cost } : undefined;
}

async function reduced(random: Random, finding: Entry, costsOf: CostsOf, bound: number): Promise<Entry> {
  let smallest = finding;
  let candidates = random.shuffled(reductionsOf(finding.specimen));
  for (let left = REDUCTIONS; left > 0; left--) {
    const specimen = candidates.pop();
    if (specimen === undefined) break;
    const cost = worst(await costsOf(specimen));
    // Those take longest.
    if (cost?.outcome === "did not end") left -= 5;
    if (cost === undefined || excess(cost) <= bound) continue;
    smallest = { specimen, cost };
    candidates = random.shuffled(reductionsOf(specimen));
  }
  // A reduction that only seemed to be above the bound is none.
  return (await surest(smallest, costsOf, bound)) ?? finding;
}

/** Findings are of one kind if their texts grow alike and their validators are of the same classes. */
function kindOf({ recipe, tree }: Specimen): string {
  const classes = new Set<string>();
  visitDumps([recipe.root, ...Object.values(recipe.aliases)], ({ __class__, pattern }) => {
    classes.add(pattern === undefined ? __class__ : `${__class__} with a pattern`);
  });
  return `${growthOf(tree)}: ${[...classes].sort().join(", ")}`;
}
