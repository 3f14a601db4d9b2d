import { beforeAll, describe, expect, it } from "vitest";
import { loadGame } from "../src/games/board";
import { tellMove } from "../src/lib/telling";
import { speak } from "../src/lib/words.svelte";
import type { Room, What } from "../src/protocol";

const room = {
  seats: [
    { who: "person", name: "Ada", level: "", away: true },
    { who: "bot", name: "Carl", level: "easy", away: false },
  ],
} as unknown as Room;
const moved = (seat: number, by: "bot" | "player"): What => ({
  kind: "moved",
  at: 0,
  seat,
  by,
  action: "play 3 top",
  events: [{ type: "captured", player: seat, cards: 4 }],
});

beforeAll(() => speak("en"));

describe("a move in words", () => {
  it("names a bot that acts in a person's place", async () => {
    const game = await loadGame("add-up");
    expect(tellMove(moved(0, "bot"), room, game, null)).toEqual([
      "Ada: 3 to the top row (bot)",
      "Ada wins 4 cards.",
    ]);
  });

  it("says nothing of that when people and bots act for themselves", async () => {
    const game = await loadGame("add-up");
    expect(tellMove(moved(0, "player"), room, game, null)[0]).toBe("Ada: 3 to the top row");
    expect(tellMove(moved(1, "bot"), room, game, null)[0]).toBe("Carl: 3 to the top row");
  });
});
