/**
 * Runs programs that anyone may have put into the address of this page, so they get nothing of it:
 *
 * - The frame is sandboxed without `allow-same-origin`: its origin is opaque. It reaches neither this page nor the
 * cookies
 *   and the storage of the site, opens no window, and submits no form.
 * - Its policy (vite.config.js) allows one script by its hash, and workers made of texts: no network, no images, no
 * code
 *   from strings in the page that it is. Programs become workers, which inherit the policy, so what is typed here
 * cannot
 *   be sent anywhere. `frame-src` of this page keeps the frame from going to another address.
 * - A worker that takes too long is ended. What it answers is shown as text, never as markup.
 */
/** Time limit of a program, in milliseconds; the first one also waits for the library to be compiled. */
const LIMIT = 8000;

const frame = Object.assign(document.createElement("iframe"), { src: "./frame.html", title: "Program", hidden: true });
frame.setAttribute("sandbox", "allow-scripts");
frame.ariaHidden = "true";
/** The worker, as a text: fetched beside the page. */
const script = import("virtual:runtime").then((module) => module.default);
const waiting = new Map();
let count = 0;

const isReady = new Promise((done) => {
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.isLoaded) return void script.then((text) => frame.contentWindow.postMessage({ script: text }, "*"));
    if (data.isReady) return done();
    // An error outside of a job ends all that wait.
    for (const id of data.id === undefined ? [...waiting.keys()] : [data.id]) {
      waiting.get(id)?.(data);
      waiting.delete(id);
    }
  });
});
document.body.append(frame);

/** @returns {Promise<object>} the answer of the worker; `failure` says what went wrong. */
export async function ask(kind, job) {
  await isReady;
  const id = ++count;
  // Of programs that were replaced before they answered nothing is shown.
  for (const [older, done] of waiting) {
    done({ isReplaced: true });
    waiting.delete(older);
  }
  return new Promise((done) => {
    waiting.set(id, done);
    frame.contentWindow.postMessage({ id, kind, limit: LIMIT, ...job }, "*");
  });
}
