import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { negotiateLocale } from "../../src/core/errors/negotiate.ts";
import { de } from "../../src/text/locales/de.ts";
import { en } from "../../src/text/locales/en.ts";
import { fr } from "../../src/text/locales/fr.ts";
import { he } from "../../src/text/locales/he.ts";
import { id } from "../../src/text/locales/id.ts";
import type { Locale } from "../../src/text/locales/locale.ts";
import { pt } from "../../src/text/locales/pt.ts";
import { zhCN } from "../../src/text/locales/zh-CN.ts";
import { zhTW } from "../../src/text/locales/zh-TW.ts";

const all = [de, fr, he, id, pt, zhCN, zhTW];

describe("a header chooses a language", () => {
  test.each<[string | null | undefined, string]>([
    [undefined, "en"],
    [null, "en"],
    ["", "en"],
    ["de", "de"],
    ["DE", "de"],
    ["de-AT", "de"],
    ["de-AT,de;q=0.9,en;q=0.5", "de"],
    ["en-US,en;q=0.9,de;q=0.8", "en"],
    ["fr;q=0.5,de;q=0.7", "de"],
    ["fr;q=0.7, de;q=0.7", "fr"],
    ["de ; q=0.1 , fr ; Q = 0.9", "fr"],
    ["ko,ja;q=0.9,fr;q=0.1", "fr"],
    ["ko", "en"],
    ["*", "en"],
    ["*;q=0.5, de;q=0.4", "en"],
    ["en;q=0, *", "de"],
    ["en;q=0, de;q=0, *;q=0.1", "fr"],
    ["de;q=0", "en"],
    ["de;q=0, de-AT", "en"],
    ["de;q=0.000, fr;q=0.001", "fr"],
    ["pt-PT", "pt"],
    ["zh", "zh-CN"],
    ["zh-Hans", "zh-CN"],
    ["zh-SG", "zh-CN"],
    ["zh-Hant", "zh-TW"],
    ["zh-HK", "zh-TW"],
    ["zh-Hant-HK,zh-CN;q=0.9", "zh-TW"],
    ["zh-tw", "zh-TW"],
    ["iw", "he"],
    ["in", "id"],
    ["x-klingon, i-default, de", "de"],
    ["de;q=1.5", "de"],
    ["de;q=2, fr", "fr"],
    ["de;q=-1, fr;q=0.1", "fr"],
    ["de;q=0.12345, fr;q=0.1", "fr"],
    ["de;level=1, fr;q=0.1", "fr"],
    [",,;;, =, de", "de"],
    ["__proto__, constructor, de", "de"],
  ])("%j: %s", (header, code) => {
    expect(negotiateLocale(header, all).code).toBe(code);
  });

  test("English of yours stands in for English", () => {
    const mine: Locale = { ...en, code: "en-GB" };
    expect(negotiateLocale("en", [de, mine])).toBe(mine);
    expect(negotiateLocale("en-US", [de, mine])).toBe(mine);
    expect(negotiateLocale("ko", [de, mine])).toBe(mine);
    expect(negotiateLocale("de", [de, mine])).toBe(de);
  });

  test("of several regions the nearest is taken, else the first", () => {
    const brazil: Locale = { ...pt, code: "pt-BR" };
    const portugal: Locale = { ...pt, code: "pt-PT" };
    expect(negotiateLocale("pt-PT", [brazil, portugal])).toBe(portugal);
    expect(negotiateLocale("pt", [portugal, brazil])).toBe(brazil);
    expect(negotiateLocale("pt-AO", [portugal, brazil])).toBe(portugal);
  });

  test("without locales it is English", () => {
    expect(negotiateLocale("de", [])).toBe(en);
  });
});

describe("headers that mean harm", () => {
  test("only the first languages of a long one are read, none of them in part", () => {
    expect(negotiateLocale(`${"ko,".repeat(29)}de`, all)).toBe(de);
    expect(negotiateLocale(`${"ko,".repeat(30)}de`, all)).toBe(en);
    expect(negotiateLocale(`${" ".repeat(998)}de-AT`, all)).toBe(en);
    expect(negotiateLocale(`fr,${" ".repeat(994)}de-AT`, all)).toBe(fr);
    expect(negotiateLocale(`de,${"x".repeat(10_000_000)}`, all)).toBe(de);
  });

  test.each([
    " ".repeat(1000),
    `${";".repeat(999)}q`,
    `de${"-a".repeat(499)}`,
    `de;${" ".repeat(990)}q`,
    "*,".repeat(500),
    `de-${"1".repeat(990)}`,
    `a${"-aaaaaaaa".repeat(100)}!`,
  ])("%#", (header) => {
    expect([...all, en]).toContain(negotiateLocale(header, all));
  });

  test("any text gives a locale", () => {
    const part = fc.oneof(fc.string(), fc.constantFrom("de", "fr-CA", "*", "en;q=0", "zh-Hant;q=0.3", "\ud800", "q=1"));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect([...all, en]).toContain(negotiateLocale(parts.join(","), all));
      }),
    );
  });
});
