import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The version of an installed package. A package need not export its package.json: it is looked for where it lies. */
export function version(name) {
  for (const folder of require.resolve.paths(name)) {
    try {
      return require(`${folder}/${name}/package.json`).version;
    } catch {
      // Not there.
    }
  }
  return undefined;
}
