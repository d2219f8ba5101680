/** The WebAssembly module inside the library, so that every bundler and every runtime has it without a fetch. */
import { inflate } from "./inflate.ts";

/** Its size, and the compressed module in base64: scripts/embed-wasm.mjs puts it into the compiled file. */
const EMBEDDED: string = "";

/** @throws Error in the sources of the library, which have no module. */
export function embeddedModule(): Uint8Array {
  if (EMBEDDED === "") throw new Error("there is no module in the library: it was not built by its scripts");
  const [size, text] = EMBEDDED.split(",") as [string, string];
  const data = atob(text);
  const bytes = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) bytes[i] = data.charCodeAt(i);
  return inflate(bytes, Number(size));
}
