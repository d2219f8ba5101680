import "../support/fresh.ts";
import { afterEach, describe, expect, test } from "vitest";
import { lazy } from "../../src/core/schemas/lazies.ts";
import { referredBy } from "../../src/core/schemas/registry.ts";
import { AssertionError, KeyError } from "../../src/exc.ts";
import {
  classes,
  Dict,
  functions,
  Int,
  instances,
  LazyRef,
  load,
  Str,
  Validator,
  type ValidatorClass,
} from "../../src/index.ts";

afterEach(() => instances.clear());

describe("instances", () => {
  test("a validator with an alias is registered under it, and any other is not", () => {
    const { version } = instances;
    const validator = Int({ alias: "id" });
    expect(instances.get("id")).toBe(validator);
    expect(instances.has("id")).toBe(true);
    expect(instances.version).toBe(version + 1);
    Int();
    Int({ alias: null } as never);
    expect(instances.version).toBe(version + 1);
  });

  test("adding an alias that exists raises AssertionError and changes nothing", () => {
    const first = Int({ alias: "id" });
    // A module that is loaded again makes its validators again.
    expect(Int({ alias: "id" })).not.toBe(instances.get("id"));
    expect(Dict({ a: Int() }, { alias: "other" }).equals(Dict({ a: Int() }, { alias: "other" }))).toBe(true);
    expect(() => Dict({ a: Int({ min: 1 }) }, { alias: "other" })).toThrow(AssertionError);
    expect(() => Str({ alias: "id" })).toThrow(new AssertionError("Alias 'id' of <Str()> conflicts with <Int()>"));
    expect(() => instances.add("id", Str())).toThrow(AssertionError);
    expect(instances.get("id")).toBe(first);
  });

  test("with replace it silently takes the place of another", () => {
    Int({ alias: "id" });
    const second = Str({ alias: "id", replace: true });
    expect(instances.get("id")).toBe(second);
    expect(Str({ replace: true }).equals(Str())).toBe(true);
  });

  test("add and put return the instance", () => {
    const validator = Int();
    expect(instances.add("a", validator)).toBe(validator);
    expect(instances.put("a", validator)).toBe(validator);
  });

  test("an equal validator may be added again, and the first one keeps the name", () => {
    const first = instances.add("id", Int({ min: 1 }));
    const { version } = instances;
    const second = Int({ min: 1 });
    expect(instances.add("id", second)).toBe(second);
    expect(instances.get("id")).toBe(first);
    expect(instances.version).toBe(version);
  });

  test("only a change makes a new version", () => {
    const { version } = instances;
    expect([instances.delete("id"), instances.version]).toEqual([false, version]);
    instances.clear();
    expect(instances.version).toBe(version);
  });

  test("only a validator is put", () => {
    expect(() => instances.put("id", 5 as never)).toThrow("instances takes a validator; see fromCompiled");
  });

  test("a reference leads to what is registered, or what its function has returned", () => {
    const [int, make] = [Int({ alias: "id" }), () => int];
    expect([referredBy("id"), referredBy("nobody"), referredBy(make), referredBy(5)]).toEqual([int, ...Array(3)]);
    lazy.of(make, (target) => target);
    expect(referredBy(make)).toBe(int);
  });

  test("an unknown alias is a KeyError that names it", () => {
    expect(() => instances.get("nobody")).toThrow(new KeyError("Instance 'nobody' is not registered"));
    expect(instances.has("nobody")).toBe(false);
  });

  test.each(["__proto__", "constructor", "toString"])("%s is an alias like any other", (alias) => {
    expect(instances.has(alias)).toBe(false);
    const validator = Int({ alias });
    expect(instances.get(alias)).toBe(validator);
  });

  test("delete forgets one validator, and says whether there was one", () => {
    const validator = Int({ alias: "id" });
    Int({ alias: "other" });
    expect([instances.delete("id"), instances.has("id"), instances.has("other")]).toEqual([true, false, true]);
    expect(instances.delete("id")).toBe(false);
    expect(() => LazyRef("id")(1)).toThrow(KeyError);
    expect(instances.add("id", validator)).toBe(validator);
  });

  test("what failed to be made leaves each alias as it was, however often it was changed on the way", () => {
    const kept = Int({ alias: "kept" });
    const make = (): never => {
      instances.put("kept", Str());
      instances.put("kept", Int({ min: 1 }));
      instances.put("new", Str());
      instances.put("new", Int());
      throw new Error("failed");
    };
    expect(() => instances.attempt(make)).toThrow("failed");
    expect(instances.get("kept")).toBe(kept);
    expect(instances.has("new")).toBe(false);
    const around = (): void => {
      instances.put("new", Str());
      expect(() => instances.attempt(make)).toThrow("failed");
      expect(instances.get("new").equals(Str())).toBe(true);
      throw new Error("the outer one, too");
    };
    expect(() => instances.attempt(around)).toThrow("the outer one, too");
    const within = (): void => {
      instances.attempt(() => instances.put("new", Str()));
      throw new Error("the outer one alone");
    };
    expect(() => instances.attempt(within)).toThrow("the outer one alone");
    expect(instances.entries()).toEqual([["kept", kept]]);
  });

  test("its methods are functions of their own", () => {
    const { add, put, get, has, delete: forget, clear } = instances;
    const validator = Int();
    expect(add("id", validator)).toBe(validator);
    expect(put("id", validator)).toBe(validator);
    expect(["id"].map(get)).toEqual([validator]);
    expect([has("id"), forget("id"), has("id")]).toEqual([true, true, false]);
    add("id", validator);
    clear();
    expect(has("id")).toBe(false);
  });

  test("clear forgets every validator", () => {
    Int({ alias: "id" });
    instances.clear();
    expect(instances.has("id")).toBe(false);
  });
});

