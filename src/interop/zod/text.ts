/** Checks of text: patterns and formats as parameters of `Str`. */
import { alternativesOf, literalPattern } from "../../text/pattern/compose.ts";
import type { CheckDef } from "./schema.ts";

/** Parameters of a validator. */
export type Params = Readonly<Record<string, unknown>>;

/** An expression that matches from the start of a text whatever `pattern` finds in it. */
export function anchored(pattern: RegExp): RegExp {
  const { source, sticky, multiline } = pattern;
  const flags = pattern.flags.replace(/[dgy]/g, "");
  const begins = !multiline && alternativesOf(source).every((part) => part.startsWith("^"));
  return new RegExp(sticky || begins ? source : `[^]*(?:${source})`, flags);
}

/** The sources of patterns whose texts are those of a format of ours. */
const SAME: Readonly<Record<string, string>> = {
  "^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$":
    "ipv4",
  "^[a-zA-Z0-9_-]{21}$": "nanoid",
  "^\\+[1-9]\\d{6,14}$": "e164",
  "^[0-9a-fA-F]{32}$": "md5",
  "^[0-9a-fA-F]{40}$": "sha1",
  "^[0-9a-fA-F]{64}$": "sha256",
  "^[0-9a-fA-F]{96}$": "sha384",
  "^[0-9a-fA-F]{128}$": "sha512",
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((version) => [
      `^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`,
      `uuid${version}`,
    ]),
  ),
};

/** What zod checks by a function, as a pattern or a format that takes the same texts. */
const BY_FUNCTION: Readonly<Record<string, Params>> = {
  ipv6: { format: "ipv6" },
  cidrv6: { format: "cidrv6" },
  base64: { pattern: /^(?:[\dA-Za-z+/]{4})*(?:[\dA-Za-z+/]{2}==|[\dA-Za-z+/]{3}=)?$/ },
  base64url: { pattern: /^(?:[\w-]{4})*(?:[\w-]{2,3})?$/ },
};

/** Formats that zod checks by a function for which `Str` has no parameters. */
const OPAQUE = ["jwt", "credit_card", "iban"];

/** The parameters for a format, or a pattern; undefined if a function stands for it. */
export function textParams(def: CheckDef): Params | undefined {
  const { format, pattern } = def as { readonly format?: string; readonly pattern?: RegExp };
  const patternOnly = (): Params | undefined => {
    if (pattern === undefined) return undefined;
    const known = pattern.flags === "" ? SAME[pattern.source] : undefined;
    return known === undefined ? { pattern: anchored(pattern) } : { format: known };
  };
  // A format of the user's may have any name.
  if (typeof def.fn === "function") return patternOnly();
  switch (format) {
    case "includes": {
      const { includes, position = 0 } = def as { readonly includes?: string; readonly position?: number };
      const lead = position > 0 ? `[^]{${Math.trunc(position)},}` : "[^]*";
      return { pattern: new RegExp(`${lead}${literalPattern(String(includes))}`) };
    }
    case "starts_with":
      return { pattern: new RegExp(`^${literalPattern(String(def.prefix))}`) };
    case "ends_with":
      return { pattern: new RegExp(`[^]*${literalPattern(String(def.suffix))}$`) };
    case "url":
      return urlParams(def);
  }
  return BY_FUNCTION[String(format)] ?? (OPAQUE.includes(String(format)) ? undefined : patternOnly());
}

/** zod trims a URL. It removes tabs and line breaks inside, which are refused here. */
function urlParams({ hostname, normalize, protocol }: CheckDef): Params | undefined {
  if (hostname || normalize) return undefined;
  const common = { strip: true, format: "url" };
  if (!(protocol instanceof RegExp)) return { ...common, pattern: /^[^\t\n\r]*$/ };
  if (protocol.source === "^https?$") {
    return { ...common, protocols: ["http", "https"], pattern: /^https?:\/\/[^\t\n\r]*$/i };
  }
  const scheme = /^\^([a-z][a-z\d]*)\$$/i.exec(protocol.source)?.[1];
  if (scheme === undefined || (scheme !== scheme.toLowerCase() && !protocol.ignoreCase)) return undefined;
  return { ...common, protocols: [scheme.toLowerCase()], pattern: /^[^\t\n\r]*$/ };
}
