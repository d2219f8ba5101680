/** The page: runs the program as one types, and shows what it says of the input. */
import "./page.css";
import { goTo, jsonEditor, programEditor, reader, setText, showDiagnostics, showFindings } from "./editor.js";
import { examples } from "./examples.js";
import { ask as run } from "./runner.js";
import { read, written } from "./state.js";
import { ask as compiler } from "./types/service.js";

/** Long enough not to run for every key, short enough to seem at once, in milliseconds. */
const PAUSE = 150;

const TABS = {
  value: "Value",
  issues: "Issues",
  schema: "JSON Schema",
  openapi: "OpenAPI",
  source: "Source",
  data: "Test data",
  results: "Results",
};

const byId = (id) => document.getElementById(id);
const { dataset } = document.documentElement;
// The site's switch between light and dark holds here, too.
const chosen = localStorage.getItem("vitepress-theme-appearance");
if (chosen === "dark" || chosen === "light") dataset.theme = chosen;

/** What is shown; `input` is undefined until the program has made one. */
const state = { code: "", input: undefined, tab: "value" };
let last = {};

/** An element with properties and children, which are text unless they are elements: data never becomes markup. */
function element(name, properties = {}, ...children) {
  const one = Object.assign(document.createElement(name), properties);
  one.append(...children);
  return one;
}

let timer;
function later() {
  clearTimeout(timer);
  dataset.state = "waiting";
  timer = setTimeout(update, PAUSE);
}

const program = programEditor(byId("program"), "Schema, in TypeScript", (code) => {
  state.code = code;
  later();
});
const input = jsonEditor(byId("input"), "Input, a JSON text", (text) => {
  state.input = text;
  later();
});

/** Texts of the panel, by the name of their language. */
const panel = byId("panel");
panel.tabIndex = 0;
let shown;
function showText(text, language) {
  if (shown?.language !== language) {
    panel.replaceChildren();
    shown = { language, view: reader(panel, "Result", language) };
  }
  setText(shown.view, text);
}

function showElements(...elements) {
  shown = undefined;
  panel.replaceChildren(...elements);
}

const note = (text) => showElements(element("p", { className: "note" }, text));

/** A row for each issue, which leads to its place in the input. */
function issuesTable({ issues, issuesText, isTruncated }) {
  const rows = issues.slice(0, 200).map(({ offset, line, column, pointer, message, code }) => {
    const go = element("button", { type: "button", className: "place" }, `${line}:${column}`);
    go.ariaLabel = `Line ${line}, column ${column}: go there`;
    go.addEventListener("click", () => goTo(input, offset));
    const cells = [go, element("code", {}, pointer || "(root)"), message, element("code", {}, code)];
    return element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
  });
  const head = ["Line", "Path", "What is wrong", "Code"].map((title) => element("th", { scope: "col" }, title));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  const data = element("details", {}, element("summary", {}, "As data"), element("pre", { tabIndex: 0 }, issuesText));
  const more = isTruncated || issues.length > rows.length ? [element("p", { className: "note" }, "… and more.")] : [];
  return [element("div", { className: "scroll" }, table), ...more, data];
}

function resultsTable(results) {
  const row = ({ line, text }) => {
    const go = element("button", { type: "button", className: "place" }, String(line));
    go.ariaLabel = `Line ${line} of the program: go there`;
    go.addEventListener("click", () =>
      goTo(program, program.state.doc.line(Math.min(line, program.state.doc.lines)).from),
    );
    return element("tr", {}, element("td", {}, go), element("td", {}, element("pre", {}, text)));
  };
  const head = ["Line", "Value of the statement"].map((title) => element("th", { scope: "col" }, title));
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...results.map(row)),
  );
}

function show() {
  const { outcome, failure, hasValidator, tabText, shown: results = [], errors } = last;
  const verdict = byId("verdict");
  const count = outcome?.issues.length ?? 0;
  const [kind, text] = errors
    ? ["bad", "✗ Not TypeScript"]
    : failure
      ? ["bad", "✗ The program failed"]
      : !hasValidator
        ? ["", results.length > 0 ? "The program ran" : "Declare a validator, or export it as default"]
        : outcome.ok
          ? ["good", "✓ Valid"]
          : ["bad", `✗ ${count} ${count === 1 ? "error" : "errors"}${outcome.isTruncated ? ", and more" : ""}`];
  verdict.className = kind;
  verdict.textContent = text;
  showFindings(input, outcome?.issues ?? []);
  if (errors) return note(errors.map(({ message }) => message).join("\n"));
  if (failure) return note(failure);
  if (state.tab === "results") {
    return results.length > 0
      ? showElements(resultsTable(results))
      : note("The program has no statement that shows a value.");
  }
  if (!hasValidator) return note("There is no validator: see Results for the values of the program.");
  if (state.tab === "value") {
    return outcome.ok ? showText(outcome.value, "ts") : showElements(...issuesTable(outcome));
  }
  if (state.tab === "issues") return outcome.ok ? note("None.") : showElements(...issuesTable(outcome));
  if (tabText === undefined) return;
  showText(tabText, state.tab === "source" || state.tab === "data" ? "ts" : "json");
}

