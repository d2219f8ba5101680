/** Which C library this process is linked with: on Linux there are two, and an addon is made for one of them. */
import { fs } from "./fs.ts";

export type Libc = "glibc" | "musl";

/** The loader, or the library, as an executable or a list of mapped files names it. */
const NAMES: readonly (readonly [Libc, RegExp])[] = [
  ["musl", /\/ld-musl-|\/libc\.musl-|\/libc\.so$/m],
  ["glibc", /\/ld-linux|\/ld64\.so|\/libc\.so\.6/],
];

/** An executable begins with its headers and the path of its loader. */
const HEAD = 4096;

/**
 * Asks the executable first: it names its loader. Where that was moved (as patchelf does), what is mapped into the process
 * tells. `process.report` would know too, but takes seconds on a busy machine.
 */
export function libc(executable: string = process.execPath, maps = "/proc/self/maps"): Libc {
  return (
    namedIn(() => beginningOf(executable)) ??
    namedIn(() => fs().readFileSync(maps, "latin1")) ??
    (isAlpine() ? "musl" : "glibc")
  );
}

function namedIn(read: () => string): Libc | undefined {
  try {
    const text = read();
    return NAMES.find(([, pattern]) => pattern.test(text))?.[0];
  } catch {
    // It may not be read: --permission, or there is no /proc.
    return undefined;
  }
}

/** With --permission, Node 20 does not answer that a file is not there: it throws. */
function isAlpine(): boolean {
  try {
    return fs().existsSync("/etc/alpine-release");
  } catch {
    return false;
  }
}

function beginningOf(file: string): string {
  const { closeSync, openSync, readSync } = fs();
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(HEAD);
    return bytes.toString("latin1", 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
