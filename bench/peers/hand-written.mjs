/**
 * What one would write by hand for the workloads, and for nothing else: the limit of what a library can reach. A value
 * of `is` gives the verdict, one of `value` a fresh copy, or undefined.
 */
import { workloads } from "../workloads.mjs";

function size(value) {
  let count = 0;
  for (const _ in value) count++;
  return count;
}
const isObject = (value) => typeof value === "object" && value !== null;
const isText = (value, least, most) => typeof value === "string" && value.length >= least && value.length <= most;
const isInteger = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
const isNumber = (value) => typeof value === "number" && value - value === 0;

function everyItem(value, test) {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) if (!test(value[index])) return false;
  return true;
}

function copyOf(value, copy) {
  const { length } = value;
  const copies = new Array(length);
  for (let index = 0; index < length; index++) copies[index] = copy(value[index]);
  return copies;
}

const isFlat = (value) =>
  isObject(value) &&
  isInteger(value.id, 1, Infinity) &&
  isText(value.name, 1, 100) &&
  isText(value.email, 3, 200) &&
  isInteger(value.age, 0, 150) &&
  typeof value.active === "boolean" &&
  isNumber(value.score) &&
  value.score >= 0 &&
  value.score <= 100 &&
  (value.role === "admin" || value.role === "editor" || value.role === "viewer") &&
  size(value) === 7;
const copyFlat = ({ id, name, email, age, active, score, role }) => ({ id, name, email, age, active, score, role });

const isTag = (value) => isText(value, 1, 50);
const isAddress = (value) =>
  isObject(value) &&
  isText(value.street, 0, 200) &&
  isText(value.city, 0, 100) &&
  isText(value.zip, 4, 10) &&
  isText(value.country, 2, 2) &&
  size(value) === 4;
const copyAddress = ({ street, city, zip, country }) => ({ street, city, zip, country });
const isUser = (value) =>
  isObject(value) &&
  isInteger(value.id, 1, Infinity) &&
  isText(value.name, 1, 100) &&
  isText(value.email, 3, 200) &&
  isInteger(value.age, 0, 150) &&
  typeof value.active === "boolean" &&
  isNumber(value.score) &&
  value.score >= 0 &&
  value.score <= 100.5 &&
  everyItem(value.tags, isTag) &&
  isAddress(value.address) &&
  size(value) === 8;
const same = (item) => item;
const copyUser = ({ id, name, email, age, active, score, tags, address }) => ({
  id,
  name,
  email,
  age,
  active,
  score,
  tags: copyOf(tags, same),
  address: copyAddress(address),
});

function isShape(value) {
  if (!isObject(value) || !isNumber(value.x) || !isNumber(value.y)) return false;
  switch (value.kind) {
    case "circle":
      return isNumber(value.radius) && value.radius >= 0 && size(value) === 4;
    case "rectangle":
      return (
        isNumber(value.width) && value.width >= 0 && isNumber(value.height) && value.height >= 0 && size(value) === 5
      );
    case "label":
      return isText(value.text, 0, 500) && isInteger(value.size, 1, Infinity) && size(value) === 5;
    default:
      return false;
  }
}
function copyShape(value) {
  const { kind, x, y } = value;
  if (kind === "circle") return { kind, x, y, radius: value.radius };
  if (kind === "rectangle") return { kind, x, y, width: value.width, height: value.height };
  return { kind, x, y, text: value.text, size: value.size };
}

const isTree = (value) =>
  isObject(value) && Number.isInteger(value.value) && everyItem(value.children, isTree) && size(value) === 2;
const copyTree = ({ value, children }) => ({ value, children: copyOf(children, copyTree) });

const kinds = new Map(
  Object.entries(workloads.find(({ name }) => name === "dict").shape.keys).map(([key, { kind }]) => [key, kind]),
);
function isDict(value) {
  if (!isObject(value)) return false;
  let count = 0;
  for (const key in value) {
    const member = value[key];
    switch (kinds.get(key)) {
      case "int":
        if (!isInteger(member, 0, Infinity)) return false;
        break;
      case "str":
        if (!isText(member, 0, 20)) return false;
        break;
      case "bool":
        if (typeof member !== "boolean") return false;
        break;
      default:
        return false;
    }
    count++;
  }
  return count === kinds.size;
}

