/** Serializes replies in Fastify by the validators that are the schemas of responses. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { dictionaryOf } from "../core/params/discriminator.ts";
import type { Validator } from "../core/validator.ts";
import type { Compile } from "./fastify-alone.ts";
import { validatorIn } from "./parts.ts";
import { expectEncoding, textOf } from "./response.ts";

/** Returns whether responses with the status have no body. */
const hasNoBody = (status: number): boolean => status < 200 || status === 204 || status === 205 || status === 304;

/**
 * A hook before serialization: Fastify asks for the text of null even if the response has no body. The serializers do
 * not know the status of a reply, only the key of their schema, such as `2xx`.
 */
export function skipEmpty(_request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  if (payload === null && hasNoBody(reply.statusCode)) reply.serializer(() => "");
  done(null, payload);
}
type Done = (error: null, payload: unknown) => void;

/**
 * The serializer compiler.
 * @param alone compiles schemas that are not validators.
 */
export const serializer =
  (alone: Compile) =>
  (route: { schema: unknown }): unknown => {
    const validator = validatorIn("a response", route.schema);
    if (validator === undefined) return alone(route as never);
    expectEncoding(validator);
    return (value: unknown): string =>
      value instanceof Error ? errorText(validator, value) : textOf(validator, value);
  };

/** The members of the response that Fastify makes of an error. */
const MEMBERS = ["statusCode", "code", "error", "message"];

/**
 * An error that no handler has answered: its properties that the schema names, or the response that Fastify would make
 * without a schema. The client should get to know of it, even if the schema is for other values.
 */
function errorText(validator: Validator, error: Error): string {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, (error as unknown as Record<string, unknown>)[name]]));
  const { schema } = dictionaryOf(validator) as { readonly schema?: object };
  const result = validator.safeStringify(pick(schema === undefined ? MEMBERS : Object.keys(schema)));
  return result.ok ? result.value : JSON.stringify(pick(MEMBERS));
}
