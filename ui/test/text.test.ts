import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type BoardProps, GAMES, loadGame } from "../src/games/board";
import type { InWords } from "../src/games/text";
import { speak } from "../src/lib/words.svelte";
import Text from "../src/parts/Text.svelte";
import type { What } from "../src/protocol";

const table = (more: Partial<BoardProps>): BoardProps => ({
  view: {},
  legal: [],
  seat: 0,
  aids: {},
  names: ["Ada", "Bo"],
  act: () => undefined,
  mine: true,
  waiting: false,
  last: null,
  advice: null,
  big: false,
  ...more,
});
const textOf = async (slug: string): Promise<InWords> =>
  (await (await loadGame(slug)).text()).default;
const lines = (words: InWords, of: BoardProps) => words.parts(of).flatMap((part) => part.lines);

beforeAll(async () => {
  await Promise.all([...GAMES.map(textOf), speak("en")]);
}, 60_000);
afterEach(cleanup);

describe("Add Up as text", () => {
  const values = Array.from({ length: 90 }, (_, i) => i + 10);
  const jokers = values.flatMap((n) => [`play Y=${n} top`, `play Y=${n} bottom`]);
  const at = table({
    view: { top: ["3"], bottom: ["9"], hands: [["4", "Y"], 3], deck: 20, to_act: [0] },
    aids: { sums: [3, 9], captures: ["play Y=15 top"] },
    legal: ["play 4 top", "play 4 bottom", ...jokers],
  });

  it("tells how far the rows are apart", async () => {
    expect(lines(await textOf("add-up"), at)).toContain("Top 3, bottom 9: 6 apart.");
  });

  it("has one field for a joker, and a button for what wins", async () => {
    const done: string[] = [];
    render(Text, { ...at, game: await loadGame("add-up"), act: (one) => done.push(one) });
    const field = await screen.findByLabelText("Value of the joker");
    const names = () => screen.getAllByRole("button").map((one) => one.textContent);
    expect(names()).toEqual([
      "4 to the top row",
      "4 to the bottom row",
      "yellow joker as 15 to the top row, Wins all!",
      "yellow joker as 10 to the top row",
      "yellow joker as 10 to the bottom row",
    ]);
    await fireEvent.input(field, { target: { value: "42" } });
    await fireEvent.click(screen.getByText("yellow joker as 42 to the bottom row"));
    expect(done).toEqual(["play Y=42 bottom"]);
    await fireEvent.input(field, { target: { value: "1000" } });
    expect(names().at(-1)).toBe("yellow joker as 99 to the bottom row"); // there is no more
  });

  it("says whose turn it is while one waits", async () => {
    const view = { ...at.view, to_act: [1] };
    render(Text, { ...at, view, legal: [], game: await loadGame("add-up") });
    expect(await screen.findByText("Bo’s turn")).toBeTruthy();
  });
});

describe("Burst as text", () => {
  const view = { total: 12, row: ["5r", "7"], direction: 1, hands: [["2"], 1], pending: "take" };

  it("says what a choice does", async () => {
    const { action, ask } = await textOf("burst");
    const at = table({ view, legal: ["pick 5r"] });
    expect(ask?.(at)).toBe("Choose a card of the row to take.");
    expect(action?.("pick 5r", at)).toBe("Take 5, reverse");
    expect(action?.("draw", at)).toBe("Draw");
  });

  it("has the score sheet", async () => {
    const words = await textOf("burst");
    const round = { type: "burst", player: 0, total: 24, points: [0, 18], row: [], hands: [] };
    const history: What[] = [{ kind: "moved", at: 0, events: [round] }];
    expect(lines(words, table({ view, history: [...history, ...history] })).slice(-3)).toEqual([
      "Round 1: Ada 0 and Bo 18",
      "Round 2: Ada 0 and Bo 18",
      "Totals: Ada 0 and Bo 36.",
    ]);
  });
});

describe("Push as text", () => {
  const view = {
    deck: 20,
    drawn: "R5",
    takers: [],
    switches: 1,
    columns: [["B1"], [], []],
    open: [[], []],
    protected: [[], []],
  };

  it("says what a column brings, and which card is placed", async () => {
    const { note } = await textOf("push");
    const at = table({ view, aids: { worth: [9, 0, 0], direction: -1 } });
    expect(note?.("take 1", at)).toBe("worth 9");
    expect(note?.("place 2", at)).toBe("red 5");
    expect(note?.("flip", at)).toBe("");
    expect(lines(await textOf("push"), at)).toContain("The others choose to the right.");
  });
});

describe("Triggs as text", () => {
  const view = {
    hands: [["4"], 3],
    crossed: [
      [1, 0],
      [0, 2],
    ],
    void: [],
    value: 9,
    made: 0,
    discard: ["1", "2"],
    box: ["3"],
    left: 4,
    middle: 5,
    right: 0,
    phase: "draw",
  };

  it("has the total, what was laid away, and what is asked", async () => {
    const words = await textOf("triggs");
    const at = table({ view, aids: { boxes: [2, 3], reach: { 9: 2 } }, legal: ["draw left"] });
    const all = lines(words, at);
    for (const line of ["crossed 1 of 5", "crossed 2 of 5", "Discards: 2", "Box: 1"])
      expect(all).toContain(line);
    expect(words.ask?.(at)).toBe("One more card: from which pile?");
    expect(words.note?.("cross 9", at)).toBe("2 crosses possible");
    expect(words.note?.("draw left", at)).toBe("");
  });
});
