import { beforeAll, describe, expect, it } from "vitest";
import {
  bustOf,
  colourOf,
  numberOf,
  piles,
  pointsOf,
  rollOf,
  turnedUp,
  worthOf,
} from "../src/games/push/cards";
import { tell } from "../src/games/push/words";
import { speak } from "../src/lib/words.svelte";
import type { What } from "../src/protocol";

const moved = (action: string, events: Record<string, unknown>[] = []): What => ({
  kind: "moved",
  at: 0,
  seat: 1,
  action,
  events,
});

describe("the cards of Push", () => {
  it("are read from their notation", () => {
    expect(["R5", "B1", "G6", "Y2", "P3"].map(colourOf)).toEqual([
      "red",
      "blue",
      "green",
      "yellow",
      "purple",
    ]);
    expect(["R5", "dice", "switch"].map(numberOf)).toEqual([5, 0, 0]);
    expect([colourOf("dice"), colourOf("switch"), colourOf("")]).toEqual([null, null, null]);
  });

  it("lie by colour, the lowest first, each pile with the sum that the server tells", () => {
    expect(piles(["R5", "B1", "R2"], { red: 70, blue: 10 })).toEqual([
      { colour: "red", cards: ["R2", "R5"], sum: 70 },
      { colour: "blue", cards: ["B1"], sum: 10 },
    ]);
    expect(piles([], {})).toEqual([]);
  });

  it("are worth what the server tells of each player", () => {
    const aids = { open: [{ red: 7 }, {}], protected: [{}, { blue: 3 }], safe: [0, 3] };
    expect(worthOf(aids, 0)).toEqual({ open: { red: 7 }, protected: {}, safe: 0 });
    expect(worthOf(aids, 1)).toEqual({ open: {}, protected: { blue: 3 }, safe: 3 });
    expect(worthOf(aids, -1)).toEqual({ open: {}, protected: {}, safe: 0 });
  });

  it("that a die cost are counted by their numbers", () => {
    expect(pointsOf(["R5", "B6"])).toBe(11);
  });
});

describe("the card that was turned up", () => {
  beforeAll(() => speak("en"));

  it("is the one drawn, a direction card, or the one that fitted nowhere", () => {
    expect(turnedUp("R5", moved("flip"))).toBe("R5");
    expect(turnedUp(null, moved("flip"))).toBe("switch");
    const bust = moved("flip", [
      { type: "busted", player: 1, card: "R2" },
      { type: "roll", player: 1, face: "red", lost: ["R6"] },
    ]);
    expect(turnedUp(null, bust)).toBe("R2");
    expect(bustOf(bust)?.player).toBe(1);
    expect(rollOf(bust)).toMatchObject({ face: "red", lost: ["R6"] });
  });

  it("turns the order as the server tells, however many came before", () => {
    const after = { drawn: null, switches: 1 };
    expect(tell(moved("flip"), ["Ana", "Bo"], after, { direction: 1 })[0]).toContain("left");
    expect(tell(moved("flip"), ["Ana", "Bo"], after, { direction: -1 })[0]).toContain("right");
  });

  it("is gone after the next move, and unknown at the start", () => {
    expect(turnedUp(null, moved("take 1"))).toBeNull();
    expect(turnedUp(null, null)).toBeNull();
    expect(turnedUp(null, { kind: "started", at: 0 })).toBeNull();
  });
});

describe("a column that is taken", () => {
  beforeAll(() => speak("en"));
  const [now, before] = [{ worth: [4, 0, 0] }, { worth: [4, 9, 0] }];

  it("is told with its worth, and the score after all that it brought", () => {
    const roll = [{ type: "roll", player: 1, face: "red", lost: ["R6"] }];
    const lines = tell(moved("take 2", roll), ["Ana", "Bo"], { scores: [0, 26] }, now, before);
    expect(lines).toEqual([
      "Bo takes column 2.",
      "It is worth 9.",
      "Bo rolls the die: red. 1 card lost, worth 6.",
      "Score: 26.",
    ]);
    expect(tell(moved("take 2"), ["Ana", "Bo"], null)).toEqual(["Bo takes column 2."]);
  });
});
