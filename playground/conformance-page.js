/** Runs the conformance cases when asked, or at once with `#run`. */
import { isOwn } from "./temporal.js";
import "./page.css";
import * as library from "../dist/pure.js";

const byId = (id) => document.getElementById(id);
const run = byId("run");

async function conformance() {
  run.disabled = true;
  const { show } = await import("./conformance.js");
  await show(byId("counts"), byId("progress"));
  run.disabled = false;
}

run.addEventListener("click", conformance);
byId("about").textContent =
  `Engine: ${library.engine().impl}. Dates: Temporal ${isOwn ? "of this browser" : "of temporal-polyfill"}.`;
if (location.hash === "#run") conformance();
