import { describe, expect, test } from "vitest";
import { CheckError, MinValueError, OptionsError } from "../../src/exc.ts";
import {
  AllOf,
  Dict,
  functions,
  type Infer,
  type InferInput,
  Int,
  List,
  load,
  OneOf,
  Str,
  Transform,
  type TransformFail,
  toJsonSchema,
  toSource,
} from "../../src/index.ts";
import { refuses } from "../support/parameters.ts";
import { rows, verdict } from "../support/verdict.ts";
import { exact } from "../types/exact.ts";

const trimmed = AllOf(
  Str(),
  Transform((text: string) => text.trim()),
  Str({ minlen: 1 }),
);
const address = AllOf(
  Str(),
  Transform((text: string) => new URL(text), { throws: true, message: "This is no address.", code: "url" }),
);

describe("Transform", () => {
  refuses(Transform as never, [[[5], TypeError, "Transform parameters should be an object"]]);

  describe("returns what the function makes of the input", () => {
    rows([
      [trimmed, " a ", { value: "a" }],
      [trimmed, "  ", "<#2: MinLengthError(expected=1, actual=0)>"],
      [
        Dict({
          n: AllOf(
            Int(),
            Transform((n: number) => n * 2),
          ),
        }),
        { n: 2 },
        { value: { n: 4 } },
      ],
    ]);
  });

  test("in JSON text too", () => {
    expect(trimmed.json('" a "')).toBe("a");
    expect(address.json('"https://example.org/a"').host).toBe("example.org");
  });

  test("what it throws on purpose is an error at its place", () => {
    const { error } = List(address).safe(["https://example.org", "no"]);
    expect(error?.at(0)).toBeInstanceOf(CheckError);
    expect(error?.issues).toMatchObject([{ code: "url", path: [1], message: "This is no address." }]);
    const known = Transform((name: string) => {
      throw new OptionsError({ expected: ["a"], actual: name });
    });
    expect(verdict(known, "b")).toBe("<OptionsError(expected=['a'], actual='b')>");
  });

  test("any other Error is the caller's", () => {
    expect(() => Transform((text: string) => new URL(text))("no")).toThrow("Invalid URL");
  });

  test("a Promise is refused", () => {
    expect(() => Transform(async () => 1)(1)).toThrow(
      new TypeError("Transform returned a Promise: it should answer at once, or be given async: true"),
    );
  });

  test("its types are those of the function", () => {
    exact<Infer<typeof address>, URL>();
    exact<InferInput<typeof address>, string>();
  });

  describe("with reports, its function says what is wrong, and where", () => {
    const period = AllOf(
      Dict({ start: Str(), end: Str() }),
      Transform(
        (value, fail) => {
          const start = Number(value.start);
          const end = Number(value.end);
          if (Number.isNaN(start)) fail({ path: ["start"], message: "No number.", code: "nan", params: { n: 1 } });
          if (Number.isNaN(end)) fail({ path: ["end"] });
          if (start > end) return fail();
          return [start, end] as const;
        },
        { reports: true, encode: ([start, end]) => ({ start: String(start), end: String(end) }) },
      ),
    );
    const start = "<#1.start: CheckError(message='No number.', code='nan', params={n: 1})>";
    const end = "<#1.end: CheckError(message=undefined)>";
    rows([
      [period, { start: "1", end: "2" }, { value: [1, 2] }],
      [period, { start: "a", end: "2" }, start],
      [period, { start: "a", end: "b" }, [start, end]],
      [period, { start: "2", end: "1" }, "<#1: CheckError(message=undefined)>"],
      [List(period), [{ start: "a", end: "b" }], [start.replace("<", "<0."), end.replace("<", "<0.")]],
      [OneOf(period, Int()), { start: "1", end: "2" }, { value: [1, 2] }],
    ]);

    test("the issues have places in JSON text", () => {
      expect(period.json('{"start":"1","end":"2"}')).toEqual([1, 2]);
      expect(period.safeJson('{"start":"1","end":"b"}').error?.issues).toMatchObject([
        { code: "check", path: ["end"], pointer: "/end", message: "Value is not valid.", offset: 19 },
      ]);
      expect(period.isJson('{"start":"a","end":"b"}')).toBe(false);
    });

    test("what it makes is encoded", () => {
      expect(period.encode([1, 2])).toEqual({ start: "1", end: "2" });
      expect(period.stringify([1, 2])).toBe('{"start":"1","end":"2"}');
    });

    test("what it does not say, the parameters do; what it throws comes after", () => {
      const odd = Transform(
        (value: number, fail) => {
          fail({ message: "Mine." });
          fail({ path: ["b"] });
          if (value === 1) throw new MinValueError({ expected: 5, actual: value });
          throw new Error("thrown");
        },
        { reports: true, throws: true, message: "Theirs.", path: ["a"], code: "theirs" },
      );
      const reported = [
        { path: ["a"], message: "Mine.", code: "theirs" },
        { path: ["b"], message: "Theirs.", code: "theirs" },
      ];
      expect(odd.safe(1).error?.issues).toMatchObject([...reported, { path: [], code: "min_value" }]);
      expect(odd.safe(2).error?.issues).toMatchObject([...reported, { path: ["a"], message: "Theirs." }]);
      expect(() => odd.clone({ throws: false })(2)).toThrow("thrown");
    });

    test("an async one too", async () => {
      const later = Dict({
        name: Transform(
          async (name: string, fail) => {
            await Promise.resolve();
            return name === "" ? fail({ message: "Empty." }) || fail({ path: [0] }) : name.toUpperCase();
          },
          { reports: true, async: true },
        ),
      });
      expect(await later.validateAsync({ name: "a" })).toEqual({ name: "A" });
      expect((await later.safeAsync({ name: "" })).error?.issues).toMatchObject([
        { pointer: "/name", message: "Empty." },
        { pointer: "/name/0" },
      ]);
      expect((await later.safeJsonAsync('{"name":""}')).error?.issues).toMatchObject([{ offset: 8 }, { offset: 8 }]);
    });

    test("at most maxErrors are kept", () => {
      const endless = Transform(
        (count: number, fail) => {
          for (let index = 0; index < count; index++) fail({ path: [index] });
        },
        { reports: true },
      );
      for (const schema of [endless, List(endless), AllOf(Int(), endless)]) {
        const { error } = schema.safe(schema instanceof List ? [50] : 50, { maxErrors: 7 });
        expect([error?.length, error?.truncated]).toEqual([7, true]);
      }
      expect(endless.is(3)).toBe(false);
      expect(endless.is(0)).toBe(true);
    });

    test("secrets are not in what it says", () => {
      const secret = Dict({
        pin: AllOf(
          [Str(), Transform((pin, fail) => fail({ message: `Not ${pin}.`, params: { pin } }), { reports: true })],
          {
            secret: true,
          },
        ),
      });
      for (const { error } of [secret.safe({ pin: "4711" }), secret.safeJson('{"pin":"4711"}')]) {
        expect(error?.length).toBe(1);
        expect(JSON.stringify([error, error?.issues, String(error)])).not.toContain("4711");
      }
    });

    test("the option is in its dump and its source", () => {
      const trim = functions.add("test.transform.trim", (text: string, fail: TransformFail) => text.trim() || fail());
      const trimming = AllOf(Str(), Transform(trim, { reports: true }));
      expect(load(trimming.dump()).equals(trimming)).toBe(true);
      expect(trimming.dump()).toMatchObject({ steps: [{}, { reports: true }] });
      expect(toSource(trimming)).toContain("reports: true");
      expect(toJsonSchema(trimming)).toMatchObject({ type: "string" });
      functions.delete("test.transform.trim");
    });

    test("without the option, functions have parameters of their own", () => {
      expect(Transform(JSON.parse)("[5]")).toEqual([5]);
      expect(Transform((text: string, ...more: readonly unknown[]) => [text, more.length])("a")).toEqual(["a", 0]);
      const needs = (text: string, fail: TransformFail) => fail({ message: text });
      expect(() => Transform(needs as never)("a")).toThrow(TypeError);
    });

    test("an issue that is none, or comes too late, is a mistake of the caller's", () => {
      const report = (issue: unknown) => () => Transform((_value, fail) => fail(issue as never), { reports: true })(1);
      expect(report({ mesage: "x" })).toThrow("There is no option 'mesage': did you mean 'message'?");
      expect(report({ path: "end" })).toThrow("Transform.path should be of type array");
      let late: TransformFail | undefined;
      Transform(
        (_value, fail) => {
          late = fail;
        },
        { reports: true },
      )(1);
      expect(() => late?.()).toThrow("Transform: fail was called after the function had returned");
    });
  });
});
