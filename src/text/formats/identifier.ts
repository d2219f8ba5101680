/** Identifiers: UUIDs of RFC 9562, those that libraries make, slugs, and semantic versions. */
import { type Format, regular } from "./format.ts";

const UUID = /^[\dA-Fa-f]{8}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{12}$/u;
/** Crockford's Base32, without I, L, O and U; 26 digits hold two bits more than there are. */
const ULID = /^[0-7][\dA-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/u;
const NANOID = /^[\w-]{21}$/u;
/** A letter, then letters and digits; the library makes 24 characters, and takes 2 to 32. */
const CUID2 = /^[a-z][\da-z]{1,31}$/u;
/** 12 bytes in base32hex: four bits of the last digit stay zero. */
const XID = /^[\da-v]{19}[0g]$/u;
const KSUID = /^[\dA-Za-z]{27}$/u;
/** The greatest number of 20 bytes in base 62, whose digits are in the order of ASCII. */
const MAX_KSUID = "aWgEPTl1tmebfsQzFP4bxwgy80V";
const SLUG = /^[\da-z-]+$/u;
/** Three numbers, the identifiers of a pre-release, and those of a build. */
const SEMVER = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-([\dA-Za-z.-]+))?(?:\+([\dA-Za-z.-]+))?$/u;
/** An identifier of a pre-release: one that is a number has no leading zeros. */
const RELEASE = /^(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)$/u;

/** A version of Semantic Versioning 2.0.0. */
function isSemver(text: string): boolean {
  const parts = SEMVER.exec(text);
  if (parts === null) return false;
  const [, release = "0", build = "0"] = parts;
  return release.split(".").every((one) => RELEASE.test(one)) && !build.split(".").includes("");
}

/** Words with one hyphen between them. */
const isSlug = (text: string): boolean =>
  SLUG.test(text) && !text.startsWith("-") && !text.endsWith("-") && !text.includes("--");

/** Of any version and variant. */
export const uuid: Format = /*#__PURE__*/ regular("UUID", UUID);
/** The UUIDs of one version: it has the digit of its version, and the bits `10` of the variant of RFC 9562. */
/*#__NO_SIDE_EFFECTS__*/ const uuidOf = (version: number): Format =>
  regular(
    `UUIDv${version}`,
    new RegExp(`^[\\dA-Fa-f]{8}-[\\dA-Fa-f]{4}-${version}[\\dA-Fa-f]{3}-[89ABab][\\dA-Fa-f]{3}-[\\dA-Fa-f]{12}$`, "u"),
  );
export const uuid1: Format = /*#__PURE__*/ uuidOf(1);
export const uuid2: Format = /*#__PURE__*/ uuidOf(2);
export const uuid3: Format = /*#__PURE__*/ uuidOf(3);
export const uuid4: Format = /*#__PURE__*/ uuidOf(4);
export const uuid5: Format = /*#__PURE__*/ uuidOf(5);
export const uuid6: Format = /*#__PURE__*/ uuidOf(6);
export const uuid7: Format = /*#__PURE__*/ uuidOf(7);
export const uuid8: Format = /*#__PURE__*/ uuidOf(8);
/** In upper or lower case. */
export const ulid: Format = /*#__PURE__*/ regular("ULID", ULID);
/** The default form of the library: not of another length or alphabet. */
export const nanoid: Format = /*#__PURE__*/ regular("Nano ID", NANOID);
export const cuid2: Format = /*#__PURE__*/ regular("CUID2", CUID2);
export const xid: Format = /*#__PURE__*/ regular("XID", XID);
export const ksuid: Format = { label: "KSUID", test: (text) => KSUID.test(text) && text <= MAX_KSUID };
export const slug: Format = { label: "slug", test: isSlug };
export const semver: Format = { label: "semantic version", test: isSemver };
