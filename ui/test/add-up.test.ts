import { beforeAll, describe, expect, it } from "vitest";
import { lie, stepOf, type Lie } from "../src/games/add-up/row";
import { captureOf, playOf, tell, valueOf } from "../src/games/add-up/words";
import { speak } from "../src/lib/words.svelte";

describe("a row of Add Up", () => {
  const last = ({ size, step, line }: Lie, n: number) => step * (Math.min(n, line) - 1) + size;

  it("lies side by side while there is room, as large as it may be", () => {
    expect(lie(3, 350, 157, 84, 2)).toMatchObject({ size: 84, step: 89, line: 3 });
    expect(lie(1, 300, 70, 84, 2)).toMatchObject({ size: 50, top: 0 });
  });

  it("slides together when it is longer, and fits into its width and height", () => {
    for (let n = 1; n < 40; n++)
      for (const [width, height, lines] of [
        [350, 157, 2],
        [280, 66, 2],
        [530, 90, 1],
      ] as const) {
        const lying = lie(n, width, height, 84, lines);
        const count = Math.ceil(n / lying.line);
        expect(count).toBeLessThanOrEqual(lines);
        expect(last(lying, n)).toBeLessThanOrEqual(width);
        const bottom = lying.top + lying.pitch * (count - 1) + lying.size * 1.4;
        expect(bottom).toBeLessThanOrEqual(height + 0.01);
        expect(lying.top).toBeGreaterThanOrEqual(-0.01);
      }
  });

  it("is as large as the longer one, but lies as far apart as it can", () => {
    const lying = lie(11, 460, 121, 100, 1);
    expect(lying.step).toBeLessThan(lying.size);
    expect(stepOf(5, lying, 460)).toBe(lying.size + 5);
  });

  it("takes a second line when more is seen then, and leaves a corner to be read", () => {
    expect(lie(5, 350, 157, 84, 2).line).toBe(5);
    for (let n = 6; n <= 20; n++) {
      const lying = lie(n, 350, 157, 84, 2);
      expect(lying.size).toBeGreaterThan(50);
      expect(lying.step).toBeGreaterThanOrEqual(28);
      expect(lying.pitch).toBeGreaterThan(lying.size * 1.4);
    }
    expect(lie(20, 350, 157, 84, 1).line).toBe(20);
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
