import { handAndScore, type GameUI } from "../board";
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
  hand: true,
  arrows: { "↑ ↓": "add-up.keys" },
  seat: handAndScore,
} satisfies GameUI;
