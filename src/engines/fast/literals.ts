/** Strings, numbers and keys as source text of generated code. */

/** A string literal. The only place where text of the caller becomes code. */
export const quote = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);

/** A number literal. */
function number(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (value === Number.POSITIVE_INFINITY) return "1 / 0";
  return value === Number.NEGATIVE_INFINITY ? "-1 / 0" : String(value);
}

/** An expression for a primitive. */
export function primitive(value: unknown, code: { constant(value: unknown): string }): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return number(value);
  return typeof value === "boolean" || value === null ? String(value) : code.constant(value);
}

/** The code that reads a property. */
export const property = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${quote(key)}]`);

/** A property of an object literal, an own one whatever its name. */
export const field = (key: string, value: string): string =>
  key === "__proto__" ? `["__proto__"]: ${value}` : `${quote(key)}: ${value}`;

/**
 * V8 makes a hash table of an object with more keys, whether from a literal or by adding them one by one, but not from
 * a constructor.
 */
export const MAX_LITERAL_KEYS = 100;
/**
 * From about 500 keys on, a constructor takes a hundred times as long for a key: a copied literal of constants, whose
 * keys are then assigned, is faster.
 */
export const MAX_CONSTRUCTED_KEYS = 300;

/** A constructor of plain objects with these keys, in this order. It would call setters of Object.prototype. */
export function constructorCode(name: string, keys: readonly string[]): string {
  const assignments = keys.map((key, index) => `this[${quote(key)}] = value${index};\n`);
  return `function ${name}(${keys.map((_, index) => `value${index}`).join()}) {\n${assignments.join("")}}\n${name}.prototype = Object.prototype;\n`;
}
