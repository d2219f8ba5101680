/** The number of members of a container: `minlen` and `maxlen` of List, Set and Dict. */
import type { LengthUnit } from "../errors/errors.ts";
import type { Failed, Report } from "../report/report.ts";
import { failsLength, type Lengths } from "./length.ts";
import type { KeywordReader, Keywords } from "./rule.ts";

/** Which members are counted. */
export type Counted = Extract<LengthUnit, "item" | "key">;

export class LengthsRule implements Lengths {
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly unit: Counted;

  constructor({ minlen, maxlen }: Lengths, unit: Counted) {
    this.minlen = minlen;
    this.maxlen = maxlen;
    this.unit = unit;
  }

  /** There are limits. */
  get isGiven(): boolean {
    return (this.minlen ?? this.maxlen) !== undefined;
  }

  fails(size: number, report: Report): Failed | false {
    return failsLength(this, size, this.unit, report);
  }

  /** Ranges of sizes near the limits that the rule refuses: for test data. */
  wrongSizes(more: number): readonly (readonly [least: number, most: number])[] {
    const { minlen = 0, maxlen } = this;
    const tooFew = minlen > 0 ? [[0, minlen - 1] as const] : [];
    return maxlen === undefined ? tooFew : [...tooFew, [maxlen + 1, maxlen + 1 + more]];
  }
}

/** A condition of verdicts and copies: a number of members is outside the limits. Empty if there are none. */
export const isOutside = ({ minlen = 0, maxlen }: Lengths, size: string): string =>
  [minlen > 0 && `${size} < ${minlen}`, maxlen !== undefined && `${size} > ${maxlen}`].filter(Boolean).join(" || ");

const KEYWORDS: Readonly<Record<Counted, readonly [least: string, most: string]>> = {
  item: ["minItems", "maxItems"],
  key: ["minProperties", "maxProperties"],
};

/** The keywords of JSON Schema. */
export function writeLengths({ unit, minlen, maxlen }: LengthsRule): Keywords {
  const [least, most] = KEYWORDS[unit];
  return { [least]: minlen, [most]: maxlen };
}

/** Returns the parameters for the keywords of items or keys. */
export function readLengthsOf(unit: Counted, keywords: KeywordReader): Lengths {
  const [least, most] = KEYWORDS[unit];
  return { minlen: keywords.length(least), maxlen: keywords.length(most) };
}
