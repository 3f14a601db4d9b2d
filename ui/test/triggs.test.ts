import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Making } from "../src/games/triggs/making.svelte";
import { discardsOf, helped, laidBy, pileOf, rowsOf } from "../src/games/triggs/plan";

describe("what the server's lists say", () => {
  const legal = ["draw left", "discard 3", "discard 9 x1", "discard 9 x2", "cross 9", "cross 12"];

  it("reads a pile in every form in which it comes", () => {
    expect(pileOf(50)).toEqual({ top: null, count: 50 });
    expect(pileOf({ top: "5", under: 18 })).toEqual({ top: "5", count: 19 });
    expect(pileOf({ top: null, under: 0 })).toEqual({ top: null, count: 0 });
    expect(pileOf(["7", "2"])).toEqual({ top: "7", count: 2 });
  });

  it("finds the rows and the discards", () => {
    expect([...rowsOf(legal, "cross")]).toEqual([9, 12]);
    expect(discardsOf(legal, "9")).toEqual(["discard 9 x1", "discard 9 x2"]);
    expect(discardsOf(legal, "3")).toEqual(["discard 3"]);
    expect(discardsOf(["discard 12"], "1")).toEqual([]);
  });

  it("names the rows that a card helps with, its own first", () => {
    const ways = { "3": ["3"], "9": ["9", "3+6"], "12": ["3+9"] };
    expect(helped("9", ["cross 12", "cross 9", "cross 3"], ways)).toEqual([9, 12]);
    expect(helped("3", ["cross 12", "cross 9", "cross 3"], ways)).toEqual([3, 9, 12]);
    expect(helped("1", legal, ways)).toEqual([]);
  });

  it("knows which cards a move lays", () => {
    expect(laidBy("use 4+7")).toEqual(["4", "7"]);
    expect(laidBy("discard 9 x2")).toEqual(["9"]);
    expect(laidBy("draw left")).toEqual([]);
  });
});

describe("all crosses of a row", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const turn = { view: {}, legal: ["cross 11"], phase: "turn", value: null };
  const make = (...uses: string[]) => ({
    view: {},
    legal: uses.map((way) => `use ${way}`),
    phase: "make",
    value: 11,
  });

  it("sends what is legal, one after the other, until nothing is left", () => {
    const sent: string[] = [];
    const making = new Making((action) => sent.push(action));
    making.start(11, turn);
    making.next(make("11", "4+7"));
    vi.runAllTimers();
    making.next({ ...make("4+7"), legal: ["use 4+7", "done"] });
    vi.runAllTimers();
    expect(sent).toEqual(["cross 11", "use 11", "use 4+7"]);
    expect(
      making.next({ view: {}, legal: ["bonus 3"], phase: "bonus", value: 11 }),
    ).toBeUndefined();
    expect(making.next(make("11"))).toBeUndefined();
  });

  it("stops when the server refused, and when another value is being made", () => {
    const sent: string[] = [];
    const making = new Making((action) => sent.push(action));
    making.start(11, turn);
    expect(making.next(turn)).toBeUndefined();
    making.start(11, turn);
    expect(making.next({ ...make("9"), value: 9 })).toBeUndefined();
    vi.runAllTimers();
    expect(sent).toEqual(["cross 11", "cross 11"]);
  });

  it("does not go on when it is told to stop", () => {
    const sent: string[] = [];
    const making = new Making((action) => sent.push(action));
    making.start(11, turn);
    making.next(make("11"))?.();
    vi.runAllTimers();
    expect(sent).toEqual(["cross 11"]);
  });
});
