/** A move in words, as it is read in the log and told to who can't see. */

import type { GameUI } from "../games/board";
import type { Room, What } from "../protocol";
import type { Aids, View } from "./session.svelte";
import { seatNames } from "./names";
import { t } from "./words.svelte";

/** One sentence for each thing to tell; a bot that acts in a person's place is named. */
export function tellMove(
  what: What,
  room: Room,
  game: GameUI,
  after: View | null,
  aids: Aids = {},
): string[] {
  const [first, ...rest] = game.tell(what, seatNames(room), after, aids);
  if (first === undefined) return [];
  const standIn = what.by === "bot" && room.seats[what.seat ?? -1]?.who === "person";
  return [standIn ? `${first} ${t("table.by_bot")}` : first, ...rest];
}
