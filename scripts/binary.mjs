/** Reads the headers of an addon's file, of any system on any system: what it exports, and what it needs. */
import { createHash } from "node:crypto";

/**
 * @typedef {object} Binary
 * @property {"ELF" | "Mach-O" | "PE"} format
 * @property {string} arch as `process.arch`
 * @property {string[]} exports names it gives, sorted
 * @property {string[]} libraries it needs
 * @property {string[]} [versions] of symbols it needs: `GLIBC_2.16`
 * @property {string[]} [imports] names that it needs: of those of Node on Windows, of all elsewhere
 * @property {number} [landings] instructions that mark where an indirect branch may land, or sign a return address; ELF
 * @property {string} [system] the oldest it runs on, macOS
 * @property {boolean} [signed] macOS
 */

/**
 * @param {Buffer} file
 * @returns {Binary}
 */
export function readBinary(file) {
  const magic = file.length < 64 ? 0 : file.readUInt32BE(0);
  if (magic === 0x7f454c46) return readElf(file);
  if (magic === 0xcffaedfe) return readMachO(file);
  if (magic >>> 16 === 0x4d5a) return readPe(file);
  throw new Error("neither ELF, nor Mach-O, nor PE");
}

function text(file, at) {
  return file.toString("latin1", at, file.indexOf(0, at));
}

const ELF_ARCH = { 62: "x64", 183: "arm64", 40: "arm", 243: "riscv64" };

/** By architecture: `endbr64` of -fcf-protection; `paciasp` and `bti c` of -mbranch-protection. */
const LANDINGS = { x64: ["f30f1efa"], arm64: ["3f2303d5", "5f2403d5"] };

function countOf(bytes, part) {
  let count = 0;
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) count++;
  return count;
}

function readElf(file) {
  const wide = file[4] === 2;
  const u16 = (at) => file.readUInt16LE(at);
  const u32 = (at) => file.readUInt32LE(at);
  const word = (at) => (wide ? Number(file.readBigUInt64LE(at)) : u32(at));
  const table = word(wide ? 40 : 32);
  const size = u16(wide ? 58 : 46);
  const sections = Array.from({ length: u16(wide ? 60 : 48) }, (_, index) => {
    const at = table + index * size;
    return wide
      ? {
          type: u32(at + 4),
          flags: word(at + 8),
          at: word(at + 24),
          size: word(at + 32),
          link: u32(at + 40),
          info: u32(at + 44),
        }
      : {
          type: u32(at + 4),
          flags: u32(at + 8),
          at: u32(at + 16),
          size: u32(at + 20),
          link: u32(at + 24),
          info: u32(at + 28),
        };
  });
  const strings = (section, offset) => text(file, sections[section.link].at + offset);
  const arch = ELF_ARCH[u16(18)];
  const exports = [];
  const imports = [];
  const libraries = [];
  const versions = [];
  let landings = 0;
  for (const section of sections) {
    const end = section.at + section.size;
    if (section.type === 11) {
      for (let at = section.at; at < end; at += wide ? 24 : 16) {
        const [info, index] = wide ? [file[at + 4], u16(at + 6)] : [file[at + 12], u16(at + 14)];
        if (info >> 4 !== 0) (index === 0 ? imports : exports).push(strings(section, u32(at)));
      }
    } else if (section.type === 1 && (section.flags & 4) !== 0) {
      const code = file.subarray(section.at, end);
      for (const instruction of LANDINGS[arch] ?? []) landings += countOf(code, Buffer.from(instruction, "hex"));
    } else if (section.type === 6) {
      const step = wide ? 8 : 4;
      for (let at = section.at; at < end; at += 2 * step) {
        if (word(at) === 1) libraries.push(strings(section, word(at + step)));
      }
    } else if (section.type === 0x6ffffffe) {
      for (let need = section.at, left = section.info; left > 0; left--, need += u32(need + 12)) {
        let at = need + u32(need + 8);
        for (let count = u16(need + 2); count > 0; count--, at += u32(at + 12)) {
          versions.push(strings(section, u32(at + 8)));
        }
      }
    }
  }
  return { format: "ELF", arch, exports: exports.sort(), imports: imports.sort(), libraries, versions, landings };
}

const MACH_ARCH = { 16777223: "x64", 16777228: "arm64" };

/** Where the load commands of a Mach-O file are, by their number; there may be several of one. */
function machCommands(file) {
  const u32 = (at) => file.readUInt32LE(at);
  const commands = [];
  for (let at = 32, count = u32(16); count > 0; count--, at += u32(at + 4)) commands.push([u32(at), at]);
  return {
    u32,
    first: (number) => commands.find(([command]) => command === number)?.[1],
    all: (number) => commands.filter(([command]) => command === number).map(([, at]) => at),
  };
}

