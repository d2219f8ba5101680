/** OneOf with a discriminator: the addon looks the tag up, and validates by that step alone. */
import { describe, expect, test } from "vitest";
import { Plan } from "../../src/engines/native/plan.ts";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Const,
  Date as DateValidator,
  Dict,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Str,
  type Validator,
} from "../../src/index.ts";
import { eager } from "./addon.ts";
import { expectAnswered, expectSame } from "./outcome.ts";

const click = Dict({ type: Const("click"), x: Int(), y: Int() });
const key = Dict({ type: Str({ options: ["down", "up"] }), code: Str({ minlen: 1 }) }, { unknown: "strip" });
const event = OneOf([click, key], { discriminator: "type" });

describe("a tag that is a string", () => {
  test.each([
    ["comes first", event, '{"type":"click","x":1,"y":2}'],
    ["comes last", event, '{"y":2,"x":1,"type":"click"}'],
    ["comes behind containers", event, '{"z":[{"type":"click"},[]],"code":"a","type":"up"}'],
    ["is written with an escape", event, '{"type":"d\\u006fwn","code":"a"}'],
    ["stands behind a key that is written with an escape", event, '{"t\\u0079pe":"down","code":"a"}'],
    ["is empty", OneOf([Dict({ t: Const("") })], { discriminator: "t" }), '{"t":""}'],
    ["is beyond Latin-1", OneOf([Dict({ 键: Const("值") })], { discriminator: "键" }), '{"键":"值"}'],
    ["is long", OneOf([Dict({ t: Const("x".repeat(40)) })], { discriminator: "t" }), `{"t":"${"x".repeat(40)}"}`],
    [
      "stands below __proto__",
      OneOf([Dict({ ["__proto__"]: Const("a") })], { discriminator: "__proto__" }),
      '{"__proto__":"a"}',
    ],
  ])("is found where it %s", (_, validator, text) => expectAnswered("native", validator, text));

  test.each([
    ["a value that its step refuses", '{"type":"click","x":"1","y":2}'],
    ["values that its step refuses, in front of it too", '{"x":"1","type":"click","y":false}'],
    ["keys that its step forbids or misses", '{"type":"click","y":2,"z":[{}]}'],
    ["a tag of no step", '{"type":"other","x":1}'],
    ["a tag of no step that comes last", '{"x":1,"y":{"type":"click"},"type":"other"}'],
    ["no tag", '{"x":1,"y":2}'],
    ["nothing", "{}"],
    ["a tag that is null", '{"type":null}'],
    ["a tag that is a number", '{"type":-1.5}'],
    ["a tag beyond the safe integers", '{"type":123456789012345678901}'],
    ["a tag that is true", '{"type":true}'],
    ["a tag that is an array", '{"type":["click",{"type":"click"}]}'],
    ["a tag that is an object", '{"type":{"type":"click"},"x":1,"y":2}'],
    ["an array", '[{"type":"click"}]'],
    ["a string", '"click"'],
    ["null", "null"],
  ])("is asked of an object with %s", (_, text) => {
    expectAnswered("native", event, text);
    expectAnswered("native", List(event), `[${text},{"type":"click","x":1,"y":2},${text}]`);
  });

  test.each([
    ["twice, the last of another step", '{"type":"click","x":1,"y":2,"type":"down","code":"a"}'],
    ["twice, the last of the same step", '{"type":"down","code":"a","type":"up"}'],
    ["twice, the last of no step", '{"type":"down","code":"a","type":"other"}'],
    ["twice, the first of no step", '{"type":"other","code":"a","type":"up"}'],
    ["twice, once with an escape", '{"type":"other","code":"a","t\\u0079pe":"up"}'],
    ["thrice, the last of no step", '{"type":"other","code":"a","type":"up","type":1}'],
  ])("counts where it comes last: %s", (_, text) => {
    for (const validator of [event, List(event), OneOf(event, Dict({}, { extra: [Any(), Any()] }))]) {
      expectSame(validator, validator.constructor.name === "List" ? `[${text}]` : text);
    }
  });
});

test.each([
  '{"type":"click","x":1,"y":2}',
  '{"y":2,"x":1,"type":"click"}',
  '{"type":"click","x":2,"y":1}',
  '{"type":"click","x":"2"}',
  '{"type":"up","code":""}',
  '{"type":"up","code":"a","z":1}',
  '{"type":"other"}',
  "{}",
  "null",
])("a Dict that checks follow is chosen like one by itself: %s", (text) => {
  const rising = Check(({ x, y }: { x: number; y: number }) => x < y, { message: "should rise", path: ["y"] });
  expectSame(OneOf([AllOf(click, rising), AllOf(key, Any())], { discriminator: "type" }), text);
  expectAnswered("native", OneOf([AllOf(click, Any()), key], { discriminator: "type" }), text);
});

