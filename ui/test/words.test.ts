import { afterEach, describe, expect, it, vi } from "vitest";
import {
  form,
  LANGUAGES,
  type Language,
  number,
  percent,
  said,
  speak,
  type Words,
} from "../src/lib/words.svelte";

type Area = Record<string, Words>; // by language
const files = import.meta.glob<Words>("../src/words/*/*.json", { eager: true, import: "default" });
const sources = import.meta.glob<string>("../src/**/*.{svelte,ts}", {
  eager: true,
  query: "?raw",
  import: "default",
});

const areas: Record<string, Area> = {};
for (const [path, words] of Object.entries(files)) {
  const [lang, area] = path.split("/").slice(-2) as [string, string];
  (areas[area.replace(".json", "")] ??= {})[lang] = words;
}
const languages = Object.keys(LANGUAGES);
const others = languages.filter((lang) => lang !== "en");
const cases = (all: string[]) =>
  Object.keys(areas).flatMap((area) => all.map((lang) => ({ area, lang })));

const wordsOf = (area: string, lang: string): Words => areas[area]?.[lang] ?? {};
const textsOf = (entry: Words[string]): string[] =>
  typeof entry === "string" ? [entry] : Object.values(entry);
const facts = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((one) => one[1]!))].sort();
/** The placeholders of an entry; singulars may spell the number out. */
const needed = (entry: Words[string] | undefined): string[] =>
  entry === undefined ? [] : facts(typeof entry === "string" ? entry : (entry.other ?? ""));

describe.each(cases(others))("$area in $lang", ({ area, lang }) => {
  const [there, english] = [wordsOf(area, lang), wordsOf(area, "en")];

  it("has words for the same things as in English", () => {
    expect(Object.keys(there).sort()).toEqual(Object.keys(english).sort());
  });

  it("has the same placeholders", () => {
    for (const [key, entry] of Object.entries(there))
      if (key in english) expect(needed(entry), key).toEqual(needed(english[key]));
  });

  it("has plural forms where English has them", () => {
    for (const [key, entry] of Object.entries(there))
      if (typeof english[key] === "object") expect(typeof entry, key).toBe("object");
  });
});

describe.each(cases(languages))("$area in $lang", ({ area, lang }) => {
  const words = wordsOf(area, lang);

  it("has every plural form that is needed, and no other", () => {
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    const must = forms.filter((form) => form !== "many"); // millions: as "other"
    for (const [key, entry] of Object.entries(words)) {
      if (typeof entry === "string") continue;
      expect(Object.keys(entry), key).toEqual(expect.arrayContaining(must));
      expect(forms, key).toEqual(expect.arrayContaining(Object.keys(entry)));
      for (const text of Object.values(entry))
        expect(needed(entry), key).toEqual(expect.arrayContaining(facts(text)));
    }
  });

  it("says something everywhere, without blanks at the ends", () => {
    for (const [key, entry] of Object.entries(words))
      for (const text of textsOf(entry)) {
        expect(text, key).not.toBe("");
        expect(text, key).toBe(text.trim());
      }
  });
});

describe("every language", () => {
  it("has the same areas", () => {
    for (const [area, there] of Object.entries(areas))
      expect(Object.keys(there).sort(), area).toEqual([...languages].sort());
  });

  it("has each key in one area only", () => {
    const all = Object.keys(areas).flatMap((area) => Object.keys(wordsOf(area, "en")));
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
  });
});

describe("the pages", () => {
  const known = new Set(Object.keys(areas).flatMap((area) => Object.keys(wordsOf(area, "en"))));

  it("use only keys that have words", () => {
    const used = Object.entries(sources).flatMap(([path, text]) =>
      [...text.matchAll(/\btx?\(\s*"([^"]+)"/g)].map(
        (one) => `${path.split("/").at(-1)} ${one[1]}`,
      ),
    );
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((one) => !known.has(one.split(" ")[1]!))).toEqual([]);
  });
});

