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
  seat(view, seat) {
    const cards = count((view["hands"] as unknown[])[seat]);
    const deck = count((view["decks"] as unknown[])[seat]);
    const last = cards === 1 && deck === 0;
    return {
      cards,
      score: (view["scores"] as number[])[seat] ?? 0,
      more: last ? t("seven-ate-nine.last") : t("seven-ate-nine.deck", { n: deck }),
      last,
    };
  },
} satisfies GameUI;
