/**
 * What both sides of the border between TypeScript and C++ share: node scripts/border.mjs.
 *
 * The vocabulary, written into both from native/border.json: the format number is computed from the table, so it
 * differs wherever the table does, and an addon built from another table is refused. And which parameters C++ reads,
 * written from native/parameters.json into C++ and the documentation. test/native/border.test.ts shows that all files
 * are what the tables say.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** `about` is for readers, and no part of the format. */
export const readTable = () => JSON.parse(readFileSync(join(root, "native/border.json"), "utf8"));

/**
 * By class of validators: the parameters that C++ reads; those without effect on it, with the reason; those with which
 * it delegates the validator, alone or together; and what else makes it do so.
 */
export const readParameters = () => JSON.parse(readFileSync(join(root, "native/parameters.json"), "utf8"));

/** A number for what the table says: FNV-1a, as a positive integer of 31 bits. */
export function formatOf({ groups, constants, layouts }) {
  const values = groups.map(({ name, values }) => [name, Object.entries(values).map(([key, [value]]) => [key, value])]);
  const numbers = Object.entries(constants).map(([name, [value]]) => [name, value]);
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(JSON.stringify([values, numbers, layouts]))) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash >>> 1;
}

/** The files, by name. */
export function generate(table, parameters = readParameters()) {
  return {
    "src/engines/native/tape.ts": typescript(table),
    "native/core/border.hpp": cpp(table),
    "native/core/dump/parameters.hpp": parametersInCpp(parameters),
    "native/README.md": within("native/README.md", readmeTable(parameters)),
    "docs/engines.md": within("docs/engines.md", docsTable(parameters)),
  };
}

/** A page with another table between its marks. */
function within(file, table) {
  const page = readFileSync(join(root, file), "utf8");
  return page.replace(
    /(<!-- parameters -->\n)[\s\S]*(\n<!-- \/parameters -->)/,
    (_, begin, end) => begin + table + end,
  );
}

const MAX_LINE = 120;

