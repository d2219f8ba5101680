/** The WebAssembly module as base64 text. scripts/embed-wasm.mjs puts it into the compiled file; here it is empty. */
export const embedded: string = "";
