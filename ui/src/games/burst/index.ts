import { t } from "../../lib/words.svelte";
import { handAndScore, type GameUI } from "../board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { actionName, cardName, partsOf, tell } from "./words";

export default {
  Board,
  Face,
  card: cardName,
  explain: (face) => t(`burst.explain.${partsOf(face).kind ?? "plain"}`),
  action: actionName,
  text: () => import("./text"),
  tell,
  hand: true,
  seat: handAndScore,
  keys: { d: "burst.draw" },
} satisfies GameUI;
