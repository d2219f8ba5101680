/**
 * The module `fs` of Node. It is not imported: an ES import evaluates all exports, which loads the streams and takes a
 * tenth of the import time of the library.
 * @throws TypeError on runtimes other than Node.
 */
export const fs = (): typeof import("node:fs") => process.getBuiltinModule("fs");
