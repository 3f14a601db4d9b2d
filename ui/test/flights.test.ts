import { describe, expect, it } from "vitest";
import { flights, vanished, type Spot } from "../src/lib/flights";

const spot = (place: string, face: string, x = 0, y = 0): Spot => ({
  place,
  face,
  x,
  y,
  w: 50,
  h: 70,
});
const noDoor = () => null;

describe("a card", () => {
  it("that stays where it is does not fly", () => {
    const still = [spot("hand", "7", 10), spot("pile", "3", 200)];
    expect(flights(still, still, noDoor)).toEqual([]);
  });

  it("that shifts within its place glides there", () => {
    const [before, after] = [[spot("hand", "7", 10)], [spot("hand", "7", 60)]];
    expect(flights(before, after, noDoor)).toEqual([{ to: 0, from: before[0], moved: true }]);
  });

  it("that is played flies from the hand to the pile", () => {
    const before = [spot("hand", "7", 10), spot("hand", "9", 60), spot("pile", "3", 200)];
    const after = [spot("hand", "9", 35), spot("pile", "7", 200)];
    expect(flights(before, after, noDoor)).toEqual([
      { to: 0, from: before[1], moved: true },
      { to: 1, from: before[0], moved: false },
    ]);
  });

  it("that was nowhere comes out of its door", () => {
    const deck = spot("deck", "", 300, 5);
    const after = [spot("hand", "4", 10)];
    expect(flights([], after, () => deck)).toEqual([{ to: 0, from: deck, moved: false }]);
  });

  it("that was nowhere and has no door is just there", () => {
    expect(flights([], [spot("hand", "4", 10)], noDoor)).toEqual([]);
  });

  it("comes from where its face vanished rather than out of a door", () => {
    const before = [spot("hand", "4", 10)];
    const door = () => spot("deck", "", 300);
    expect(flights(before, [spot("row", "4", 90)], door)[0]?.from).toBe(before[0]);
  });
});

describe("equal faces", () => {
  it("are not taken for each other while there are enough of them", () => {
    const before = [spot("hand", "7", 0), spot("hand", "7", 50), spot("pile", "7", 200)];
    const after = [spot("hand", "7", 25), spot("pile", "7", 200), spot("pile", "7", 210)];
    const found = flights(before, after, noDoor);
    // One of the hand's two stays there, the other one is the new one of the pile.
    expect(found.filter((one) => one.moved).map((one) => one.to)).toEqual([0]);
    expect(found.filter((one) => !one.moved).map(({ to, from }) => [to, from.place])).toEqual([
      [2, "hand"],
    ]);
  });

  it("use each card that vanished once", () => {
    const before = [spot("hand", "7", 0)];
    const after = [spot("row", "7", 100), spot("row", "7", 150)];
    const deck = spot("deck", "", 300);
    expect(flights(before, after, () => deck).map((one) => one.from.place)).toEqual([
      "hand",
      "deck",
    ]);
  });

  it("in two places keep to theirs", () => {
    const before = [spot("hand", "7", 0), spot("row", "7", 100)];
    const after = [spot("row", "7", 140), spot("hand", "7", 30)];
    expect(flights(before, after, noDoor).map(({ to, from }) => [to, from.place])).toEqual([
      [0, "row"],
      [1, "hand"],
    ]);
  });
});

describe("backs", () => {
  it("are never taken for a card from elsewhere", () => {
    const before = [spot("seat", "", 0)];
    expect(flights(before, [spot("pile", "", 100)], noDoor)).toEqual([]);
  });
});

describe("what is nowhere any more", () => {
  it("is found", () => {
    const before = [spot("row", "3", 0), spot("row", "4", 50), spot("hand", "9", 0)];
    expect(vanished(before, [spot("hand", "9", 0)])).toEqual([before[0], before[1]]);
  });

  it("is not what only went elsewhere", () => {
    expect(vanished([spot("hand", "3")], [spot("row", "3")])).toEqual([]);
  });

  it("is counted: one of two equal faces may go", () => {
    const before = [spot("row", "3", 0), spot("row", "3", 50)];
    expect(vanished(before, [spot("row", "3", 0)])).toEqual([before[1]]);
  });
});
