import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { PatternMatchError, type SchemaError } from "../../src/exc.ts";
import { Dict, fromJsonSchema, instances, List, load, Str, toJsonSchema, type Validator } from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { makes, type Refused, refuses } from "../support/parameters.ts";
import { refusal, rows, unchanged, verdict } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='string', actual='${actual}')>`;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("Str", () => {
  describe("accepts strings as they are", () => {
    unchanged(Str(), ["", "abc", " padded ", "\u{1f37a}", "\ud800", "a\u0000b", "e\u0301"]);
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [Str(), null, type("null")],
      [Str({ nullable: true, minlen: 5 }), null, { value: null }],
      [Str({ nullable: true }), undefined, type("undefined")],
    ]);
  });

  describe("refuses what is not a text string", () => {
    rows([
      [Str(), 5, type("integer")],
      [Str(), 5.5, type("number")],
      [Str(), utf8("abc"), type("bytes")],
      [Str(), ["abc"], type("array")],
      [Str(), Object("abc"), type("instance")],
      [Str({ encoding: "utf-8" }), new Uint16Array(2), type("instance")],
      [Str({ encoding: "utf-8" }), new ArrayBuffer(2), type("instance")],
    ]);
  });

  describe("accepts only ASCII characters with ascii", () => {
    const error = (text: string): string => `<FormatError(expected='ASCII text', actual='${text}')>`;
    rows([
      [Str({ ascii: true }), "a\u0000~\u007f", { value: "a\u0000~\u007f" }],
      [Str({ ascii: true }), "", { value: "" }],
      [Str({ ascii: true }), "caf\u00e9", error("caf\u00e9")],
      [Str({ ascii: true }), "\u0080", error("\\u0080")],
      [Str({ ascii: true }), "\u{1f37a}", error("\u{1f37a}")],
      [Str({ ascii: true }), 5, type("integer")],
      [Str({ ascii: true, nullable: true }), null, { value: null }],
      [Str({ ascii: true, encoding: "latin-1" }), Uint8Array.of(0xe9), error("\u00e9")],
      // What is removed, or converted, does not count.
      [Str({ ascii: true, strip: true }), "\u00a0a\u00a0", { value: "a" }],
      [Str({ ascii: true, normspace: true }), "a\u3000b", { value: "a b" }],
      [Str({ ascii: true, case: "lower" }), "\u212a", { value: "k" }],
      [Str({ ascii: true, case: "upper" }), "\u00df", { value: "SS" }],
      // Lengths come before it; pattern, format and options behind it.
      [Str({ ascii: true, maxlen: 1 }), "\u00e9\u00e9", "<MaxLengthError(expected=1, actual=2)>"],
      [Str({ ascii: true, pattern: "x", format: "email" }), "\u00e9", error("\u00e9")],
      [Str({ ascii: true, pattern: "x" }), "y", "<PatternMatchError(expected='x', actual='y')>"],
      [Str({ ascii: true, options: ["a", "\u00e9"] }), "\u00e9", error("\u00e9")],
      [Dict({ a: Str({ ascii: true }) }), { a: "\u00e9" }, [`<a: ${error("\u00e9").slice(1)}`]],
    ]);

    test("in JSON text too, however the characters are written", () => {
      const ascii = List(Str({ ascii: true }));
      expect(ascii.json('["a\\u0041", "\\n", "\\u007f"]')).toEqual(["aA", "\n", "\u007f"]);
      expect(verdict(List(Str({ ascii: true, strip: true })), ["\u00a0a"])).toEqual({ value: ["a"] });
      const { error: found } = ascii.safeJson('["a", "\\u00e9", "\u00e9"]');
      expect(Array.from(found as SchemaError, String)).toEqual(
        [1, 2].map((at) => `<${at}: ${error("\u00e9").slice(1)}`),
      );
    });

    test("in JSON Schema as a pattern, beside another one", () => {
      const pattern = "^[\\u0000-\\u007f]*$";
      expect(toJsonSchema(Str({ ascii: true }), { target: "openapi-3.1" })).toEqual({ type: "string", pattern });
      const schema = toJsonSchema(Str({ ascii: true, pattern: "a", nullable: true }), { target: "openapi-3.1" });
      expect(schema).toEqual({ type: ["string", "null"], pattern, allOf: [{ pattern: "^(?:a)" }] });
      const texts = ["a", "b", "a\u00e9", null];
      expect(texts.map((text) => fromJsonSchema(schema).is(text))).toEqual([true, false, false, true]);
    });
  });

  describe("decodes a byte string with the given encoding", () => {
    rows([
      [Str({ encoding: "utf-8" }), utf8("caf\u00e9"), { value: "caf\u00e9" }],
      [Str({ encoding: "utf-8" }), Buffer.from("caf\u00e9"), { value: "caf\u00e9" }],
      [Str({ encoding: "utf-8" }), "already text", { value: "already text" }],
      [Str({ encoding: "utf-8" }), new Uint8Array(), { value: "" }],
      [Str({ encoding: "latin-1" }), Uint8Array.of(0xe9), { value: "\u00e9" }],
      [Str({ encoding: "cp1251" }), Uint8Array.of(0xef, 0xe8, 0xe2, 0xee), { value: "\u043f\u0438\u0432\u043e" }],
    ]);

    test("when decoding fails, the error has the encoding name and the bytes", () => {
      const bytes = Uint8Array.of(0xff, 0x41);
      const error = refusal(Str({ encoding: "utf-8" }), bytes);
      expect(String(error)).toBe("<StrDecodeError(expected='utf-8', actual=bytes(ff41))>");
      expect(error.actual).toBe(bytes);
    });

    test("the methods of a subclass of Uint8Array have no say in it", () => {
      class Liar extends Uint8Array {
        override get length(): number {
          return 1;
        }
        override subarray(): never {
          throw new Error("subarray was called");
        }
        override [Symbol.iterator](): never {
          throw new Error("the iterator was called");
        }
      }
      for (const encoding of ["utf-8", "ascii", "latin-1", "utf-16"]) {
        expect(verdict(Str({ encoding, minlen: 1 }), Liar.of(0x41, 0))).toStrictEqual({
          value: encoding === "utf-16" ? "A" : "A\u0000",
        });
      }
    });
  });

  describe("counts the length in code points", () => {
    rows([
      [Str({ minlen: 2 }), "\u{1f37a}", "<MinLengthError(expected=2, actual=1)>"],
      [Str({ maxlen: 1 }), "\u{1f37a}", { value: "\u{1f37a}" }],
      [Str({ maxlen: 1 }), "\ud83c", { value: "\ud83c" }],
      [Str({ maxlen: 1 }), "\udf7a\ud83c", "<MaxLengthError(expected=1, actual=2)>"],
      [Str({ minlen: 1 }), "", "<MinLengthError(expected=1, actual=0)>"],
      [Str({ maxlen: 0 }), "", { value: "" }],
      [Str({ maxlen: 0 }), "a", "<MaxLengthError(expected=0, actual=1)>"],
      [Str({ encoding: "utf-8", maxlen: 4 }), utf8("caf\u00e9"), { value: "caf\u00e9" }],
    ]);
  });

  test("which are counted only where the number of UTF-16 units does not tell", () => {
    const parts = ["a", "\u00e9", "\u{1f37a}", "\ud83c", "\udf7a"];
    for (let minlen = 0; minlen <= 3; minlen++) {
      for (let maxlen = minlen; maxlen <= 3; maxlen++) {
        const schema = Str({ minlen, maxlen });
        for (let number = 0; number < parts.length ** 4; number++) {
          // As many parts as the number has digits, the empty text included.
          const value = Array.from(number.toString(parts.length), (digit) => parts[Number(digit)])
            .slice(1)
            .join("");
          const { length } = [...value];
          const expected =
            length < minlen
              ? `<MinLengthError(expected=${minlen}, actual=${length})>`
              : length > maxlen
                ? `<MaxLengthError(expected=${maxlen}, actual=${length})>`
                : { value };
          expect(verdict(schema, value)).toEqual(expected);
        }
      }
    }
  });

  describe("matches the pattern from the start of the value, not necessarily to its end", () => {
    rows([
      [Str({ pattern: "a" }), "abc", { value: "abc" }],
      [Str({ pattern: "b" }), "abc", "<PatternMatchError(expected='b', actual='abc')>"],
      [Str({ pattern: "a$" }), "abc", "<PatternMatchError(expected='a$', actual='abc')>"],
      [Str({ pattern: "a|b" }), "bc", { value: "bc" }],
      [Str({ pattern: "^.$" }), "\u{1f37a}", { value: "\u{1f37a}" }],
      [Str({ pattern: "\\p{Lu}" }), "\u0416\u0443\u043a", { value: "\u0416\u0443\u043a" }],
      [Str({ pattern: "" }), "abc", { value: "abc" }],
      [Str({ pattern: /b/i }), "Beer", { value: "Beer" }],
      [Str({ pattern: /b/gy }), "Beer", "<PatternMatchError(expected='b', actual='Beer')>"],
      [Str({ pattern: /^b$/m }), "b\nc", { value: "b\nc" }],
      [Str({ pattern: { source: "[\\p{L}--[a-z]]", flags: "v" } }), "\u00e9", { value: "\u00e9" }],
      [Str({ pattern: { source: "B", flags: "i" } }), "beer", { value: "beer" }],
    ]);

    test("a pattern keeps no state from one call to the next", () => {
      const validator = Str({ pattern: /a/g });
      expect([validator.is("aa"), validator.is("aa"), validator.is("ba"), validator.is("ab")]).toEqual([
        true,
        true,
        false,
        true,
      ]);
    });
  });

  describe("takes time in proportion to the value, whatever the pattern", () => {
    const source = "(?:a+)+$";
    const calls: readonly [string, (validator: Validator, value: string) => unknown][] = [
      ["is", (validator, value) => validator.is(value)],
      ["safe", (validator, value) => validator.safe(value).ok],
      ["safeJson", (validator, value) => validator.safeJson(JSON.stringify(value)).ok],
      ["isJson", (validator, value) => validator.isJson(JSON.stringify(value))],
    ];

    test.each(calls)("%s", (_, call) => {
      for (const length of [1, 26, 1000, 50_000]) {
        for (const pattern of [source, "(a|a)*$", "^(\\w+\\s?)*$", ".*.*.*b"]) {
          const validator = Str({ pattern });
          expect(call(validator, `${"a".repeat(length)}!`), pattern).toBe(false);
          expect(call(validator, `${"a".repeat(length)}${pattern.endsWith("b") ? "b" : ""}`), pattern).toBe(true);
        }
      }
    });

    test("and the error is that of any other pattern", () => {
      const value = `${"a".repeat(26)}!`;
      const shown = `<PatternMatchError(expected='${source}', actual='${value}')>`;
      expect(String(refusal(Str({ pattern: source }), value))).toBe(shown);
      const result = List(Str({ pattern: source })).safeJson(`["a", ${JSON.stringify(value)}]`);
      expect(String(!result.ok && result.error.at(0))).toBe(shown.replace("<", "<1: "));
    });

    longTest.each(["^([a-z])+$", "^(?:(a)|b)*$"])(
      "a long value that /%s/ needs more stack for than RegExp has is validated all the same",
      (pattern) => {
        const validator = Str({ pattern });
        const value = "a".repeat(5_000_000);
        for (const [name, call] of calls) {
          expect([name, call(validator, value), call(validator, `${value}!`)]).toEqual([name, true, false]);
        }
      },
    );

    longTest(
      "and where no automaton can run the pattern, it does not match; nothing but a validation error comes of it",
      () => {
        const validator = Str({ pattern: "^(?:(?!x)[a-z])+$" });
        expect(validator.is("a".repeat(1000))).toBe(true);
        const result = validator.safe("a".repeat(10_000_000));
        expect(!result.ok && result.error.constructor).toBe(PatternMatchError);
      },
    );
  });

  describe("a pattern that might take longer, and that no automaton can run, is refused unless `backtrack` takes the risk", () => {
    const because = "may backtrack without bound, and no automaton can run it, because";
    refuses(Str, [
      ...[
        ["(?=(a+)+$)b", "it looks ahead or behind"],
        ["(?<!a*)b", "it looks ahead or behind"],
        ["(a+)\\1$", "it has a back-reference"],
        ["(?:a{1,1000}){1,1000}", "it would be too large"],
        ["(".repeat(300) + ")".repeat(300), "its syntax is not followed"],
      ].map(
        ([pattern = "", reason]): Refused => [
          [{ pattern }],
          ValueError,
          `'${pattern.length > 200 ? `${pattern.slice(0, 200)}\u2026` : pattern}' ${because} ${reason}; \`backtrack: true\` takes the risk`,
        ],
      ),
      [
        [{ pattern: "(a*)*\\1", backtrack: "yes" }],
        TypeError,
        "Str.backtrack should be of type boolean or integer or null",
      ],
    ]);

    makes(Str, [
      [
        [{ pattern: "(a+)\\1$", backtrack: true }],
        "<Str(pattern='(a+)\\\\1$', backtrack=true)>",
        { pattern: "(a+)\\1$", backtrack: true },
      ],
      [[{ pattern: "(a+)+$", backtrack: false }], "<Str(pattern='(a+)+$')>", { pattern: "(a+)+$" }],
      [[{ backtrack: true }], "<Str(backtrack=true)>", { backtrack: true }],
    ]);

    rows([
      [Str({ pattern: "(a+)\\1$", backtrack: true }), "aaaa", { value: "aaaa" }],
      [
        Str({ pattern: "(a+)\\1$", backtrack: true }),
        "aaa",
        "<PatternMatchError(expected='(a+)\\\\1$', actual='aaa')>",
      ],
      [Str({ pattern: "(a|a)*b", backtrack: true }), "aab", { value: "aab" }],
      // Those that take no longer need nobody's leave.
      [Str({ pattern: "^(?=.*\\d)(?!.*\\s).{3,}$" }), "ab1", { value: "ab1" }],
      [Str({ pattern: "^(['\"]).*\\1$" }), "'a'", { value: "'a'" }],
    ]);

    test("also where one is cloned or loaded", () => {
      expect(() => Str({ pattern: "(a+)\\1$", backtrack: true }).clone({ backtrack: false })).toThrow(because);
      expect(() => load({ __class__: "Str", pattern: "(a+)\\1$" })).toThrow(because);
      expect(() => Str({ pattern: "(a+)\\1$", alias: "half" })).toThrow(ValueError);
      expect(instances.has("half")).toBe(false);
    });
  });

  describe("gives OptionsError for a value that is not in options", () => {
    rows([
      [Str({ options: ["b", "a"] }), "a", { value: "a" }],
      [Str({ options: ["b", "a"] }), "c", "<OptionsError(expected=['b', 'a'], actual='c')>"],
      [Str({ options: new Set(["toString"]) }), "toString", { value: "toString" }],
      [Str({ options: ["a"] }), "toString", "<OptionsError(expected=['a'], actual='toString')>"],
    ]);
  });

  describe("strips white space from both ends, if asked to", () => {
    rows([
      [Str({ strip: true }), " \t\n\u00a0\ufeff\u2028a  b\r\u3000 ", { value: "a  b" }],
      [Str({ strip: true }), "a", { value: "a" }],
      [Str({ strip: true, minlen: 1 }), "  ", "<MinLengthError(expected=1, actual=0)>"],
      [Str({ strip: true, maxlen: 1 }), "  a  ", { value: "a" }],
      [Str({ strip: true, pattern: "^a$" }), " a ", { value: "a" }],
      [Str({ strip: true, pattern: "^a$" }), " b ", "<PatternMatchError(expected='^a$', actual='b')>"],
      [Str({ strip: true, format: "date" }), " 2020-01-01\n", { value: "2020-01-01" }],
      [Str({ strip: true, options: ["a"] }), " a ", { value: "a" }],
      [Str({ strip: true, options: [" a "] }), " a ", "<OptionsError(expected=[' a '], actual='a')>"],
      [Str({ strip: true, encoding: "ascii" }), utf8(" a "), { value: "a" }],
      [Str({ strip: true, nullable: true }), null, { value: null }],
      [Str({ strip: true }), 5, type("integer")],
      // What is no white space to JavaScript stays.
      [Str({ strip: true }), "\u200ba\u0085", { value: "\u200ba\u0085" }],
    ]);
  });

  describe("makes one space of each run of white space, if asked to, and strips it from both ends", () => {
    rows([
      [Str({ normspace: true }), "\n a \t\u00a0 b\u2029c ", { value: "a b c" }],
      [Str({ normspace: true, strip: true, maxlen: 3 }), "a   b", { value: "a b" }],
      [Str({ normspace: true }), "a b", { value: "a b" }],
      [Str({ normspace: true }), " ", { value: "" }],
    ]);
  });

  describe("converts letters to the case that is asked for, after white space is gone", () => {
    rows([
      [Str({ case: "lower" }), "\u00c4bC", { value: "\u00e4bc" }],
      [Str({ case: "upper" }), "\u00e4bC", { value: "\u00c4BC" }],
      [Str({ case: "upper", maxlen: 1 }), "\u00df", "<MaxLengthError(expected=1, actual=2)>"],
      [Str({ case: "lower", strip: true, options: ["asc"] }), " ASC ", { value: "asc" }],
      [Str({ case: "upper", pattern: "^a$" }), "a", "<PatternMatchError(expected='^a$', actual='A')>"],
      [Str({ case: "lower", normspace: true }), " A  B", { value: "a b" }],
    ]);
  });

  describe("what it converts is the same in JSON text, and where it is much used", () => {
    test.each(["json", "value"] as const)("%s", (form) => {
      const schema = Dict({ a: List(Str({ strip: true, case: "upper" }), { unique: true }) });
      const input = { a: [" x", "x ", "Y"] };
      for (let call = 0; call < 1500; call++) {
        const result = form === "json" ? schema.json(JSON.stringify(input)) : schema(input);
        if (call % 500 === 0 || call === 1499) expect(result).toEqual({ a: ["X", "Y"] });
      }
      expect(schema.is(input)).toBe(true);
    });
  });

  describe("gives FormatError for a value that is not of the format", () => {
    rows([
      [Str({ format: "email" }), "ann@example.org", { value: "ann@example.org" }],
      [Str({ format: "email" }), "ann", "<FormatError(expected='email', actual='ann')>"],
      [Str({ format: "email", nullable: true }), null, { value: null }],
      [Str({ format: "email" }), 5, type("integer")],
      [Str({ format: "hex", encoding: "ascii" }), utf8("0f"), { value: "0f" }],
      [Str({ format: "hex", encoding: "ascii" }), utf8("0"), "<FormatError(expected='hex', actual='0')>"],
      [
        Str({ format: "date-time" }),
        "2020-02-30T00:00:00Z",
        "<FormatError(expected='date-time', actual='2020-02-30T00:00:00Z')>",
      ],
    ]);

    test("in JSON text, and in lists that are much used, too", () => {
      const schema = List(Str({ format: "uuid" }));
      const uuid = "2eb8aa08-aa98-11ea-b4aa-73b441d16380";
      expect(schema.json(JSON.stringify([uuid]))).toEqual([uuid]);
      expect(String(refusal(List(Str({ format: "uuid" })), ["x"]).at(0))).toBe(
        "<0: FormatError(expected='uuid', actual='x')>",
      );
      for (let call = 0; call < 2000; call++) {
        expect([schema.is([uuid, uuid]), schema.is([uuid, "x"])]).toEqual([true, false]);
      }
    });
  });

  describe("reports the first failing check only: decode, minlen, maxlen, pattern, format, options", () => {
    const all = { encoding: "ascii", minlen: 2, maxlen: 3, pattern: "a", format: "hex", options: ["ab"] } as const;
    rows([
      [Str(all), Uint8Array.of(0x80), "<StrDecodeError(expected='ascii', actual=bytes(80))>"],
      [Str(all), "b", "<MinLengthError(expected=2, actual=1)>"],
      [Str(all), "bbbb", "<MaxLengthError(expected=3, actual=4)>"],
      [Str({ ...all, maxlen: 1 }), "bb", "<MaxLengthError(expected=1, actual=2)>"],
      [Str(all), "bb", "<PatternMatchError(expected='a', actual='bb')>"],
      [Str(all), "ax", "<FormatError(expected='hex', actual='ax')>"],
      [Str(all), "ac", "<OptionsError(expected=['ab'], actual='ac')>"],
      [Str(all), utf8("ab"), { value: "ab" }],
    ]);
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(Str, [
      [[], "<Str()>", {}],
      [
        [{ options: ["it's"], pattern: "^\\w", maxlen: 5, minlen: 0, encoding: "utf-8", nullable: true }],
        "<Str(nullable=true, encoding='utf-8', minlen=0, maxlen=5, pattern='^\\\\w', options=['it\\'s'])>",
        { nullable: true, encoding: "utf-8", minlen: 0, maxlen: 5, pattern: "^\\w", options: ["it's"] },
      ],
      [
        [{ strip: true, normspace: true, case: "lower" }],
        "<Str(strip=true, normspace=true, case='lower')>",
        { strip: true, normspace: true, case: "lower" },
      ],
      [[{ format: "uri" }], "<Str(format='uri')>", { format: "uri" }],
      [
        [{ protocols: new Set(["https", "ws", "ws"]), format: "url" }],
        "<Str(format='url', protocols=['https', 'ws'])>",
        { format: "url", protocols: ["https", "ws"] },
      ],
      [[{ format: "jwt", alg: "ES256" }], "<Str(format='jwt', alg='ES256')>", { format: "jwt", alg: "ES256" }],
      [[{ format: "email", mode: "rfc" }], "<Str(format='email', mode='rfc')>", { format: "email", mode: "rfc" }],
      [[{ pattern: "" }], "<Str(pattern='')>", { pattern: "" }],
      [[{ pattern: /a/gu }], "<Str(pattern='a')>", { pattern: "a" }],
      [[{ pattern: /a/isu }], "<Str(pattern={source: 'a', flags: 'is'})>", { pattern: { source: "a", flags: "is" } }],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Str, [
      [[{ minlen: -1 }], ValueError, "Str.minlen should not be negative number"],
      [[{ maxlen: 1.5 }], TypeError, "Str.maxlen should be of type integer"],
      [[{ pattern: 5 }], TypeError, "Str.pattern should be of type string"],
      [[{ pattern: { source: 5, flags: "" } }], TypeError, "Str.pattern should be of type string"],
      [[{ pattern: "(" }], ValueError, "'(' is not a regular expression"],
      [[{ pattern: { source: "a", flags: "x" } }], ValueError, "'a' is not a regular expression"],
      [[{ case: "title" }], ValueError, "Str.case should be one of 'lower', 'upper', got 'title'"],
      [[{ strip: "yes" }], TypeError, "Str.strip should be of type boolean or integer or null"],
      [[{ encoding: 8 }], TypeError, "Str.encoding should be of type string"],
      [[{ encoding: "klingon" }], ValueError, "Unknown encoding 'klingon'"],
      [
        [{ format: "emial" }],
        ValueError,
        "Str.format should be the name of a format, got 'emial': did you mean 'email'?",
      ],
      [[{ format: "constructor" }], ValueError, "Str.format should be the name of a format, got 'constructor'"],
      [[{ format: 5 }], TypeError, "Str.format should be of type string"],
      [[{ mode: "html5" }], ValueError, "Str.mode should not be given with format undefined, got 'html5'"],
      [
        [{ format: "idn-email", mode: "html5" }],
        ValueError,
        "Str.mode should not be given with format 'idn-email', got 'html5'",
      ],
      [
        [{ format: "jwt", protocols: ["https"] }],
        ValueError,
        "Str.protocols should not be given with format 'jwt', got ['https']",
      ],
      [[{ format: "url", alg: "ES256" }], ValueError, "Str.alg should not be given with format 'url', got 'ES256'"],
      [
        [{ format: "email", mode: "html" }],
        ValueError,
        "Str.mode should be one of 'rfc', 'html5', 'with-tld', got 'html'",
      ],
      [
        [{ format: "email", mode: "toString" }],
        ValueError,
        "Str.mode should be one of 'rfc', 'html5', 'with-tld', got 'toString'",
      ],
      [[{ format: "email", mode: true }], TypeError, "Str.mode should be of type string"],
      [
        [{ format: "url", protocols: ["https:"] }],
        ValueError,
        "Str.protocols should be names of schemes in lower case, without a colon, got ['https:']",
      ],
      [[{ format: "url", protocols: [] }], ValueError, "Str.protocols should not be empty"],
      [[{ format: "url", protocols: "https" }], TypeError, "Str.protocols should be of type array or set"],
      [[{ format: "url", protocols: [1] }], TypeError, "Str.protocols items should be of type string, got integer"],
      [
        [{ format: "http-url", protocols: ["ftp"] }],
        ValueError,
        "Str.protocols should be 'http' or 'https' for the format 'http-url', got ['ftp']",
      ],
      [[{ options: [1] }], TypeError, "Str.options items should be of type string, got integer"],
      [[{ options: "abc" }], TypeError, "Str.options should be of type array or set"],
      [[{ options: [] }], ValueError, "Str.options should not be empty"],
    ]);

    test.each([{ encoding: "klingon" }, { pattern: "(" }])("and registers nothing it refuses: %o", (params) => {
      expect(() => Str({ ...params, alias: "half" })).toThrow(ValueError);
      expect(instances.has("half")).toBe(false);
    });
  });
});
