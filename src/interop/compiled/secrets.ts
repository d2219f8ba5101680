/** Writes where the values of a schema are secret, as a table: see `runtime/secrets.ts`. */

import { reach } from "../../core/schemas/graph.ts";
import { hasSecrets, moverIn, type SecretPlace, Secrets } from "../../core/schemas/secrets.ts";
import type { Validator } from "../../core/validator.ts";
import { array, type Doc, object } from "../source/layout.ts";
import { quoted } from "../source/tokens.ts";
import { member } from "../source/values.ts";
import type { NodeWriter } from "./nodes.ts";

/** More places than these would make a large table. */
const MAX_PLACES = 2000;

/**
 * The class of reports of a validator that may have secrets. Its encoder has the same: results are hidden by the places
 * of the validator.
 * @param report the class without them.
 */
export function secretReport(writer: NodeWriter, report: Doc, root: Validator): Doc {
  if (!hasSecrets(root)) return report;
  writer.texts.hide();
  const places = new Places(root);
  if (places.all.length > MAX_PLACES) writer.decline("its secrets are in too many places");
  const args = [report, places.table(writer)];
  if (places.all.some((place) => moverIn(place) !== undefined)) args.push(writer.use("tellsSteps"));
  return writer.run("secretly", ...args);
}

/**
 * The validators whose functions may get a secret, by what one of them may return or throw: an error of another
 * validator, which tells more in the library than a compiled one does.
 * @param of a validator, or its encoder.
 */
export function validatorsOfSecrets(of: Validator): Iterable<unknown> {
  if (!hasSecrets(of)) return [];
  const { all } = new Places(of);
  const isInside = (place: SecretPlace): boolean => place.isSecret || moverIn(place) !== undefined;
  return all.flatMap((place) => (isInside(place) ? [...reach(place.validators).keys()] : place.validators));
}

/** The places that have secrets, or parts that are secret, by numbers; the value itself is first. */
class Places {
  readonly #secrets: Secrets;
  readonly #numbers = new Map<SecretPlace, number>();
  readonly all: SecretPlace[] = [];

  constructor(root: Validator) {
    this.#secrets = new Secrets(root);
    this.#numberOf(this.#secrets.placeOf([root]));
    for (let at = 0; at < this.all.length && at <= MAX_PLACES; at++) {
      const place = this.all[at] as SecretPlace;
      for (const key of [undefined, ...place.named]) this.#numberOf(this.#secrets.memberOf(place, key));
      this.#numberOf(this.#secrets.keysOf(place));
    }
  }

  /** 0 for all places without secrets. */
  #numberOf(place: SecretPlace): number {
    if (!place.hasSecrets && this.#numbers.size > 0) return 0;
    const known = this.#numbers.get(place) ?? this.all.push(place);
    this.#numbers.set(place, known);
    return known;
  }

  table(writer: NodeWriter): Doc {
    const names = [...this.#secrets.keys].filter((key) => typeof key === "string");
    const places = this.all.map((place) => this.#place(place, writer));
    return object([member("names", array(names.map(quoted))), member("places", array(places))]);
  }

  #place(place: SecretPlace, writer: NodeWriter): Doc {
    const others = this.#numberOf(this.#secrets.memberOf(place, undefined));
    const keys = this.#numberOf(this.#secrets.keysOf(place));
    const members = [...place.named].flatMap((key) => {
      const number = this.#numberOf(this.#secrets.memberOf(place, key));
      return number === others ? [] : [array([writer.primitive(key), String(number)])];
    });
    const mover = moverIn(place);
    return object(
      [
        place.isSecret && member("isSecret", "true"),
        members.length > 0 && member("members", array(members)),
        others !== 0 && member("others", String(others)),
        keys !== 0 && member("keys", String(keys)),
        mover !== undefined && member("mover", String(mover)),
      ].filter((one) => one !== false),
    );
  }
}
