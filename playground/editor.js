/** The editors: a program with completions and hovers, JSON with carets below its errors, and texts to read. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  WidgetType,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { ask } from "./types/service.js";

const labelled = (label) => EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });

/**
 * Text that is typed over a selection. A browser would copy elements with their styles, which the policy refuses and
 * the console reports, before CodeMirror reads what has changed.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { from, to } = view.state.selection.main;
    if (inputType !== "insertText" || !data || isComposing || from === to) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});

const plain = [syntaxHighlighting(classHighlighter), bracketMatching()];
const editing = [
  typedOver,
  ...[lineNumbers(), history(), drawSelection(), indentOnInput(), closeBrackets(), highlightActiveLine()],
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
];
// Tab leaves the editor after Escape: CodeMirror's own way for people who use the keyboard alone.

const onChange = (changed) =>
  EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  });

/** @param {string} text of a declaration and its comment */
function described({ type, text }) {
  const box = document.createElement("div");
  box.className = "described";
  const code = document.createElement("code");
  code.textContent = type;
  box.append(code);
  if (text) box.append(Object.assign(document.createElement("p"), { textContent: text }));
  return box;
}

const KINDS = { method: "method", property: "property", const: "variable", function: "function", keyword: "keyword" };

async function complete({ state, pos, explicit }) {
  const text = state.doc.toString();
  const before = /[\w$]*$/.exec(text.slice(Math.max(0, pos - 80), pos))[0];
  const isAfter = /["'.{,(]\s*$/.test(text.slice(Math.max(0, pos - 40), pos));
  if (before === "" && !explicit && !isAfter) return null;
  // TypeScript knows the parameters of a call from the first letter of one on: in an empty object it is told of an x.
  const isInObject = before === "" && /[{,]\s*$/.test(text.slice(0, pos));
  const asked = isInObject ? { text: `${text.slice(0, pos)}x${text.slice(pos)}`, at: pos + 1 } : { text, at: pos };
  const found = await ask("complete", { ...asked, isExplicit: explicit });
  if (!found?.length) return null;
  const from = pos - before.length;
  return {
    from,
    options: found.map(({ name, kind, sortText }) => ({
      label: name,
      type: KINDS[kind] ?? "text",
      boost: sortText === "11" || sortText === "12" ? 2 : 0,
      info: async () => {
        const details = await ask("describe", { ...asked, name });
        return details === undefined ? null : described(details);
      },
    })),
    validFor: /^[\w$]*$/,
  };
}

const hovers = hoverTooltip(async (view, at) => {
  const info = await ask("hover", { text: view.state.doc.toString(), at });
  if (info === undefined) return null;
  return { pos: info.from, end: info.to, above: true, create: () => ({ dom: described(info) }) };
});

/** @param {HTMLElement} parent */
export function programEditor(parent, label, changed) {
  return new EditorView({
    parent,
    extensions: [
      javascript({ typescript: true }),
      ...plain,
      ...editing,
      autocompletion({ override: [complete] }),
      hovers,
      labelled(label),
      onChange(changed),
    ],
  });
}

/** Shows what the compiler says of a program. */
export function showDiagnostics(view, diagnostics) {
  const { length } = view.state.doc;
  const inside = diagnostics.map(({ from, to, message }) => ({
    ...{ from: Math.min(from, length), to: Math.min(Math.max(to, from), length), message, severity: "error" },
  }));
  view.dispatch(setDiagnostics(view.state, inside));
}

class Carets extends WidgetType {
  constructor(indent, width, message) {
    super();
    Object.assign(this, { indent, width, message });
  }
  eq(other) {
    return this.indent === other.indent && this.width === other.width && this.message === other.message;
  }
  toDOM() {
    const line = document.createElement("div");
    line.className = "carets";
    line.textContent = `${this.indent}${"^".repeat(this.width)} ${this.message}`;
    return line;
  }
}

const setFindings = StateEffect.define();
const findings = StateField.define({
  create: () => Decoration.none,
  update(current, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setFindings)) return decorations(effect.value, transaction.state);
    return current.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Where a value ends that begins at an offset: a text or a number with its last character, a bracket alone. */
function endOf(text, from) {
  const token = /^(?:"(?:[^"\\\n]|\\.)*"?|[^\s,:[\]{}]+)/.exec(text.slice(from, from + 1000));
  return Math.min(text.length, from + (token?.[0].length ?? 1));
}

function decorations(found, state) {
  const text = state.doc.toString();
  const marks = found.flatMap(({ offset, message }) => {
    const from = Math.min(offset, text.length);
    const to = endOf(text, from);
    const line = state.doc.lineAt(from);
    const indent = text.slice(line.from, from).replaceAll(/[^\t]/g, " ");
    const width = Math.max(1, Math.min(to, line.to) - from);
    const carets = Decoration.widget({ widget: new Carets(indent, width, message), block: true, side: 1 }).range(
      line.to,
    );
    return to > from ? [Decoration.mark({ class: "wrong" }).range(from, to), carets] : [carets];
  });
  return Decoration.set(marks, true);
}

/** Shows the errors of a JSON text below their lines. */
export function showFindings(view, found) {
  view.dispatch({ effects: setFindings.of(found.filter(({ offset }) => offset !== undefined)) });
}

/** @param {HTMLElement} parent */
export function jsonEditor(parent, label, changed) {
  return new EditorView({
    parent,
    extensions: [json(), ...plain, ...editing, findings, labelled(label), onChange(changed)],
  });
}

/** A text to read and to copy. */
export function reader(parent, label, language) {
  const extensions = [
    EditorState.readOnly.of(true),
    EditorView.lineWrapping,
    ...plain,
    labelled(label),
    keymap.of(defaultKeymap),
  ];
  return new EditorView({
    parent,
    extensions: [language === "json" ? json() : javascript({ typescript: true }), ...extensions],
  });
}

/** Puts another text into an editor. */
export function setText(view, text) {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Moves the cursor to a place, and shows it. */
export function goTo(view, offset) {
  view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true });
  view.focus();
}