describe("what is said", () => {
  const words: Words = {
    plain: "Table {code}",
    many: { one: "{n} card", other: "{n} cards" },
  };

  it("is filled in", () => {
    expect(said(words, "en", "plain", { code: "KMPRX" })).toBe("Table KMPRX");
    expect(said(words, "en", "plain", {})).toBe("Table {code}");
  });

  it("has the right plural form", () => {
    expect(said(words, "en", "many", { n: 1 })).toBe("1 card");
    expect(said(words, "en", "many", { n: 0 })).toBe("0 cards");
    expect(said(words, "fr", "many", { n: 0 })).toBe("0 card");
    expect(said(words, "it", "many", { n: 1_000_000 })).toMatch(/cards$/); // "many", as "other"
  });

  it.each(Object.keys(LANGUAGES) as Language[])(
    "has the plural forms and numbers of %s",
    async (lang) => {
      const rules = new Intl.PluralRules(lang);
      const plain = new Intl.NumberFormat(lang);
      const share = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });
      const spaces = (text: string) => text.replace(/\s/g, " ").replace("-", "−");
      await speak(lang);
      for (let n = -20; n < 1200; n++) {
        expect(form(lang, n)).toBe(rules.select(n));
        expect(spaces(number(n))).toBe(spaces(plain.format(n)));
        if (n >= 0 && n <= 100)
          expect(spaces(percent(n / 100))).toBe(spaces(share.format(n / 100)));
      }
      expect(form(lang, 1.5)).toBe(rules.select(1.5));
    },
  );

  it("has a real minus", () => {
    expect(said(words, "en", "many", { n: -3 })).toBe("−3 cards");
  });

  it("is the key where there are no words", () => {
    expect(said(words, "en", "none.such", {})).toBe("none.such");
  });
});

describe("a language that is on its way", () => {
  const DE = "../src/words/de.ts";
  afterEach(() => vi.doUnmock(DE));

  /** A page that is just opened; German comes when it is told to, or not at all. */
  async function opened() {
    let come!: () => void, fail!: () => void;
    const there = new Promise<void>((resolve, reject) => {
      come = resolve;
      fail = () => reject(new Error("gone"));
    });
    vi.doMock(DE, async () => {
      await there;
      return await vi.importActual(DE);
    });
    vi.resetModules();
    const page = await import("../src/lib/words.svelte");
    await page.speak("en");
    return { ...page, come, fail };
  }

  it("does not come over one that was asked for later", async () => {
    const { come, language, speak } = await opened();
    const slow = speak("de");
    await speak("fr");
    come();
    await slow;
    expect([language(), document.documentElement.lang]).toEqual(["fr", "fr"]);
  });

  it("brings the words of a page that was opened meanwhile", async () => {
    const { come, has, language, speak, speakOf } = await opened();
    const slow = speak("de");
    const pages = [speakOf("book"), speakOf("book")];
    expect(has("book.title")).toBe(false);
    come();
    await pages[1];
    expect([language(), has("book.title")]).toEqual(["de", true]);
    await Promise.all([slow, ...pages]);
    expect([language(), has("book.title")]).toEqual(["de", true]);
  });

  it("and never comes leaves the one that is spoken", async () => {
    const { fail, has, language, speak, speakOf } = await opened();
    const slow = speak("de");
    fail();
    await expect(slow).rejects.toThrow();
    expect(language()).toBe("en");
    await speakOf("book");
    expect([language(), has("book.title")]).toEqual(["en", true]);
  });
});

it("has no words that nobody says", () => {
  const text = Object.values(sources).join("\n");
  const parts = [...text.matchAll(/["'`]((?:[\w.-]|\$\{[^}`]*\})+)["'`]/g)].map((one) => one[1]!);
  const plain = new Set(parts);
  // Put together: `game.${slug}` says every key of that form.
  const made = parts
    .filter((one) => one.includes("${") && one.includes("."))
    .map((one) => one.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\.")))
    .filter((part) => part.join("").length > 2)
    .map((part) => new RegExp(`^${part.join("[\\w.-]+")}$`));
  const unsaid = Object.keys(areas)
    .flatMap((area) => Object.keys(wordsOf(area, "en")))
    .filter((key) => !plain.has(key) && !made.some((one) => one.test(key)));
  expect(unsaid).toEqual([]);
});
