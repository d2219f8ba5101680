/** Fastify: a plugin that makes validators usable as schemas of routes. `validlib/fastify`. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyTypeProvider } from "fastify";
import type { AnyValidator, Infer } from "../core/types.ts";
import { jsonAlone, type Parsed, parserAlone, refuseAlone, wrapCompilers } from "./fastify-alone.ts";
import { bodyOf, FORM, type Form, jsonTextOf, RouteValidation, refusedBut, ruleOf } from "./fastify-compiler.ts";
import { type JsonSchemas, schemaReader } from "./fastify-json-schema.ts";
import { serializer, skipEmpty } from "./fastify-serializer.ts";
import { bodyRefusal } from "./media.ts";
import { limitsOf, localeFor, type RequestLimits, urlEncodedIn } from "./parts.ts";
import { headersOf, ProblemError } from "./problem.ts";
import { ResponseError } from "./response.ts";
import { type ByteStream, collect, readStream } from "./stream.ts";

export * from "./exports.ts";
export { type Form, form } from "./fastify-compiler.ts";
export type { JsonSchemas } from "./fastify-json-schema.ts";
export { transform, transformObject } from "./fastify-swagger.ts";

/** The type of a part of requests, or of a response, with that schema. */
type Made<S> = S extends AnyValidator
  ? Infer<S>
  : S extends Form<infer V>
    ? Infer<V>
    : S extends { readonly content: infer C }
      ? { [K in keyof C]: C[K] extends { readonly schema: infer One } ? Made<One> : unknown }[keyof C]
      : unknown;

/**
 * Types requests and replies by the validators of their route.
 * @example const app = Fastify().withTypeProvider<ValidlibTypeProvider>();
 */
export interface ValidlibTypeProvider extends FastifyTypeProvider {
  readonly validator: Made<this["schema"]>;
  readonly serializer: Made<this["schema"]>;
}

/** Options of the plugin. */
export interface ValidlibOptions extends Omit<RequestLimits<FastifyRequest>, "maxBytes"> {
  /**
   * Maximum number of bytes of a body for a validator, if it is less than the `bodyLimit` of the route or the server (1
   * MiB by default).
   */
  maxBytes?: number | undefined;
  /**
   * Validate by JSON Schemas of routes, too, instead of leaving them to Fastify: bodies as bytes, other parts with the
   * numbers and booleans that their text stands for, and all errors become problems. Default false. Options for reading
   * the schemas may be given in place of true; those of the application (`addSchema`) are known.
   */
  jsonSchemas?: JsonSchemas | undefined;
  /** Set an error handler that responds with problems. Default true; see {@link problemHandler}. */
  errorHandler?: boolean | undefined;
}

