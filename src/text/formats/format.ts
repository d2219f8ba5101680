/** Formats of text, and the registry of formats in use. */

/** Returns whether a text has a format. Takes time in proportion to the text, and never throws. */
export type TextTest = (text: string) => boolean;

/** The parameters of Str that refine a format. */
export interface Refinements {
  readonly protocols?: readonly string[] | undefined;
  readonly alg?: string | undefined;
  readonly mode?: EmailMode | undefined;
}

/** The kinds of email addresses: those of the RFC, of forms in HTML, or of the RFC with a top-level domain. */
export type EmailMode = "rfc" | "html5" | "with-tld";

/** A format with a parameter. */
export interface Refined {
  readonly test: TextTest;
  /** The equivalent keywords of JSON Schema, if there are any. */
  readonly keywords?: { readonly format?: string; readonly pattern?: string };
}

/** One format. */
export interface Format {
  /** The name for people: "Expected a valid email address". */
  readonly label: string;
  readonly test: TextTest;
  /** The regular expression, from `^` to `$`, that matches the same texts, if there is one. */
  readonly pattern?: RegExp;
  /** The parameter of Str that refines it. */
  readonly param?: keyof Refinements;
  /** Refines the format by its parameter; or returns the end of a message that refuses the parameter. */
  readonly refine?: (value: never) => Refined | string;
}

/** A format whose texts are those of a regular expression. */
/*#__NO_SIDE_EFFECTS__*/ export const regular = (label: string, pattern: RegExp): Format => ({
  label,
  test: (text) => pattern.test(text),
  pattern,
});

/** Formats by name. */
export interface Formats {
  readonly [name: string]: Format;
}

const inUse: Map<string, Format> = /*#__PURE__*/ new Map();

/** Registers formats by name. */
export function useFormats(formats: Formats): void {
  for (const name of Object.keys(formats)) inUse.set(name, formats[name] as Format);
}

/** A format in use. */
export const formatInUse = (name: string): Format | undefined => inUse.get(name);

/** The names of all formats in use. */
export const formatsInUse = (): readonly string[] => [...inUse.keys()];
