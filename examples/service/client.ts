/** A client of the service, in types of its document. */
import type { paths } from "./api.d.ts";

type Method = "get" | "post" | "patch";
type Operation<P extends keyof paths, M extends Method> = paths[P][M];

/** A value of a JSON body. */
type Json<T> = T extends { content: { "application/json": infer B } } ? B : never;
type Body<O> = O extends { requestBody: infer B } ? { body: Json<B> } : { body?: never };
type Parameters<O> = O extends { parameters: { path?: infer P; query?: infer Q; header?: infer H } }
  ? Part<"params", P> & Part<"query", Q> & Part<"headers", H>
  : never;
/** Parameters that the operation has not are not given, and those that it does not need may be left out. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };
type Result<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201)]> : never;

/** The answer to a bad request: a problem (RFC 9457). */
export class Refused extends Error {
  readonly problem: { readonly status: number; readonly detail: string; readonly issues: readonly object[] };

  constructor(problem: Refused["problem"]) {
    super(problem.detail);
    this.problem = problem;
  }
}

/**
 * Calls an operation of the service at `base`.
 * @throws Refused if the service answers with a problem.
 */
export async function call<
  M extends Method,
  P extends { [K in keyof paths]: paths[K][M] extends object ? K : never }[keyof paths],
>(
  base: string,
  method: M,
  path: P,
  options: Body<Operation<P, M>> & Parameters<Operation<P, M>>,
): Promise<Result<Operation<P, M>>> {
  const { body, params = {}, query = {}, headers = {} } = options as Record<string, Record<string, string> | undefined>;
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name]))),
    base,
  );
  for (const [key, value] of Object.entries(query)) for (const one of [value].flat()) url.searchParams.append(key, one);
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value: unknown = await response.json();
  if (!response.ok) throw new Refused(value as Refused["problem"]);
  return value as Result<Operation<P, M>>;
}
