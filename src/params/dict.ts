/** Parameters of Dict. */
import { expectContainer, expectMapping, expectSequence, ValueError } from "../contracts.ts";
import { keep, Snapshot } from "../schemas/copy.ts";
import type { Contract, Validator } from "../validator.ts";
import { literal } from "../values/text.ts";
import { partsOfDefault } from "./default.ts";
import { asValidator, choice, isAbsent } from "./shared.ts";

/** Validators by key. */
export type Members = Readonly<Record<string, Validator>>;
/** Validators of the keys and of the values that are not in the schema. */
export type Extras = readonly [Validator, Validator];

/** An optional, possibly empty schema. */
export const schema: Contract<Members | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const members = expectMapping(owner, attr, value, { empty: true }) as Members;
  for (const key of Object.keys(members)) asValidator(owner, attr, members[key], key);
  return members;
};

/** An optional pair of validators. */
export const extra: Contract<Extras | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const pair = expectSequence(owner, attr, value, { empty: true }) as Extras;
  if ((pair.length as number) !== 2) {
    throw new ValueError(`${owner.constructor.name}.${attr} should be a tuple of (Validator, Validator)`);
  }
  for (const [index, item] of pair.entries()) asValidator(owner, attr, item, index);
  return pair;
};

/** Optional values by key. They are copied. */
export const defaults: Contract<Readonly<Record<string, unknown>> | undefined, unknown> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const kept = keep({ ...expectMapping(owner, attr, value, { empty: true }) });
  return kept instanceof Snapshot ? kept : expectMapping(owner, attr, kept, { empty: true });
};

/** An optional, possibly empty list of keys. */
export const keys: Contract<readonly string[] | undefined, Iterable<string>> = (owner, attr, value) =>
  isAbsent(value)
    ? undefined
    : (expectContainer(owner, attr, value, { itemType: "string", empty: true }) as readonly string[]);

/** An optional list of keys, which the type of the schema knows. */
export const knownKeys: Contract<readonly string[] | undefined, Iterable<PropertyKey>> = keys;

const anyUnknown = choice("forbid", "strip", "keep");

/** What becomes of keys that are not in the schema; validators for them say it too. */
export const unknown: typeof anyUnknown = (owner, attr, value) => {
  const what = anyUnknown(owner, attr, value);
  if (what === undefined || (owner as { extra?: Extras }).extra === undefined) return what;
  throw new ValueError(`${owner.constructor.name}.${attr} should not be given together with extra`);
};

/** Keys that are dropped: one of the schema must be allowed to be missing, or no value is valid. */
export const dispose: typeof keys = (owner, attr, value) => {
  const disposed = keys(owner, attr, value);
  const { schema, defaults, optional } = owner as {
    schema?: Members | undefined;
    defaults?: Readonly<Record<string, unknown>> | undefined;
    optional?: readonly string[] | undefined;
  };
  for (const key of disposed ?? []) {
    if (!Object.hasOwn(schema ?? {}, key) || Object.hasOwn(defaults ?? {}, key) || optional?.includes(key)) continue;
    if (partsOfDefault((schema as Members)[key] as Validator) !== undefined) continue;
    throw new ValueError(`${owner.constructor.name}.${attr}: ${literal(key)} should be optional or have a default`);
  }
  return disposed;
};
