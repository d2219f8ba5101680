/** What validators do with the fields of forms whose names are places in the value: the parameter `nested` of Dict. */
import { fieldNameOf, isIndex } from "../../values/field-names.ts";
import { type Members, membersOf } from "../../values/mapping.ts";
import {
  type ErrorClass,
  ForbiddenKeyError,
  MissingKeyError,
  RecursionMaxDepthError,
  WorkLimitError,
} from "../errors/errors.ts";
import { FieldPath, type Path } from "../report/path.ts";
import type { Report } from "../report/report.ts";
import { type Checker, isApplied, rolesOf } from "../schemas/checker.ts";
import type { ListModel, SetModel, TupleModel } from "./array.ts";
import { modelOf } from "./index.ts";
import { type ArrayTaker, type Fault, itemsOf, NestedForm, type ObjectTaker } from "./nested-form.ts";
import type { ObjectModel } from "./object.ts";

type ArrayModel = ListModel | SetModel | TupleModel;

/** The validators of a part of a form: what they do with the members of the value. */
interface Takers {
  readonly objects: readonly ObjectFields[];
  readonly arrays: readonly ArrayFields[];
  readonly hasOthers: boolean;
}

/** Those that get the same value. The steps of a chain behind the first one that converts it get another. */
function innerOf(validator: Checker): readonly Checker[] {
  const { same = [], chains } = rolesOf(validator) ?? {};
  if (chains === undefined) return same;
  const last = same.findIndex((step) => !isApplied(step));
  return last < 0 ? same : same.slice(0, last + 1);
}

/** What validators, and those that get the value from them, do with it. */
export function takersOf(validators: readonly Checker[]): Takers {
  const objects: ObjectFields[] = [];
  const arrays: ArrayFields[] = [];
  let hasOthers = false;
  const seen = new Set<Checker>();
  const pending = [...validators];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const model = modelOf(one);
    if (model?.kind === "object") objects.push(new ObjectFields(model));
    else if (model?.kind === "list" || model?.kind === "set" || model?.kind === "tuple")
      arrays.push(new ArrayFields(model));
    else {
      const inner = innerOf(one);
      if (inner.length === 0 && !isApplied(one)) hasOthers = true;
      pending.push(...inner);
    }
  }
  return { objects, arrays, hasOthers };
}

/** A Dict. */
class ObjectFields implements ObjectTaker<Checker> {
  readonly model: ObjectModel;

  constructor(model: ObjectModel) {
    this.model = model;
  }

  get multikeys(): readonly string[] | undefined {
    return this.model.multikeys;
  }

  has(name: string): boolean {
    return this.model.places.has(name) || this.model.aliases.has(name);
  }

  valuesOf(key: string): Checker[] {
    const { aliases, extra, list, patterns, places } = this.model;
    const place = places.get(aliases.get(key) ?? key);
    const matching = patterns.filter(({ matches }) => matches(key)).map(({ validator }) => validator);
    if (place !== undefined) return [list[place] as Checker, ...matching];
    return matching.length > 0 || extra === undefined ? matching : [extra[1]];
  }
}

/** A List, Set or Tuple. */
class ArrayFields implements ArrayTaker<Checker> {
  readonly model: ArrayModel;

  constructor(model: ArrayModel) {
    this.model = model;
  }

  /** The validators of the first items. */
  get first(): readonly Checker[] {
    const { model } = this;
    return model.kind === "tuple" ? model.items : model.kind === "list" ? model.prefix : [];
  }

  /** That of the others; undefined if there are none. */
  get rest(): Checker | undefined {
    return this.model.kind === "tuple" ? this.model.rest : this.model.item;
  }

  get isPlaced(): boolean {
    return this.model.kind === "tuple" || this.first.length > 0;
  }

  itemAt(index: number): Checker | undefined {
    return this.first[index] ?? this.rest;
  }
}

const FAULTS: Readonly<Record<Fault["code"], ErrorClass>> = {
  forbidden_key: ForbiddenKeyError,
  missing_key: MissingKeyError,
  recursion_max_depth: RecursionMaxDepthError,
  work_limit: WorkLimitError,
};

/** The members of a form, with the fields that belong together in plain objects and arrays. */
export class Form extends NestedForm<Checker> {
  constructor(given: Members, model: ObjectModel, { depth, maxDepth }: Report) {
    super(given, new ObjectFields(model), takersOf, depth, maxDepth);
  }

  /** Fails for what is wrong with names, among the members. */
  failNames(report: Report): void {
    for (const { code, path, field, expected } of this.faults) {
      const since = report.count;
      report.fail(FAULTS[code], expected, expected && expected + 1);
      for (const key of path.toReversed()) report.under(key, since, null);
      const failure = report.failures[since];
      if (failure === undefined) return;
      failure.path = new FieldPath(failure.path as Path, field);
    }
  }

  /** Gives the failures of members since `since` the names of their fields. */
  nameFailures(report: Report, since: number): void {
    report.nameFields(since, (path) => this.nameOf(path));
  }
}

/** The members of a mapping for a Dict with `nested`; undefined if it is none. */
export function formMembersOf(input: unknown, model: ObjectModel, report: Report): Members | undefined {
  const members = membersOf(input, "all", report.strict, model);
  return members?.isMulti ? new Form(members, model, report) : members;
}

/** The validators of the field with a name, of a Dict with `nested`. */
export function validatorsOfField(model: ObjectModel, name: string): readonly Checker[] {
  const whole = new ObjectFields(model);
  let takers: Takers = { objects: [whole], arrays: [], hasOthers: false };
  const read = whole.has(name) ? undefined : fieldNameOf(name, MAX_FIELD_PARTS);
  let validators: readonly Checker[] = [];
  for (const { text } of read?.parts ?? [{ text: name }]) {
    const values = takers.objects.flatMap((one) => one.valuesOf(text));
    validators = [...values, ...(isIndex(text) ? itemsOf(takers, Number(text)) : [])];
    takers = takersOf(validators);
  }
  return read?.isItem ? itemsOf(takers, 0) : validators;
}

/** A field of JSON is looked for in so many parts of its name. */
const MAX_FIELD_PARTS = 32;
