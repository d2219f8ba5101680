import { version } from "../versions.mjs";
import { compiled } from "./typia-compile.mjs";

/**
 * typia's functions are made from types when the bench starts: typia-compile.mjs. Each measure gets a module of its
 * own.
 */
export async function load({ name }) {
  await import(compiled(name));
  const make = (measure, call) => async (_, workload) => {
    const module = await import(`${compiled(workload)}?${measure}`);
    return module[measure] ? call(module[measure], module) : undefined;
  };
  return {
    version: version("typia"),
    is: make("is", (is) => (value) => is(value)),
    // A clone has the keys of the type only.
    value: (shape, name) =>
      shape.unknown === "pass"
        ? undefined
        : make("is", (is, { clone }) => (value) => {
            if (!is(value)) throw new Error("not valid");
            return clone(value);
          })(shape, name),
    ok: make("validate", (validate) => (value) => validate(value).success),
    // There is no message; what was expected stands for it.
    read: make("validate", (validate) => (value) => {
      const { success, errors } = validate(value);
      if (success) return 0;
      let length = 0;
      for (const { path, expected } of errors) length += path.length + expected.length;
      return length;
    }),
  };
}
