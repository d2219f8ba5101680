/**
 * The behaviour of Fastify without the plugin. The plugin has to set parsers for some content types of all routes of
 * its instance; routes without a validator of the body must not be affected.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProblemError } from "./problem.ts";
import { type ByteStream, collect } from "./stream.ts";

/** Receives the body of a request, or the error. */
export type Parsed = (error: Error | null, body?: unknown) => void;

/** Parses the body of a request. */
export type Parse = (request: FastifyRequest, payload: ByteStream, parsed: Parsed) => void;

/**
 * An error of Fastify. It is not imported, because there may be several copies of Fastify, and we need only its types.
 */
const fastifyError = (statusCode: number, code: string, message: string): Error =>
  // The symbol makes them instances of `fastify.errorCodes`.
  Object.assign(new Error(message), {
    name: "FastifyError",
    code,
    statusCode,
    [Symbol.for(`fastify-error ${code}`)]: true,
  });

/** Refuses a content type without a parser, as Fastify does; if there is no route, the response is 404. */
export const refuseAlone: Parse = (request, _payload, parsed) =>
  parsed(request.is404 ? null : fastifyError(415, "FST_ERR_CTP_INVALID_MEDIA_TYPE", "Unsupported Media Type"));

/** Parses JSON as Fastify does, which ignores charset and Content-Encoding. */
export function jsonAlone(app: FastifyInstance): Parse {
  const { onProtoPoisoning = "error", onConstructorPoisoning = "error" } = app.initialConfig;
  const parse = app.getDefaultJsonParser(onProtoPoisoning, onConstructorPoisoning);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const tooLarge = () => fastifyError(413, "FST_ERR_CTP_BODY_TOO_LARGE", "Request body is too large");
  return (request, payload, parsed) => {
    const { bodyLimit } = request.routeOptions;
    const length = Number(request.headers["content-length"]);
    if (length > bodyLimit) return parsed(tooLarge());
    collect(payload, bodyLimit, (error, bytes) => {
      if (bytes === undefined) return parsed(error instanceof ProblemError ? tooLarge() : (error as Error));
      // A hook that decompresses a body sets its original number of bytes.
      const { receivedEncodedLength } = payload as { receivedEncodedLength?: number };
      if (!Number.isNaN(length) && (receivedEncodedLength || bytes.length) !== length) {
        const message = "Request body size did not match Content-Length";
        return parsed(fastifyError(400, "FST_ERR_CTP_INVALID_CONTENT_LENGTH", message));
      }
      return parse(request, decoder.decode(bytes), parsed);
    });
  };
}
