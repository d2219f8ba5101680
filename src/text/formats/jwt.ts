/** JSON Web Tokens of RFC 7519, in the compact serialization of RFC 7515. No signature is verified. */
import { fatalDecoder } from "../../values/fatal-decoder.ts";
import { isBase64url } from "./encoded.ts";
import type { Format, TextTest } from "./format.ts";

const decode = /*#__PURE__*/ fatalDecoder("utf-8", true);

/** The JSON object encoded as base64url; undefined if there is none. */
function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const value: unknown = JSON.parse(decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The algorithm that the header names. */
function algorithmOf(text: string): string | undefined {
  const parts = text.split(".", 4);
  if (parts.length !== 3 || !parts.every(isBase64url)) return undefined;
  const [header, payload, signature] = parts as [string, string, string];
  const fields = objectOf(header);
  const alg = fields !== undefined && Object.hasOwn(fields, "alg") ? fields.alg : undefined;
  // An unsecured token has no signature; any other has one.
  if (typeof alg !== "string" || (alg === "none") !== (signature === "")) return undefined;
  return objectOf(payload) === undefined ? undefined : alg;
}

const isJwt: TextTest = (text) => algorithmOf(text) !== undefined;

export const jwt: Format = {
  label: "JSON Web Token",
  test: isJwt,
  param: "alg",
  refine: (alg: string) => ({ test: (text) => algorithmOf(text) === alg }),
};
