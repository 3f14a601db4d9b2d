import { beforeAll, describe, expect, it } from "vitest";
import { cardSize, rowStep } from "../src/games/add-up/row";
import { captureOf, playOf, tell, valueOf } from "../src/games/add-up/words";
import { speak } from "../src/lib/words.svelte";

describe("a row of Add Up", () => {
  it("lies side by side while there is room", () => {
    expect(rowStep(1, 300, 50)).toBe(55);
    expect(rowStep(4, 300, 50)).toBe(55);
  });

  it("slides together when it is longer, and fits in a line", () => {
    const step = rowStep(8, 300, 50);
    expect(step).toBeLessThan(55);
    expect(step * 7 + 50).toBeLessThanOrEqual(300);
  });

  it("always leaves a corner to be read, and wraps then", () => {
    expect(rowStep(30, 300, 50)).toBe(23);
  });

  it("has smaller cards when there are many, but never too small", () => {
    expect(cardSize(3, 1000, 100, 36)).toBe(100);
    expect(cardSize(24, 650, 100, 36)).toBeLessThan(70);
    expect(cardSize(24, 290, 46, 36)).toBe(36);
  });
});

describe("an action of Add Up", () => {
  it("has a card, a value and a row", () => {
    expect(playOf("play 7 top")).toEqual({ card: "7", value: 7, row: "top" });
    expect(playOf("play Y=17 bottom")).toEqual({ card: "Y", value: 17, row: "bottom" });
    expect([valueOf("W"), valueOf("W=0"), valueOf("9")]).toEqual([null, 0, 9]);
  });

  it("may capture", () => {
    const events = [{ type: "captured", player: 2, cards: 7 }];
    expect(captureOf({ kind: "moved", at: 0, seat: 2, action: "play 2 top", events })).toEqual(
      events[0],
    );
    expect(captureOf({ kind: "moved", at: 0, events: [] })).toBeNull();
    expect(captureOf(null)).toBeNull();
  });
});

describe("a card that is played", () => {
  beforeAll(() => speak("en"));

  it("is told with the sums that the table knows", () => {
    const what = { kind: "moved", at: 0, seat: 0, action: "play 4 bottom" } as const;
    const aids = { sums: [6, 13] };
    expect(tell(what, ["Ana"], {}, aids)).toEqual([
      "Ana: 4 to the bottom row.",
      "Top 6, bottom 13: 7 apart.",
    ]);
  });
});
