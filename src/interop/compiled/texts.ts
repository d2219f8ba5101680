/** The texts of messages that a compiled module has: those in English of the errors that its schema may have. */
import { SHOWN_OPTIONS } from "../../core/errors/shown.ts";
import { written } from "../../runtime/locale.ts";
import { en } from "../../text/locales/en.ts";
import { type Doc, object } from "../source/layout.ts";
import { quoted } from "../source/tokens.ts";
import { member } from "../source/values.ts";

/** The types of values that are no plain data. */
const OTHER_TYPES: readonly string[] = ["bytes", "date", "time", "datetime", "duration", "invalid datetime"];

/** By the codes of errors that have one message here, and several in the library. */
const RENAMED: Readonly<Record<string, string | undefined>> = { json_syntax: "json_decode" };

type Section = "messages" | "types" | "units" | "reasons";

export class Texts {
  readonly #used: Record<Section, Set<string>> = {
    messages: new Set(),
    types: new Set(),
    units: new Set(),
    reasons: new Set(),
  };

  readonly #isPlain: boolean;
  /** The most options that a failure may show: those of all validators, where a union joins them. */
  #options = 0;
  #allOptions = 0;
  #joins = false;
  #hides = false;

  /** @param isPlain values are plain data: there are no others whose types have names. */
  constructor(isPlain = false) {
    this.#isPlain = isPlain;
    // Any text may be no JSON.
    this.message("json_syntax");
  }

  message(...keys: readonly string[]): void {
    for (const key of keys) this.#used.messages.add(key);
  }

  /** That of a value which is none of so many. */
  options(count: number): void {
    this.message("condition");
    this.#options = Math.max(this.#options, count);
    this.#allOptions += count;
  }

  /** Values may be secret: some messages do not show them. */
  hide(): void {
    this.#hides = true;
    this.message("validation");
  }

  /** A union shows the options of its steps together. */
  join(): void {
    this.#joins = true;
  }

  /** That of a wrong type, which may be any. */
  type(): void {
    this.message("invalid_type", "not_null");
    for (const type of Object.keys(en.types))
      if (!this.#isPlain || !OTHER_TYPES.includes(type)) this.#used.types.add(type);
  }

  /** Names of types, whatever values are. */
  typeNamed(...names: readonly string[]): void {
    for (const name of names) this.#used.types.add(name);
  }

  /** What is said of why rules apply. */
  reason(...keys: readonly string[]): void {
    for (const key of keys) this.#used.reasons.add(key);
  }

  unit(name: string): void {
    this.#used.units.add(name);
  }

  get doc(): Doc {
    if ((this.#joins ? this.#allOptions : this.#options) > SHOWN_OPTIONS) this.message("options_more");
    const sections = (["messages", "types", "units", "reasons"] as const).filter((name) => this.#used[name].size > 0);
    const docs = sections.map((name) => member(name, this.#section(name)));
    return object(this.#hides ? [...docs, member("hidden", this.#hidden)] : docs);
  }

  get #hidden(): Doc {
    const texts = Object.entries(en.messages).filter(([key, text]) => this.#used.messages.has(key) && showsValue(text));
    return object(texts.map(([key, text]) => member(RENAMED[key] ?? key, textDoc(text, ""))));
  }

  #section(name: Section): Doc {
    const texts = en[name] as Readonly<Record<string, unknown>>;
    const used = Object.keys(texts).filter((key) => this.#used[name].has(key));
    return object(used.map((key) => member(RENAMED[key] ?? key, textDoc(texts[key]))));
  }
}

const showsValue = (text: unknown): boolean => JSON.stringify(text).includes("{actual}");

/** @param value what is written of a part that shows the value. */
const textDoc = (text: unknown, value = "$1"): Doc =>
  typeof text === "string"
    ? quoted(written(text, value))
    : object(Object.entries(text as object).map(([form, one]) => member(form, quoted(written(one as string, value)))));
