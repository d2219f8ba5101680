/** The rules of an object that apply if a key is there. */
import { mayHide } from "../../values/mapping.ts";
import type { Report } from "../report/report.ts";
import type { CheckedObject } from "./container.ts";

/** With so few, all are looked for: that takes less time than to list the keys of an object. */
const FEW = 8;

/** The keys that bring rules with them. */
export class Triggers {
  readonly #keys: readonly string[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(rules: object) {
    this.#keys = Object.keys(rules);
    this.#places = new Map(this.#keys.map((key, place) => [key, place]));
  }

  /** The keys whose rules apply to a checked object, in their order. */
  of(object: CheckedObject, report: Report): readonly string[] {
    return report.guards && mayHide(object.input)
      ? this.#keys.filter((key) => object.has(key))
      : this.in(object.result);
  }

  /** The same for the keys that an object has itself. They are looked up: rules may be many. */
  in(object: object): readonly string[] {
    if (this.#keys.length <= FEW) return this.#keys.filter((key) => Object.hasOwn(object, key));
    const places = Object.keys(object).flatMap((key) => this.#places.get(key) ?? []);
    return places.sort((a, b) => a - b).map((place) => this.#keys[place] as string);
  }
}
