import { describe, expect, it } from "vitest";
import {
  bestOf,
  chanceLines,
  costliest,
  moments,
  moveOf,
  scoreLines,
  sentences,
  whatOf,
} from "../src/lib/after";
import type { Frame, Judged, Reviewed } from "../src/lib/api";

const frame = (scores: number[], events: Frame["events"] = [], seat: number | null = 0): Frame => ({
  seat,
  action: "flip",
  events,
  view: { scores },
  legal: [],
  aids: {},
});
const judged = (number: number, player: number, chance: number, cost = 0): Judged => ({
  number,
  player,
  chance,
  cost,
  action: "a",
  better: cost ? "b" : "a",
  best: chance + cost,
  reason: "",
});
const review = (decisions: Judged[], curve: Reviewed["curve"]): Reviewed => ({
  done: 1,
  of: 1,
  first: 1,
  curve,
  decisions,
  players: [],
});

describe("curves", () => {
  it("of scores have a point where they change, and at the end", () => {
    const frames = [
      [0, 0],
      [0, 0],
      [2, 0],
      [2, 0],
    ].map((scores) => frame(scores));
    expect(scoreLines(frames, ["Ana", "Ben"]).map((line) => line.points)).toEqual([
      [
        [0, 0],
        [2, 2],
        [3, 2],
      ],
      [
        [0, 0],
        [3, 0],
      ],
    ]);
  });
  it("of chances are the mean of a lap, and the truth at the end", () => {
    const curve: Reviewed["curve"] = [
      [0, [0.4, 0.6]],
      [1, [0.6, 0.4]],
      [3, [1, 0]],
    ];
    const [ana] = chanceLines(curve, ["Ana", "Ben"]);
    expect(ana?.points).toEqual([
      [0, 40],
      [1, 50],
      [3, 100],
    ]);
  });
});

describe("decisions", () => {
  it("the best gained most over what else was open, and gave nothing away", () => {
    const all = [judged(1, 0, 0.5), judged(2, 1, 0.9), judged(3, 0, 0.6), judged(5, 0, 0.9, 0.05)];
    const curve: Reviewed["curve"] = [
      [0, [0.49, 0.51]],
      [1, [0.5, 0.5]],
      [2, [0.4, 0.6]],
      [4, [0.3, 0.7]],
    ];
    expect(bestOf(review(all, curve), 0)?.number).toBe(3);
    expect(bestOf(review([judged(1, 0, 0.5)], [[0, [0.5, 0.5]]]), 0)).toBeNull();
    expect(bestOf(review([], []), 0)).toBeNull();
  });
  it("the costliest come first, of one player or of all", () => {
    const all = [judged(1, 0, 0.5, 0.1), judged(2, 1, 0.5, 0.3), judged(3, 0, 0.5, 0.2)];
    expect(costliest(all, 0, 5).map((one) => one.number)).toEqual([3, 1]);
    expect(costliest(all, null, 2).map((one) => one.number)).toEqual([2, 3]);
    expect(costliest([judged(1, 0, 0.5, 0.001)], 0, 5)).toEqual([]);
  });
});

describe("moments", () => {
  const event = [{ type: "drew" }];
  it("are where something special happened", () => {
    const frames = Array.from({ length: 10 }, (_, i) => frame([0], i === 4 ? event : []));
    expect(moments(frames)).toEqual([4]);
  });
  it("are where it also scored, if it happens all the time", () => {
    const frames = [0, 0, 1, 1].map((score) => frame([score], event));
    expect(moments(frames)).toEqual([0, 2]);
  });
});

it("a position knows the move that led to it", () => {
  expect(whatOf(frame([0], [], null))).toBeNull();
  expect(whatOf(frame([0], [], 1))).toMatchObject({ kind: "moved", seat: 1, action: "flip" });
});

it("an address asks for a move", () => {
  expect(["", "#34", "#main", "#-3", "#12345678"].map(moveOf)).toEqual([0, 34, 0, 0, 0]);
});

it("lines become sentences", () => {
  expect(sentences(["Ana: flip", "", "Busted!"])).toBe("Ana: flip. Busted!");
});
