/** Forms whose names say where in the value each field is: as `nested` of `Dict`. */
import { type ArrayTaker, type Fault, NestedForm, type ObjectTaker, type Takers } from "../core/models/nested-form.ts";
import { DEFAULT_MAX_DEPTH } from "../core/report/limits.ts";
import { membersOf } from "../values/mapping.ts";
import type { ReadWith } from "./containers.ts";
import { type Expression, matches } from "./leaves.ts";
import { type LimitedReport, limited } from "./limits.ts";
import type { Report } from "./report.ts";
import { plainly } from "./texts.ts";

/** What the validators of a part of a form do with its members. */
export interface FormPart {
  readonly objects?: readonly FormObject[];
  readonly arrays?: readonly FormArray[];
  /** There are others, such as those of texts. */
  readonly others?: true;
}

/** A part. Parts may contain themselves. */
type Lazy = () => FormPart;

/** An object. */
export interface FormObject {
  readonly members: Readonly<Record<string, Lazy>>;
  /** Other names of the members. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly patterns?: readonly (readonly [pattern: Expression, value: Lazy])[];
  readonly extra?: Lazy;
  readonly multikeys?: readonly string[];
}

/** An array: its first items, and the others. */
export interface FormArray {
  readonly first?: readonly Lazy[];
  readonly rest?: Lazy;
  /** Items have validators of their own by their index. */
  readonly isPlaced?: true;
}

class Fields implements ObjectTaker<FormPart> {
  readonly #object: FormObject;
  readonly #names: ReadonlyMap<string, string>;

  constructor(object: FormObject) {
    this.#object = object;
    const { members, aliases = {} } = object;
    this.#names = new Map([...Object.keys(members).map((name) => [name, name] as const), ...Object.entries(aliases)]);
  }

  get multikeys(): readonly string[] | undefined {
    return this.#object.multikeys;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  valuesOf(key: string): FormPart[] {
    const { members, patterns = [], extra } = this.#object;
    const name = this.#names.get(key);
    const matching = patterns.flatMap(([pattern, value]) => (matches(pattern, key) ? [value] : []));
    const own = name === undefined ? [] : [members[name] as Lazy];
    const all = own.length > 0 || matching.length > 0 || extra === undefined ? [...own, ...matching] : [extra];
    return all.map((one) => one());
  }
}

const items = ({ first = [], rest, isPlaced }: FormArray): ArrayTaker<FormPart> => ({
  isPlaced: isPlaced === true,
  itemAt: (index) => (first[index] ?? rest)?.(),
});

const takersOf = (parts: readonly FormPart[]): Takers<FormPart> => {
  const all = [...new Set(parts)];
  return {
    objects: all.flatMap(({ objects = [] }) => objects.map((one) => new Fields(one))),
    arrays: all.flatMap(({ arrays = [] }) => arrays.map(items)),
    hasOthers: all.some(({ others }) => others === true),
  };
};

/** Stands for a member: a name that says something else than others. */
class WrongName {
  readonly #fault: Fault;

  constructor(fault: Fault) {
    this.#fault = fault;
  }

  /** No trap of a Proxy is asked. */
  static is(value: unknown): value is WrongName {
    return typeof value === "object" && value !== null && #fault in value;
  }

  fail(report: Report): void {
    const { code, path, expected } = this.#fault;
    const since = report.failures.length;
    report.fail(expected === undefined ? plainly : limited, code, expected, expected && expected + 1);
    for (const key of path.toReversed()) report.under(key, since);
  }
}

/** Whether a member is a wrong name, which has failed then. Others may be absent. */
/*#__NO_SIDE_EFFECTS__*/ export const wrongName =
  (isAbsent?: (value: unknown, report: Report) => boolean) =>
  (value: unknown, report: Report): boolean => {
    if (!WrongName.is(value)) return isAbsent?.(value, report) === true;
    value.fail(report);
    return true;
  };

/** Reads the members of such a form. */
/*#__NO_SIDE_EFFECTS__*/ export const nested =
  (part: FormPart): ReadWith =>
  (input, strict, named, report) => {
    const members = membersOf(input, "all", strict, named);
    if (!members?.isMulti) return members;
    const whole = new Fields(part.objects?.[0] as FormObject);
    const form = new NestedForm(members, whole, takersOf, (report as LimitedReport).depth, DEFAULT_MAX_DEPTH);
    const wrong = form.faults.map((one) => new WrongName(one));
    return { keys: [...wrong, ...form.keys], values: [...wrong, ...form.values] };
  };
