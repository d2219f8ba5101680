/**
 * Links of the pages in the package: npm packs a few pages only, so links to all other files lead to the repository.
 *
 *     node scripts/links.mjs --absolute [folder]    before `npm pack`
 *     node scripts/links.mjs --relative [folder]    after it: as they were
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PAGES = ["README.md", "CHANGELOG.md", "prebuilds/README.md"];
const LINK = /(\]\(|(?:src|href)=")([^)"\s]+)(?=[)"])/g;

/** The URLs of the files of this version in the repository, and of images that are not shown within a page. */
function basesOf({ repository, version }) {
  const home = repository.url.replace(/^git\+|\.git$/g, "");
  return { page: `${home}/blob/v${version}/`, image: `${home}/raw/v${version}/` };
}

/** Returns whether npm packs a file: those that `files` names, and some that it always includes. */
const isPacked = ({ files }, path) =>
  ["README.md", "LICENSE", "package.json", ...files].some((name) => path === name || path.startsWith(`${name}/`));

/**
 * @param {string} text of a page
 * @param {string} page its path in the package
 * @param {object} manifest package.json
 */
export function absolute(text, page, manifest) {
  const bases = basesOf(manifest);
  return text.replace(LINK, (link, before, target) => {
    if (/^(?:[a-z]+:|#)/i.test(target)) return link;
    const path = posix.join(posix.dirname(page), target);
    if (isPacked(manifest, path.replace(/#.*/, ""))) return link;
    return before + (/\.(?:svg|png)$/.test(path) ? bases.image : bases.page) + path;
  });
}

/** The opposite of `absolute`. */
export function relative(text, page, manifest) {
  const bases = Object.values(basesOf(manifest));
  return text.replace(LINK, (link, before, target) => {
    const base = bases.find((one) => target.startsWith(one));
    return base === undefined ? link : before + posix.relative(posix.dirname(page), target.slice(base.length));
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [direction, folder = join(import.meta.dirname, "..")] = process.argv.slice(2);
  const change = { "--absolute": absolute, "--relative": relative }[direction];
  if (change === undefined) throw new Error("usage: node scripts/links.mjs --absolute | --relative [folder]");
  const manifest = JSON.parse(readFileSync(join(resolve(folder), "package.json"), "utf8"));
  for (const page of PAGES) {
    const file = join(resolve(folder), page);
    if (existsSync(file)) writeFileSync(file, change(readFileSync(file, "utf8"), page, manifest));
  }
}
