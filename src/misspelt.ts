/** What a name that is none was meant to be. */

/** What other libraries and JSON Schema call parameters, in small letters, and what they are called here. */
const ELSEWHERE: ReadonlyMap<string, string> = /*#__PURE__*/ new Map([
  ["minimum", "min"],
  ["gte", "min"],
  ["ge", "min"],
  ["maximum", "max"],
  ["lte", "max"],
  ["le", "max"],
  ["minlength", "minlen"],
  ["minitems", "minlen"],
  ["minproperties", "minlen"],
  ["maxlength", "maxlen"],
  ["maxitems", "maxlen"],
  ["maxproperties", "maxlen"],
  ["regex", "pattern"],
  ["regexp", "pattern"],
  ["matches", "pattern"],
  ["enum", "options"],
  ["values", "options"],
  ["choices", "options"],
  ["oneof", "options"],
  ["items", "item"],
  ["element", "item"],
  ["properties", "schema"],
  ["shape", "schema"],
  ["fields", "schema"],
  ["uniqueitems", "unique"],
  ["additionalproperties", "unknown"],
  ["catchall", "extra"],
  ["default", "defaults"],
  ["null", "nullable"],
  ["allownull", "nullable"],
  ["convert", "coerce"],
  ["timezone", "tz"],
  ["ref", "use"],
]);

/** A longer name is data, not a mistake of somebody who types. */
const MAX_LENGTH = 30;

/** The ending of a message: which of the `known` names was meant, if one is close. Empty if none is. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (name.length > MAX_LENGTH) return "";
  const bare = bareOf(name);
  const here = ELSEWHERE.get(bare);
  const meant =
    known.find((one) => one === here || bareOf(one) === bare) ??
    (bare.length > 2 ? known.find((one) => isNear(bare, bareOf(one))) : undefined);
  return meant === undefined ? "" : `: did you mean '${meant}'?`;
}

const bareOf = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, "");

/** Whether the texts are the same but for one letter: another one, one more, one less, or two that have changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const rest = (text: string, skip: number): string => text.slice(from + skip);
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1) || isSwapped;
}
