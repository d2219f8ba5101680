/** A server that takes an OpenAPI document and validates requests by it: `node examples/openapi.js [document.json]`. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { fromOpenApi } from "validlib";

const file = process.argv[2] ?? new URL("openapi.json", import.meta.url);
const { operations } = fromOpenApi(JSON.parse(readFileSync(file, "utf8")), { format: "assertion" });

const routes = operations.map((operation) => {
  const source = operation.path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{([^}]+)\}/g, "([^/]+)");
  const names = Array.from(operation.path.matchAll(/\{([^}]+)\}/g), ([, name]) => name);
  return { ...operation, names, pattern: new RegExp(`^${source}$`) };
});
// "/orders/latest" comes before "/orders/{id}".
routes.sort((a, b) => a.names.length - b.names.length);

const cookiesIn = (header = "") =>
  Object.fromEntries(header.split(/; */).map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));

/** Text that is not encoded well stays as it is. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readBody(validator, type, bytes) {
  if (/\bjson\b/i.test(type)) return validator.safeJson(bytes, { maxBytes: 1_000_000 });
  if (!/\bform\b|\bmultipart\b/i.test(type)) return validator.safe(String(bytes));
  // What is no form is left to the validator, which refuses it.
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => undefined);
  return validator.safe(form);
}

const server = createServer(async (request, response) => {
  const send = (status, value) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const isOf = ({ method, pattern }) => method === request.method.toLowerCase() && pattern.test(pathname);
  const route = routes.find(isOf);
  if (route === undefined) return send(404, { title: "Not found" });
  const values = route.pattern.exec(pathname).slice(1);
  const params = Object.fromEntries(route.names.map((name, index) => [name, decoded(values[index])]));
  const type = request.headers["content-type"]?.split(";")[0].trim().toLowerCase();
  const bytes = await buffer(request);
  const body = route.body[type];
  const hasBody = bytes.length > 0 || route.isBodyRequired;
  if (hasBody && Object.keys(route.body).length > 0 && body === undefined) {
    return send(415, { title: "Unsupported media type" });
  }
  const results = {
    params: route.params?.safe(params),
    query: route.query?.safe(searchParams),
    headers: route.headers?.safe(request.headers),
    cookies: route.cookies?.safe(cookiesIn(request.headers.cookie)),
    ...(hasBody && { body: body && (await readBody(body, request.headers["content-type"], bytes)) }),
  };
  const issues = Object.entries(results).flatMap(
    ([part, result]) => result?.error?.issues.map(({ pointer, message }) => ({ in: part, pointer, message })) ?? [],
  );
  if (issues.length > 0) return send(422, { title: "The request is not valid", issues });
  const valid = Object.entries(results).map(([part, result]) => [part, result?.value]);
  // Here your code does what the operation says.
  send(200, { operation: route.operationId, ...Object.fromEntries(valid) });
});

server.listen(Number(process.env.PORT ?? 3000), () => console.log(`http://localhost:${server.address().port}`));
