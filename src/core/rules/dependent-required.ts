/** Keys that must be there if another is: `dependent_required`. */
import { define } from "../../values/define.ts";
import { isArray } from "../../values/input.ts";
import { type ErrorClass, MissingKeyError } from "../errors/errors.ts";
import { becauseOf } from "../errors/reason.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { CheckedObject, ObjectRule, ObjectRuleParts, SchemaReader } from "./container.ts";
import { Triggers } from "./triggers.ts";

type Lists = Readonly<Record<string, readonly string[]>>;

export class DependentRequiredRule implements ObjectRule {
  readonly kind = "dependent_required";
  /** By the key that asks for them. */
  readonly lists: Lists;
  readonly #triggers: Triggers;
  #pairs: readonly (readonly [key: string, other: string])[] | undefined;

  constructor(lists: Lists) {
    this.lists = lists;
    this.#triggers = new Triggers(lists);
  }

  /** The keys that ask for others, and these, in order: the addon names a pair by its number. */
  get pairs(): readonly (readonly [key: string, other: string])[] {
    this.#pairs ??= Object.entries(this.lists).flatMap(([key, others]) => others.map((other) => [key, other] as const));
    return this.#pairs;
  }

  fails(object: CheckedObject, report: Report): void {
    for (const key of this.#triggers.of(object.result)) {
      for (const other of this.lists[key] as readonly string[]) {
        if (report.truncated) return;
        if (!object.has(other)) object.failMissing(other, report, () => failDependent(key, report));
      }
    }
  }
}

/** Reports that a key is missing that `key` asks for. */
export function failDependent(key: string, report: Report): Failed {
  const since = report.count;
  report.fail(MissingKeyError as ErrorClass);
  report.because(becauseOf(key), since, 1);
  return FAILED;
}

export const dependentRequiredParts: ObjectRuleParts<DependentRequiredRule> = {
  verdict({ lists }, { isPresent, whenPresent, fail }) {
    const needed = Object.entries(lists).filter(([, keys]) => keys.length > 0);
    return whenPresent(
      needed.map(([key, keys]) => [key, `if (!(${keys.map(isPresent).join(" && ")})) ${fail}\n`] as const),
    );
  },
  write({ lists }, to) {
    const required: string[] = [];
    const dependentRequired: Record<string, readonly string[]> = {};
    for (const [key, names] of Object.entries(lists)) {
      const needed = to.asked("dependent_required", names);
      if (to.isFilled(key)) required.push(...needed);
      else if (to.asked("dependent_required", [key]).length > 0 && needed.length > 0)
        define(dependentRequired, key, needed);
    }
    return { required, ...(Object.keys(dependentRequired).length > 0 && { dependentRequired }) };
  },
};

const areTexts = (value: unknown): value is readonly string[] =>
  isArray(value) && value.every((one) => typeof one === "string");

/** The keys that a value of `dependencies` names, as the early drafts have them; undefined if it is a schema. */
export function dependenciesOf(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  return areTexts(value) ? value : undefined;
}

/** The keys that must be there, by the key that asks for them. */
export function readDependentRequired(keywords: SchemaReader<unknown>): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  const add = (key: string, names: readonly string[]): void => {
    lists.set(key, [...new Set([...(lists.get(key) ?? []), ...names])]);
  };
  for (const [key, value] of keywords.entries("dependencies")) {
    const names = dependenciesOf(value);
    if (names !== undefined) add(key, names);
  }
  for (const [key, names] of keywords.entries("dependentRequired")) {
    if (!areTexts(names)) keywords.refuseKey("dependentRequired", key, "it should be an array of texts");
    else add(key, names);
  }
  return lists;
}
