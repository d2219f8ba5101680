/** Schemas to begin with, and documents for them: all but the last are not quite right. */

/**
 * @typedef {object} Example
 * @property {string} name
 * @property {string} schema JSON: a dump, or several of which the last one is used
 * @property {string} document JSON
 */

/** @type {readonly Example[]} */
export const examples = [
  {
    name: "A user",
    schema: `{
  "__class__": "Dict",
  "schema": {
    "name": { "__class__": "Str", "minlen": 1, "maxlen": 50 },
    "email": { "__class__": "Str", "pattern": "[^@ ]+@[^@ ]+" },
    "age": { "__class__": "Int", "min": 0, "max": 150 },
    "roles": {
      "__class__": "List",
      "item": { "__class__": "Str", "options": ["admin", "editor", "reader"] },
      "unique": true
    }
  },
  "optional": ["roles"]
}`,
    document: `{
  "name": "Ada Lovelace",
  "email": "ada at example.org",
  "age": -36,
  "roles": ["reader", "owner"],
  "password": "swordfish"
}`,
  },
  {
    name: "A booking, with dates",
    schema: `{
  "__class__": "Dict",
  "schema": {
    "from": { "__class__": "Date", "format": "%Y-%m-%d", "min": "2020-01-01" },
    "to": { "__class__": "Date", "format": "%Y-%m-%d" },
    "made": { "__class__": "Datetime", "format": "%Y-%m-%dT%H:%M:%S%z", "tz": "UTC" },
    "price": { "__class__": "Float", "min": 0 }
  }
}`,
    document: `{
  "from": "2026-02-27",
  "to": "2026-02-30",
  "made": "2025-11-21T10:15:00+0100",
  "price": "free"
}`,
  },
  {
    name: "A tree, which refers to itself",
    schema: `[
  {
    "__class__": "Dict",
    "alias": "tree",
    "schema": {
      "label": { "__class__": "Str" },
      "children": {
        "__class__": "List",
        "item": { "__class__": "LazyRef", "use": "tree" }
      }
    },
    "optional": ["children"]
  }
]`,
    document: `{
  "label": "root",
  "children": [
    { "label": "left" },
    { "label": "right", "children": [{ "label": 5 }, { "lable": "typo" }] }
  ]
}`,
  },
  {
    name: "Settings, converted",
    schema: `{
  "__class__": "Dict",
  "schema": {
    "port": { "__class__": "Int", "coerce": true, "min": 1, "max": 65535 },
    "debug": { "__class__": "Bool", "coerce_str": true },
    "since": { "__class__": "Date", "format": "%d.%m.%Y" },
    "host": { "__class__": "Str" }
  },
  "defaults": { "host": "localhost" },
  "extra": [{ "__class__": "Str" }, { "__class__": "Any" }]
}`,
    document: `{
  "port": "8080",
  "debug": "yes",
  "since": "21.11.2026",
  "theme": { "dark": true }
}`,
  },
];
