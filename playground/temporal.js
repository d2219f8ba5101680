/**
 * What dates are made of: the browser's own Temporal, else the polyfill. `?temporal=polyfill` asks for the polyfill.
 */
const isRefused = new URLSearchParams(location.search).get("temporal") === "polyfill";

/** Whether it is the browser's. */
export const isOwn = "Temporal" in globalThis && !isRefused;

if (!isOwn) {
  delete globalThis.Temporal;
  await import("temporal-polyfill/global");
}
