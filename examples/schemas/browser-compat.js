/** Which browser supports what: the `@mdn/browser-compat-data` package (https://github.com/mdn/browser-compat-data). */
import * as v from "validlib";

const browserNames = (
  "bun chrome chrome_android deno edge firefox firefox_android ie nodejs oculus opera opera_android safari safari_ios " +
  "samsunginternet_android webview_android webview_ios"
).split(" ");
const engines = ["Blink", "EdgeHTML", "Gecko", "Presto", "Trident", "V8", "WebKit"];
const topics = "api css html http javascript manifests mathml mediatypes svg webassembly webdriver webextensions".split(
  " ",
);

const text = v.Str({ minlen: 1, maxlen: 2000 });
const url = v.Str({ maxlen: 500, pattern: "^https://[a-z0-9.-]+/\\S*$" });
/** An object with the same validator for each of the keys. */
const each = (keys, validator, params) => v.Dict(Object.fromEntries(keys.map((key) => [key, validator])), params);
/** One, or a list of two or more. */
const someOf = (item) => v.OneOf(item, v.List(item, { minlen: 2 }));

/** "115", "12.1", at the latest "\u226437", or only in a preview. */
const version = v.Str({ maxlen: 20, pattern: "^(?:\u2264?\\d+(?:\\.\\d+){0,2}|preview)$" });

const flag = v.Dict(
  { type: v.Str({ options: ["preference", "runtime_flag"] }), name: text, value_to_set: text },
  { optional: ["value_to_set"] },
);

const support = v.Dict(
  {
    version_added: v.OneOf(version, v.Const(false)),
    version_removed: version,
    version_last: version,
    prefix: v.Str({ maxlen: 20, pattern: "^[\\w-]+$" }),
    alternative_name: text,
    flags: v.List(flag, { minlen: 1 }),
    impl_url: someOf(url),
    partial_implementation: v.Const(true),
    notes: someOf(text),
  },
  {
    optional: [
      "version_removed",
      "version_last",
      "prefix",
      "alternative_name",
      "flags",
      "impl_url",
      "partial_implementation",
      "notes",
    ],
  },
);

const compat = v.Dict(
  {
    description: text,
    mdn_url: v.Str({ pattern: "^https://developer\\.mozilla\\.org/docs/\\S+$" }),
    spec_url: someOf(url),
    tags: v.List(v.Str({ pattern: "^web-features:[a-z0-9:-]+$" }), { minlen: 1 }),
    source_file: v.Str({ pattern: `^(?:${topics.join("|")})/\\S+\\.json$` }),
    support: each(browserNames, someOf(support), { optional: browserNames, minlen: 1 }),
    status: v.Dict({ experimental: v.Bool(), standard_track: v.Bool(), deprecated: v.Bool() }),
  },
  { optional: ["description", "mdn_url", "spec_url", "tags", "status"] },
);

/** A feature, and its parts, which are features too: the tree is as deep as the web is. */
const feature = v.Dict(
  { __compat: compat },
  {
    alias: "browser-compat/feature",
    replace: true,
    optional: ["__compat"],
    extra: [
      v.Str({ maxlen: 100, pattern: "^(?:@@|\\$)?[\\w-]+$" }),
      v.LazyRef("browser-compat/feature", { maxdepth: 8 }),
    ],
  },
);

const release = v.Dict(
  {
    index: v.Int({ min: 0, max: 999 }),
    status: v.Str({ options: ["retired", "current", "beta", "nightly", "esr", "planned"] }),
    release_date: v.Date({ format: "%Y-%m-%d", min: "1993-01-01" }),
    release_notes: url,
    engine: v.Str({ options: engines }),
    engine_version: v.Str({ pattern: "^\\d+(?:\\.\\d+){0,3}$" }),
  },
  { optional: ["release_date", "release_notes", "engine", "engine_version"] },
);

const browser = v.Dict(
  {
    name: text,
    type: v.Str({ options: ["desktop", "mobile", "xr", "server"] }),
    upstream: v.Str({ options: ["chrome", "chrome_android", "firefox", "safari", "safari_ios"] }),
    preview_name: text,
    pref_url: v.Str({ pattern: "^(?:about|chrome|opera):\\S+$" }),
    accepts_flags: v.Bool(),
    accepts_webextensions: v.Bool(),
    releases: v.Dict({ extra: [v.Str({ pattern: "^\\d+(?:\\.\\d+){0,2}$" }), release], minlen: 1 }),
  },
  { optional: ["upstream", "preview_name", "pref_url"] },
);

export default v.Dict({
  __meta: v.Dict({
    version: v.Str({ pattern: "^\\d+\\.\\d+\\.\\d+$" }),
    timestamp: v.Datetime({ format: "%Y-%m-%dT%H:%M:%S.%f%z", tz: "UTC" }),
  }),
  browsers: each(browserNames, browser),
  ...each(topics, feature).schema,
});
