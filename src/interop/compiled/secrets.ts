/** Writes where the values of a schema are secret, as a table: see `runtime/secrets.ts`. */
import { hasSecrets, moverIn, namedIn, type SecretPlace, Secrets } from "../../core/schemas/secrets.ts";
import type { Validator } from "../../core/validator.ts";
import { array, type Doc, object } from "../source/layout.ts";
import { quoted } from "../source/tokens.ts";
import { member } from "../source/values.ts";
import type { NodeWriter } from "./nodes.ts";

/** More places than these would make a large table. */
const MAX_PLACES = 2000;

/**
 * The class of reports of a validator that may have secrets.
 * @param report the class without them.
 * @param encoder undefined if the validator is its own.
 */
export function secretReport(writer: NodeWriter, report: Doc, root: Validator, encoder: Validator | undefined): Doc {
  if (!hasSecrets(root)) return report;
  writer.texts.hide();
  const table = new Table(writer, root);
  // What an encoder refuses is a secret of the validator, too.
  const encoded = encoder === undefined || encoder === root ? undefined : new Table(writer, root, encoder);
  const moves = table.moves || encoded?.moves;
  const args = [report, table.doc];
  if (encoded !== undefined || moves) args.push(encoded?.doc ?? "undefined");
  if (moves) args.push(writer.use("tellsSteps"));
  return writer.run("secretly", ...args);
}

class Table {
  readonly #writer: NodeWriter;
  readonly #secrets: Secrets;
  readonly #numbers = new Map<SecretPlace, number>();
  readonly #pending: SecretPlace[] = [];
  /** A step may move a secret. */
  moves = false;
  readonly doc: Doc;

  constructor(writer: NodeWriter, root: Validator, ...others: readonly Validator[]) {
    this.#writer = writer;
    this.#secrets = new Secrets(root);
    this.#numberOf(this.#secrets.placeOf([root, ...others]));
    const places: Doc[] = [];
    for (let at = 0; at < this.#pending.length; at++) places.push(this.#place(this.#pending[at] as SecretPlace));
    const names = [...this.#secrets.keys].filter((key) => typeof key === "string");
    this.doc = object([member("names", array(names.map(quoted))), member("places", array(places))]);
  }

  /** 0 for all places without secrets. */
  #numberOf(place: SecretPlace): number {
    if (!place.hasSecrets && this.#numbers.size > 0) return 0;
    const known = this.#numbers.get(place) ?? this.#pending.push(place);
    this.#numbers.set(place, known);
    if (known > MAX_PLACES) this.#writer.decline("its secrets are in too many places");
    return known;
  }

  #place(place: SecretPlace): Doc {
    const others = this.#numberOf(this.#secrets.memberOf(place, undefined));
    const keys = this.#numberOf(this.#secrets.keysOf(place));
    const members = namedIn(place).flatMap((key) => {
      const number = this.#numberOf(this.#secrets.memberOf(place, key));
      return number === others ? [] : [array([this.#writer.primitive(key), String(number)])];
    });
    const mover = moverIn(place);
    this.moves ||= mover !== undefined;
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
