/**
 * The module `fs` of Node. It is not imported: an import looks at all that it exports, and that loads the streams, a
 * tenth of the time that it takes to import the library.
 * @throws TypeError on a runtime that is no Node.
 */
export const fs = (): typeof import("node:fs") => process.getBuiltinModule("fs");
