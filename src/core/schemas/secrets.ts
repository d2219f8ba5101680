/** Where the values of a schema are secret, and what errors of a call therefore do not say. */
import { isArray, ownValue } from "../../values/input.ts";
import { hasMembers } from "../../values/members.ts";
import { MAX_TEXTS, secretTexts, type Where } from "../../values/secret-texts.ts";
import { literal } from "../../values/text.ts";
import { EXTRA_KEY, Extra, HIDDEN, isStep, type PathNode, REASON, type StepMarker } from "../errors/context.ts";
import {
  CheckError,
  ForbiddenKeyError,
  JsonDecodeError,
  MissingKeyError,
  OptionsError,
  ValidationError,
} from "../errors/errors.ts";
import type { Reason } from "../errors/reason.ts";
import { SchemaError } from "../errors/schema-error.ts";
import { isSecret, secretsExist } from "./annotations.ts";
import { type Checker, isCheck, rolesOf } from "./checker.ts";
import { derive, derivedOf } from "./derived.ts";
import { appliedBy, isBuiltIn, partsOf, reach, reaching } from "./graph.ts";
import { NAMING, namesIn, outerNames } from "./names.ts";
import { instances } from "./registry.ts";

/** Stands for a key that is secret. */
const HIDDEN_KEY = "\u2026";

/** More places than these are not remembered. */
const MAX_PLACES = 10_000;

/** A value in a schema: all validators that validate it. */
export interface SecretPlace {
  readonly validators: readonly Checker[];
  /** The value is secret. */
  readonly isSecret: boolean;
  /** The value, or a part of it, is secret. */
  readonly hasSecrets: boolean;
  /** The keys and indexes that may lead elsewhere than all others. */
  readonly named: ReadonlySet<PathNode | undefined>;
  /** By key; undefined stands for all others. */
  readonly members: Map<PathNode | undefined, SecretPlace>;
}

const leadsToSecret = /*#__PURE__*/ reaching(isSecret);

/** The secrets of a schema. */
export class Secrets {
  /** The version of the registry for which they were found. */
  readonly version: number = instances.version;
  /** The keys that the schema names: no others are shown inside of secrets. */
  readonly keys = new Set<PathNode>();
  readonly #ids = new Map<Checker, number>();
  readonly #places = new Map<string, SecretPlace>();
  readonly #root: Checker;
  /** What was collected last: a function may report many errors of one value. */
  #last: { readonly value: unknown; readonly place: SecretPlace | undefined; readonly texts: Set<string> } | undefined;

  constructor(root: Checker) {
    this.#root = root;
    if (!leadsToSecret(root)) return;
    const naming = [...Object.keys(NAMING), "path"];
    for (const validator of reach(root).keys()) {
      // The parameters of any class: who wrote the schema wrote them, so none is a secret.
      for (const name of naming)
        for (const key of namesIn(name, ownValue(validator, name))) this.keys.add(key as PathNode);
      for (const key of namesOutside(validator)) this.keys.add(key);
    }
  }

