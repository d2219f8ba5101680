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
/** How often one part of its text is as long as a text may be: that takes as long as some hundred others. */
const STRETCHED = 0.03;
/** How often one is passed over that has all the classes of a finding in it: it would mostly show the same again. */
const FAMILIAR = 0.9;
/** Attempts to make a finding smaller. */
const REDUCTIONS = 40;

/** Searches until it is over; `outcome` can be looked at meanwhile. */
export async function search({ random, evaluate, isOver, bound, onFinding }: Search, outcome: Outcome): Promise<void> {
  const { best, findings } = outcome;
  const costsOf = (specimen: Specimen, surely = false): Promise<readonly Cost[]> => {
    outcome.evaluations++;
    return evaluate(specimen, surely);
  };
  while (!isOver()) {
    const kept = [...best.values()];
    const bred =
      kept.length === 0 || random.chance(FRESH) ? randomSpecimen(random) : mutated(random, random.pick(kept).specimen);
    const specimen = random.chance(STRETCHED) ? { ...bred, stretched: true } : bred;
    if (random.chance(FAMILIAR) && isFamiliar(specimen, findings.values())) continue;
    let costs = await costsOf(specimen);
    // What is bred for its cost comes near the bound, and seems to be above it whenever the machine is busy.
    if (isAbove(costs, bound)) costs = await costsOf(specimen);
    // What is above the bound is put aside and not bred: other things are to be found too.
    if (isAbove(costs, bound)) {
      const finding = await surest(specimen, costsOf, bound);
      if (finding === undefined || findings.has(kindOf(finding))) continue;
      const smallest = await reduced(random, finding, costsOf, bound);
      if (smallest === undefined) continue;
      const kind = kindOf(smallest);
      if (!findings.has(kind)) onFinding?.(smallest);
      findings.set(kind, smallest);
      continue;
    }
    for (const cost of costs) {
      const place = `${cost.call}, ${cost.outcome}, ${specimen.stretched ? "stretched" : growthOf(specimen.tree)}`;
      const known = best.get(place);
      if (known === undefined || excess(cost) > excess(known.cost)) best.set(place, { specimen, cost });
    }
  }
}

const isAbove = (costs: readonly Cost[], bound: number): boolean => costs.some((cost) => excess(cost) > bound);

type CostsOf = (specimen: Specimen, surely?: boolean) => Promise<readonly Cost[]>;

function worst(costs: readonly Cost[]): Cost | undefined {
  return costs.reduce<Cost | undefined>(
    (most, cost) => (most && excess(most) >= excess(cost) ? most : cost),
    undefined,
  );
}

/** The same, if it is above the bound again. */
async function surest(specimen: Specimen, costsOf: CostsOf, bound: number): Promise<Entry | undefined> {
  const cost = worst(await costsOf(specimen, true));
  return cost !== undefined && excess(cost) > bound ? { specimen, cost } : undefined;
}

async function reduced(random: Random, finding: Entry, costsOf: CostsOf, bound: number): Promise<Entry | undefined> {
  let smallest = finding;
  const reductions = (specimen: Specimen): Specimen[] =>
    random.shuffled(reductionsOf(specimen).map((one) => ({ ...one, stretched: specimen.stretched ?? false })));
  let candidates = reductions(finding.specimen);
  for (let left = REDUCTIONS; left > 0; left--) {
    const specimen = candidates.pop();
    if (specimen === undefined) break;
    const cost = worst(await costsOf(specimen));
    // Those take longest.
    if (cost?.outcome === "did not end") left -= 2;
    if (cost === undefined || excess(cost) <= bound) continue;
    smallest = { specimen, cost };
    candidates = reductions(specimen);
  }
  // A reduction that only seemed to be above the bound is none; nor is a finding that was one only while the machine
  // was busy.
  return (await surest(smallest.specimen, costsOf, bound)) ?? surest(finding.specimen, costsOf, bound);
}

/**
 * Findings are of one kind if their texts grow alike, their validators are of the same classes, and they come alike.
 */
function kindOf({ specimen, cost }: Entry): string {
  const how = cost.call.includes("after") ? "after others" : specimen.stretched ? "stretched" : growthOf(specimen.tree);
  return `${how}: ${[...classesIn(specimen)].sort().join(", ")}`;
}

function isFamiliar(specimen: Specimen, findings: Iterable<Entry>): boolean {
  const classes = classesIn(specimen);
  for (const found of findings) {
    const { call, outcome } = found.cost;
    const isAlike = outcome === "did not end" || growthOf(specimen.tree) === growthOf(found.specimen.tree);
    if (isAlike && !call.includes("after") && [...classesIn(found.specimen)].every((name) => classes.has(name)))
      return true;
  }
  return false;
}

function classesIn({ recipe }: Specimen): Set<string> {
  const classes = new Set<string>();
  visitDumps([recipe.root, ...Object.values(recipe.aliases)], ({ __class__, pattern }) => {
    classes.add(pattern === undefined ? __class__ : `${__class__} with a pattern`);
  });
  return classes;
}
