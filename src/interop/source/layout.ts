/** Lays out source text as formatters do: what fits on a line is on one, anything else has a line for each part. */

/** Maximum length of a line. A longer string or name stays whole. */
const WIDTH = 100;
const INDENT = 2;

/** A piece of source text; several are written one after the other. */
export type Doc = string | readonly Doc[] | Group | Member | Part;

/** Items between brackets: an array, an object, or the arguments of a call. */
export interface Group {
  readonly open: string;
  readonly items: readonly Doc[];
  readonly close: `${"]" | "}" | ")"}${string}`;
}

/** A member of an object. */
export interface Member {
  readonly key: string;
  readonly value: Doc;
}

/** Text that gets a constant of its own if it has a name when it is written; elsewhere there is then only the name. */
export class Part {
  name: string | undefined;
  /** What the name is made of, if the part needs one. */
  hint: string | undefined;
  body: Doc | undefined;
  /** How many parts without a name are written inside each other in its text, itself included. */
  height = 0;

  constructor(name?: string) {
    this.name = name;
  }
}

export const array = (items: readonly Doc[]): Group => ({ open: "[", items, close: "]" });
export const object = (items: readonly Doc[]): Group => ({ open: "{", items, close: "}" });
export const call = (name: string, items: readonly Doc[]): Group => ({ open: `${name}(`, items, close: ")" });

/** A value that the compiler takes whatever its type is. */
export function asNever(doc: Doc): Doc {
  const value = inPlace(doc);
  const suffix = " as never";
  return isGroup(value) ? { ...value, close: `${value.close}${suffix}` } : [value, suffix];
}

/** The text of a statement. */
export function layout(doc: Doc): string {
  return new Layout().write(doc, 0, 0, 0);
}

const isString = (doc: Doc): doc is string => typeof doc === "string";
const isGroup = (doc: Doc): doc is Group => typeof doc === "object" && "open" in doc;

/** What is written in this place: the name of a part, or its text. */
function inPlace(doc: Doc): Doc {
  if (!(doc instanceof Part)) return doc;
  return doc.name ?? inPlace(doc.body ?? "");
}

const isArray = ({ close }: Group): boolean => close.startsWith("]");
const isObject = ({ close }: Group): boolean => close.startsWith("}");
const isCall = ({ close }: Group): boolean => close.startsWith(")");

const isNumber = (doc: Doc): boolean => /^-?[\d.]+(?:e-?\d+)?$/.test(String(inPlace(doc)));
const isListOfNumbers = (doc: Doc): boolean => isGroup(doc) && isArray(doc) && doc.items.every(isNumber);

/** Formatters never write several objects, or several arrays, with more than one member each on one line. */
const isTable = (group: Group): boolean =>
  isArray(group) &&
  group.items.length > 1 &&
  [isArray, isObject].some((isOfKind) =>
    group.items.map(inPlace).every((item) => isGroup(item) && isOfKind(item) && item.items.length > 1),
  );

/** Characters that formatters count as two columns: those of East Asian scripts, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33bf\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/** The columns that a text takes. */
function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : /[\p{Mn}\p{Me}\p{Cf}]/u.test(character) ? 0 : 1;
  return columns;
}

class Layout {
  readonly #widths = new Map<Doc, number>();

