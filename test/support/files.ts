import { readdirSync } from "node:fs";

/**
 * The paths of all files in a folder, with slashes, but for those of installed packages: one may be a link to this
 * package.
 */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === "node_modules" ? [] : filesIn(path);
  });
