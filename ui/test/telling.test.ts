import { beforeAll, describe, expect, it } from "vitest";
import { GAMES, loadGame } from "../src/games/board";
import { added, handIn, tellDrawn, tellEnd, tellMove } from "../src/lib/telling";
import { LANGUAGES, speak, type Language } from "../src/lib/words.svelte";
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

beforeAll(async () => {
  await Promise.all([...GAMES.map(loadGame), speak("en")]);
}, 60_000); // a busy machine takes long to load them

describe("a move in words", () => {
  it("names a bot that acts in a person's place", async () => {
    const game = await loadGame("add-up");
    expect(tellMove(moved(0, "bot"), room, game, null)).toEqual([
      "Ada: 3 to the top row (bot).",
      "Ada wins 4 cards.",
    ]);
  });

  it("says nothing of that when people and bots act for themselves", async () => {
    const game = await loadGame("add-up");
    expect(tellMove(moved(0, "player"), room, game, null)[0]).toBe("Ada: 3 to the top row.");
    expect(tellMove(moved(1, "bot"), room, game, null)[0]).toBe("Carl: 3 to the top row.");
  });

  it("says you of one's own, unless a bot did it", async () => {
    const game = await loadGame("add-up");
    expect(tellMove(moved(0, "player"), room, game, null, {}, 0)).toEqual([
      "You: 3 to the top row.",
      "You win 4 cards.",
    ]);
    expect(tellMove(moved(0, "bot"), room, game, null, {}, 0)[1]).toBe("Ada wins 4 cards.");
    expect(tellMove(moved(1, "bot"), room, game, null, {}, 0)[1]).toBe("Carl wins 4 cards.");
  });
});

describe("the end of a game", () => {
  const names = ["Ada", "Carl", "Sofia"];

  it("is told with who won and what all have", () => {
    expect(tellEnd({ scores: [9, 13, 23], winners: [2] }, names, 0)).toEqual([
      "The game is over",
      "Sofia wins",
      "Final score: Sofia 23, you 9, Carl 13.",
    ]);
    expect(tellEnd({ scores: [23, 13, 9], winners: [0] }, names, 0)[1]).toBe("You win!");
    expect(tellEnd({ scores: [23, 23, 9], winners: [0, 1] }, names, null)[1]).toBe(
      "Ada and Carl share the victory",
    );
  });
});

describe("what comes into one's own hand", () => {
  const draw: What = { kind: "moved", at: 0, seat: 0, action: "draw" };

  it("is seen, also a second card of a kind", () => {
    expect(added(["5:1", "7:2"], ["5:1", "5:1", "7:2"])).toEqual(["5:1"]);
    expect(added(["5:1"], ["5:1"])).toEqual([]);
  });

  it("is told in the game's words", async () => {
    const game = await loadGame("burst");
    expect(tellDrawn(draw, ["2"], ["2", "5r"], game)).toBe("You draw 5, reverse.");
    expect(tellDrawn(draw, [], ["5r"], game)).toBe("You draw 5, reverse.");
    expect(tellDrawn(draw, ["9"], ["2", "4", "6"], game)).toBe("New hand: 2, 4, 6.");
    expect(tellDrawn(draw, ["9"], ["9", "4r", "6"], game)).toBe("You draw 4, reverse; 6.");
    expect(tellDrawn(draw, ["9", "4"], ["9"], game)).toBe("");
  });

  it("is not told twice where the move names it", async () => {
    const game = await loadGame("burst");
    expect(tellDrawn({ ...draw, action: "pick 5r" }, ["2"], ["2", "5r"], game)).toBe("");
  });

  it("is known to who has it only", () => {
    expect(handIn({ hands: [["2"], 3] }, 0)).toEqual(["2"]);
    expect(handIn({ hands: [["2"], 3] }, 1)).toBeNull();
    expect(handIn({ hands: [1, 3] }, null)).toBeNull();
    expect(handIn({ open: [[]] }, 0)).toBeNull(); // Push has no hands
  });
});

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (lang) => {
  const MOVES: Record<string, { action: string; events?: Record<string, unknown>[] }[]> = {
    "add-up": [{ action: "play 3 top", events: [{ type: "captured", player: 0, cards: 2 }] }],
    burst: [
      { action: "draw" },
      { action: "pick 5r" },
      {
        action: "play 9",
        events: [{ type: "burst", player: 0, total: 24, points: [0, 5], row: [], hands: [] }],
      },
    ],
    push: [
      { action: "flip", events: [{ type: "busted", player: 0, card: "R5" }] },
      { action: "place 1" },
      { action: "take 2", events: [{ type: "roll", player: 0, face: "red", lost: ["R5"] }] },
      { action: "protect red", events: [{ type: "roll", player: 0, face: "star", lost: [] }] },
    ],
    "seven-ate-nine": [{ action: "play 9:3" }, { action: "finish" }],
    triggs: [
      ...["draw left", "draw middle", "draw right", "discard 4", "discard 4 x2", "cross 9"],
      ...["use 4+5", "bonus 3", "skip"],
    ]
      .map((action) => ({ action }) as { action: string; events?: Record<string, unknown>[] })
      .concat({ action: "done", events: [{ type: "drew", player: 0, cards: 5 }] }),
  };

  it.each(GAMES)(
    "%s tells each move in whole sentences, one's own without a name",
    async (slug) => {
      await speak(lang);
      const game = await loadGame(slug);
      for (const move of MOVES[slug]!)
        for (const me of [null, 0]) {
          const what: What = { kind: "moved", at: 0, seat: 0, by: "player", ...move };
          const lines = tellMove(what, room, game, null, {}, me);
          expect(lines.join(" ").includes("Ada"), move.action).toBe(me === null);
          expect(lines.join(" "), move.action).not.toMatch(/\{|\.you|told\.|did\./);
          for (const line of lines) expect(line).toMatch(/[.!?…]$/);
        }
      await speak("en");
    },
  );
});
