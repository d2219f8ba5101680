/**
 * The vocabulary of the border between TypeScript and C++, written into both from native/border.json:
 * node scripts/border.mjs. The format number is computed from the table, so it differs wherever the table does, and an
 * addon built from another table is refused. test/native/border.test.ts shows that both files are what the table says.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** `about` is for readers, and no part of the format. */
export const readTable = () => JSON.parse(readFileSync(join(root, "native/border.json"), "utf8"));

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

/** The two files, by name. */
export function generate(table) {
  return { "src/native/tape.ts": typescript(table), "native/core/border.hpp": cpp(table) };
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

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of Object.entries(generate(readTable()))) writeFileSync(join(root, file), text);
}