test("tags may be numbers, booleans and null", () => {
  const of = (tag: unknown, key: string): Validator => Dict({ tag: Const(tag), [key]: Int() });
  const validator = OneOf(
    [
      of(0, "a"),
      of(-2.5, "b"),
      of(true, "c"),
      of(false, "d"),
      of(null, "e"),
      of("0", "f"),
      Dict({ tag: Int({ options: [7, 1, 9_007_199_254_740_991] }), g: Int() }),
    ],
    { discriminator: "tag" },
  );
  const members = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `"${name}":1`);
  for (const tag of [
    "0",
    "-0",
    "0.0",
    "-2.5",
    "-25e-1",
    "true",
    "false",
    "null",
    '"0"',
    "7",
    "1.0",
    "9007199254740991",
  ]) {
    for (const member of members) expectAnswered("native", validator, `{"tag":${tag},${member}}`);
  }
  for (const tag of ["1e-400", "2", "9007199254740992", '"7"', "-7", "[0]"]) {
    expectAnswered("native", validator, `{"tag":${tag},"a":1}`);
  }
  for (const tag of ["1e400", "nul", "truE", "01", '"\\ud800"', "-"]) expectSame(validator, `{"tag":${tag},"a":1}`);
});

test("null passes where a step accepts it, whichever", () => {
  const nullable = OneOf([click, Dict({ type: Const("n") }, { nullable: true })], { discriminator: "type" });
  expectAnswered("native", nullable, "null");
  expectAnswered("native", List(nullable), '[null,{"type":"n"},null]');
  // What is inside a step does not count.
  expectAnswered("native", OneOf([nullable], { discriminator: "type" }), "null");
  const indexed = Dict({ type: Const("d"), 0: Any() }, { nullable: true });
  expectAnswered("native", OneOf([click, indexed], { discriminator: "type" }), "null");
});

test("a step may choose among steps of its own", () => {
  const inner = OneOf([click, key], { discriminator: "type" });
  const validator = OneOf([Dict({ type: Const("none") }), inner], { discriminator: "type" });
  for (const text of ['{"type":"none"}', '{"type":"up","code":"a"}', '{"code":"","type":"up"}', '{"type":"x"}', "{}"]) {
    expectAnswered("native", validator, text);
  }
});

describe("what the addon does not know in a step", () => {
  const dated = Dict({ type: Const("dated"), at: DateValidator({ format: "%Y-%m-%d" }) });
  const indexed = Dict({ type: Const("indexed"), 0: Int() });
  const open = Dict({ type: Const("open") }, { extra: [Str(), Any()] });
  const kept = Dict({ type: Const("kept") }, { unknown: "keep" });
  const validator = OneOf([dated, indexed, open, kept], { discriminator: "type" });

  test("is left to a check, and no more than that", () => {
    expectAnswered("delegated", validator, '{"type":"dated","at":"2020-01-02"}');
    expectAnswered("delegated", validator, '{"at":"2020-01","type":"dated"}');
    expectAnswered("native", validator, '{"type":"indexed","0":1}');
    expectAnswered("native", validator, '{"type":"open","a":1}');
    expectAnswered("native", validator, '{"type":"kept","a":{"0":1}}');
    expectSame(validator, '{"type":"indexed","0":""}');
  });

  test("is handed over with the whole object, unless another tag comes later", () => {
    expectAnswered("delegated", validator, '{"type":"open","a":1,"b":2,"b":3}');
    expectAnswered("native", validator, '{"a":[],"type":"kept","a":1}');
    for (const [first, last] of [
      ["indexed", "kept"],
      ["open", "kept"],
      ["kept", "open"],
      ["kept", "other"],
      ["kept", "kept"],
    ]) {
      expectSame(validator, `{"type":"${first}","0":1,"type":"${last}"}`);
      expectSame(List(validator), `[{"type":"${first}","a":1,"0":1,"type":"${last}","a":2}]`);
    }
  });

  test("keeps a choice without tags from being validated", () => {
    expectAnswered("delegated", OneOf(validator, Int()), '{"type":"kept"}');
    expectAnswered("delegated", AllOf(validator, Dict({}, { unknown: "keep" })), '{"type":"kept"}');
  });
});

