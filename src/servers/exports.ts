/** What each sub-path for a server exports beside what is its own. */
export type { RequestLimits } from "./parts.ts";
export {
  type Part,
  type PartProblemInit,
  type Problem,
  ProblemError,
  type ProblemInit,
  type ProblemIssue,
} from "./problem.ts";
export { ResponseError } from "./response.ts";
