/** What a format of text is, and which formats a program has in use. */

/** Returns whether a text has a format. Takes time in proportion to the text, and never throws. */
export type TextTest = (text: string) => boolean;

/** The parameters of Str that refine a format. */
export interface Refinements {
  readonly protocols?: readonly string[] | undefined;
  readonly alg?: string | undefined;
  readonly mode?: EmailMode | undefined;
}

/** Which email addresses are valid: those of the RFC, of forms in HTML, or of the RFC with a top-level domain. */
export type EmailMode = "rfc" | "html5" | "with-tld";

/** A format with a parameter. */
export interface Refined {
  readonly test: TextTest;
  /** The keywords of JSON Schema that say the same, if there are any. */
  readonly keywords?: { readonly format?: string; readonly pattern?: string };
}

/** One format. */
export interface Format {
  /** What people call it: "Expected a valid email address". */
  readonly label: string;
  readonly test: TextTest;
  /** The parameter of Str that it has. */
  readonly param?: keyof Refinements;
  /** What its parameter makes of it; or what the parameter should be, if it is refused: the end of a message. */
  readonly refine?: (value: never) => Refined | string;
}

/** Formats by name. */
export interface Formats {
  readonly [name: string]: Format;
}

const inUse: Map<string, Format> = /*#__PURE__*/ new Map();

/** Makes formats known by name from now on. */
export function useFormats(formats: Formats): void {
  for (const name of Object.keys(formats)) inUse.set(name, formats[name] as Format);
}

/** A format in use. */
export const formatInUse = (name: string): Format | undefined => inUse.get(name);

/** The names of all formats in use. */
export const formatsInUse = (): readonly string[] => [...inUse.keys()];
