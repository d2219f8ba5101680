/** What issues do not say of values that are secret: as `core/schemas/secrets.ts`, by a table of a schema's places. */
import { EXTRA_KEY, Extra, isStep, type PathNode, REASON } from "../core/errors/context.ts";
import type { Reason } from "../core/errors/reason.ts";
import { typeName } from "../values/input.ts";
import { hasMembers } from "../values/members.ts";
import { MAX_TEXTS, secretTexts, type Where } from "../values/secret-texts.ts";
import { literal } from "../values/text.ts";
import { Marker } from "./marker.ts";
import type { Path } from "./path.ts";
import { FAILED, type Failure, type MoreOfIssue, type Node, type Report, type Write } from "./report.ts";
import { type Step, withFailures } from "./steps.ts";
import { isOfFunction } from "./texts.ts";

/** A value in a schema, other places by their numbers: 0 is any value without secrets. */
export interface SecretPlace {
  /** The value is secret, not only a part of it. */
  readonly isSecret?: true;
  /** Those of members, by key; and of the members with other keys. */
  readonly members?: readonly (readonly [key: string | number, place: number])[];
  readonly others?: number;
  /** That of the keys. */
  readonly keys?: number;
  /** The first step of a chain or union that may move a secret elsewhere. */
  readonly mover?: number;
}

/** The secrets of a schema. */
export interface SecretsOf {
  /** All keys that the schema names: no others are shown inside of secrets. */
  readonly names: readonly string[];
  /** From number 1 on, which is that of the value itself. */
  readonly places: readonly SecretPlace[];
}

const HIDDEN_KEY = "\u2026";

/**
 * A class of reports that removes from its failures what is secret.
 * @param begin prepares a report whose paths have to tell the steps of chains.
 */
/*#__NO_SIDE_EFFECTS__*/ export function secretly(
  Base: typeof Report,
  given: SecretsOf,
  begin?: (report: Report) => unknown,
): typeof Report {
  const secrets = new Secrets(given);
  return class extends Base {
    override run(node: Node, value: unknown): unknown {
      begin?.(this);
      const result = super.run(node, value);
      if (result === FAILED)
        for (const [index, failure] of this.failures.entries()) this.failures[index] = secrets.without(failure);
      return result;
    }
  };
}

/** A function of the caller: failures know the value, so that secrets in it are found in what they say. */
/*#__NO_SIDE_EFFECTS__*/ export const knowing = (node: Step): Step =>
  withFailures(node, (failure, input) => {
    failure.input ??= { value: input, length: failure.path?.length ?? 0 };
  });

/** The message without the value. */
function hidden(write: Write): Write {
  const hiding: Write = (failure, texts) =>
    write(failure, { ...texts, messages: { ...texts.messages, ...texts.hidden } });
  return Object.assign(hiding, { hidden });
}

/** It does not say what is expected either. */
const unsaid: Write = /*#__PURE__*/ Object.assign(((_, { messages }) => String(messages.validation)) as Write, {
  hidden,
});

interface IndexedPlace extends SecretPlace {
  readonly byKey: ReadonlyMap<unknown, number>;
}

class Secrets {
  readonly #names: ReadonlySet<PathNode>;
  readonly #places: readonly IndexedPlace[];

  constructor({ names, places }: SecretsOf) {
    this.#names = new Set(names);
    this.#places = [{}, ...places].map((one: SecretPlace) => ({ ...one, byKey: new Map(one.members) }));
  }