function isExtra(value) {
  if (!isObject(value) || !isInteger(value.id, 1, Infinity) || !("total" in value)) return false;
  for (const key in value) if (!isNumber(value[key])) return false;
  return true;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const PHONE = /^\+?[0-9]{6,15}$/u;
const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const COLOR = /^#[0-9a-f]{6}$/u;
const HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/u;
const matches = (value, pattern) => typeof value === "string" && pattern.test(value);
const isStrings = (value) =>
  isObject(value) &&
  matches(value.uuid, UUID) &&
  matches(value.slug, SLUG) &&
  matches(value.phone, PHONE) &&
  matches(value.date, DATE) &&
  matches(value.color, COLOR) &&
  matches(value.host, HOST) &&
  isText(value.title, 1, 200) &&
  isText(value.summary, 1, 1000) &&
  isText(value.body, 0, 5000) &&
  size(value) === 9;
const copyStrings = ({ uuid, slug, phone, date, color, host, title, summary, body }) => ({
  uuid,
  slug,
  phone,
  date,
  color,
  host,
  title,
  summary,
  body,
});

const isPositive = (value) => isNumber(value) && value >= 0;

function isOptional(value) {
  if (!isObject(value) || Array.isArray(value)) return false;
  for (const key in value) {
    switch (key) {
      case "field_a":
      case "field_b":
      case "field_c":
      case "field_d":
      case "field_e":
      case "field_f":
      case "field_g":
      case "field_h":
      case "field_i":
      case "field_j":
      case "field_k":
      case "field_l":
        if (!Number.isInteger(value[key])) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

const holdsCase = (value, isNested) =>
  isObject(value) &&
  isNumber(value.number) &&
  isNumber(value.negNumber) &&
  isNumber(value.maxNumber) &&
  typeof value.string === "string" &&
  typeof value.longString === "string" &&
  typeof value.boolean === "boolean" &&
  isNested(value.deeplyNested);
const holdsNested = (value) =>
  isObject(value) && typeof value.foo === "string" && isNumber(value.num) && typeof value.bool === "boolean";
const isNested = (value) => holdsNested(value) && size(value) === 3;
const isLooseCase = (value) => holdsCase(value, holdsNested);
const isStrictCase = (value) => holdsCase(value, isNested) && size(value) === 7;
const copyCase = ({ number, negNumber, maxNumber, string, longString, boolean, deeplyNested: { foo, num, bool } }) => ({
  number,
  negNumber,
  maxNumber,
  string,
  longString,
  boolean,
  deeplyNested: { foo, num, bool },
});

export const is = {
  flat: isFlat,
  user: isUser,
  users: (value) => everyItem(value, isUser),
  union: isShape,
  "union-last": isShape,
  tree: isTree,
  dict: isDict,
  extra: isExtra,
  strings: isStrings,
  numbers: (value) => everyItem(value, isPositive),
  optional: isOptional,
  order: isUser,
  parseSafe: isLooseCase,
  parseStrict: isStrictCase,
  assertLoose: isLooseCase,
  assertStrict: isStrictCase,
};

const copies = {
  flat: copyFlat,
  user: copyUser,
  users: (value) => copyOf(value, copyUser),
  union: copyShape,
  "union-last": copyShape,
  tree: copyTree,
  dict: (value) => ({ ...value }),
  extra: (value) => ({ ...value }),
  strings: copyStrings,
  numbers: (value) => copyOf(value, same),
  optional: (value) => ({ ...value }),
  order: copyUser,
  parseSafe: copyCase,
  parseStrict: copyCase,
};

export const value = Object.fromEntries(
  Object.entries(copies).map(([name, copy]) => {
    const test = is[name];
    return [name, (input) => (test(input) ? copy(input) : undefined)];
  }),
);
