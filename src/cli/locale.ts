/** Finds the languages of messages: the files beside that of English. */
import { readdir } from "node:fs/promises";
import type { Locale } from "../index.ts";
import { UsageError } from "./failure.ts";

const FOLDER = new URL("../text/locales/", import.meta.url);

/**
 * The locale of a language tag: the closest one that there is, so `de-AT` is `de`.
 * @throws UsageError if there is none.
 */
export async function localeOf(tag: string): Promise<Locale> {
  const files = (await readdir(FOLDER)).filter((file) => /^[a-z]{2}(?:-[A-Z]{2})?\.[jt]s$/.test(file)).sort();
  const codes = files.map((file) => file.slice(0, file.indexOf(".")));
  const wanted = tag.replaceAll("_", "-").toLowerCase();
  let at = codes.findIndex((code) => code.toLowerCase() === wanted);
  if (at < 0) at = codes.indexOf(wanted.split("-", 1)[0] as string);
  if (at < 0) throw new UsageError(`there is no language '${tag}', only ${codes.join(", ")}`);
  const [locale] = Object.values((await import(new URL(files[at] as string, FOLDER).href)) as Record<string, Locale>);
  return locale as Locale;
}