const MACH = { symbols: 2, library: 0xc, segment: 0x19, signature: 0x1d, system: 0x32, loader: 0x80000022 };

/** The external symbols of a Mach-O file: where each is in the table, with its name; undefined ones are imports. */
function machSymbols(file) {
  const { u32, first } = machCommands(file);
  const at = first(MACH.symbols);
  const [symbols, number, strings] = [u32(at + 8), u32(at + 12), u32(at + 16)];
  return Array.from({ length: number }, (_, index) => {
    const symbol = symbols + 16 * index;
    const type = file[symbol + 4];
    return {
      symbol,
      name: text(file, strings + u32(symbol)),
      external: (type & 0xe1) === 1,
      defined: (type & 0xe) !== 0,
    };
  }).filter(({ external }) => external);
}

function readMachO(file) {
  const { u32, first, all } = machCommands(file);
  const imports = machSymbols(file).filter(({ defined }) => !defined);
  const loader = first(MACH.loader);
  const [at, size] = [u32(loader + 40), u32(loader + 44)];
  // What the loader finds is in a tree of letters. The table of symbols may say otherwise.
  const exports = size === 0 ? [] : [...trieNames(file.subarray(at, at + size))];
  const system = u32(first(MACH.system) + 12);
  const plain = (names) => names.map((name) => name.replace(/^_/, "")).sort();
  return {
    format: "Mach-O",
    arch: MACH_ARCH[u32(4)],
    exports: plain(exports),
    imports: plain(imports.map(({ name }) => name)),
    libraries: all(MACH.library).map((one) => text(file, one + u32(one + 8))),
    system: `${system >> 16}.${(system >> 8) & 255}`,
    signed: first(MACH.signature) !== undefined,
  };
}

/** A number in as many bytes as it takes, 7 bits each, and where the next byte is. */
function uleb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

/** The names in a tree of exports: each node has what it stands for, if it ends a name, then its edges. */
function* trieNames(trie, node = 0, prefix = "") {
  const [size, info] = uleb(trie, node);
  if (size > 0) yield prefix;
  let at = info + size;
  for (let edges = trie[at++]; edges > 0; edges--) {
    const label = text(trie, at);
    const [child, next] = uleb(trie, at + label.length + 1);
    at = next;
    yield* trieNames(trie, child, prefix + label);
  }
}

/** A tree of a few exports: one node with an edge for each. Addresses are offsets in the image. */
function trieOf(exports) {
  const number = (value) => {
    const bytes = [];
    for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value & 0x7f) | 0x80);
    return [...bytes, value];
  };
  // No flags, then the address.
  const leaves = exports.map(([, address]) => [0, ...number(address)]).map((info) => [info.length, ...info, 0]);
  const labels = exports.map(([name]) => [...Buffer.from(`${name}\0`)]);
  // Where a leaf is stands in the root, in two bytes.
  const wide = (value) => [(value & 0x7f) | 0x80, value >> 7];
  const size = 2 + labels.reduce((sum, label) => sum + label.length + 2, 0);
  const starts = leaves.map((_, index) => size + leaves.slice(0, index).flat().length);
  const edges = labels.flatMap((label, index) => [...label, ...wide(starts[index])]);
  return Buffer.from([0, exports.length, ...edges, ...leaves.flat()]);
}

/**
 * Takes all exports but these out of a Mach-O file, in place, and signs it again if it was signed: zig's linker lists
 * for the loader what the compiler was told to hide.
 * @param {Buffer} file
 * @param {readonly string[]} kept
 */
export function keepMachExports(file, kept) {
  const { u32, first, all } = machCommands(file);
  const start = all(MACH.segment).find((at) => text(file, at + 8) === "__TEXT");
  const base = file.readBigUInt64LE(start + 24);
  const exports = machSymbols(file)
    .filter(({ name, defined }) => defined && kept.includes(name.replace(/^_/, "")))
    .map(({ name, symbol }) => [name, Number(file.readBigUInt64LE(symbol + 8) - base)]);
  const trie = trieOf(exports);
  const loader = first(MACH.loader);
  const at = u32(loader + 40);
  file.fill(0, at, at + u32(loader + 44));
  trie.copy(file, at);
  file.writeUInt32LE(Math.ceil(trie.length / 8) * 8, loader + 44);
  const signature = first(MACH.signature);
  if (signature !== undefined) sign(file, u32(signature + 8));
}

