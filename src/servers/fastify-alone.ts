/**
 * The behaviour of Fastify without the plugin. The plugin has to set compilers of schemas, and parsers for some content
 * types, of all routes of its instance; schemas that are not validators, and routes without a validator of the body,
 * must not be affected.
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

const decoder = /*#__PURE__*/ new TextDecoder("utf-8", { ignoreBOM: true });

/** Parses JSON text as Fastify does. */
export function parserAlone(app: FastifyInstance) {
  const { onProtoPoisoning = "error", onConstructorPoisoning = "error" } = app.initialConfig;
  const parse = app.getDefaultJsonParser(onProtoPoisoning, onConstructorPoisoning);
  return (request: FastifyRequest, bytes: Uint8Array, parsed: Parsed): unknown =>
    parse(request, decoder.decode(bytes), parsed);
}

/** Reads and parses a JSON body as Fastify does, which ignores charset and Content-Encoding. */
export function jsonAlone(app: FastifyInstance): Parse {
  const parse = parserAlone(app);
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
      return parse(request, bytes, parsed);
    });
  };
}

/** Compiles the schema of a route, to a function that validates or serializes. */
export type Compile = (route: never) => unknown;

/** Makes the compiler of an instance, from the schemas that were added to it. */
type BuildCompiler = (schemas: unknown, options: unknown) => Compile;

/** What we need of Fastify's `SchemaController`. */
interface SchemaController {
  getValidatorBuilder(): BuildCompiler;
  getSerializerBuilder(): BuildCompiler;
}

/** Fastify has no public way to get at its own compilers, so this looks up its internal property. */
function schemaControllerOf(app: FastifyInstance): SchemaController | undefined {
  for (let owner: object | null = app; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const key = Object.getOwnPropertySymbols(owner).find(
      ({ description }) => description === "fastify.schemaController",
    );
    if (key !== undefined) return (owner as Record<symbol, SchemaController>)[key];
  }
  return undefined;
}

/**
 * Takes the compiler that is used without the plugin, and what returns the schemas that were added to the instance, by
 * id. Returns the compiler to be used.
 */
type Wrap = (alone: Compile, shared: () => unknown) => Compile;

/**
 * Sets compilers for the instance and those inside it. What they do not know they pass on: to the compiler that the
 * application has set, or else to that of Fastify itself, with the schemas that were added to the route's instance.
 */
export function wrapCompilers(app: FastifyInstance, validator: Wrap, serializer: Wrap): void {
  const { validatorCompiler, serializerCompiler } = app;
  const controller = schemaControllerOf(app);
  const builder = (wrap: Wrap, build: BuildCompiler | undefined): BuildCompiler => {
    return (schemas, options) => {
      let compile: Compile | undefined;
      const alone: Compile = (route) => {
        if (build === undefined)
          throw new TypeError("The schema is not a validator: give its route a compiler of its own");
        // Lazily: most applications have no other schemas, and Ajv takes time to load.
        compile ??= build(schemas, options);
        return compile(route);
      };
      return wrap(alone, () => schemas);
    };
  };
  const compilersFactory = {
    buildValidator: builder(validator, controller?.getValidatorBuilder()),
    buildSerializer: builder(serializer, controller?.getSerializerBuilder()),
  };
  app.setSchemaController({ compilersFactory: compilersFactory as never });
  if (validatorCompiler !== undefined)
    app.setValidatorCompiler(validator(validatorCompiler, () => app.getSchemas()) as never);
  if (serializerCompiler !== undefined)
    app.setSerializerCompiler(serializer(serializerCompiler, () => app.getSchemas()) as never);
}
