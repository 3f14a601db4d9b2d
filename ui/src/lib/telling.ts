/** What happens in words, as it is read in the log and told to who can't see. */

import type { GameUI } from "../games/board";
import type { Room, What } from "../protocol";
import type { Aids, View } from "./session.svelte";
import { seatNames } from "./names";
import { list, number, t, tx, type Facts, type Key } from "./words.svelte";

/** What somebody does: a name that is "" is one's own, and has words of its own. */
export function told(key: Key, facts: Facts & { name: string }): string {
  return facts.name ? t(key, facts) : tx(`${key}.you`, facts);
}

/** One sentence for each thing to tell; a bot that acts in a person's place is named. */
export function tellMove(
  what: What,
  room: Room,
  game: GameUI,
  after: View | null,
  aids: Aids = {},
  me: number | null = null, // who hears it
  before: Aids = {},
): string[] {
  const standIn = what.by === "bot" && room.seats[what.seat ?? -1]?.who === "person";
  const names = seatNames(room).map((name, seat) => (seat === me && !standIn ? "" : name));
  const [first, ...rest] = game.tell(what, names, after, aids, before);
  if (first === undefined) return [];
  return [standIn ? first.replace(/\.?$/, ` ${t("table.by_bot")}.`) : first, ...rest];
}

/** The cards of a seat, if one sees them. */
export function handIn(view: View | null, seat: number | null): string[] | null {
  const hand = (view?.["hands"] as unknown[] | undefined)?.[seat ?? -1];
  return Array.isArray(hand) ? (hand as string[]) : null;
}

/** The cards of a later hand that were not in the earlier one. */
export function added(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((face) => {
    const i = left.indexOf(face);
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

/** Cards one after the other: where a name has a comma, a longer pause is between them. */
export function cardsInWords(faces: readonly string[], game: GameUI): string {
  const names = faces.map(game.card);
  return names.join(names.some((name) => name.includes(",")) ? "; " : ", ");
}

/** What has come into one's hand; "" if nothing, or if the move says it itself. */
export function tellDrawn(
  what: What,
  before: readonly string[],
  after: readonly string[],
  game: GameUI,
): string {
  const fresh = added(before, after);
  if (!fresh.length || what.action === `pick ${fresh[0]}`) return "";
  const whole = fresh.length > 1 && fresh.length === after.length;
  return t(whole ? "table.hand.new" : "table.drew", { cards: cardsInWords(fresh, game) });
}

/** Who has won, in a few words. */
export function whoWon(winners: readonly number[], names: readonly string[], me: number | null) {
  const won = winners.map((seat) => names[seat] ?? "");
  if (won.length > 1) return t("after.win.shared", { names: list(won) });
  return winners[0] === me ? t("after.win.you") : t("after.win.one", { name: won[0] ?? "" });
}

/** The end of a game: who won, and with what. */
export function tellEnd(view: View, names: readonly string[], me: number | null): string[] {
  const [scores, winners] = [view["scores"] as number[], view["winners"] as number[]];
  const each = [...new Set([...winners, ...scores.keys()])].map(
    (seat) => `${seat === me ? t("table.me") : (names[seat] ?? "")} ${number(scores[seat] ?? 0)}`,
  );
  return [
    t("table.over"),
    whoWon(winners, names, me),
    t("after.scores", { scores: each.join(", ") }),
  ];
}