/** Writes the hashes of all pages into an ad-hoc signature that is there. */
function sign(file, at) {
  const u32 = (place) => file.readUInt32BE(place);
  for (let index = 0; index < u32(at + 8); index++) {
    const directory = at + u32(at + 12 + 8 * index + 4);
    if (u32(directory) !== 0xfade0c02) continue;
    const [hashes, pages, end] = [u32(directory + 16), u32(directory + 28), u32(directory + 32)];
    const [size, page] = [file[directory + 36], 2 ** file[directory + 39]];
    for (let number = 0; number < pages; number++) {
      const bytes = file.subarray(number * page, Math.min((number + 1) * page, end));
      createHash("sha256")
        .update(bytes)
        .digest()
        .copy(file, directory + hashes + number * size, 0, size);
    }
  }
}

const PE_ARCH = { 34404: "x64", 43620: "arm64" };

/** Reads words of a PE file: at an offset, and where an address of the loaded program is. */
function pe(file) {
  const u16 = (at) => file.readUInt16LE(at);
  const u32 = (at) => file.readUInt32LE(at);
  const header = u32(0x3c) + 4;
  const optional = header + 20;
  const sections = optional + u16(header + 16);
  const place = (address) => {
    for (let at = sections; at < sections + 40 * u16(header + 2); at += 40) {
      const offset = address - u32(at + 12);
      if (offset >= 0 && offset < u32(at + 16)) return u32(at + 20) + offset;
    }
    throw new Error("an address that is in no section");
  };
  const directory = (index) => u32(optional + 112 + 8 * index);
  return { u16, u32, place, directory, arch: PE_ARCH[u16(header)] };
}

/** The table of exports: where its tables of functions, names and their numbers are. */
function peExports({ u32, place, directory }) {
  const at = place(directory(0));
  return {
    at,
    count: u32(at + 24),
    functions: place(u32(at + 28)),
    names: place(u32(at + 32)),
    numbers: place(u32(at + 36)),
  };
}

function readPe(file) {
  const { u32, place, directory, arch, ...words } = pe(file);
  const exports = [];
  if (directory(0) !== 0) {
    const { count, names } = peExports({ ...words, u32, place, directory });
    for (let index = 0; index < count; index++) exports.push(text(file, place(u32(names + 4 * index))));
  }
  const libraries = [];
  const imports = [];
  for (let at = place(directory(1)); u32(at + 12) !== 0; at += 20) {
    const library = text(file, place(u32(at + 12)));
    libraries.push(library);
    if (library !== "node.exe") continue;
    for (let name = place(u32(at) || u32(at + 16)); u32(name) !== 0; name += 8) {
      imports.push(text(file, place(u32(name)) + 2));
    }
  }
  return { format: "PE", arch, exports: exports.sort(), imports: imports.sort(), libraries };
}

/**
 * Takes all exports but these out of a PE file, in place: for what zig's linker can hide no other way.
 * @param {Buffer} file
 * @param {readonly string[]} kept
 */
export function keepExports(file, kept) {
  const words = pe(file);
  const { u16, u32, place } = words;
  const { at, count, functions, names, numbers } = peExports(words);
  const found = [];
  for (let index = 0; index < count; index++) {
    const address = u32(names + 4 * index);
    const name = text(file, place(address));
    if (kept.includes(name)) found.push([address, u32(functions + 4 * u16(numbers + 2 * index))]);
    else file.fill(0, place(address), place(address) + name.length);
  }
  file.fill(0, functions, functions + 4 * u32(at + 20));
  for (const [index, [name, code]] of found.entries()) {
    file.writeUInt32LE(name, names + 4 * index);
    file.writeUInt16LE(index, numbers + 2 * index);
    file.writeUInt32LE(code, functions + 4 * index);
  }
  file.writeUInt32LE(found.length, at + 20);
  file.writeUInt32LE(found.length, at + 24);
}

/** Takes out of a PE file, in place, when it was linked. */
export function removeTime(file) {
  file.writeUInt32LE(0, file.readUInt32LE(0x3c) + 8);
}

/**
 * As many functions at least have a landing mark where the compiler makes them: those of the addon are some hundreds.
 */
const FEW = 100;

/**
 * What an addon lacks of the checks that compilers build in, a sentence each. On Windows there are none to be seen.
 * @param {Binary} binary
 * @param {{ fortified: boolean }} library whether the C library has checked functions: glibc has, where we compile them
 * @returns {string[]}
 */
export function unprotected({ format, arch, imports, landings }, { fortified }) {
  const found = [];
  if (format === "PE") return found;
  if (!imports.includes("__stack_chk_fail")) found.push("it was compiled without -fstack-protector-strong");
  if (format !== "ELF") return found;
  const isChecked = (name) => /^__\w+_chk$/.test(name);
  if (fortified && !imports.some(isChecked)) found.push("it was compiled without _FORTIFY_SOURCE");
  const isMarked = LANDINGS[arch] === undefined || landings >= FEW;
  if (!isMarked) found.push(`it was compiled without ${arch === "x64" ? "-fcf" : "-mbranch"}-protection`);
  return found;
}
