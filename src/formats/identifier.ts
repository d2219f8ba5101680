/** Identifiers: UUIDs of RFC 9562, ULIDs, and semantic versions. */

const UUID = /^[\dA-Fa-f]{8}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{4}-[\dA-Fa-f]{12}$/u;
/** Crockford's Base32, without I, L, O and U; 26 digits hold two bits more than there are. */
const ULID = /^[0-7][\dA-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/u;
/** Three numbers, the identifiers of a pre-release, and those of a build. */
const SEMVER = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-([\dA-Za-z.-]+))?(?:\+([\dA-Za-z.-]+))?$/u;
/** An identifier of a pre-release: one that is a number has no leading zeros. */
const RELEASE = /^(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)$/u;

/** Of any version and variant. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** In upper or lower case. */
export const isUlid = (text: string): boolean => ULID.test(text);

/** A version of Semantic Versioning 2.0.0. */
export function isSemver(text: string): boolean {
  const parts = SEMVER.exec(text);
  if (parts === null) return false;
  const [, release = "0", build = "0"] = parts;
  return release.split(".").every((one) => RELEASE.test(one)) && !build.split(".").includes("");
}