const JSON_SUFFIX = /^application\/[^\s;,"/]+\+json\b/i;

/** Options of Fastify itself, for any plugin. */
const OTHERS = ["errorHandler", "jsonSchemas", "prefix", "logLevel", "logSerializers"];

/**
 * The plugin. The validators in `schema: { body, querystring, params, headers, response }` of a route validate its
 * requests and replies. They get JSON bodies as bytes, so a `preValidation` hook finds bytes in `request.body`. Routes
 * without a validator of the body get it as from Fastify alone. Schemas that are not validators are left to Fastify,
 * unless the option `jsonSchemas` is given.
 * @throws TypeError if a limit is invalid.
 * @example app.register(validlib, { maxErrors: 20 });
 */
export async function validlib(app: FastifyInstance, options: ValidlibOptions): Promise<void> {
  const { maxBytes: most = Number.MAX_SAFE_INTEGER, errorHandler = true, jsonSchemas = false } = options;
  const limits = limitsOf({ ...options, maxBytes: most }, OTHERS);
  const validation = new RouteValidation(
    limits,
    parserAlone(app),
    schemaReader(jsonSchemas, (message) => app.log.warn(message)),
  );
  wrapCompilers(app, validation.compiler, serializer);
  app.addHook("preHandler", validation.finish);
  app.addHook("preSerialization", skipEmpty);
  // Before the hook that chooses the language, and before handlers of errors.
  app.addHook("onError", (request, _reply, error, done) => {
    // A promise, where there is nothing to wait for, would cost more than the validation of a small body.
    const completed = validation.complete(request, error);
    if (completed === undefined) return done();
    // Fastify ignores what is thrown here.
    completed.catch((thrown) => request.log.error({ err: thrown }, String(thrown))).then(() => done());
  });

  if ((options.locale ?? options.locales) !== undefined) answerInLanguage(app, options);

  /** The reason why a body cannot be accepted, from the header fields. */
  const refusal = (request: FastifyRequest, payload: ByteStream, kind: "json" | "urlencoded", maxBytes: number) => {
    const { "content-type": type, "content-encoding": encoding, "content-length": length } = request.headers;
    // A stream that a hook has put in place of the request is decoded.
    const decoded = payload !== (request.raw as ByteStream);
    return bodyRefusal({ type, encoding, length }, kind, maxBytes, decoded);
  };

  // An application may have removed Fastify's own parser.
  const json = app.hasContentTypeParser("application/json") ? jsonAlone(app) : refuseAlone;
  for (const [type, alone] of [
    ["application/json", json],
    [JSON_SUFFIX, refuseAlone],
  ] as const) {
    // Without a promise: the extra microtasks would cost a small request more than its body does.
    app.addContentTypeParser(type as string, (request: FastifyRequest, payload: ByteStream, parsed: Parsed) => {
      const { takes, accept, maxBytes } = ruleOf(request, most);
      if (takes === "unknown") return alone(request, payload, parsed);
      const refused = takes === "json" ? refusal(request, payload, "json", maxBytes) : refusedBut(accept);
      if (refused !== undefined) return parsed(refused);
      collect(payload, maxBytes, (error, bytes) => {
        if (bytes === undefined) parsed(error as Error);
        else parsed(null, jsonTextOf(request, bytes));
      });
    });
  }
  // Another plugin may read forms for other routes.
  if (!app.hasContentTypeParser(FORM)) {
    app.addContentTypeParser(FORM, (request: FastifyRequest, payload: ByteStream, parsed: Parsed) => {
      const { takes, accept, maxBytes } = ruleOf(request, most);
      if (takes === "unknown") return refuseAlone(request, payload, parsed);
      const refused = takes === "form" ? refusal(request, payload, "urlencoded", maxBytes) : refusedBut(accept);
      if (refused !== undefined) return parsed(refused);
      readStream(payload, maxBytes)
        .then(urlEncodedIn)
        .then((form) => parsed(null, form), parsed);
    });
  }
  if (errorHandler) app.setErrorHandler(problemHandler);
}

/** Has problems in the language of the request. A validator of Fastify does not know it: they are in English first. */
function answerInLanguage(app: FastifyInstance, options: ValidlibOptions): void {
  const reworded = (request: FastifyRequest, error: unknown): void => {
    if (!(error instanceof ProblemError)) return;
    const locale = localeFor(options, request, request.headers["accept-language"]);
    if (locale !== undefined) error.formatWith(locale);
  };
  app.addHook("onError", async (request, _reply, error) => reworded(request, error));
  // For routes with `attachValidation`, whose handlers get the error.
  app.addHook("preHandler", (request, _reply, done) => {
    if (request.validationError !== undefined) reworded(request, request.validationError);
    done();
  });
}

// Set as by fastify-plugin: the plugin applies to the instance that registers it, without encapsulation.
Object.assign(validlib, {
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "validlib",
  [Symbol.for("plugin-meta")]: { name: "validlib", fastify: "5.x" },
});

/**
 * The error handler of the plugin: problems become responses, and so do content types without a parser. A response that
 * is not valid becomes a 500, whose reason is only in the log. All other errors are passed to the handler that was set
 * before, or to Fastify's own.
 * @example app.setErrorHandler((error, request, reply) => { log(error); return problemHandler(error, request, reply); });
 */
export function problemHandler(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, request);
  if (problem === undefined) {
    reply.send(error);
    return;
  }
  if (problem.status >= 500) request.log.error({ err: error }, error.message);
  reply.code(problem.status).headers(headersOf(problem)).serializer(asText).send(problem.toText());
}

/**
 * With a serializer, Fastify adds no charset to the content type, which JSON does not have. A hook that fails later may
 * send something else.
 */
const asText = (payload: unknown): string => (typeof payload === "string" ? payload : JSON.stringify(payload));

function problemOf(error: FastifyError | Error, request: FastifyRequest): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof ResponseError) return error.toProblem();
  if ((error as FastifyError).code !== "FST_ERR_CTP_INVALID_MEDIA_TYPE") return undefined;
  const { takes, accept } = bodyOf(request);
  return takes === "unknown" ? undefined : refusedBut(accept);
}
