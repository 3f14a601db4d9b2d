/** The rule books' Markdown, and looking for words in it. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCard, planOf, smallFor } from "../src/lessons/data";
import { find, fold, pieces, textOf, wordsOf } from "../src/lib/find";
import { inline, parse } from "../src/lib/markdown";

const FOLDER = "../src/cinquina/rulebook";
const books = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md"))
  .map((name) => [name, readFileSync(`${FOLDER}/${name}`, "utf-8")] as const);

const SMALL = `# Push

*A game: of
two lines.*

## In short

Take \`R5\`, then stop. (PU-R1, PU-R2)

## Your turn

First
line. (PU-R1)

- one \`place 1\`;
  still one (PU-R2)
- two

Été à côté.

## Tips

- a tip

The foot.
`;

describe("parse", () => {
  const book = parse(SMALL);

  it("finds title, lead, sections and foot", () => {
    expect(book.title).toBe("Push");
    expect(book.lead).toBe("A game: of two lines.");
    expect(book.sections.map(({ id, title }) => [id, title])).toEqual([
      ["s1", "In short"],
      ["s2", "Your turn"],
      ["s3", "Tips"],
    ]);
    expect(textOf(book.foot!.parts)).toBe("The foot.");
  });

  it("joins the lines of paragraphs and items", () => {
    const entries = book.sections[1]!.entries;
    expect(entries.map((one) => [one.item, textOf(one.parts)])).toEqual([
      [false, "First line. PU-R1"],
      [true, "one place 1; still one PU-R2"],
      [true, "two"],
      [false, "Été à côté."],
    ]);
  });

  it("looks for a rule where it is told, not in the summary", () => {
    const anchors = book.sections.map((one) => one.entries.map((entry) => entry.anchor));
    expect(anchors).toEqual([[[]], [["PU-R1"], ["PU-R2"], [], []], [[]]]);
  });

  it.each(books)("leaves nothing of %s unread", (name, text) => {
    const found = parse(text);
    expect(found.sections).toHaveLength(10);
    expect(found.foot).not.toBeNull();
    const parts = found.sections.flatMap((one) => one.entries.flatMap((entry) => entry.parts));
    const plain = parts.map((one) => (one.kind === "text" ? one.text : "")).join("");
    expect(plain).not.toMatch(/[`*#_]|\b[A-Z0-9]{2}-[RG]\d/);
    const ids = [...text.matchAll(/[A-Z0-9]{2}-[RG]\d+/g)].map(([id]) => id);
    const anchors = found.sections.flatMap((one) => one.entries.flatMap((entry) => entry.anchor));
    expect(anchors.sort()).toEqual([...new Set(ids)].sort());
    const game = name.split(".")[0]!;
    expect(smallFor(game, anchors).length).toBeGreaterThanOrEqual(2);
    expect(planOf(game)?.game).toBe(game);
  });
});

it("splits a line into text, code, emphasis and ids", () => {
  expect(inline("a `b` *c* (PU-R1, PU-G2)")).toEqual([
    { kind: "text", text: "a " },
    { kind: "code", text: "b" },
    { kind: "text", text: " " },
    { kind: "em", text: "c" },
    { kind: "text", text: " " },
    { kind: "ids", ids: ["PU-R1", "PU-G2"] },
  ]);
});

it("knows the cards of a game", () => {
  expect(isCard("push", "R5")).toBe(true);
  expect(isCard("push", "place 1")).toBe(false);
  expect(isCard("burst", "-3")).toBe(true);
  expect(isCard("burst", "pick")).toBe(false);
  expect(isCard("seven-ate-nine", "10:3")).toBe(true);
  expect(isCard("add-up", "Y=17")).toBe(true);
  expect(isCard("triggs", "13")).toBe(false);
});

describe("find", () => {
  const { sections } = parse(SMALL);

  it("does not mind capitals and accents", () => {
    expect(fold("Été À CÔTÉ, Großes Œuf −3")).toBe("ete a cote, grosses oeuf -3");
    const found = find(sections, wordsOf("COTE ete"));
    expect(found.map((one) => one.entries.length)).toEqual([1]);
  });

  it("wants every word, and takes headings and ids into account", () => {
    expect(find(sections, wordsOf("turn still"))[0]!.entries).toHaveLength(1);
    expect(find(sections, wordsOf("pu-r1"))).toHaveLength(2);
    expect(find(sections, wordsOf("stop tip"))).toEqual([]);
    expect(find(sections, [])).toEqual(sections);
  });

  it("marks what was sought in the text as it is read", () => {
    expect(pieces("Été à côté", wordsOf("cote"))).toEqual([
      { text: "Été à ", hit: false },
      { text: "côté", hit: true },
    ]);
    expect(pieces("große Straße", wordsOf("ss"))).toEqual([
      { text: "gro", hit: false },
      { text: "ß", hit: true },
      { text: "e Stra", hit: false },
      { text: "ß", hit: true },
      { text: "e", hit: false },
    ]);
    expect(pieces("nothing", [])).toEqual([{ text: "nothing", hit: false }]);
  });
});