  /** @param after the number of characters that follow on the same line. */
  write(given: Doc, indent: number, column: number, after: number): string {
    const doc = inPlace(given);
    if (isString(doc)) return doc;
    if (isGroup(doc)) return this.#group(doc, indent, column, after);
    if ("key" in doc) return this.#member(doc, indent, column, after);
    let text = "";
    for (const [index, piece] of (doc as readonly Doc[]).entries()) {
      const line = text.includes("\n") ? columnsOf(text.slice(text.lastIndexOf("\n") + 1)) : column + columnsOf(text);
      const rest = (doc as readonly Doc[])
        .slice(index + 1)
        .reduce((sum: number, next) => sum + this.#width(next), after);
      text += this.write(piece, indent, line, rest);
    }
    return text;
  }

  /** The length on one line; infinite if it is never on one. */
  #width(given: Doc): number {
    const doc = inPlace(given);
    if (isString(doc)) return columnsOf(doc);
    const known = this.#widths.get(doc);
    if (known !== undefined) return known;
    let width: number;
    if (isGroup(doc)) width = isTable(doc) ? Number.POSITIVE_INFINITY : this.#flatWidth(doc);
    else if ("key" in doc) width = isShorthand(doc) ? doc.key.length : columnsOf(doc.key) + 2 + this.#width(doc.value);
    else width = (doc as readonly Doc[]).reduce((sum: number, piece) => sum + this.#width(piece), 0);
    this.#widths.set(doc, width);
    return width;
  }

  /** The length up to where a line may be broken first, and whether that is the whole. */
  #head(given: Doc): [length: number, isWhole: boolean] {
    const doc = inPlace(given);
    if (isString(doc)) return [columnsOf(doc), true];
    if (isGroup(doc)) {
      const isWhole = doc.items.length === 0;
      return [columnsOf(doc.open) + (isWhole ? doc.close.length : 0), isWhole];
    }
    if ("key" in doc) return [this.#width(doc), true];
    let length = 0;
    for (const piece of doc as readonly Doc[]) {
      const [more, isWhole] = this.#head(piece);
      length += more;
      if (!isWhole) return [length, false];
    }
    return [length, true];
  }

  #flatWidth(group: Group): number {
    const { open, items, close } = group;
    const spaces = isObject(group) && items.length > 0 ? 2 : 0;
    const commas = 2 * Math.max(0, items.length - 1);
    return items.reduce((sum: number, item) => sum + this.#width(item), open.length + close.length + spaces + commas);
  }

  #group(group: Group, indent: number, column: number, after: number): string {
    const { open, items, close } = group;
    if (column + this.#width(group) + after <= WIDTH) {
      const space = isObject(group) && items.length > 0 ? " " : "";
      return `${open}${space}${items.map((item) => this.write(item, 0, 0, 0)).join(", ")}${space}${close}`;
    }
    const hugging = isCall(group) ? this.#hugging(group, indent, column) : undefined;
    return hugging ?? this.#broken(group, indent);
  }

  /** A call whose last argument, an object or an array, begins on the line of the call. */
  #hugging({ open, items }: Group, indent: number, column: number): string | undefined {
    const [last, before] = items.toReversed().map(inPlace);
    if (last === undefined || !isGroup(last) || isCall(last) || last.items.length === 0) return undefined;
    // Two of one kind, where `{} as never` is of another kind than `{}`.
    if (before !== undefined && isGroup(before) && before.close === last.close) return undefined;
    if (before !== undefined && isListOfNumbers(last)) return undefined;
    const others = items.slice(0, -1);
    const width = others.reduce((sum: number, item) => sum + this.#width(item) + 2, column + open.length + 1);
    if (width > WIDTH) return undefined;
    const texts = others.map((item) => this.write(item, 0, 0, 0));
    return `${open}${[...texts, this.#broken(last, indent)].join(", ")})`;
  }

  #broken(group: Group, indent: number): string {
    const { open, items, close } = group;
    if (items.length === 0) return `${open}${close}`;
    const inner = indent + INDENT;
    const margin = " ".repeat(inner);
    const body =
      items.length > 1 && isListOfNumbers(group)
        ? filled(items.map(inPlace) as string[], margin)
        : items.map((item) => `${margin}${this.write(item, inner, inner, 1)},\n`).join("");
    return `${open}\n${body}${" ".repeat(indent)}${close}`;
  }

  #member(member: Member, indent: number, column: number, after: number): string {
    const { key, value } = member;
    if (isShorthand(member)) return key;
    const start = `${key}: `;
    const inside = column + columnsOf(start);
    // What cannot begin on this line gets one of its own, unless the key is hardly longer than the indentation.
    const [head, isWhole] = this.#head(value);
    if (key.length > INDENT && inside + head + (isWhole ? after : 0) > WIDTH) {
      const next = indent + INDENT;
      return `${key}:\n${" ".repeat(next)}${this.write(value, next, next, after)}`;
    }
    return start + this.write(value, indent, inside, after);
  }
}

/** Whether the value of a member is a constant with the name of its key. */
const isShorthand = ({ key, value }: Member): boolean => value instanceof Part && value.name === key;

/** As many numbers on each line as fit. */
function filled(items: readonly string[], margin: string): string {
  let [text, line] = ["", margin];
  for (const item of items) {
    if (line !== margin && line.length + item.length + 2 > WIDTH) {
      text += `${line}\n`;
      line = margin;
    }
    line += `${line === margin ? "" : " "}${item},`;
  }
  return `${text}${line}\n`;
}
