/** Ways back that are functions of the caller: as `core/params/encode.ts`. */
import type { Node } from "./report.ts";
import { called, functionResult, REFUSED, type Refusal } from "./steps.ts";

/**
 * The way back of a validator of the class `owner`.
 * @param json makes JSON of the result, if it has to be JSON.
 * @param mayLack the result may be undefined.
 */
/*#__NO_SIDE_EFFECTS__*/ export function encodeBy(
  owner: string,
  act: (value: never) => unknown,
  refusal: Refusal = {},
  json?: Node,
  mayLack = false,
): Node {
  // An Error that it throws refuses the value.
  const said: Refusal = { ...refusal, throws: true };
  return (input, report) => {
    const result = called(owner, () => act(input as never), said, report, "");
    const isJson = result === REFUSED || json === undefined || (mayLack && result === undefined);
    return isJson ? functionResult(result, "ThrowingEncoder") : json(result, report);
  };
}
