/** Names of files as other tools read them: with slashes, or as URIs. */
import * as system from "node:path";
import { pathToFileURL } from "node:url";

/** What is used of `node:path`, which is that of Windows there. */
type Path = Pick<typeof system, "sep" | "isAbsolute">;

/** The name with slashes: those of Windows are backslashes. */
export const slashed = (file: string, { sep }: Path = system): string =>
  sep === "\\" ? file.replaceAll("\\", "/") : file;

/** A URI, relative if the name is. */
export function uriOf(file: string, path: Path = system): string {
  if (path.isAbsolute(file)) return pathToFileURL(file, { windows: path.sep === "\\" }).href;
  // Text that is not well formed has no URI.
  return Buffer.from(slashed(file, path)).toString().split("/").map(encodeURIComponent).join("/");
}
