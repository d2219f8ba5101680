import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { build, createServer } from "vite";

const root = import.meta.dirname;

/** The form and its resolver, as Vite makes them, and the schema in the library. */
async function load(t) {
  const server = await createServer({ root, logLevel: "error", server: { middlewareMode: true, ws: false } });
  t.after(() => server.close());
  const { Login, resolver } = await server.ssrLoadModule(join(root, "login.tsx"));
  const { login } = await server.ssrLoadModule(join(root, "schemas.ts"));
  return { Login, resolver, login };
}

test("the form says of wrong values what the library says", async (t) => {
  const { resolver, login } = await load(t);
  const fields = Object.fromEntries(["email", "password", "remember"].map((name) => [name, { name }]));
  const resolve = (values) => resolver(values, undefined, { fields, shouldUseNativeValidation: false });
  const good = { email: "ann@example.org", password: "correct horse", remember: true };
  assert.deepEqual(await resolve(good), { values: good, errors: {} });
  for (const wrong of [{ email: "ann" }, { password: "short" }, { email: "", password: "" }, { remember: "yes" }]) {
    const values = { ...good, ...wrong };
    const { errors } = await resolve(values);
    const said = Object.entries(errors).map(([name, { message }]) => [name, message]);
    const { error } = login.safe(values);
    assert.deepEqual(
      said,
      error.issues.map(({ path, message }) => [path[0], message]),
    );
  }
});

test("the form is rendered", async (t) => {
  const { Login } = await load(t);
  const html = renderToStaticMarkup(createElement(Login, { send() {} }));
  assert.match(html, /<form.*name="email".*name="password".*type="checkbox"/);
});

test("its bundle has the validator and not the library", async () => {
  const { output } = await build({ root, logLevel: "error", build: { write: false } });
  const code = output.map((one) => one.code ?? "").join("");
  assert.match(code, /An email address, please\./);
  for (const name of ["fromJsonSchema", "toJsonSchema", "__class__"]) assert.ok(!code.includes(name), name);
});
