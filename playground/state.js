/**
 * The state of the page in its address, behind `#`, so that a link to it shows the same: JSON, deflated, in
 * base64url. The site makes such links of the examples in the documentation.
 *
 * @typedef {object} State
 * @property {string} code the program, in TypeScript
 * @property {string} [input] JSON text; without it the playground makes one that is valid
 * @property {string} [tab] which one is open
 */

const through = async (bytes, transform) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());

/** @param {State} state */
export async function written({ code, input, tab }) {
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify({ code, input, tab })),
    new CompressionStream("deflate-raw"),
  );
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @returns {Promise<State | undefined>} undefined if the text is no state. */
export async function read(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const plain = await through(bytes, new DecompressionStream("deflate-raw"));
    const state = JSON.parse(new TextDecoder().decode(plain));
    return typeof state?.code === "string" ? state : undefined;
  } catch {
    return undefined;
  }
}
