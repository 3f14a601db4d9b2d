/** Looking for words in a rule book: capitals and accents don't matter. */

import type { Entry, Inline, Section } from "./markdown";

const ALIKE: Record<string, string> = {
  ß: "ss",
  œ: "oe",
  æ: "ae",
  "−": "-",
  "–": "-",
  "’": "'",
  "\u00a0": " ",
  "\u202f": " ",
  "“": '"',
  "”": '"',
};

/** A text as it is compared, and for each of its letters the place in the text as it is read. */
function folded(text: string): { plain: string; from: number[] } {
  let plain = "";
  const from: number[] = [];
  [...text].reduce((at, letter) => {
    const small = letter.toLowerCase();
    const alike = ALIKE[small] ?? small.normalize("NFD").replace(/\p{M}/gu, "");
    plain += alike;
    for (let i = 0; i < alike.length; i++) from.push(at);
    return at + letter.length;
  }, 0);
  from.push(text.length);
  return { plain, from };
}

export const fold = (text: string): string => folded(text).plain;

/** What is asked for: every one of these words. */
export function wordsOf(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

export function textOf(parts: readonly Inline[]): string {
  return parts.map((one) => (one.kind === "ids" ? one.ids.join(" ") : one.text)).join("");
}

/** The entries with all the words; a heading counts for each of its entries. */
export function find(sections: readonly Section[], words: readonly string[]): Section[] {
  if (!words.length) return [...sections];
  return sections.flatMap((section) => {
    const title = fold(section.title);
    const has = (one: Entry): boolean => {
      const text = `${title} ${fold(textOf(one.parts))}`;
      return words.every((word) => text.includes(word));
    };
    const entries = section.entries.filter(has);
    return entries.length ? [{ ...section, entries }] : [];
  });
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** A text in pieces: those that were asked for, and those between. */
export function pieces(text: string, words: readonly string[]): Piece[] {
  const { plain, from } = folded(text);
  const hit = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let i = plain.indexOf(word); i >= 0; i = plain.indexOf(word, i + word.length))
      hit.fill(true, from[i], Math.max(from[i + word.length]!, from[i]! + 1));
  }
  const found: Piece[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = found.at(-1);
    if (last && last.hit === hit[i]) last.text += text[i];
    else found.push({ text: text[i]!, hit: hit[i]! });
  }
  return found;
}
