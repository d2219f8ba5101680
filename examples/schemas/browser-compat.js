/** Which browser supports what: the `@mdn/browser-compat-data` package (https://github.com/mdn/browser-compat-data). */
import { Bool, Const, Dict, Int, LazyRef, List, OneOf, Str } from "validlib";

const browserNames = (
  "bun chrome chrome_android deno edge firefox firefox_android ie nodejs oculus opera opera_android safari safari_ios " +
  "samsunginternet_android webview_android webview_ios"
).split(" ");
const engines = ["Blink", "EdgeHTML", "Gecko", "Presto", "Trident", "V8", "WebKit"];
const topics = "api css html http javascript manifests mathml mediatypes svg webassembly webdriver webextensions".split(
  " ",
);

const text = Str({ minlen: 1, maxlen: 2000 });
const url = Str({ maxlen: 500, pattern: "^https://[a-z0-9.-]+/\\S*$" });
/** An object with the same validator for each of the keys. */
const each = (keys, validator, params) => Dict(Object.fromEntries(keys.map((key) => [key, validator])), params);
/** One, or a list of two or more. */
const someOf = (item) => OneOf(item, List(item, { minlen: 2 }));

/** "115", "12.1", at the latest "\u226437", or only in a preview. */
const version = Str({ maxlen: 20, pattern: "^(?:\u2264?\\d+(?:\\.\\d+){0,2}|preview)$" });

const flag = Dict(
  { type: Str({ options: ["preference", "runtime_flag"] }), name: text, value_to_set: text },
  { optional: ["value_to_set"] },
);

const support = Dict(
  {
    version_added: OneOf(version, Const(false)),
    version_removed: version,
    version_last: version,
    prefix: Str({ maxlen: 20, pattern: "^[\\w-]+$" }),
    alternative_name: text,
    flags: List(flag, { minlen: 1 }),
    impl_url: someOf(url),
    partial_implementation: Const(true),
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

const compat = Dict(
  {
    description: text,
    mdn_url: Str({ pattern: "^https://developer\\.mozilla\\.org/docs/\\S+$" }),
    spec_url: someOf(url),
    tags: List(Str({ pattern: "^web-features:[a-z0-9:-]+$" }), { minlen: 1 }),
    source_file: Str({ pattern: `^(?:${topics.join("|")})/\\S+\\.json$` }),
    support: each(browserNames, someOf(support), { optional: browserNames, minlen: 1 }),
    status: Dict({ experimental: Bool(), standard_track: Bool(), deprecated: Bool() }),
  },
  { optional: ["description", "mdn_url", "spec_url", "tags", "status"] },
);

/** A feature, and its parts, which are features too: the tree is as deep as the web is. */
const feature = Dict(
  { __compat: compat },
  {
    alias: "browser-compat/feature",
    replace: true,
    optional: ["__compat"],
    extra: [Str({ maxlen: 100, pattern: "^(?:@@|\\$)?[\\w-]+$" }), LazyRef("browser-compat/feature", { maxdepth: 8 })],
  },
);

const release = Dict(
  {
    index: Int({ min: 0, max: 999 }),
    status: Str({ options: ["retired", "current", "beta", "nightly", "esr", "planned"] }),
    release_date: Str({ pattern: "^(?:199\\d|20\\d\\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$" }),
    release_notes: url,
    engine: Str({ options: engines }),
    engine_version: Str({ pattern: "^\\d+(?:\\.\\d+){0,3}$" }),
  },
  { optional: ["release_date", "release_notes", "engine", "engine_version"] },
);

const browser = Dict(
  {
    name: text,
    type: Str({ options: ["desktop", "mobile", "xr", "server"] }),
    upstream: Str({ options: ["chrome", "chrome_android", "firefox", "safari", "safari_ios"] }),
    preview_name: text,
    pref_url: Str({ pattern: "^(?:about|chrome|opera):\\S+$" }),
    accepts_flags: Bool(),
    accepts_webextensions: Bool(),
    releases: Dict({ extra: [Str({ pattern: "^\\d+(?:\\.\\d+){0,2}$" }), release], minlen: 1 }),
  },
  { optional: ["upstream", "preview_name", "pref_url"] },
);

export default Dict({
  __meta: Dict({
    version: Str({ pattern: "^\\d+\\.\\d+\\.\\d+$" }),
    timestamp: Str({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" }),
  }),
  browsers: each(browserNames, browser),
  ...each(topics, feature).schema,
});