let round = 0;
async function update() {
  const mine = ++round;
  const text = state.code;
  const { js, errors } = (await compiler("compile", { text })) ?? {};
  if (mine !== round) return;
  if (js === undefined) {
    last = { errors };
    showDiagnostics(program, errors ?? []);
  } else {
    const answer = await run("run", { js, input: state.input, tab: state.tab });
    if (mine !== round || answer.isReplaced) return;
    last = answer;
    if (state.input === undefined && answer.input !== undefined) {
      state.input = answer.input;
      setText(input, answer.input);
      clearTimeout(timer);
    }
    if (!answer.hasValidator && !answer.failure && answer.shown.length > 0 && state.tab === "value") select("results");
    byId("about").textContent = `Engine: ${answer.engine}. Nothing leaves this page.`;
  }
  show();
  const hash = `#${await written(state)}`;
  if (mine !== round) return;
  if (location.hash !== hash) history.replaceState(null, "", hash);
  dataset.state = "done";
  const diagnostics = await compiler("check", { text });
  if (mine !== round) return;
  showDiagnostics(program, diagnostics ?? []);
  dataset.types = String(diagnostics?.length ?? "failed");
}

const tabs = new Map();
function select(name) {
  state.tab = name;
  for (const [other, tab] of tabs) {
    tab.ariaSelected = String(other === name);
    tab.tabIndex = other === name ? 0 : -1;
  }
  panel.ariaLabel = TABS[name];
}

for (const [name, title] of Object.entries(TABS)) {
  const tab = element("button", { type: "button", role: "tab" }, title);
  tab.setAttribute("aria-controls", "panel");
  tab.addEventListener("click", () => {
    select(name);
    show();
    later();
  });
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const names = [...tabs.keys()];
    const next = tabs.get(names.at((names.indexOf(name) + step) % names.length));
    next.focus();
    next.click();
  });
  tabs.set(name, tab);
}
byId("tabs").append(...tabs.values());

function open({ code, input: text, tab }) {
  state.input = text;
  select(tab in TABS ? tab : "value");
  setText(program, code);
  setText(input, text ?? "");
  // The editors have told of their changes; an input that is to be made is none.
  state.input = text;
  later();
}

const choice = byId("example");
choice.append(
  element("option", { value: "" }, "Examples"),
  ...examples.map(({ name }, index) => element("option", { value: String(index) }, name)),
);
choice.addEventListener("change", () => {
  const example = examples[Number(choice.value)];
  if (choice.value !== "") open(example);
});

byId("share").addEventListener("click", async ({ currentTarget }) => {
  await navigator.clipboard.writeText(location.href).catch(() => {});
  currentTarget.textContent = "Copied";
  setTimeout(() => (byId("share").textContent = "Copy link"), 1500);
});

const dialog = byId("paste");
const foreign = byId("foreign");
byId("convert").addEventListener("click", () => dialog.showModal());
byId("paste-go").addEventListener("click", async (event) => {
  event.preventDefault();
  const text = foreign.value.trim();
  const fault = byId("paste-fault");
  fault.textContent = "";
  const isJson = text.startsWith("{") || text === "true" || text === "false";
  const { js, errors } = isJson
    ? {}
    : await compiler("compile", { text: text.includes("import ") ? text : zodProgram(text) });
  if (!isJson && js === undefined) {
    fault.textContent = errors[0]?.message ?? "";
    return;
  }
  const { source, failure, isReplaced } = await run("convert", { text, js });
  if (failure !== undefined || isReplaced) {
    fault.textContent = failure ?? "";
    return;
  }
  dialog.close();
  open({ code: source, tab: "value" });
});

/** An expression of zod, or a program that does not import it, as a program. */
const zodProgram = (text) =>
  `import { z } from "zod";\n${/^\s*(?:const|let|export|\/\/)/m.test(text) ? text : `const schema = ${text}`}`;

async function start() {
  const given = location.hash.length > 1 ? await read(location.hash.slice(1)) : undefined;
  open(given ?? examples[0]);
}

addEventListener("hashchange", start);
start();
