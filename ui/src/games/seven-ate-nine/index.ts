import { t } from "../../lib/words.svelte";
import type { GameUI } from "../board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { actionName, cardName, tell } from "./words";

/** Cards that one sees, or their number. */
function count(cards: unknown): number {
  return Array.isArray(cards) ? cards.length : Number(cards ?? 0);
}

export default {
  Board,
  Face,
  card: cardName,
  action: actionName,
  text: () => import("./text"),
  tell,
  hand: true,
  keys: { d: "seven-ate-nine.draw" },
  /** What matters in the race is one number: the cards that are left. */
  seat(view, seat) {
    const cards = count((view["hands"] as unknown[])[seat]);
    const left = cards + count((view["decks"] as unknown[])[seat]);
    const last = left === 1 && cards === 1;
    return {
      score: left,
      unit: t(last ? "seven-ate-nine.last" : "seven-ate-nine.left"),
      last,
    };
  },
} satisfies GameUI;
