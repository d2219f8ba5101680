/** Reads the headers of an addon's file, of any system on any system: what it exports, and what it needs. */

/**
 * @typedef {object} Binary
 * @property {"ELF" | "Mach-O" | "PE"} format
 * @property {string} arch as `process.arch`
 * @property {string[]} exports names it gives, sorted
 * @property {string[]} libraries it needs
 * @property {string[]} [versions] of symbols it needs: `GLIBC_2.16`
 * @property {string[]} [imports] names that it needs: of those of Node on Windows, of all on macOS
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
      ? { type: u32(at + 4), at: word(at + 24), size: word(at + 32), link: u32(at + 40), info: u32(at + 44) }
      : { type: u32(at + 4), at: u32(at + 16), size: u32(at + 20), link: u32(at + 24), info: u32(at + 28) };
  });
  const strings = (section, offset) => text(file, sections[section.link].at + offset);
  const exports = [];
  const libraries = [];
  const versions = [];
  for (const section of sections) {
    const end = section.at + section.size;
    if (section.type === 11) {
      for (let at = section.at; at < end; at += wide ? 24 : 16) {
        const [info, index] = wide ? [file[at + 4], u16(at + 6)] : [file[at + 12], u16(at + 14)];
        if (info >> 4 !== 0 && index !== 0) exports.push(strings(section, u32(at)));
      }
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
  return { format: "ELF", arch: ELF_ARCH[u16(18)], exports: exports.sort(), libraries, versions };
}

const MACH_ARCH = { 16777223: "x64", 16777228: "arm64" };

function readMachO(file) {
  const u32 = (at) => file.readUInt32LE(at);
  const exports = [];
  const imports = [];
  const libraries = [];
  let signed = false;
  let system;
  let at = 32;
  for (let count = u32(16); count > 0; count--, at += u32(at + 4)) {
    const command = u32(at);
    if (command === 0x1d) signed = true;
    else if (command === 0xc) libraries.push(text(file, at + u32(at + 8)));
    else if (command === 0x32) system = `${u32(at + 12) >> 16}.${(u32(at + 12) >> 8) & 255}`;
    else if (command === 2) {
      const [symbols, number, strings] = [u32(at + 8), u32(at + 12), u32(at + 16)];
      for (let symbol = symbols; symbol < symbols + 16 * number; symbol += 16) {
        const type = file[symbol + 4];
        // External, and neither private nor for debuggers.
        if ((type & 0xf1) !== 1) continue;
        ((type & 0xe) === 0 ? imports : exports).push(text(file, strings + u32(symbol)).replace(/^_/, ""));
      }
    }
  }
  const arch = MACH_ARCH[u32(4)];
  return { format: "Mach-O", arch, exports: exports.sort(), imports: imports.sort(), libraries, system, signed };
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