test("choices inside each other take time in proportion, wherever the tag stands", () => {
  instances.put(
    "tagged.tree",
    OneOf(
      [Dict({ kind: Const("leaf"), value: Bool() }), Dict({ kind: Const("node"), child: LazyRef("tagged.tree") })],
      {
        discriminator: "kind",
      },
    ),
  );
  const tree = LazyRef("tagged.tree");
  const nested = (levels: number, leaf: string): string =>
    `${'{"child":'.repeat(levels)}${leaf}${',"kind":"node"}'.repeat(levels)}`;
  const pad = " ".repeat(20_000);
  for (const leaf of ['{"kind":"leaf","value":true}', '{"value":1,"kind":"leaf"}', '{"kind":"none"}', "{}", "1"]) {
    expectSame(tree, nested(200, leaf));
    expectSame(OneOf(tree, List(tree)), nested(200, `${pad}${leaf}`));
  }
  expectAnswered("native", tree, nested(200, `${pad}{"value":true,"kind":"leaf"}`));
  for (const levels of [4, 5, 6]) expectSame(tree, nested(levels, '{"kind":"leaf"}'), { maxDepth: 6 });
  for (const text of ["{}", '{"kind":0}', "null"]) expectSame(tree, text, { maxDepth: 0 });
  expectSame(tree, '{"a":[[[[]]]]}', { maxDepth: 4 });
  expectSame(tree, '{"kind":0,"a":[[[[]]]]}', { maxDepth: 4 });
  expectSame(tree, '{"kind":[[[[]]]]}', { maxDepth: 4 });
});

test.each([
  '{"type"}',
  '{"type":}',
  '{"type":"click"',
  '{"a":1,}',
  "{,}",
  '{"type":"none",}',
  '{"type":"none" 1}',
  "{a:1}",
])("%s is no JSON", (text) => {
  expectSame(event, text);
  expectSame(OneOf(event, Any()), text);
});

test("as many failures are collected as are asked for", () => {
  const text = `[${Array(6).fill('{"type":"none"},{},{"type":"click","x":"","y":""}').join()}]`;
  for (const maxErrors of [0, 1, 2, 3, 4, 5, 23, 24, 25]) expectSame(List(event), text, { maxErrors });
});

test.skipIf(eager === undefined)("a step inside another choice is tried and left again", () => {
  const validator = OneOf(event, Dict({ type: Const("other"), a: Int() }), Dict({}, { unknown: "keep" }));
  for (const text of [
    '{"type":"click","x":1,"y":2}',
    '{"type":"other","a":1}',
    '{"type":"click","x":"1"}',
    "{}",
    "[]",
  ]) {
    expectAnswered("native", validator, text);
  }
  expect(eager?.parse(validator, '{"type":"other","a":1}')).toEqual({ ok: true, value: { type: "other", a: 1 } });
});

describe("tagged unions inside each other by the same key", () => {
  const leaf = (tag: string) => Dict({ t: Const(tag), n: Int() });
  const unions = (depth: number): Validator =>
    depth === 0
      ? leaf("end")
      : (OneOf([leaf(`a${depth}`), unions(depth - 1) as never], { discriminator: "t" } as never) as never);

  test("are one table of tags: the addon looks up each once, and then follows the numbers of the steps", () => {
    const { root } = JSON.parse(new Plan(unions(3), false).text);
    expect(root.tags).toEqual([
      ["a3", 0],
      ["a2", 1, 0],
      ["a1", 1, 1, 0],
      ["end", 1, 1, 1],
    ]);
  });

  test.each([1, 2, 3, 8, 9, 20])("answer as the checks do, %i of them", (depth) => {
    const validator = unions(depth);
    for (const tag of ["end", "a1", `a${depth}`]) {
      expectAnswered("native", validator, `{"t":"${tag}","n":1}`);
      expectAnswered("native", List(validator), `[{"n":1,"t":"${tag}"},{"t":"${tag}","n":"x"},{"t":"none"},{}]`);
    }
  });

  test("may have a step that is delegated, or may be missing its tag", () => {
    const checked = AllOf(
      leaf("checked"),
      Check(() => true),
    );
    const missing = Dict({ t: Const("missing"), n: Int() }, { optional: ["t"] });
    const inner = OneOf([checked, missing, leaf("x")], { discriminator: "t" });
    const outer = OneOf([leaf("y"), inner as never], { discriminator: "t" } as never);
    for (const text of ['"t":"checked"', '"t":"missing"', '"t":"x"', '"t":"y"', '"t":"z"', '"t":"x","t":"checked"'])
      for (const more of [',"n":1}', ',"n":null}']) expectSame(outer as never, `{${text}${more}`);
    expectSame(outer as never, '{"n":1}');
  });
});
