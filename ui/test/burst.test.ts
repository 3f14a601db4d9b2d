import { beforeAll, describe, expect, it } from "vitest";
import text from "../src/games/burst/text";
import {
  partsOf,
  roomLeft,
  roundsOf,
  runningTotals,
  tell,
  type Round,
} from "../src/games/burst/words";
import type { BoardProps } from "../src/games/board";
import { speak } from "../src/lib/words.svelte";
import type { What } from "../src/protocol";

const moved = (action: string, events: Record<string, unknown>[] = []): What => ({
  kind: "moved",
  at: 0,
  seat: 0,
  action,
  events,
});
const ended = (player: number | null, points: number[]): Record<string, unknown> => ({
  type: "burst",
  player,
  total: 24,
  points,
  row: ["15", "9"],
  hands: points.map(() => []),
});

describe("burst", () => {
  beforeAll(() => speak("en"));

  it("reads cards", () => {
    expect(partsOf("-2")).toEqual({ value: -2, kind: null });
    expect(partsOf("12t")).toEqual({ value: 12, kind: "take" });
    expect(partsOf("0r")).toEqual({ value: 0, kind: "reverse" });
  });

  it("warns in the table as text, too, of what the server says bursts", () => {
    const after = {
      "9": { total: 12, bursts: true, choice: false },
      "5d": { total: 30, bursts: false, choice: true },
    };
    const table = { aids: { after } } as unknown as BoardProps;
    expect(text.note("play 9", table)).toBe("makes 12: bursts");
    expect(text.note("play 5d", table)).toBe("makes 30");
    expect(text.note("draw", table)).toBe("");
  });

  it("says what is left, and does not call it a range", () => {
    expect([14, 0, -3].map((room) => roomLeft(room, 21))).toEqual([
      "14 left",
      "exactly 21!",
      "3 over 21",
    ]);
  });

  it("finds the rounds in the moves", () => {
    const moves = [moved("draw"), moved("play 9", [ended(0, [0, 18])]), moved("draw")];
    expect(roundsOf(moves).map((round) => round.points)).toEqual([[0, 18]]);
  });

  it("adds up the example of the rules (BU-R13)", () => {
    const points = [
      [0, 18, 9],
      [22, 0, 11],
      [7, 15, 0],
      [16, 21, 0],
      [0, 7, 18],
      [0, 13, -2],
      [17, 0, 12],
      [13, 22, 0],
      [0, 8, 14],
    ];
    const rounds = points.map((one) => ended(0, one) as unknown as Round);
    expect(runningTotals(rounds).at(-1)).toEqual([75, 104, 62]);
    expect(runningTotals([])).toEqual([]);
  });

  it("tells a move, and the end of a round", () => {
    expect(tell(moved("play 5d"), ["Ana"], { total: 17 })).toEqual([
      "Ana plays 5, discard one.",
      "Total 17.",
    ]);
    expect(tell(moved("play 9", [ended(0, [0, 18])]), ["Ana", "Bo"], { total: 0 })).toEqual([
      "Ana plays 9.",
      "Ana bursts with 24.",
      "Points: Ana 0 and Bo 18.",
    ]);
    expect(tell(moved("draw"), ["Ana"], null)).toEqual(["Ana draws."]);
  });

  it("tells what is left, and the totals after a round, as the table knows them", () => {
    const aids = { room: 3 };
    expect(tell(moved("play 5"), ["Ana"], { total: 18 }, aids)[1]).toBe("Total 18, 3 left.");
    const end = moved("play 9", [ended(0, [0, 18])]);
    expect(tell(end, ["", "Bo"], { total: 0, scores: [4, 40] }, aids).slice(1)).toEqual([
      "You burst with 24.",
      "Points: you 0 and Bo 18.",
      "Totals: you 4 and Bo 40.",
    ]);
  });
});
