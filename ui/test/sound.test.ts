import { describe, expect, it } from "vitest";
import { GAMES, loadGame } from "../src/games/board";
import { cueOf } from "../src/lib/sound";
import type { What } from "../src/protocol";

const moved = (action: string, ...types: string[]): What => ({
  kind: "moved",
  at: 0,
  seat: 1,
  action,
  events: types.map((type) => ({ type })),
});

describe("the sound of a move", () => {
  it.each(GAMES)("tells one's own from those of others: %s", async (slug) => {
    const game = await loadGame(slug);
    expect(cueOf(moved("draw"), 1, game)).toBe("mine");
    expect(cueOf(moved("draw"), 0, game)).toBe("card");
    expect(cueOf(moved("draw"), null, game)).toBe("card");
  });

  it("is special when something happened", async () => {
    expect(cueOf(moved("play 3 top", "captured"), 1, await loadGame("add-up"))).toBe("special");
  });

  it("is that of a card when Triggs tells only what was drawn", async () => {
    const triggs = await loadGame("triggs");
    expect(cueOf(moved("draw left", "drew"), 0, triggs)).toBe("card");
    expect(cueOf(moved("draw left", "drew", "refilled"), 0, triggs)).toBe("special");
    expect(cueOf(moved("done", "drew"), 0, triggs)).toBe("special"); // a new hand
  });
});
