import { beforeAll, describe, expect, it } from "vitest";
import { actionName, cardName, sorted, tell } from "../src/games/seven-ate-nine/words";
import { loadGame } from "../src/games/board";
import { speak } from "../src/lib/words.svelte";

describe("seven-ate-nine", () => {
  beforeAll(() => speak("en"));

  it("sorts a hand by value, not as text", () => {
    expect(sorted(["10:1", "2:3", "2:1", "9:2"])).toEqual(["2:1", "2:3", "9:2", "10:1"]);
  });

  it("says cards and actions", () => {
    expect(cardName("7:2")).toBe("7, plus or minus 2");
    expect(actionName("play 7:2")).toBe("Play 7 ±2");
  });

  it("counts the cards that are left, in hand and deck, seen or not", async () => {
    const { seat } = await loadGame("seven-ate-nine");
    const view = { hands: [["5:1", "7:2"], 4, 1], decks: [10, ["1:1"], 0], scores: [-12, -5, -1] };
    expect(seat(view, 0)).toEqual({ score: 12, unit: "cards left", last: false });
    expect(seat(view, 1)).toEqual({ score: 5, unit: "cards left", last: false });
    expect(seat(view, 2)).toEqual({ score: 1, unit: "last card!", last: true });
  });

  it("tells plays and a turned pile, but not each draw", () => {
    const what = { kind: "moved", at: 0, seat: 0 } as const;
    expect(tell({ ...what, action: "draw" }, ["Ana"])).toEqual([]);
    const stuck = [{ type: "stuck", top: "4:2" }];
    expect(tell({ ...what, action: "play 9:3", events: stuck }, ["Ana"])).toEqual([
      "Ana: 9, plus or minus 3.",
      "Nobody could go on: 4 ±2 comes up from below.",
    ]);
  });
});