/** A text as lines that begin with `start`. */
function wrapped(start, text) {
  const lines = [];
  let line = start;
  for (const word of text.split(" ")) {
    if (line.length + word.length > MAX_LINE) {
      lines.push(line.trimEnd());
      line = start;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}

const upper = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

function typescript(table) {
  const lines = [
    "/** The language of the border between TypeScript and C++. scripts/border.mjs writes it from native/border.json. */",
    "",
    "/** Both sides must have the same: the number of the table that this file was written from. */",
    `export const FORMAT = ${formatOf(table)};`,
  ];
  for (const [name, [value, about]] of Object.entries(table.constants)) {
    lines.push("", `/** ${about} */`, `export const ${upper(name)} = ${value};`);
  }
  for (const { name, about, values } of table.groups) {
    lines.push("", `/** ${about} */`, `export const ${name} = {`);
    for (const [key, [value, meaning]] of Object.entries(values)) {
      if (meaning !== undefined) lines.push(`  /** ${sentence(meaning)} */`);
      lines.push(`  ${key}: ${value},`);
    }
    lines.push("} as const;");
  }
  return `${lines.join("\n")}\n`;
}

function cpp(table) {
  const lines = [
    "// What both sides of the border to TypeScript call by number: written by scripts/border.mjs from native/border.json.",
    "#pragma once",
    "",
    "#include <array>",
    "#include <cstddef>",
    "#include <cstdint>",
    "#include <string_view>",
    "",
    "// clang-format off",
    "namespace validlib {",
    "",
    "// Both sides must have the same: the number of the table that this file was written from.",
    `inline constexpr std::int32_t formatVersion = ${formatOf(table)};`,
  ];
  for (const [name, [value, about, type]] of Object.entries(table.constants)) {
    lines.push("", `// ${about}`, `inline constexpr ${type} ${name} = ${value};`);
  }
  for (const { name, about, cpp: head, named, values } of table.groups) {
    const isNamespace = head.startsWith("namespace");
    lines.push("", `// ${about}`, `${head} {`);
    for (const [key, [value, meaning]] of Object.entries(values)) {
      const line = isNamespace ? `inline constexpr std::int32_t ${key} = ${value};` : `  ${key} = ${value},`;
      const isLong = `${line}  // ${meaning}`.length > MAX_LINE;
      if (meaning !== undefined && isLong) lines.push(...wrapped(`${isNamespace ? "" : "  "}// `, sentence(meaning)));
      lines.push(meaning === undefined || isLong ? line : `${line}  // ${meaning}`);
    }
    lines.push(isNamespace ? `}  // ${head}` : "};");
    if (named) lines.push("", ...finder(name, Object.keys(values)));
  }
  lines.push("", "// How it is put together:");
  for (const [name, layout] of Object.entries(table.layouts)) lines.push(...wrapped("//   ", `${name}: ${layout}`));
  return `${[...lines, "", "}  // namespace validlib", "// clang-format on"].join("\n")}\n`;
}

/** The C++ function that finds a value of an enumeration by its name. */
function finder(name, keys) {
  return [
    "// False when there is none of that name.",
    `inline bool ${name.toLowerCase()}Named(std::string_view name, ${name}& into) noexcept {`,
    `  constexpr std::array<std::string_view, ${keys.length}> names = {`,
    ...keys.map((key) => `    "${key}",`),
    "  };",
    "  for (std::size_t i = 0; i < names.size(); ++i) {",
    "    if (names[i] != name) continue;",
    `    into = static_cast<${name}>(i);`,
    "    return true;",
    "  }",
    "  return false;",
    "}",
  ];
}

/** What `Params` needs: it knows itself which parameters a class has read. */
function parametersInCpp(parameters) {
  const texts = (names) => names.map((name) => JSON.stringify(name)).join(", ");
  const list = (type, name, items) =>
    items.length === 0 ? [] : wrapped("      ", `static constexpr ${type} ${name}[] = {${items.join(", ")}};`);
  const classes = Object.entries(parameters).filter(([, { ignored, together }]) => ignored || together);
  const most = Math.max(...classes.flatMap(([, { together = [] }]) => together.map(({ length }) => length)));
  const cases = classes.flatMap(([name, { ignored = {}, together = [] }]) => [
    `    case Class::${name}: {`,
    ...list(
      "std::string_view",
      "ignored",
      Object.keys(ignored).map((one) => JSON.stringify(one)),
    ),
    ...list(
      "Together",
      "together",
      together.map((names) => `Together{${texts(names)}}`),
    ),
    `      return {${Object.keys(ignored).length > 0 ? "ignored" : "{}"}, ${together.length > 0 ? "together" : "{}"}};`,
    "    }",
  ]);
  return `${[
    "// What C++ does with parameters besides reading them: written by scripts/border.mjs from native/parameters.json.",
    "#pragma once",
    "",
    "#include <array>",
    "#include <span>",
    "#include <string_view>",
    "",
    '#include "../border.hpp"',
    "",
    "// clang-format off",
    "namespace validlib::dump {",
    "",
    "// A validator that has all of them is delegated. Empty names count as given.",
    `using Together = std::array<std::string_view, ${most}>;`,
    "",
    "struct Parameters {",
    "  // They have no effect on JSON text, or TypeScript applies them to what the walk accepts.",
    "  std::span<const std::string_view> ignored;",
    "  std::span<const Together> together;",
    "};",
    "",
    "inline Parameters parametersOf(Class which) noexcept {",
    "  switch (which) {",
    ...cases,
    "    default: return {};",
    "  }",
    "}",
    "",
    "}  // namespace validlib::dump",
    "// clang-format on",
  ].join("\n")}\n`;
}

const code = (names) => names.map((name) => `\`${name}\``);
const list = (items, word) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;

/** What makes the addon delegate validators of a class. */
function reasons({ delegated = [], together = [], also = [] }) {
  // Those that differ in one name only.
  const firsts = [...new Set(together.map(([first]) => first))];
  const pairs = firsts.map((first) => {
    const others = together.filter(([one]) => one === first).map(([, ...rest]) => list(code(rest), "and"));
    return `it has \`${first}\` and ${list(others, "or")}`;
  });
  const alone = delegated.length === 0 ? [] : [`it has ${list(code(delegated), "or")}`];
  return [...alone, ...pairs, ...also];
}

/** Rows of a table, those with equal cells as one. */
function rows(parameters, cellsOf) {
  const names = new Map();
  for (const [name, one] of Object.entries(parameters)) {
    const cells = cellsOf(one).join(" | ");
    names.set(cells, [...(names.get(cells) ?? []), `\`${name}\``]);
  }
  return Array.from(names, ([cells, all]) => `| ${all.join(", ")} | ${cells} |`);
}

function readmeTable(parameters) {
  const given = ({ read, ignored = {} }) => {
    const because = [...new Set(Object.values(ignored))].map(
      (reason) => `${list(code(Object.keys(ignored).filter((name) => ignored[name] === reason)), "and")}: ${reason}`,
    );
    return [code(read).join(" "), because.join("; ")];
  };
  return [
    "| Class | Parameters that C++ reads | Without effect on it | Delegated if |",
    "|---|---|---|---|",
    ...rows(parameters, (one) => [...given(one), reasons(one).join("; ")]),
  ].join("\n");
}

function docsTable(parameters) {
  return [
    "| Validator | Delegated to its `check` if |",
    "|---|---|",
    ...rows(parameters, (one) => [reasons(one).join("; ") || "never"]),
  ].join("\n");
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of Object.entries(generate(readTable()))) writeFileSync(join(root, file), text);
}
