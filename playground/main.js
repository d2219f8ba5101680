/** The page: validates as one types, and runs the conformance cases when asked, or at once with `#conformance`. */
import { isOwn } from "./temporal.js";
import "./page.css";
import * as library from "../dist/pure.js";
import { examples } from "./examples.js";
import { validate } from "./validate.js";

/** Long enough not to validate every key, short enough to seem at once, in milliseconds. */
const PAUSE = 120;

const byId = (id) => document.getElementById(id);
const texts = { schema: byId("schema"), document: byId("document") };

/** An element with properties and children, which are text unless they are elements: data never becomes markup. */
function element(name, properties = {}, ...children) {
  const one = Object.assign(document.createElement(name), properties);
  one.append(...children);
  return one;
}

/** What JSON has no form for is shown as text: a date as ISO 8601, an integer of any size with an n. */
function shown(value) {
  return JSON.stringify(value, (_, member) => (typeof member === "bigint" ? `${member}n` : member), 2) ?? String(value);
}

/** A button that leads to the place in the text where a finding is. */
function place({ offset, line, column }, text) {
  if (offset === undefined) return "";
  const go = () => {
    text.focus();
    text.setSelectionRange(offset, offset + 1);
    // Lines do not wrap, so each takes the same share of the height.
    const top = ((line - 1) / text.value.split("\n").length) * text.scrollHeight;
    text.scrollTop = top - text.clientHeight / 2;
  };
  const label = `Line ${line}, column ${column}: go there`;
  return element("button", { type: "button", className: "place", ariaLabel: label, onclick: go }, `${line}:${column}`);
}

/** @param {readonly import("./validate.js").Finding[]} findings */
function tableOf(findings, text) {
  const row = (finding) =>
    element(
      "tr",
      {},
      element("td", {}, place(finding, text)),
      element("td", {}, element("code", {}, finding.path || "(root)")),
      element("td", {}, finding.message),
    );
  const head = ["Line", "Path", "What is wrong"].map((title) => element("th", { scope: "col" }, title));
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...findings.map(row)),
  );
  return element("div", { className: "scroll" }, table);
}

function update() {
  const { wrong, findings, isTruncated, value } = validate(library, texts.schema.value, texts.document.value);
  for (const [name, text] of Object.entries(texts)) text.ariaInvalid = String(name === wrong);
  const verdict = byId("verdict");
  verdict.className = wrong === undefined ? "good" : "bad";
  if (wrong === undefined) {
    verdict.textContent = "\u2713 Valid. The value, as JSON:";
    byId("result").replaceChildren(element("pre", { tabIndex: 0 }, shown(value)));
    return;
  }
  const count = `${findings.length} ${findings.length === 1 ? "error" : "errors"}${isTruncated ? ", and more" : ""}`;
  verdict.textContent = wrong === "schema" ? "\u2717 Not a schema" : `\u2717 Not valid: ${count}`;
  byId("result").replaceChildren(tableOf(findings, texts[wrong]));
}

let timer;
for (const text of Object.values(texts)) {
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(update, PAUSE);
  });
}

const choice = byId("example");
choice.append(...examples.map(({ name }, index) => element("option", { value: String(index) }, name)));
choice.addEventListener("change", choose);

function choose() {
  const { schema, document } = examples[Number(choice.value)] ?? examples[0];
  texts.schema.value = schema;
  texts.document.value = document;
  update();
}

const run = byId("run");
run.addEventListener("click", conformance);

async function conformance() {
  run.disabled = true;
  const { show } = await import("./conformance.js");
  await show(byId("counts"), byId("progress"));
  run.disabled = false;
}

byId("about").textContent =
  `Engine: ${library.engine().impl}. Dates: Temporal ${isOwn ? "of this browser" : "of temporal-polyfill"}.`;
choose();
if (location.hash === "#conformance") conformance();
