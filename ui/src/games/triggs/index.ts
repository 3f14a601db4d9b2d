import type { What } from "../../protocol";
import { handAndScore, type GameUI } from "../board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { actionName, cardName, tell } from "./words";

/** That a card was drawn is the move itself; a new hand is more. */
const drawn = (what: What): boolean => what.action?.startsWith("draw") ?? false;

export default {
  Board,
  Face,
  card: cardName,
  action: actionName,
  text: () => import("./text"),
  tell,
  hand: true,
  arrows: { "↑ ↓ ← →": "triggs.keys" },
  special: (what) =>
    what.events?.some((event) => event["type"] !== "drew" || !drawn(what)) ?? false,
  seat: handAndScore,
} satisfies GameUI;
