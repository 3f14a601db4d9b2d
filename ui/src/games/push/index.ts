import type { GameUI } from "../board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { actionName, cardName, tell } from "./words";

export default {
  Board,
  Face,
  card: cardName,
  action: actionName,
  text: () => import("./text"),
  tell,
  hand: false,
  seat: (view, seat) => ({ score: (view["scores"] as number[])[seat] ?? 0 }),
} satisfies GameUI;