  #isSecret(place: number): boolean {
    return this.#places[place]?.isSecret === true;
  }

  #memberOf(place: number, key: unknown): number {
    const { byKey, others = 0 } = this.#places[place] as IndexedPlace;
    return byKey.get(key) ?? others;
  }

  #keysOf(place: number): number {
    return this.#places[place]?.keys ?? 0;
  }

  without(failure: Failure): Failure {
    const context: PathNode[] = [];
    for (let at = failure.path; at !== undefined; at = at.inner) context.push(at.key);
    const isOwn = !isOfFunction(failure.write);
    const places: number[] = [];
    let place = 1;
    let isHidden = false;
    let hiddenFrom = Number.POSITIVE_INFINITY;
    for (let index = 0; ; index++) {
      const moved = this.#movedTo(place, context, index);
      if (this.#isSecret(place) || moved === "value") hiddenFrom = Math.min(hiddenFrom, index);
      isHidden ||= this.#isSecret(place) || moved !== undefined;
      places.push(place);
      if (index >= context.length) break;
      const node = context[index] as PathNode;
      if (isStep(node)) context[index] = this.#branch(node as Marker, place, isHidden);
      if (typeof node === "object") continue;
      const next = context[index + 1];
      const isExtra = next instanceof Extra;
      const isOfData = isExtra || (next === undefined && isOwn && failure.code === "forbidden_key");
      const keys = this.#keysOf(place);
      const isMissing = next === undefined && isOwn && failure.code === "missing_key";
      const isNamed = typeof node !== "string" || this.#names.has(node) || (isMissing && !this.#isSecret(keys));
      if ((isHidden || this.#isSecret(keys)) && (isOfData || !isNamed)) context[index] = HIDDEN_KEY;
      place = isExtra && next.equals(EXTRA_KEY) ? keys : this.#memberOf(place, node);
    }
    const concealed = this.#valueless(failure, context, isHidden, places, hiddenFrom);
    const reasons = concealed.reasons?.flatMap(([reason, length]) => {
      const said = this.#saysSecret(reason as Reason, places[places.length - 1 - length], isHidden)
        ? (reason as Reason).hidden
        : reason;
      return said === undefined ? [] : [[said, length] as const];
    });
    let path: Path | undefined;
    for (const key of context.toReversed()) path = { key, inner: path, length: 1 + (path?.length ?? 0) };
    return { ...concealed, path, reasons };
  }

  /** The marker of a step; without the reason for it if that says something of a secret. */
  #branch(marker: Marker, place: number, isHidden: boolean): PathNode {
    const reason = marker[REASON] as Reason | undefined;
    if (reason === undefined || !this.#saysSecret(reason, place, isHidden)) return marker;
    return new Marker(marker.num, marker.isAlternative, reason.hidden);
  }

  #saysSecret(reason: Reason, place: number | undefined, isHidden: boolean): boolean {
    if (isHidden || place === undefined) return true;
    return reason.paths.some((path) => {
      let at = place;
      return path.some((key) => {
        at = this.#memberOf(at, key);
        return this.#isSecret(at);
      });
    });
  }

  /** What may show a secret that is elsewhere in the input: the whole value, or the failure. */
  #movedTo(place: number, context: readonly PathNode[], from: number): "value" | "failure" | undefined {
    const mover = this.#places[place]?.mover;
    if (mover === undefined) return undefined;
    let end = from;
    let last = -1;
    for (; isStep(context[end]); end++) last = Math.max(last, (context[end] as Marker).num);
    if (last > mover) return "value";
    return end === context.length ? "failure" : undefined;
  }

  /** The failure, and its context, without values that are secret. */
  #valueless(
    failure: Failure,
    context: PathNode[],
    isHidden: boolean,
    places: readonly number[],
    hiddenFrom: number,
  ): Failure {
    const { input, actual, more = {}, write, unit } = failure;
    const place = places.at(-1) as number;
    let { code } = failure;
    let isSaid = isHidden;
    let isShown = place !== 0 && hasMembers(actual);
    const isOfCaller = isOfFunction(write);
    if (input !== undefined) {
      const at = places.length - 1 - input.length;
      const origin = places[at];
      const isSecret = at >= hiddenFrom || (isHidden && !hasMembers(input.value));
      const texts = [...this.#textsOf(input.value, isSecret ? undefined : origin)];
      const text = isOfCaller ? (failure.said ?? failure.text) : undefined;
      const said = [text, more.params, actual].map((one) => (typeof one === "string" ? one : literal(one))).join("\n");
      isSaid = texts.length > MAX_TEXTS || texts.some((one) => said.includes(one));
      isShown ||= origin === undefined || (origin !== 0 && hasMembers(input.value));
      const hasSecret = (one: string): boolean =>
        texts.some((text) => one === text || (text.length > 3 && one.includes(text)));
      if (isOfCaller && hasSecret(code)) code = "check";
      for (let index = context.length - input.length; index < context.length; index++) {
        const node = context[index];
        if (typeof node === "string" && !this.#names.has(node) && hasSecret(node)) context[index] = HIDDEN_KEY;
      }
    }
    if (!isHidden && !isSaid && !isShown) return { ...failure, code };
    const isOption = !isOfCaller && code === "options";
    const hide = isOption || (code === "tuple_length" && unit !== undefined) ? () => unsaid : hidden;
    const { reason } = write;
    const { params, condition: _, ...others } = more as MoreOfIssue;
    // What another validator has said of a value shows it.
    const isKept = !isSaid && failure.expected === undefined && actual === undefined;
    return {
      ...failure,
      code,
      expected: isOption ? undefined : failure.expected,
      actual: undefined,
      given: undefined,
      said: isOfCaller && !isKept ? undefined : failure.said,
      more: isSaid || params === undefined ? others : { ...others, params },
      write: isOfCaller ? write : reason === undefined ? hide(write) : reason.around(hide(reason.of)),
      hides: { valueType: typeName(actual) },
    };
  }

  /** The texts of the secret parts of a value; of all its parts if no place is given. */
  #textsOf(value: unknown, place: number | undefined): ReadonlySet<string> {
    return secretTexts(value, this.#whereIn(place), (at, key) => [
      this.#whereIn(this.#keysOf(at)),
      this.#whereIn(this.#memberOf(at, key)),
    ]);
  }

  #whereIn(place: number | undefined): Where<number> {
    return place === undefined || this.#isSecret(place) ? "all" : place === 0 ? "none" : place;
  }
}
