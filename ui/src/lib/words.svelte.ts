/** Six languages: one JSON file an area, loaded a language at a time, switched without a reload. */

import type add_up from "../words/en/add-up.json";
import type after from "../words/en/after.json";
import type book from "../words/en/book.json";
import type burst from "../words/en/burst.json";
import type home from "../words/en/home.json";
import type lessons from "../words/en/lessons.json";
import type play from "../words/en/play.json";
import type push from "../words/en/push.json";
import type seven from "../words/en/seven-ate-nine.json";
import type shell from "../words/en/shell.json";
import type triggs from "../words/en/triggs.json";
import { settings } from "./settings.svelte";

export const LANGUAGES = {
  en: "English",
  it: "Italiano",
  fr: "Français",
  es: "Español",
  de: "Deutsch",
  pt: "Português",
} as const;
export type Language = keyof typeof LANGUAGES;

export type Key =
  | keyof typeof shell
  | keyof typeof home
  | keyof typeof play
  | keyof typeof after
  | keyof typeof book
  | keyof typeof lessons
  | keyof typeof seven
  | keyof typeof burst
  | keyof typeof triggs
  | keyof typeof add_up
  | keyof typeof push;

export type Facts = Record<string, string | number>;
/** A sentence, or one for each plural form of {n}. */
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Words = Record<string, Entry>;

const files = import.meta.glob<{ default: Words }>("../words/*.ts");
/** Long texts of pages that few open: loaded with them. */
const long = import.meta.glob<{ default: Words }>("../words/*/{book,lessons}.json");
let wanted: string[] = []; // of the long ones

const now = $state<{ lang: Language; words: Words }>({ lang: "en", words: {} });

export function language(): Language {
  return now.lang;
}

/** The language asked for, or the first of the browser's that we speak. */
export function preferred(): Language {
  const wanted = [settings.lang, ...navigator.languages].map((tag) =>
    tag.slice(0, 2).toLowerCase(),
  );
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? "en";
}

let wish: Language = "en"; // asked for last, and maybe on its way
let newest = Promise.resolve();
let asked = 0;

/** Speak a language. Of several asked for at once the last one counts: all wait for that. */
export function speak(lang: Language): Promise<void> {
  wish = lang;
  return (newest = learn(lang, ++asked));
}

async function learn(lang: Language, mine: number): Promise<void> {
  const paths = wanted.map((area) => `../words/${lang}/${area}.json`);
  const loads = [files[`../words/${lang}.ts`], ...paths.map((path) => long[path])];
  try {
    const found = await Promise.all(loads.map((load) => load?.()));
    if (mine !== asked) return await newest;
    now.words = Object.assign({}, ...found.map((one) => one?.default)) as Words;
    now.lang = lang;
    document.documentElement.lang = lang;
  } catch (why) {
    if (mine !== asked) return await newest;
    wish = now.lang;
    newest = Promise.resolve();
    throw why;
  }
}

/** From now on the words of a long area are there as well. */
export async function speakOf(area: "book" | "lessons"): Promise<void> {
  if (wanted.includes(area)) return newest;
  wanted = [...wanted, area];
  try {
    await speak(wish);
  } catch (why) {
    wanted = wanted.filter((one) => one !== area); // to be asked for again
    throw why;
  }
}

/** The words for a key. `{name}` is filled in; `{n}` chooses the plural form. */
export function t(key: Key, facts: Facts = {}): string {
  return said(now.words, now.lang, key, facts);
}

/** The same for a key that is put together: the key itself if there are no words for it. */
export function tx(key: string, facts: Facts = {}): string {
  return said(now.words, now.lang, key, facts);
}

export function has(key: string): boolean {
  return key in now.words;
}

export function said(words: Words, lang: string, key: string, facts: Facts): string {
  const entry = words[key];
  if (entry === undefined) return key;
  let text: string | undefined;
  if (typeof entry === "string") text = entry;
  else {
    const n = Number(facts["n"] ?? 0);
    text = entry[form(lang, n)] ?? entry.other;
  }
  return (text ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name];
    if (fact === undefined) return whole;
    return typeof fact === "number" ? number(fact) : fact;
  });
}

// The first formatter that is made costs a slow phone a tenth of a second, and the first game shows
// nothing but small whole numbers: these are written alike in all our languages.
const small = (value: number) => Number.isInteger(value) && Math.abs(value) < 1000;
const makers: Record<string, unknown> = {};

/** A formatter, made once. */
function kept<Maker>(key: string, make: () => Maker): Maker {
  return (makers[key] ??= make()) as Maker;
}

/** The plural form that a language has for a number. */
export function form(lang: string, n: number): Intl.LDMLPluralRule {
  if (!small(n)) return kept(`plural ${lang}`, () => new Intl.PluralRules(lang)).select(n);
  const none = lang === "fr" || lang === "pt"; // where none is one
  return Math.abs(n) === 1 || (none && n === 0) ? "one" : "other";
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  const lang = now.lang;
  if (small(value) && !options) return String(value).replace("-", "−");
  const key = `number ${lang} ${JSON.stringify(options)}`;
  const made = kept(key, () => new Intl.NumberFormat(lang, options));
  return made.format(value).replace("-", "−");
}

export function percent(value: number): string {
  return t("percent", { value: number(Math.round(value * 100)) });
}

export function list(parts: string[]): string {
  const lang = now.lang;
  if (parts.length < 2) return parts[0] ?? "";
  return kept(`list ${lang}`, () => new Intl.ListFormat(lang, { type: "conjunction" })).format(
    parts,
  );
}
