/** npm run release:check -- v1.2.3: says what is missing before the package may be published under this tag. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "./prebuilds.mjs";
import { targets } from "./targets.mjs";

const root = join(import.meta.dirname, "..");
const read = (file) => readFileSync(join(root, file), "utf8");

/** The obstacles, a sentence each. */
export function obstacles(tag) {
  const { version, homepage, bugs, repository } = JSON.parse(read("package.json"));
  const found = [];
  if (tag !== `v${version}`) found.push(`the tag is ${tag}, and package.json says ${version}`);
  // "## 1.2.3", or "## Unreleased: 1.2.3" until the day is known.
  const sections = Array.from(read("CHANGELOG.md").matchAll(/^## (?:Unreleased: )?(\S+)/gm), ([, name]) => name);
  if (!sections.includes(version)) found.push(`CHANGELOG.md has no section ${version}`);
  for (const [field, value] of Object.entries({ homepage, bugs: bugs.url, repository: repository.url })) {
    if (value.includes("example.org")) found.push(`package.json: ${field} is a placeholder`);
  }
  return [...found, ...check(targets)];
}

if (process.argv[1] === import.meta.filename) {
  const found = obstacles(process.argv[2]);
  console.log(found.length === 0 ? "ready to be published" : found.join("\n"));
  process.exitCode = found.length === 0 ? 0 : 1;
}