  /** The place of a value that all of the validators validate. */
  placeOf(validators: readonly Checker[]): SecretPlace {
    const applied = [...new Set(validators.flatMap((validator) => [...appliedBy(validator)]))];
    for (const one of applied) if (!this.#ids.has(one)) this.#ids.set(one, this.#ids.size);
    const ids = applied.map((one) => this.#ids.get(one) as number);
    const name = ids.sort((a, b) => a - b).join();
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = {
      validators: applied,
      isSecret: applied.some(isSecret),
      hasSecrets: applied.some(leadsToSecret),
      named: new Set(applied.filter(isBuiltIn).flatMap(keysNamedBy)),
      members: new Map(),
    };
    if (this.#places.size === MAX_PLACES) this.#places.clear();
    this.#places.set(name, place);
    return place;
  }

  /** The place of the keys of a value. */
  keysOf(place: SecretPlace): SecretPlace {
    return this.placeOf(place.validators.flatMap(keyValidatorsOf));
  }

  /** The place of a member. Any other key than those that the place names is that of any other member. */
  memberOf(place: SecretPlace, given: PathNode | undefined): SecretPlace {
    const key = place.named.has(given) ? given : undefined;
    let member = place.members.get(key);
    if (member === undefined) {
      member = this.placeOf(place.validators.flatMap((one) => validatorsAt(one, key)));
      place.members.set(key, member);
    }
    return member;
  }

  /** Removes from an error what is secret. The value of the schema is at the node `from` of its context. */
  conceal(error: ValidationError, from: number): void {
    const { context } = error;
    /** The places on the way. */
    const places: SecretPlace[] = [];
    let place = this.placeOf([this.#root]);
    let isHidden = false;
    /** All of the values at this place, and at those after it, may be secret. */
    let hiddenFrom = Number.POSITIVE_INFINITY;
    for (let index = from; ; index++) {
      const moved = movedTo(place, context, index);
      if (place.isSecret || moved === "value") hiddenFrom = Math.min(hiddenFrom, places.length);
      isHidden ||= place.isSecret || moved !== undefined;
      places.push(place);
      if (index >= context.length) break;
      const node = context[index] as PathNode;
      if (isStep(node)) context[index] = this.#branch(node, place, isHidden);
      if (typeof node === "object") continue;
      const next = context[index + 1];
      const isExtra = next instanceof Extra;
      const isOfData = isExtra || (next === undefined && error instanceof ForbiddenKeyError);
      const keys = this.keysOf(place);
      // A key that is missing is one of the schema's; it may be an option of secret keys.
      const isMissing = next === undefined && error instanceof MissingKeyError;
      const isNamed = typeof node !== "string" || this.keys.has(node) || (isMissing && !keys.isSecret);
      if ((isHidden || keys.isSecret) && (isOfData || !isNamed)) context[index] = HIDDEN_KEY;
      place = isExtra && next.equals(EXTRA_KEY) ? keys : this.memberOf(place, node);
    }
    this.#concealValue(error, isHidden, places, hiddenFrom);
    // A reason that says something of a secret says nothing, or less.
    const reasons = ValidationError.reasons(error).flatMap(([reason, length]) => {
      const said = this.#saysSecret(reason, places[places.length - 1 - length], isHidden) ? reason.hidden : reason;
      return said === undefined ? [] : [[said, length] as const];
    });
    ValidationError.explain(error, reasons);
  }

  /** The marker of a step; without the reason for it if that says something of a secret. */
  #branch(marker: StepMarker, place: SecretPlace, isHidden: boolean): StepMarker {
    const reason = marker[REASON] as Reason | undefined;
    return (reason !== undefined && this.#saysSecret(reason, place, isHidden) ? marker[HIDDEN] : marker) as StepMarker;
  }

  /** @param place that of the value which the reason is about; undefined if it is not known. */
  #saysSecret(reason: Reason, place: SecretPlace | undefined, isHidden: boolean): boolean {
    if (isHidden || place === undefined) return true;
    return reason.paths.some((path) => {
      let at = place;
      return path.some((key) => {
        at = this.memberOf(at, key);
        return at.isSecret;
      });
    });
  }

  #concealValue(error: ValidationError, isHidden: boolean, places: readonly SecretPlace[], hiddenFrom: number): void {
    const { text, params, actual } = error as Valued;
    const place = places.at(-1) as SecretPlace;
    const input = ValidationError.input(error);
    let isSaid = isHidden;
    let isShown = place.hasSecrets && hasMembers(actual);
    if (input !== undefined) {
      // Further inside a value than the error is, nothing is known of the place.
      const at = places.length - 1 - input.length;
      const origin = places[at];
      // A text, or another value without members, may have the secret in it that a function makes a member.
      const isSecret = at >= hiddenFrom || (isHidden && !hasMembers(input.value));
      const texts = [...this.#textsOf(input.value, isSecret ? undefined : origin)];
      const said = [text, params, actual].map((one) => (typeof one === "string" ? one : literal(one))).join("\n");
      isSaid = texts.length > MAX_TEXTS || texts.some((one) => said.includes(one));
      // A text may show the value that the function got.
      isShown ||= origin === undefined || (origin.hasSecrets && hasMembers(input.value));
      // Programs rely on codes and keys, and a few letters in a longer one show nothing.
      const hasSecret = (code: string): boolean =>
        texts.some((one) => code === one || (one.length > 3 && code.includes(one)));
      if (error instanceof CheckError) CheckError.hideCode(error, hasSecret);
      const { context } = error;
      for (let index = context.length - input.length; index < context.length; index++) {
        const node = context[index];
        if (typeof node === "string" && !this.keys.has(node) && hasSecret(node)) context[index] = HIDDEN_KEY;
      }
    }
    if (!isHidden && !isSaid && !isShown) return;
    // What is expected of a secret may be the secret itself.
    const kept = ["unit"];
    if (!(error instanceof OptionsError)) kept.push("expected");
    // Nor does it say what a function has said of the secret.
    if (!isSaid) kept.push("text", "params");
    ValidationError.conceal(error, (name) => kept.includes(name as string));
  }

  /** The texts of the secret parts of a value; of all its parts if no place is given. */
  #textsOf(value: unknown, place: SecretPlace | undefined): ReadonlySet<string> {
    const last = this.#last;
    if (last !== undefined && last.value === value && last.place === place) return last.texts;
    const texts = secretTexts(value, whereIn(place), (at, key) => [
      whereIn(this.keysOf(at)),
      whereIn(this.memberOf(at, key as PathNode)),
    ]);
    this.#last = { value, place, texts };
    return texts;
  }
}

/** Where the value of a place is secret; all of it if no place is known. */
const whereIn = (place: SecretPlace | undefined): Where<SecretPlace> =>
  place === undefined || place.isSecret ? "all" : place.hasSecrets ? place : "none";

/** What errors of some classes have. */
interface Valued {
  readonly actual?: unknown;
  readonly text?: string | undefined;
  readonly params?: unknown;
}

/** The names outside of the keys of a Dict, if they differ. */
const namesOutside = (validator: Checker): string[] => [...(outerNames(validator)?.values() ?? [])].flat();

/** The keys and indexes for whose members a built-in validator has validators of their own. */
function keysNamedBy(validator: Checker): PathNode[] {
  const named = rolesOf(validator)?.named ?? {};
  const own = isArray(named) ? [...named.keys()] : Object.keys(named);
  return [...own, ...namesOutside(validator)];
}

/** The validators of the member `key`, of a key that the place names; undefined stands for all others. */
function validatorsAt(validator: Checker, key: PathNode | undefined): readonly Checker[] {
  // A class of the caller's may do anything with what it has.
  if (!isBuiltIn(validator)) return [validator, ...partsOf(validator)];
  const { named = {}, others = [], any = [] } = rolesOf(validator) ?? {};
  const own =
    key === undefined || isArray(named) !== (typeof key === "number") ? undefined : ownValue(named, key as PropertyKey);
  // The key of an error is that of the input, or of the result if a function of the caller's has named it.
  const outer = [...(outerNames(validator) ?? [])].flatMap(([inner, names]) =>
    names.includes(key as string) ? [ownValue(named, inner)] : [],
  );
  const found = [...new Set([own, ...outer])].filter((one) => one !== undefined) as Checker[];
  return [...(found.length === 0 ? others : found), ...any];
}

/** The validators of keys. */
const keyValidatorsOf = (validator: Checker): readonly Checker[] =>
  isBuiltIn(validator) ? (rolesOf(validator)?.keys ?? []) : [];

/** A pipeline or a union. */
interface Steps {
  readonly steps?: readonly Checker[];
}

/**
 * What may show a secret that is elsewhere in the input, as a function of the caller's is a step of an AllOf at this
 * place, and may have moved it: the whole value that a later step gets; or, before that, only an error of the value.
 */
function movedTo(place: SecretPlace, context: readonly PathNode[], from: number): "value" | "error" | undefined {
  const mover = moverIn(place);
  if (mover === undefined) return undefined;
  let end = from;
  let last = -1;
  for (; isStep(context[end]); end++) last = Math.max(last, (context[end] as { num: number }).num);
  if (last > mover) return "value";
  return end === context.length ? "error" : undefined;
}

/** The number of the first step that is a function of the caller's, if a secret is what it may move. */
export function moverIn(place: SecretPlace): number | undefined {
  let first: number | undefined;
  for (const validator of place.validators) {
    const { steps } = (isBuiltIn(validator) ? validator : {}) as Steps;
    if (steps === undefined || !leadsToSecret(validator)) continue;
    const mover = steps.findIndex((step) => !isBuiltIn(step) && !isCheck(step));
    if (mover >= 0) first = Math.min(mover, first ?? mover);
  }
  return first;
}

interface Derived {
  readonly secrets: Secrets;
}

/** Whether some value that the validator may validate is secret. */
export const hasSecrets = (root: Checker): boolean => secretsExist() && leadsToSecret(root);

/**
 * Removes from an error of a call of `root` what is secret; from nested errors, when they are made. Returns the error.
 * @param length how many nodes of the context, the last ones, lead from the value of `root` to the error.
 */
export function concealSecrets<E extends ValidationError>(error: E, root: Checker, length?: number): E {
  if (!hasSecrets(root)) return error;
  let { secrets } = derivedOf<Derived>(root);
  if (secrets?.version !== instances.version) {
    secrets = new Secrets(root);
    derive<Derived>(root, { secrets });
  }
  SchemaError.forEach(error, (one) => {
    if (!(one instanceof JsonDecodeError)) secrets?.conceal(one, one.context.length - (length ?? one.context.length));
  });
  return error;
}
