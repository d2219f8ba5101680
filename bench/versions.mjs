import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The version of an installed package. */
export const version = (name) => manifest(name)?.version;

/** The package.json of an installed package, which need not export it: it is looked for where it lies. */
export function manifest(name) {
  for (const folder of require.resolve.paths(name)) {
    try {
      return require(`${folder}/${name}/package.json`);
    } catch {
      // Not there.
    }
  }
  return undefined;
}
