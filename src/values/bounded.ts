/** A cache by text that does not grow with what strangers send. */

/** Maximum number of entries. */
const MAX_ENTRIES = 1000;
/** Maximum number of characters of all keys. */
const MAX_CHARACTERS = 1_000_000;

/** Forgets all entries when there are too many. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, V>();
  #characters = 0;

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** @param key one that it does not have. */
  set(key: string, value: V): void {
    if (key.length > MAX_CHARACTERS) return;
    this.#characters += key.length;
    if (this.#entries.size >= MAX_ENTRIES || this.#characters > MAX_CHARACTERS) {
      this.#entries.clear();
      this.#characters = key.length;
    }
    this.#entries.set(key, value);
  }

  get size(): number {
    return this.#entries.size;
  }
}
