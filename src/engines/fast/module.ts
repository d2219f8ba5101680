/** The functions of a module of generated code. A long module is written in parts, each when a call first needs it. */
import { TooMuchCode } from "./generator-errors.ts";

/** Maximum length of the code: V8 does not optimize more. */
const MAX_CODE = 2_500_000;

export class Module {
  /** The functions that earlier parts have: code of later ones calls them by the table `functions`. */
  readonly #earlier = new Set<string>();
  /** Those of the part that is being written, with their names in it. */
  readonly #linked = new Map<string, string>();
  readonly #names = new Set<string>();
  /** The functions of members, by their code. */
  readonly #members = new Map<string, string>();
  #parts = 0;
  #texts: string[] = [];
  #length = 0;
  #partLength = 0;

  /** The length of the part that is being written. */
  get partLength(): number {
    return this.#partLength;
  }

  /** The name that what is called `name` has in this part. */
  named(name: string): string {
    return this.#parts === 0 ? name : `${name}Part${this.#parts}`;
  }

  /** The name of the function of a member: that of another one, if their code is the same. */
  memberId(code: string): string {
    const id = this.#members.get(code) ?? `member${this.#members.size}`;
    this.#members.set(code, id);
    return id;
  }

  /** Adds a function that all parts may call, unless there is one. Returns a reference to it. */
  linked(id: string, parameters: string, write: (name: string) => string): string {
    if (this.#earlier.has(id)) return `functions.${id}`;
    const name = this.named(id);
    this.#linked.set(id, name);
    this.add(name, parameters, () => write(name));
    return name;
  }

  /** Adds a function, unless this part has one with that name. */
  add(name: string, parameters: string, write: () => string): void {
    // It may call itself.
    if (this.#names.has(name)) return;
    this.#names.add(name);
    const body = write();
    this.declare(`function ${name}(${parameters}) {\n${declared(body)}${body}}\n`);
  }

  /** Adds statements that run before all functions. */
  declare(code: string): void {
    this.#texts.push(code);
    this.#length += code.length;
    this.#partLength += code.length;
    if (this.#length > MAX_CODE) throw new TooMuchCode();
  }

  /** The text of the part. The next one begins. */
  end(): string {
    const links = Array.from(this.#linked, ([id, name]) => `functions.${id} = ${name};\n`);
    const text = [...this.#texts, ...links].join("");
    for (const id of this.#linked.keys()) this.#earlier.add(id);
    this.#texts = [];
    this.#linked.clear();
    this.#names.clear();
    this.#partLength = 0;
    this.#parts++;
    return text;
  }
}

/** The variable of a converted value. */
export const MADE = "made";

/** The declaration of the variable, for code that may need it. */
export const declared = (code: string): string => (code.includes(MADE) ? `let ${MADE};\n` : "");
