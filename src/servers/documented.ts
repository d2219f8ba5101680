/** Routes in OpenAPI documents that a framework writes: their operations get what validators say. */
import { isNewer, OperationWriter } from "../interop/openapi/operation.ts";
import { type OpenApiRoute, type Operation, readRoute } from "../interop/openapi/route.ts";

type Fields = Readonly<Record<string, unknown>>;

// biome-ignore lint/suspicious/noExplicitAny: documents of the types of others
type Foreign = any;

/** The key with which an operation refers to the validators of its route, until they are written. */
export const KEY = "x-validlib";

/** A route with validators. */
export interface Recorded {
  readonly route: OpenApiRoute;
  /** It has responses that are no validators, which the framework has written. */
  readonly hasOthers: boolean;
}

/**
 * A document with the validators of its routes.
 * @param recordedAt returns the route to which an operation refers.
 */
export function documented(document: Foreign, recordedAt: (index: number) => Recorded | undefined): Foreign {
  const { openapi, paths, components } = document;
  // The path is that of the document, which the options of swagger may have shortened.
  const found = new Map<object, Operation & Recorded>();
  for (const [path, methods] of Object.entries(paths as Record<string, Record<string, Fields>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const recorded: Recorded | undefined = recordedAt(operation?.[KEY] as number);
      if (recorded === undefined) continue;
      found.set(operation as Fields, {
        ...recorded,
        ...readRoute({ ...recorded.route, method, path }, `${method} ${path}`, isNewer(openapi)),
      });
    }
  }
  const writer = new OperationWriter([...found.values()], components?.schemas ?? {}, openapi, true);
  const written = mapValues(paths as Record<string, Fields>, (methods) =>
    mapValues(methods, (operation) => {
      const own = found.get(operation as Fields);
      return own === undefined ? operation : merged(operation as Fields, writer.write(own), own);
    }),
  );
  return { ...document, paths: written, components: { ...components, schemas: writer.components() } };
}

const mapValues = <V, W>(object: Readonly<Record<string, V>>, map: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/** An operation with what its validators say. */
function merged(operation: Fields, written: Fields, { responses, hasOthers }: Operation & Recorded): Fields {
  const { [KEY]: _, parameters = [], responses: others, ...rest } = operation as Record<string, Fields[]>;
  const own = (written.parameters ?? []) as Fields[];
  // The parameters of the path are there already, as text.
  const isOwn = (one: Fields): boolean => own.some((other) => other.name === one.name && other.in === one.in);
  const all = [...own, ...(parameters as Fields[]).filter((one) => !isOwn(one))];
  return {
    ...rest,
    ...written,
    ...(all.length > 0 && { parameters: all }),
    // One that frameworks add to operations without responses.
    responses: responses.length === 0 ? others : { ...(hasOthers && others), ...(written.responses as Fields) },
  };
}
