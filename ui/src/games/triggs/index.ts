import type { GameUI } from "../board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { actionName, cardName, tell } from "./words";

export default {
  Board,
  Face,
  card: cardName,
  action: actionName,
  tell,
  seat(view, seat) {
    const hand = (view["hands"] as (string[] | number)[])[seat] ?? 0;
    return {
      cards: typeof hand === "number" ? hand : hand.length,
      score: (view["scores"] as number[])[seat] ?? 0,
    };
  },
} satisfies GameUI;
