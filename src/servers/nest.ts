/** Nest: pipes, responses, problems and documents of validators. `validlib/nest`. */
import type { ArgumentMetadata, ArgumentsHost, CallHandler, ExecutionContext } from "@nestjs/common";
import type { AnyValidator, Infer } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import type { OpenApiRoute } from "../interop/openapi/route.ts";
import { documented, KEY, type Recorded } from "./documented.ts";
import {
  asQuery,
  expectValidator,
  type KnownLimits,
  limitsOf,
  localeFor,
  type RequestLimits,
  resultBy,
} from "./parts.ts";
import { headersOf, invalid, type Part, ProblemError } from "./problem.ts";
import { expectEncoding, ResponseError, textOf } from "./response.ts";

export * from "./exports.ts";

/** Limits of a pipe. Nest has read the body by then. */
export type PipeLimits = Omit<RequestLimits<never>, "maxBytes" | "locale" | "locales">;

const PARTS: Readonly<Record<string, Part>> = { body: "body", query: "query", param: "params" };

/**
 * A pipe that validates the body, the query or the parameters of a path; or with a name, one of their values. The
 * argument of the handler is the validated value.
 * @throws TypeError if `schema` is not a validator, or a limit is invalid.
 * @example create(@Body(new ValidPipe(order)) body: Infer<typeof order>) {}
 */
export class ValidPipe<V extends AnyValidator> {
  readonly schema: V;
  readonly #validator: Validator;
  readonly #limits: KnownLimits;

  constructor(schema: V, limits?: PipeLimits) {
    this.#validator = expectValidator("a pipe", schema);
    this.schema = schema;
    this.#limits = limitsOf(limits);
  }

  /** The value. @throws ProblemError: 422 if it is invalid. */
  async transform(value: unknown, { type, data }: ArgumentMetadata): Promise<Infer<V>> {
    const isWhole = data === undefined;
    const result = await resultBy(this.#validator, type === "query" && isWhole ? asQuery(value) : value, this.#limits);
    if (result.ok) return result.value as Infer<V>;
    throw invalid([[PARTS[type] ?? "headers", isWhole ? result.error : result.error.addContext(data)]]);
  }
}

/** The parts of Nest's responses that are used, of Express and of Fastify. */
interface Reply {
  readonly headersSent?: boolean;
  readonly sent?: boolean;
  status(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body: unknown): unknown;
}

type Answer = ReturnType<CallHandler["handle"]>;

/** What subscribes to the values of a handler. */
interface Subscriber {
  next(value: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/**
 * An interceptor that writes what a handler returns as JSON, if it fits its schema.
 * @throws TypeError if `schema` is not a validator. ValueError if it has no encoding.
 * @example @UseInterceptors(new ValidResponse(order)) @Get(":id") find() {}
 */
export class ValidResponse<V extends AnyValidator> {
  readonly schema: V;

  constructor(schema: V) {
    expectEncoding(expectValidator("the response", schema));
    this.schema = schema;
  }

  /** The JSON text. A ResponseError, if the value does not fit, is for {@link ProblemFilter}. */
  intercept(context: ExecutionContext, next: CallHandler): Answer {
    const source = next.handle();
    // That of the copy of rxjs that Nest has.
    const Observable = source.constructor as new (subscribe: (to: Subscriber) => unknown) => Answer;
    return new Observable((to) =>
      source.subscribe({
        next: (value: unknown) => {
          let text: string;
          try {
            text = textOf(this.schema, value as Infer<V>);
          } catch (error) {
            to.error(error);
            return;
          }
          context.switchToHttp().getResponse<Reply>().header("content-type", "application/json");
          to.next(text);
        },
        error: (error: unknown) => to.error(error),
        complete: () => to.complete(),
      }),
    );
  }
}

/** Options of `ProblemFilter`. */
export interface ProblemFilterOptions extends Pick<RequestLimits<never>, "locale" | "locales"> {
  /** Gets the error of a response that is not valid. Default `console.error`. */
  readonly log?: ((error: ResponseError) => void) | undefined;
}

/** Nest's name of what a filter catches: `Catch` sets it. */
const CATCHES = "__filterCatchExceptions__";

interface Metadata {
  defineMetadata(key: string, value: unknown, target: object): void;
  getMetadata(key: string, target: object): unknown;
}

/** `reflect-metadata`, which comes with Nest. */
const metadata = (): Metadata => Reflect as unknown as Metadata;

/**
 * A filter that responds with problems: those of pipes, and those that handlers throw. A response that is not valid
 * becomes a 500, whose reason only `log` gets.
 * @throws TypeError if a language is none.
 * @example app.useGlobalFilters(new ProblemFilter({ locales: [de] }));
 */
export class ProblemFilter {
  readonly #options: ProblemFilterOptions;

  constructor(options: ProblemFilterOptions = {}) {
    const { log: _, ...wording } = options;
    limitsOf(wording);
    this.#options = options;
    metadata().defineMetadata(CATCHES, [ProblemError, ResponseError], this.constructor);
  }

  catch(error: ProblemError | ResponseError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, reply] = [http.getRequest<{ headers: Record<string, string> }>(), http.getResponse<Reply>()];
    if (reply.headersSent === true || reply.sent === true) return;
    if (error instanceof ResponseError) (this.#options.log ?? console.error)(error);
    const problem = error instanceof ResponseError ? error.toProblem() : error;
    const locale = localeFor(this.#options, request as never, request.headers["accept-language"]);
    if (locale !== undefined) problem.formatWith(locale);
    reply.status(problem.status);
    for (const [name, value] of Object.entries(headersOf(problem))) reply.header(name, value);
    // As bytes: for strings a charset would be added to the content type, which JSON does not have.
    reply.send(new TextEncoder().encode(problem.toText()));
  }
}

/** The validators of a route, as its document says them: those of `openapi`, without method and path. */
export type ApiRoute = Omit<OpenApiRoute, "method" | "path">;

/** The routes of decorated methods. */
const routes: Recorded[] = [];

/**
 * A decorator of a method: the document of {@link documentValidators} has these validators.
 * @example @ApiValid({ body: order, responses: { 201: order } }) @Post() create() {}
 */
export const ApiValid =
  (route: ApiRoute) =>
  (_target: object, _key: string | symbol, descriptor: PropertyDescriptor): void => {
    const index = routes.push({ route: { ...route, method: "get", path: "/" }, hasOthers: false }) - 1;
    const known = metadata().getMetadata("swagger/apiExtension", descriptor.value) ?? {};
    metadata().defineMetadata("swagger/apiExtension", { ...known, [KEY]: index }, descriptor.value);
  };

/**
 * The document of `@nestjs/swagger` with the validators that {@link ApiValid} has named.
 * @throws ValueError if a validator cannot be written as JSON Schema.
 * @example SwaggerModule.setup("docs", app, documentValidators(SwaggerModule.createDocument(app, config)));
 */
export const documentValidators = <D extends object>(document: D): D =>
  documented(document, (index) => routes[index]) as D;
