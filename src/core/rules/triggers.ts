/** The rules of an object that apply if a key is there. */

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

  /** The keys that an object has itself and that bring rules, in their order. They are looked up: rules may be many. */
  of(object: object): readonly string[] {
    if (this.#keys.length <= FEW) return this.#keys.filter((key) => Object.hasOwn(object, key));
    const places = Object.keys(object).flatMap((key) => this.#places.get(key) ?? []);
    return places.sort((a, b) => a - b).map((place) => this.#keys[place] as string);
  }
}