describe("classes", () => {
  test.each([
    "Int",
    "Float",
    "Set",
    "Str",
    "Bytes",
    "Bool",
    "Date",
    "Time",
    "Datetime",
    "List",
    "Tuple",
    "Dict",
    "AllOf",
    "OneOf",
    "LazyRef",
    "Type",
    "Const",
    "Any",
  ])("has the built-in class %s", (name) => {
    expect(classes.get(name).name).toBe(name);
  });

  test("add returns the class, and works as a decorator", () => {
    class Added extends Int {}
    expect(classes.add(Added as unknown as ValidatorClass, { kind: "class" })).toBe(Added);
    expect(classes.get("Added")).toBe(Added);
    expect(load({ __class__: "Added", min: 2 })).toBeInstanceOf(Added);
  });

  test("its methods are functions of their own: @classes.add above a class", () => {
    const { add, get, has } = classes;
    class Odd extends Int {}
    expect(add(Odd as unknown as ValidatorClass, { kind: "class" })).toBe(Odd);
    expect([get("Odd"), has("Odd")]).toEqual([Odd, true]);
  });

  test("adding a class whose name is registered raises AssertionError", () => {
    const Other = { Int: class Int extends Validator {} }.Int;
    expect(() => classes.add(Other as unknown as ValidatorClass)).toThrow(
      new AssertionError("Name of Int conflicts with another validator class"),
    );
    expect(classes.get("Int")).toBe(Int);
  });

  test.each(["Nobody", "__proto__", "constructor", "toString"])("an unknown class is a KeyError: %s", (name) => {
    expect(() => classes.get(name)).toThrow(new KeyError(`Class '${name}' is not registered`));
    expect(classes.has(name)).toBe(false);
  });
});

describe("functions", () => {
  const [one, other] = [() => 1, () => 2];
  afterEach(() => {
    for (const name of ["a", "b"]) functions.delete(name);
  });

  test("are found by name, and the other way round", () => {
    expect([functions.add("a", one), functions.add("b", other), functions.add("a", one)]).toEqual([one, other, one]);
    expect([functions.get("b"), functions.nameOf(other), functions.nameOf(() => 1)]).toEqual([other, "b", undefined]);
    expect([functions.has("a"), functions.delete("a"), functions.has("a"), functions.delete("a")]).toEqual([
      ...[true, true, false, false],
    ]);
    expect(() => functions.get("a")).toThrow(new KeyError("Function 'a' is not registered"));
  });

  test("have one name each, unless one is put in place of another", () => {
    functions.add("a", one);
    expect(() => functions.add("a", other)).toThrow(new AssertionError("Name 'a' conflicts with another function"));
    expect([functions.get("a"), functions.put("a", other), functions.get("a")]).toEqual([one, other, other]);
  });

  test("are functions", () => {
    const message = "What is registered as 'a' should be a function";
    for (const put of [functions.add, functions.put])
      expect(() => put("a", 5 as never)).toThrow(new TypeError(message));
  });
});
