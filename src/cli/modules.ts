/** The files that the modules of a schema are loaded from: outputs must not overwrite them. */
import * as module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

/**
 * A hook that is given the URL of each module before it is loaded. Node 22.15 and later have such hooks in the same
 * thread.
 */
interface Hooks {
  readonly load: <T>(url: string, context: unknown, next: (url: string, context: unknown) => T) => T;
}
type RegisterHooks = (hooks: Hooks) => { deregister(): void };

/** The same hook for earlier versions, which run it in a thread of its own. */
const HOOK = `
let port;
export const initialize = (given) => { port = given; };
export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };
`;

/**
 * Watches which modules are loaded from now on.
 * @returns what ends that: it gives the files of the modules, and the package.json files that Node may have read for
 *   them.
 */
export function watchModules(): () => ReadonlySet<string> {
  const { registerHooks } = module as { registerHooks?: RegisterHooks };
  const urlsOf = registerHooks === undefined ? watchFromThread() : watch(registerHooks);
  return () => {
    const files = new Set<string>();
    for (const url of urlsOf()) if (url.startsWith("file:")) files.add(fileURLToPath(url));
    // What was loaded by require() has no hook in every version.
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

/** The folders that the files are in, and those around them. */
function foldersOf(files: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return folders;
}
