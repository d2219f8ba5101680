/** Values as text, as Node prints them: what the comments in the documentation show. */
const LEVELS = 6;
const MOST = 100;
const WIDTH = 76;
const isName = /^[A-Za-z_$][\w$]*$/;

const keyText = (key) => (typeof key === "symbol" ? `[${String(key)}]` : isName.test(key) ? key : JSON.stringify(key));

/** @param {unknown} value */
export function inspect(value, indent = "", level = 0, above = []) {
  if (typeof value === "string") return level === 0 && value.includes("\n") ? value : JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "function") return isText(value) ? String(value) : `[Function: ${value.name || "(anonymous)"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (isText(value)) return String(value);
  if (above.includes(value)) return "[Circular]";
  if (level > LEVELS) return Array.isArray(value) ? "[Array]" : "[Object]";
  const inner = (one) => inspect(one, `${indent}  `, level + 1, [...above, value]);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return joined(nameOf(value), "[", Array.from(value, inner), "]", indent);
  if (value instanceof Set) return joined(nameOf(value), "{", Array.from(value, inner), "}", indent);
  if (value instanceof Map) {
    return joined(
      nameOf(value),
      "{",
      Array.from(value, ([key, one]) => `${inner(key)} => ${inner(one)}`),
      "}",
      indent,
    );
  }
  const entries = Object.entries(value).map(([key, one]) => `${keyText(key)}: ${inner(one)}`);
  return joined(nameOf(value), "{", entries, "}", indent);
}

/** Validators, errors and dates say themselves what they are. */
function isText(value) {
  const { toString } = value;
  return (
    typeof toString === "function" &&
    toString !== Object.prototype.toString &&
    toString !== Array.prototype.toString &&
    (typeof value !== "function" || toString !== Function.prototype.toString) &&
    !ArrayBuffer.isView(value)
  );
}

function nameOf(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return "[Object: null prototype] ";
  const { name } = prototype.constructor ?? {};
  if (name === "Object" || name === "Array" || !name) return "";
  return `${name}${value.length === undefined ? "" : `(${value.length})`} `;
}

function joined(name, open, parts, close, indent) {
  if (parts.length === 0) return `${name}${open}${close}`;
  const shown = parts.length > MOST ? [...parts.slice(0, MOST), `... ${parts.length - MOST} more`] : parts;
  const line = `${name}${open} ${shown.join(", ")} ${close}`;
  if (line.length <= WIDTH && !line.includes("\n")) return line;
  return `${name}${open}\n${shown.map((part) => `${indent}  ${part}`).join(",\n")},\n${indent}${close}`;
}
