/** Finds the files of the modules of a schema, which outputs must not overwrite. */
import * as module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

/** A synchronous module hook, as of Node 22.15. */
interface Hooks {
  readonly load: <T>(url: string, context: unknown, next: (url: string, context: unknown) => T) => T;
}
type RegisterHooks = (hooks: Hooks) => { deregister(): void };

/** The same hook for earlier versions, which run it on another thread. */
const HOOK = `
let port;
export const initialize = (given) => { port = given; };
export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };
`;

/**
 * Records which modules are loaded.
 * @returns a function that stops recording. It returns the files of the modules, and the package.json files that Node
 *   may have read for them.
 */
export function watchModules(): () => ReadonlySet<string> {
  const { registerHooks } = module as { registerHooks?: RegisterHooks };
  const urlsOf = registerHooks === undefined ? watchFromThread() : watch(registerHooks);
  return () => {
    const files = new Set<string>();
    for (const url of urlsOf()) if (url.startsWith("file:")) files.add(fileURLToPath(url));
    // Not every version calls hooks for require().
    for (const file of Object.keys(module.createRequire(import.meta.url).cache)) files.add(file);
    for (const folder of foldersOf(files)) files.add(join(folder, "package.json"));
    return files;
  };
}

function watch(registerHooks: RegisterHooks): () => Iterable<string> {
  const urls = new Set<string>();
  const hooks = registerHooks({
    load(url, context, next) {
      urls.add(url);
      return next(url, context);
    },
  });
  return () => {
    hooks.deregister();
    return urls;
  };
}

function watchFromThread(): () => Iterable<string> {
  const { port1, port2 } = new MessageChannel();
  module.register(`data:text/javascript,${encodeURIComponent(HOOK)}`, { data: port2, transferList: [port2] });
  return () => {
    const urls: string[] = [];
    for (let next = receiveMessageOnPort(port1); next !== undefined; next = receiveMessageOnPort(port1)) {
      urls.push(next.message as string);
    }
    return urls;
  };
}

/** The folders of the files, and their ancestors. */
function foldersOf(files: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return folders;
}
