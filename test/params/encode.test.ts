/** The parameter `encode` of Transform and Type, beside the method of the same name. */
import { expect, test } from "vitest";
import { AllOf, load, Str, Transform, Type } from "../../src/index.ts";
import { exact } from "../types/exact.ts";

const decode = (text: string): URL => new URL(text);
const encode = (url: URL): string => url.href;
const url = AllOf(Str(), Transform(decode, { encode }));

test("the method stays one", () => {
  const alone = Transform(decode, { encode });
  expect(alone.encode(new URL("https://a.org"))).toBe("https://a.org/");
  expect(alone.safeEncode(5 as never).ok).toBe(false);
  expect(() => Transform(decode).encode(new URL("https://a.org"))).toThrow("has no encode");
});

test("dumps have the function, and clones keep it", () => {
  const alone = Transform(decode, { encode });
  expect(alone.dump()).toEqual({ __class__: "Transform", make: decode, encode });
  expect(load(alone.dump()).equals(alone)).toBe(true);
  expect(alone.equals(Transform(decode, { encode }))).toBe(true);
  expect(alone.equals(Transform(decode))).toBe(false);
  expect(alone.clone({ message: "No." }).encode(new URL("https://b.org"))).toBe("https://b.org/");
});

test("an Error that it throws refuses the value, and is the cause", () => {
  const result = url.safeEncode(null as never);
  expect(String(result.error)).toContain("#1: CheckError");
  expect(result.error?.at(0)?.cause).toBeInstanceOf(TypeError);
  const other = Transform(decode, { encode: (): string => Promise.resolve("") as never });
  expect(() => other.encode(new URL("https://a.org"))).toThrow("Transform returned a Promise");
});

test("types", () => {
  const text: string = url.encode(new URL("https://a.org"));
  expect(text).toBe("https://a.org/");
  exact<ReturnType<typeof url.encode<typeof url>>, string>();
  // @ts-expect-error the function returns what the step before returns
  AllOf(Str(), Transform(decode, { encode: () => 5 }));
  // @ts-expect-error the value is a URL
  expect(url.safeEncode("https://a.org").ok).toBe(false);
  expect(Type(URL, { encode: ({ href }) => href }).encode(new URL("https://a.org"))).toBe("https://a.org/");
});
